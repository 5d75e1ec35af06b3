package org.bipj.launch.mpirun.program;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bipj.launch.mpirun.command.Options;
import org.bipj.launch.mpirun.command.ProgramOptions;
import org.bipj.launch.support.LaunchException;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.launch.support.SystemCharacters;

/** Extends the user's command, so that the program finds the library and several JVMs share the machine. */
public final class ProgramBuilder {
    private static final Pattern CLASS_NAME = Pattern.compile("[\\p{L}_$][\\p{L}\\d_$]*(\\.[\\p{L}_$][\\p{L}\\d_$]*)*");

    private final Options options;
    private final ProgramOptions program;
    private final Path cache;
    /** Null until a {@code java} command needs them. */
    private EnvironmentOptions inEnvironment;
    /** Null until the command was taken apart. */
    private JavaCommand parsed;

    /**
     * A builder for the ranks of one program of a job.
     *
     * @param cache AOT cache of the library; null: none
     */
    public ProgramBuilder(Options options, ProgramOptions program, Path cache) {
        this.options = options;
        this.program = program;
        this.cache = cache;
    }

    /**
     * What to start for each rank of a job of several hosts: each host has a start-up cache of its own, or none.
     *
     * @param cached false if no host is to use one
     */
    public static RankProgram ofHosts(Options options, ProgramOptions program, boolean cached) {
        ProgramBuilder builder = new ProgramBuilder(options, program, null);
        RankProgram plain = builder.build();
        if (!cached || !plain.isJava()) {
            return plain;
        }
        ProgramBuilder other =
                new ProgramBuilder(options, program, Path.of(StartCache.OF_HOST, StartCache.RANK_OF_HOSTS));
        other.inEnvironment = builder.inEnvironment;
        other.parsed = builder.parsed;
        return plain.withCached(other.build().words());
    }

    /** A variable as ranks will see it. */
    String variable(String name) {
        String given = program.environment().get(name);
        return given != null ? given : Environment.of(name);
    }

    /**
     * Checks that a process gets a command and the program's variables as they are.
     *
     * @throws LaunchException if this JVM would replace characters in them
     */
    public void checkCharacters(List<String> command) {
        String foreign =
                SystemCharacters.foreign(Stream.concat(command.stream(), program.environment().values().stream()));
        if (foreign != null) {
            throw new LaunchException(1, SystemCharacters.refusal(foreign));
        }
    }

    /** What to start for each rank that is a process. */
    public RankProgram build() {
        RankProgram built = program();
        checkCharacters(built.words());
        return built;
    }

    private RankProgram program() {
        String command = program.command().getFirst();
        if (!Java.isJava(command)) {
            List<String> words = new ArrayList<>(program.command());
            words.set(0, SearchPath.require(command, program).toString());
            return RankProgram.script(
                    words,
                    ScriptSupport.environment(
                            this,
                            options.ranksPerHost(),
                            Stream.concat(options.rankFlags().stream(), places().stream())
                                    .toList()));
        }
        Java java = Java.of(command, program);
        JavaCommand parsed = parsed();
        List<String> words = new ArrayList<>();
        words.add(java.executable().toString());
        words.addAll(rank(java, parsed));
        return RankProgram.java(words, environment());
    }

    /**
     * The command for a program that a rank of this one starts: a class that is no command runs as this program does, with its JVM options
     * and its class path.
     *
     * @param words the command or the class, and its arguments
     * @param path where the request has either looked for first, with colons between; empty: nowhere
     */
    public List<String> besideThis(List<String> words, String path) {
        String name = words.getFirst();
        String own = program.command().getFirst();
        boolean isClass =
                isClassName(name) && SearchPath.find(name, path) == null && SearchPath.find(name, program) == null;
        if (!isClass || Java.isJava(name) || !Java.isJava(own)) {
            return words;
        }
        JavaCommand java = parsed();
        List<String> command = new ArrayList<>();
        command.add(own);
        String classPath = java.kind() == JavaCommand.Kind.JAR ? java.target() : givenClassPath(java);
        command.addAll(onClassPath(classPathBehind(path, classPath), java.options(), name));
        command.addAll(words.subList(1, words.size()));
        return command;
    }

    /** A class path behind the directories in which a request has a class looked for, with colons between. */
    public static String classPathBehind(String path, String classPath) {
        return path.isEmpty()
                ? classPath
                : Arrays.stream(path.split(File.pathSeparator, -1))
                                .map(each -> Path.of(each).toAbsolutePath().toString())
                                .collect(Collectors.joining(File.pathSeparator))
                        + File.pathSeparator
                        + classPath;
    }

    /** True for what can be the name of a class, with its package. */
    public static boolean isClassName(String word) {
        return CLASS_NAME.matcher(word).matches();
    }

    private EnvironmentOptions inEnvironment() {
        if (inEnvironment == null) {
            inEnvironment = EnvironmentOptions.of(this::variable, this::resolve);
        }
        return inEnvironment;
    }

    /** Variables to set for the program's JVMs. */
    public Map<String, String> environment() {
        return inEnvironment().changed();
    }

    /** A file that the command names, as the program will find it. */
    public Path resolve(String file) {
        return program.resolve(file);
    }

    /** The words behind {@code java}, those of argument files included. These are read once: one may be a pipe. */
    public JavaCommand parsed() {
        if (parsed == null) {
            List<String> words = program.command().subList(1, program.command().size());
            parsed = JavaCommand.parse(inEnvironment().expansion().of(words));
            if (program.mainClass() != null) {
                String classPath = program.classes() + File.pathSeparator + givenClassPath(parsed);
                parsed = parsed.compiled(classPath, program.mainClass());
            }
        }
        return parsed;
    }

    /** The options of a JVM of the program: those in its environment, then those of the command. */
    List<String> allOptions() {
        return Stream.concat(inEnvironment().words().stream(), parsed().options().stream())
                .toList();
    }

    /** Words that name no argument files, as {@code java} takes them before the program's arguments. */
    public static List<String> escaped(List<String> words) {
        return words.stream().map(ArgumentExpansion::escaped).toList();
    }

    private List<String> rank(Java java, JavaCommand command) {
        List<String> words = new ArrayList<>();
        if (command.kind() == JavaCommand.Kind.NONE) {
            // Nothing that could use the library.
            return escaped(command.options());
        }
        List<String> flags = flags(java, command.options());
        words.addAll(flags);
        boolean cached = usesCache(flags);
        UnaryOperator<String> library = path -> withLibrary(path, cached);
        switch (command.kind()) {
            case CLASS, SOURCE ->
                words.addAll(onClassPath(library.apply(userClassPath(command)), command.options(), command.target()));
            case JAR -> {
                List<String> jar = JarProgram.words(command, program.resolve(command.target()), library);
                words.addAll(jar.contains("-jar") ? places() : List.of());
                words.addAll(jar);
            }
            case MODULE -> {
                words.addAll(places());
                words.addAll(ModuleProgram.words(command));
            }
            case NONE -> throw new IllegalStateException();
        }
        words.replaceAll(ArgumentExpansion::escaped);
        words.addAll(command.arguments());
        return words;
    }

    /** Options of the JVM besides the user's. */
    public List<String> flags(Java java, List<String> given) {
        List<String> flags = new ArrayList<>();
        flags.add("--enable-native-access=ALL-UNNAMED");
        int jvms = options.mode() == Options.Mode.PROCESS ? options.ranksPerHost() : 1;
        JvmFlags defaults = new JvmFlags(given, inEnvironment().words());
        flags.addAll(defaults.defaults(jvms, java.own() ? cache : null));
        int processors = Runtime.getRuntime().availableProcessors();
        if (jvms > processors && options.hosts() == null) {
            flags.addAll(defaults.crowded(jvms / processors));
        }
        flags.addAll(options.rankFlags());
        if (options.mode() == Options.Mode.SIM) {
            flags.addAll(defaults.coroutines());
            if (options.ip()) {
                flags.addAll(defaults.hosts());
            }
            flags.add("-Dbipj.mode=sim");
        }
        return flags;
    }

    private boolean usesCache(List<String> flags) {
        return cache != null && flags.contains(JvmFlags.AOT_CACHE + cache);
    }

    /**
     * Class path of a JVM that holds library and launcher, and loads the program by itself.
     *
     * @param flags the JVM's options, out of {@link #flags}
     */
    public String withLauncher(List<String> flags) {
        String path = Library.withLauncher();
        return usesCache(flags) ? RankJar.beside(cache).instead(path) : path;
    }

    /** The class path that the program would have without us. */
    public String userClassPath(JavaCommand command) {
        String classPath = givenClassPath(command);
        OtherLibrary.warnOfClassPath(classPath);
        return classPath;
    }

    private String givenClassPath(JavaCommand command) {
        if (command.classPath() != null) {
            return command.classPath();
        }
        String ofEnvironment = JavaCommand.classPathOf(inEnvironment().words());
        if (ofEnvironment != null) {
            return ofEnvironment;
        }
        String variable = variable(LauncherVariables.CLASS_PATH);
        return variable != null && !variable.isEmpty() ? variable : ".";
    }

    /**
     * A class path with the library before the program's own elements: so the AOT cache stays valid.
     *
     * @param cached true if the JVM uses the cache
     */
    private String withLibrary(String classPath, boolean cached) {
        String path = cached
                ? RankJar.beside(cache).with(classPath, program)
                : Library.classPath() + File.pathSeparator + classPath;
        return Stream.concat(Stream.of(path), options.rankPlaces().stream())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** What the job adds to the class path, where the JVM does not get that from here. */
    private List<String> places() {
        return options.rankPlaces().stream()
                .map(place -> "-Xbootclasspath/a:" + place)
                .toList();
    }

    /** The words that start a class from a class path, with the options before it. */
    static List<String> onClassPath(String classPath, List<String> given, String target) {
        List<String> words = new ArrayList<>(given);
        words.add("-cp");
        words.add(classPath);
        words.add(target);
        return words;
    }
}
