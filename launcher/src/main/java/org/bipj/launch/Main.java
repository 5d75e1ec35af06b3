package org.bipj.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.bipj.core.nic.PortException;

/** The command {@code mpirun}. */
public final class Main {
    /** Exit code of a wrong command line. */
    static final int USAGE = 2;

    private Main() {}

    /**
     * Runs a job and exits with its exit code.
     *
     * @param args the command line of {@code mpirun}
     */
    public static void main(String[] args) {
        System.exit(run(List.of(args)));
    }

    private static int run(List<String> words) {
        try {
            Options options = OptionParser.parse(words);
            if (options.help) {
                return print(Help.TEXT);
            }
            if (options.version) {
                return print(Help.version() + System.lineSeparator());
            }
            return launch(options);
        } catch (UsageException e) {
            System.err.println("mpirun: " + e.getMessage());
            System.err.println("Try: mpirun --help");
            return USAGE;
        } catch (LaunchException e) {
            System.err.println("mpirun: " + e.getMessage());
            return e.exitCode();
        } catch (PortException | IOException e) {
            System.err.println("mpirun: " + e.getMessage());
            return 1;
        }
    }

    private static int print(String text) {
        System.out.print(text);
        if (System.out.checkError()) {
            System.err.println("mpirun: cannot write to standard output");
            return 1;
        }
        return 0;
    }

    private static int launch(Options options) throws IOException {
        OpenFiles.check(options);
        StartCache cache = StartCache.ofBuild();
        int code = options.mode == Options.Mode.PROCESS
                ? launchProcesses(options, cache.ofRanks())
                : launchInOne(options, cache.ofRanks());
        cache.refresh();
        return code;
    }

    private static int launchInOne(Options options, Path cache) throws IOException {
        List<String> bindings = bindings(options);
        ProgramBuilder builder = new ProgramBuilder(options, cache);
        return new ThreadRunner(options, ThreadProgram.build(options, builder)).run(String.join(",", bindings));
    }

    private static int launchProcesses(Options options, Path cache) throws IOException {
        try (Watchdog watchdog = Watchdog.start()) {
            List<String> bindings = bindings(options);
            ProgramBuilder builder = new ProgramBuilder(options, cache);
            // Also in a rehearsal: the launcher's cache is to hold what this takes.
            RankProgram program = builder.build();
            if (StartCache.isRehearsal()) {
                program = StartCache.rehearsalProgram(builder);
            }
            return new ProcessRunner(options, program, bindings, watchdog).run();
        }
    }

    private static List<String> bindings(Options options) {
        Cores cores = Cores.ofProcess();
        if (options.ranks == 0) {
            options.ranks = cores.cores().size();
        }
        return cores.bindings(options.binding, options.ranks);
    }
}
