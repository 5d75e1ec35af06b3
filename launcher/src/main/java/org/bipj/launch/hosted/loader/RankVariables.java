package org.bipj.launch.hosted.loader;

import java.io.File;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.WeakHashMap;
import org.bipj.launch.hosted.copies.ClassWords;
import org.bipj.launch.support.LauncherVariables;

/**
 * Replaces methods of the JDK by which a rank that shares its JVM reads its environment, or passes it to processes that it
 * starts, and those that take or replace all system properties. Public because the programs' classes call it.
 */
public final class RankVariables {
    /** The methods of the JDK that are replaced. */
    public static final List<ReplacedMethod> METHODS = methods();

    /** Descriptions of processes that have got their rank's variables. */
    private static final Set<ProcessBuilder> DESCRIBED =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private RankVariables() {}

    private static List<ReplacedMethod> methods() {
        List<ReplacedMethod> all = new ArrayList<>();
        for (Method method : RankVariables.class.getDeclaredMethods()) {
            if (!Modifier.isPublic(method.getModifiers())) {
                continue;
            }
            MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
            Class<?> first = method.getParameterCount() == 0 ? null : method.getParameterTypes()[0];
            if (first == ProcessBuilder.class || first == Runtime.class) {
                all.add(ReplacedMethod.ofObject(
                        ClassWords.nameOf(first),
                        method.getName(),
                        type.dropParameterTypes(0, 1).descriptorString(),
                        RankVariables.class));
            } else {
                String owner = first == List.class ? "java/lang/ProcessBuilder" : "java/lang/System";
                all.add(ReplacedMethod.ofClass(owner, method.getName(), type.descriptorString(), RankVariables.class));
            }
        }
        return List.copyOf(all);
    }

    // ---- system properties ------------------------------------------------------------------------------------------

    /** Instead of {@code System.getProperties()}: the object is the rank's, and may become the defaults of another one. */
    public static Properties getProperties() {
        RankSettings rank = RankSettings.current();
        return rank == null ? LauncherVariables.properties() : rank.properties();
    }

    /** Instead of {@code System.setProperties(properties)}. */
    public static void setProperties(Properties properties) {
        RankSettings rank = RankSettings.current();
        if (rank == null) {
            System.setProperties(properties);
        } else if (!(properties instanceof RankProperties)) {
            rank.replace(properties);
        }
    }

    // ---- environment variables --------------------------------------------------------------------------------------

    /** Instead of {@code System.getenv()}. */
    public static Map<String, String> getenv() {
        RankSettings rank = RankSettings.current();
        return rank == null ? LauncherVariables.all() : rank.variables();
    }

    /** Instead of {@code System.getenv(name)}. */
    public static String getenv(String name) {
        return getenv().get(Objects.requireNonNull(name));
    }

    // ---- processes that a rank starts -------------------------------------------------------------------------------

    /** Instead of {@code builder.environment()}. */
    public static Map<String, String> environment(ProcessBuilder builder) {
        Map<String, String> environment = builder.environment();
        RankSettings rank = RankSettings.current();
        if (rank != null && DESCRIBED.add(builder)) {
            rank.change(environment);
        }
        return environment;
    }

    /** Instead of {@code builder.start()}. */
    public static Process start(ProcessBuilder builder) throws IOException {
        environment(builder);
        return builder.start();
    }

    /** Instead of {@code ProcessBuilder.startPipeline(builders)}. */
    public static List<Process> startPipeline(List<ProcessBuilder> builders) throws IOException {
        builders.forEach(RankVariables::environment);
        return ProcessBuilder.startPipeline(builders);
    }

    private static String[] given(String[] environment) {
        RankSettings rank = environment == null ? RankSettings.current() : null;
        return rank == null
                ? environment
                : rank.variables().entrySet().stream()
                        .map(variable -> variable.getKey() + "=" + variable.getValue())
                        .toArray(String[]::new);
    }

    /** Instead of {@code runtime.exec(command)}. */
    @Deprecated
    public static Process exec(Runtime runtime, String command) throws IOException {
        return runtime.exec(command, given(null));
    }

    /** Instead of {@code runtime.exec(command, environment)}. */
    @Deprecated
    public static Process exec(Runtime runtime, String command, String[] environment) throws IOException {
        return runtime.exec(command, given(environment));
    }

    /** Instead of {@code runtime.exec(command, environment, folder)}. */
    @Deprecated
    public static Process exec(Runtime runtime, String command, String[] environment, File folder) throws IOException {
        return runtime.exec(command, given(environment), folder);
    }

    /** Instead of {@code runtime.exec(words)}. */
    public static Process exec(Runtime runtime, String[] words) throws IOException {
        return runtime.exec(words, given(null));
    }

    /** Instead of {@code runtime.exec(words, environment)}. */
    public static Process exec(Runtime runtime, String[] words, String[] environment) throws IOException {
        return runtime.exec(words, given(environment));
    }

    /** Instead of {@code runtime.exec(words, environment, folder)}. */
    public static Process exec(Runtime runtime, String[] words, String[] environment, File folder) throws IOException {
        return runtime.exec(words, given(environment), folder);
    }
}
