package org.bipj.launch.mpirun.program;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bipj.launch.mpirun.command.ProgramOptions;
import org.bipj.launch.support.LaunchException;
import org.bipj.launch.support.LauncherVariables;

/**
 * JVM options and environment variables of programs that share one JVM: what the JVM gets, and what each program has of its own.
 * System properties and variables can be a program's, unless the JVM reads them itself. All other options are the JVM's.
 */
public final class SharedSettings {
    /** Names of system properties that the JDK or the library reads. */
    private static final Pattern PROPERTIES_OF_JVM = Pattern.compile(
            "(java|javax|jdk|sun|com\\.sun|user|file|path|line|os|native|stdin|stdout|stderr|http|https|ftp|networkaddress|bipj|org\\.bipj)"
                    + "\\..*|socks(Proxy|NonProxy).*");

    /** Names of variables that the system, the JVM or the library reads. */
    private static final Pattern VARIABLES_OF_JVM =
            Pattern.compile("BIPJ_.*|UCX_.*|JAVA_.*|JDK_.*|_JAVA_.*|CLASSPATH|TZ|LANG|LC_.*|LD_.*");

    private static final String PROPERTY = "-D";

    private final List<ProgramOptions> programs;
    /** Of each program, each option with its value. */
    private final List<List<List<String>>> options;
    /** Of each program. */
    private final List<Map<String, String>> properties;
    /** What only some programs say, and holds for all: each with the programs that say it. */
    private final Map<String, List<Integer>> forAll = new LinkedHashMap<>();

    private final List<String> ofJvm = new ArrayList<>();
    private final Map<String, String> environment = new LinkedHashMap<>();

    /**
     * Takes the options of programs together.
     *
     * @param mode beginning of messages
     * @param given the JVM's options of each program
     * @throws LaunchException if programs set a variable that the JVM reads to different values
     */
    public SharedSettings(String mode, List<ProgramOptions> programs, List<List<String>> given) {
        this.programs = programs;
        options = given.stream().map(SharedSettings::split).toList();
        properties = options.stream().map(SharedSettings::propertiesOf).toList();
        for (int program = 0; program < programs.size(); program++) {
            takeOptions(program);
            takeVariables(mode, program);
        }
    }

    private static List<List<String>> split(List<String> words) {
        List<List<String>> split = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            boolean hasValue = ArgumentExpansion.WITH_VALUE.contains(words.get(i)) && i + 1 < words.size();
            split.add(hasValue ? List.of(words.get(i), words.get(++i)) : List.of(words.get(i)));
        }
        return split;
    }

    /** The system properties that options set, by name. */
    public static Map<String, String> propertiesAmong(List<String> words) {
        return propertiesOf(split(words));
    }

    /** The options that set no system properties, each with its value. */
    public static List<String> othersAmong(List<String> words) {
        return split(words).stream()
                .filter(option -> !isProperty(option))
                .map(option -> String.join(" ", option))
                .toList();
    }

    private static Map<String, String> propertiesOf(List<List<String>> options) {
        Map<String, String> found = new LinkedHashMap<>();
        for (List<String> option : options) {
            if (isProperty(option)) {
                String word = option.getFirst();
                int equals = word.indexOf('=');
                found.put(nameOf(option), equals < 0 ? "" : word.substring(equals + 1));
            }
        }
        return found;
    }

    private static boolean isProperty(List<String> option) {
        return option.getFirst().startsWith(PROPERTY) && option.getFirst().length() > PROPERTY.length();
    }

    private static String nameOf(List<String> property) {
        String word = property.getFirst();
        int equals = word.indexOf('=');
        return word.substring(PROPERTY.length(), equals < 0 ? word.length() : equals);
    }

    private void takeOptions(int program) {
        List<List<String>> before =
                options.subList(0, program).stream().flatMap(List::stream).toList();
        for (List<String> option : options.get(program)) {
            boolean differs = isProperty(option)
                    ? differs(nameOf(option))
                    : !options.stream().allMatch(each -> each.contains(option));
            boolean isOwn = differs && isProperty(option) && !isOfJvm(nameOf(option));
            if (differs && !isOwn) {
                hold(String.join(" ", option), program);
            }
            if (!isOwn && !before.contains(option) && (differs || program == 0)) {
                ofJvm.addAll(option);
            }
        }
    }

    private boolean differs(String property) {
        return properties.stream().map(each -> each.get(property)).distinct().count() > 1;
    }

    /** True for a property that the JDK or the library reads. */
    static boolean isOfJvm(String property) {
        return PROPERTIES_OF_JVM.matcher(property).matches();
    }

    private void takeVariables(String mode, int program) {
        programs.get(program).environment().forEach((name, value) -> {
            String other = environment.put(name, value);
            boolean isOfJvm = VARIABLES_OF_JVM.matcher(name).matches();
            if (isOfJvm && other != null && !other.equals(value)) {
                throw new LaunchException(
                        1, mode + "the programs share one environment: expected one value for -x " + name);
            }
            if (isOfJvm
                    && programs.stream().anyMatch(each -> !each.environment().containsKey(name))) {
                hold("-x " + name, program);
            }
        });
    }

    private void hold(String what, int program) {
        List<Integer> by = forAll.computeIfAbsent(what, key -> new ArrayList<>());
        if (!by.contains(program)) {
            by.add(program);
        }
    }

    /** The options of the JVM. */
    public List<String> ofJvm() {
        return ofJvm;
    }

    /** The variables of the JVM. */
    public Map<String, String> environment() {
        return environment;
    }

    /** What only some programs say and holds for all, as the end of a sentence; empty if there is nothing. */
    public String forAll() {
        return forAll.entrySet().stream()
                .map(one -> one.getKey() + " (program "
                        + one.getValue().stream()
                                .map(program -> Integer.toString(program + 1))
                                .collect(Collectors.joining(", "))
                        + ")")
                .collect(Collectors.joining(", "));
    }

    /** A program's system properties, without those that are the JVM's alone; where others set the JDK's, those of mpirun's JVM. */
    public Map<String, String> properties(int program) {
        Map<String, String> own = new LinkedHashMap<>(properties.get(program));
        own.keySet().removeIf(name -> isOfJvm(name) && !differs(name));
        propertiesOfOthers(program).forEach(name -> {
            String value = LauncherVariables.property(name);
            if (value != null) {
                own.put(name, value);
            }
        });
        return own;
    }

    /** Names of system properties that the JVM has for other programs than this one. */
    public Set<String> otherProperties(int program) {
        return propertiesOfOthers(program).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private Stream<String> propertiesOfOthers(int program) {
        return properties.stream()
                .flatMap(each -> each.keySet().stream())
                .filter(name -> isOfJvm(name) && !properties.get(program).containsKey(name));
    }

    /** A program's variables: those that it sets, and mpirun's where others set them. */
    public Map<String, String> variables(int program) {
        Map<String, String> own = new LinkedHashMap<>(programs.get(program).environment());
        ofOthers(program).forEach(name -> {
            String value = Environment.of(name);
            if (value != null) {
                own.put(name, value);
            }
        });
        return own;
    }

    /** Names of variables that the JVM has for other programs than this one. */
    public Set<String> otherVariables(int program) {
        return ofOthers(program)
                .filter(name -> Environment.of(name) == null)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private Stream<String> ofOthers(int program) {
        return programs.stream()
                .flatMap(each -> each.environment().keySet().stream())
                .filter(name -> !programs.get(program).environment().containsKey(name));
    }
}
