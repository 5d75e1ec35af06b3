package org.bipj.launch;

import java.io.IOException;
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
                System.out.print(Help.TEXT);
                return 0;
            }
            if (options.version) {
                System.out.println(Help.version());
                return 0;
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

    private static int launch(Options options) throws IOException {
        Cores cores = Cores.ofProcess();
        if (options.ranks == 0) {
            options.ranks = cores.cores().size();
        }
        List<String> bindings = cores.bindings(options.binding, options.ranks);
        ProgramBuilder builder = new ProgramBuilder(options, StartCache.ofRanks());
        if (options.mode != Options.Mode.PROCESS) {
            return new ThreadRunner(options, ThreadProgram.build(options, builder)).run(String.join(",", bindings));
        }
        boolean rehearsal = System.getProperty(StartCache.REHEARSAL) != null;
        RankProgram program = rehearsal ? StartCache.rehearsalProgram(builder) : builder.build();
        return new ProcessRunner(options, program, bindings).run();
    }
}
