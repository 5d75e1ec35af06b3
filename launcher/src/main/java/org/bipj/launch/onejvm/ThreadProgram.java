package org.bipj.launch.onejvm;

import java.io.File;
import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.bipj.core.job.Application;
import org.bipj.core.machine.JobVariables;
import org.bipj.launch.hosted.loader.HostedProgram;
import org.bipj.launch.hosted.loader.ProgramSettings;
import org.bipj.launch.hosted.loader.SharedProgram;
import org.bipj.launch.mpirun.command.Options;
import org.bipj.launch.mpirun.command.Placement;
import org.bipj.launch.mpirun.command.ProgramOptions;
import org.bipj.launch.mpirun.job.StartReport;
import org.bipj.launch.mpirun.program.JarProgram;
import org.bipj.launch.mpirun.program.Java;
import org.bipj.launch.mpirun.program.JavaCommand;
import org.bipj.launch.mpirun.program.Library;
import org.bipj.launch.mpirun.program.OtherLibrary;
import org.bipj.launch.mpirun.program.ProgramBuilder;
import org.bipj.launch.mpirun.program.SharedSettings;
import org.bipj.launch.onejvm.job.ThreadJobSpec;
import org.bipj.launch.support.LaunchException;
import org.bipj.launch.support.LauncherVariables;

/**
 * The JVM of a job whose ranks are threads or coroutines. It is one for all programs of the job: they have the same
 * {@code java} and one working directory. Their system properties and variables are their own, the JVM's other options are
 * those of all.
 *
 * @param command the command that starts it, but not yet as the leader of a group
 * @param environment variables to set
 * @param directory its working directory; null: that of mpirun
 * @param notice what the JVM cannot give each program, as a line; empty if there is nothing
 */
public record ThreadProgram(List<String> command, Map<String, String> environment, Path directory, String notice) {
    /**
     * Makes one JVM of the user's commands.
     *
     * @param cache AOT cache of the library; null: none
     */
    public static ThreadProgram build(Options options, Placement placement, Path cache) {
        String mode = "--mode " + options.mode().name().toLowerCase(Locale.ROOT) + ": ";
        ProgramOptions first = options.programs().getFirst();
        Java java = java(mode, first);
        List<HostedProgram> hosted = new ArrayList<>();
        List<List<String>> given = new ArrayList<>();
        int ranks = 0;
        for (ProgramOptions program : options.programs()) {
            if (!java(mode, program).equals(java) || !Objects.equals(program.directory(), first.directory())) {
                throw new LaunchException(
                        1, mode + "the programs share one JVM: expected the same java and the same --wdir for each");
            }
            ProgramBuilder builder = new ProgramBuilder(options, program, cache);
            hosted.add(hosted(mode, builder, placement.application(ranks), program.isService(), given));
            ranks += program.ranks();
        }
        SharedSettings shared = new SharedSettings(mode, options.programs(), given);
        for (int program = 0; program < hosted.size(); program++) {
            hosted.set(program, hosted.get(program).with(settings(shared, program)));
        }
        List<String> words = new ArrayList<>();
        words.add(java.executable().toString());
        ProgramBuilder builder = new ProgramBuilder(options, first, cache);
        List<String> flags = builder.flags(java, shared.ofJvm());
        words.addAll(flags);
        words.add("-D" + LauncherVariables.LIBRARY + "=" + Library.classPath());
        String portable = JobVariables.property(JobVariables.PORTABLE);
        if (portable != null) {
            words.add("-D" + JobVariables.PORTABLE + "=" + portable);
        }
        if (LauncherVariables.isTrue(LauncherVariables.ERRORS_TERMINAL)) {
            words.add("-D" + LauncherVariables.ERRORS_TERMINAL + "=true");
        }
        words.addAll(ProgramBuilder.escaped(shared.ofJvm()));
        words.addAll(List.of("-cp", builder.withLauncher(flags), ThreadJobMain.class.getName()));
        words.addAll(ThreadJobSpec.of(options, hosted).words());
        builder.checkCharacters(words);
        StartReport.sayCommand(options, 0, ranks, words);
        Map<String, String> environment = new LinkedHashMap<>(shared.environment());
        environment.putAll(builder.environment());
        return new ThreadProgram(words, environment, first.directory(), notice(mode, shared));
    }

    private static String notice(String mode, SharedSettings shared) {
        return shared.forAll().isEmpty()
                ? ""
                : "mpirun: " + mode + "the programs share one JVM, which has these options of only some of them: "
                        + shared.forAll();
    }

    private static ProgramSettings settings(SharedSettings shared, int program) {
        return new ProgramSettings(
                shared.properties(program),
                shared.otherProperties(program),
                shared.variables(program),
                shared.otherVariables(program));
    }

    private static Java java(String mode, ProgramOptions program) {
        String command = program.command().getFirst();
        if (!Java.isJava(command)) {
            throw new LaunchException(
                    1, mode + command + " is not a java command; the ranks of a script must be processes");
        }
        return Java.of(command, program);
    }

    /** One program; its JVM options are added to those of the others. */
    private static HostedProgram hosted(
            String mode, ProgramBuilder builder, Application application, boolean isService, List<List<String>> given) {
        JavaCommand parsed = builder.parsed();
        List<String> options = new ArrayList<>(parsed.options());
        String classPath;
        String modulePath = "";
        String main;
        switch (parsed.kind()) {
            case CLASS -> {
                classPath = builder.userClassPath(parsed);
                main = parsed.target().replace('/', '.');
            }
            case JAR -> {
                classPath = parsed.target();
                main = JarProgram.mainClass(builder.resolve(parsed.target()));
            }
            case MODULE -> {
                classPath = parsed.classPath() == null ? "" : parsed.classPath();
                modulePath = takeModulePath(options);
                OtherLibrary.warnOfModulePath(modulePath);
                main = inModule(builder, parsed.target(), modulePath);
            }
            default -> throw new LaunchException(1, mode + "expected a class, -jar or -m; compile source files first");
        }
        given.add(options);
        return new HostedProgram(
                application, classPath, modulePath, main, parsed.arguments(), isService, ProgramSettings.NONE);
    }

    /** The module path, which is taken out of the options: its classes are loaded per rank. */
    private static String takeModulePath(List<String> options) {
        String path = "";
        for (int i = 0; i < options.size(); i++) {
            String word = options.get(i);
            String value = null;
            if (word.startsWith("--module-path=")) {
                value = word.substring("--module-path=".length());
            } else if ((word.equals("-p") || word.equals("--module-path")) && i + 1 < options.size()) {
                value = options.remove(i + 1);
            }
            if (value != null) {
                options.remove(i--);
                path = value;
            }
        }
        return path;
    }

    /** A program in a module, as {@code MODULE/CLASS}. */
    private static String inModule(ProgramBuilder builder, String target, String modulePath) {
        int slash = target.indexOf('/');
        String name = slash < 0 ? target : target.substring(0, slash);
        String places = Arrays.stream(modulePath.split(File.pathSeparator))
                .map(place -> builder.resolve(place).toString())
                .collect(Collectors.joining(File.pathSeparator));
        ModuleDescriptor module;
        try {
            module = SharedProgram.finder(places)
                    .find(name)
                    .orElseThrow(() -> new FindException("no such module on the module path"))
                    .descriptor();
        } catch (FindException e) {
            throw new LaunchException(1, "-m " + target + ": " + e.getMessage());
        }
        return slash >= 0
                ? target
                : target + "/"
                        + module.mainClass()
                                .orElseThrow(() -> new LaunchException(1, "module " + target + " has no main class"));
    }
}
