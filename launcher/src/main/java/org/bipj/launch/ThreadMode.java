package org.bipj.launch;

import java.io.File;
import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.bipj.core.machine.JobVariables;
import org.bipj.launch.hosted.loader.ClassPath;
import org.bipj.launch.hosted.loader.HostedProgram;
import org.bipj.launch.mpirun.command.Help;
import org.bipj.launch.mpirun.command.OptionParser;
import org.bipj.launch.mpirun.command.Options;
import org.bipj.launch.mpirun.command.Placement;
import org.bipj.launch.mpirun.command.ProgramOptions;
import org.bipj.launch.mpirun.program.Java;
import org.bipj.launch.mpirun.program.Library;
import org.bipj.launch.mpirun.program.RecordingFolder;
import org.bipj.launch.onejvm.ThreadJobMain;
import org.bipj.launch.onejvm.job.ThreadJobSpec;
import org.bipj.launch.support.Cores;
import org.bipj.launch.support.LaunchException;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.launch.support.OwnProcess;
import org.bipj.launch.support.UsageException;

/**
 * Runs a program's ranks as threads of this JVM, or as coroutines in virtual time: the main class of an IDE's run
 * configuration, whose debugger then sees all ranks. The options are those of {@code mpirun}. The program is named by
 * its main class alone and is on this JVM's class path, together with the library.
 *
 * <pre>{@code java -cp CLASSPATH org.bipj.launch.ThreadMode -n 4 Main ARGS...}</pre>
 */
public final class ThreadMode {
    private static final String USAGE =
            "Usage: java -cp CLASSPATH " + ThreadMode.class.getName() + " [OPTIONS OF MPIRUN] Main [ARGS...]";

    private ThreadMode() {}

    /**
     * Runs a job. The JVM ends with the job's exit code.
     *
     * @param args options of {@code mpirun}, the main class, the program's arguments
     */
    public static void main(String[] args) throws IOException, ReflectiveOperationException {
        int code = start(args);
        if (code != 0) {
            System.exit(code);
        }
    }

    /** Starts a job, or refuses it; returns the exit code of one that has not started, else 0. */
    static int start(String[] args) throws IOException, ReflectiveOperationException {
        OwnProcess own = OwnProcess.current();
        try {
            Options options = parse(args);
            if (options.help()) {
                own.out().print(USAGE + System.lineSeparator() + Help.text());
            } else if (options.version()) {
                own.out().println(Help.version());
            } else {
                run(options);
            }
        } catch (UsageException e) {
            own.err().println(e.getMessage() + System.lineSeparator() + USAGE);
            return UsageException.EXIT_CODE;
        } catch (LaunchException e) {
            own.err().println(e.getMessage());
            return e.exitCode();
        }
        return 0;
    }

    private static Options parse(String[] args) {
        List<String> words = new ArrayList<>(List.of("--mode", "thread"));
        words.addAll(List.of(args));
        Options options = OptionParser.parse(words);
        if (options.help() || options.version()) {
            return options;
        }
        refuseIf(
                options.mode() == Options.Mode.PROCESS,
                "--mode process: expected thread or sim; processes need mpirun");
        refuseIf(options.binding().binds(), "--bind-to: needs mpirun");
        refuseIf(options.profile(), "--profile: needs mpirun");
        refuseIf(options.isRecorded(), (options.report() ? "--report" : "--timeline") + ": needs mpirun");
        for (ProgramOptions program : options.programs()) {
            program.environment().remove(JobVariables.CHECK);
            refuseIf(!program.environment().isEmpty(), "-x: set environment variables in the run configuration");
            refuseIf(program.directory() != null, "--wdir: set the working directory in the run configuration");
            String main = program.command().getFirst();
            refuseIf(Java.isJava(main), main + ": expected the main class, without the java command");
        }
        return options;
    }

    private static void refuseIf(boolean wrong, String why) {
        if (wrong) {
            throw new UsageException(why);
        }
    }

    private static void run(Options options) throws IOException, ReflectiveOperationException {
        Placement placement = new Placement(options, Cores.OF_PROCESS);
        List<HostedProgram> programs = new ArrayList<>();
        int ranks = 0;
        for (ProgramOptions program : options.programs()) {
            List<String> command = program.command();
            programs.add(new HostedProgram(
                    placement.application(ranks),
                    programs(),
                    "",
                    command.getFirst(),
                    command.subList(1, command.size())));
            ranks += program.ranks();
        }
        RecordingFolder.prepare(options);
        if (options.checks() != null) {
            System.setProperty(JobVariables.CHECK_PROPERTY, options.checks());
        }
        List<String> words = ThreadJobSpec.of(options, programs).words();
        if (options.mode() == Options.Mode.SIM) {
            // As mpirun does, for programs that read it.
            System.setProperty(LauncherVariables.MODE, "sim");
        }
        // Loads the library a second time, from its own jars alone: from this JVM's class path it would find the
        // program's classes too, which each rank has to load separately.
        ClassLoader library = new URLClassLoader(
                "bipj", ClassPath.urls(Library.withLauncher()), ClassLoader.getPlatformClassLoader());
        library.loadClass(ThreadJobMain.class.getName())
                .getMethod("run", String[].class)
                .invoke(null, (Object) words.toArray(String[]::new));
    }

    /** The class path of this JVM without the library. */
    private static String programs() {
        List<Path> library = places(Library.withLauncher());
        return places(LauncherVariables.property(LauncherVariables.OWN_CLASS_PATH)).stream()
                .filter(place -> !library.contains(place))
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static List<Path> places(String classPath) {
        return Arrays.stream(classPath.split(File.pathSeparator))
                .map(place -> Path.of(place).toAbsolutePath().normalize())
                .toList();
    }
}
