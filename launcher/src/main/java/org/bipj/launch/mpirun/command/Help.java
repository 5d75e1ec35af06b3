package org.bipj.launch.mpirun.command;

import java.util.List;
import org.bipj.launch.support.LauncherVariables;

/** The texts that {@code --help} and {@code --version} print. */
public final class Help {
    /** The ways to call it. */
    public static final String USAGE = """
            mpirun [OPTIONS] java [JVM OPTIONS] -cp CLASSPATH Main [ARGS...]
            mpirun [OPTIONS] -n N java ... A [ARGS...] : -n N java ... B [ARGS...]
            """;

    /** What stands before the options. */
    public static final String INTRODUCTION = """
            Runs a program as the ranks of one job. The command can also be java -jar, java -m, java @argfile,
            java Main.java, the path of a java executable, or a script that ends in java. mpirun adds the library to
            the class path, and JVM options that N JVMs on one machine need, unless you set them. Several programs,
            separated by a single ":", form one job. Options "of each program" apply to one program, the others to all.
            """;

    /** What stands behind the options. */
    public static final String END = """
            On SIGUSR1 mpirun prints what each rank does; the job continues.
            Exit code: that of the first rank that fails, or 128 plus the number of the signal that ended it; 2 for a
            wrong command line, 122 for what --check finds, 123 for a deadlock, 124 for --timeout.
            Environment: BIPJ_SHM_DIR (directory of the shared memory, default
            /dev/shm), BIPJ_GRACE_MS (time from SIGTERM to SIGKILL, default 2000), BIPJ_AOT=off (no start-up cache),
            TMPDIR (for files with stacks), BIPJ_DEADLOCK_SECONDS (how long a deadlock lasts before it is reported,
            default 5; for tests), BIPJ_FANOUT (how many supervisors each supervisor starts, default 32; for tests).
            """;

    /** What most need: at most 24 lines of 80 characters, as on a terminal. */
    private static final String SHORT = """
            Usage: mpirun [OPTIONS] java [JVM OPTIONS] -cp CLASSPATH Main [ARGS...]
            Runs a program as the ranks of one job, with the library on its class path.

              mpirun -n 4 java Hello.java                      a file, on 4 ranks
              mpirun -n 4 --check java -cp classes Main        finds wrong calls of MPI
              mpirun -n 64 --mode sim java -cp classes Main    on a simulated cluster

              -n N                  number of ranks; default: one per core
              --mode process|thread|sim
                                    a rank is a JVM process (default), a thread of one JVM,
                                    or a coroutine on a simulated cluster, in virtual time
              --check               mistakes in calls of MPI: which ranks, which lines
              --report              at the end who was slow, who waited for whom, and where
              --timeout SECONDS     then prints what each rank does, and ends the job
              --tag-output          begins each line of output with its rank
              --host NAME:N,...     the hosts to run on, each with N ranks
              -x NAME=VALUE         sets an environment variable in the ranks
              -v, -q                says more, less
              --version             of mpirun and its Java
              --help all            every option, exit codes, variables
            Ctrl-C ends the job; the exit code is that of the first rank that fails.
            """;

    /** Where the text of options begins. */
    private static final int COLUMN = 28;

    private Help() {}

    /**
     * What a command line asks for: the short help, or behind {@code --help} the word {@code all}.
     *
     * @param words the command line
     */
    public static String asked(List<String> words) {
        boolean isLong = !words.isEmpty() && words.getLast().equals("all");
        return isLong ? text() : SHORT;
    }

    /** The help, with all options. */
    public static String text() {
        StringBuilder text = new StringBuilder();
        String before = "Usage: ";
        for (String usage : USAGE.lines().toList()) {
            line(text, before + usage);
            before = " ".repeat(before.length());
        }
        text.append(INTRODUCTION);
        for (Option.Section section : Option.sections()) {
            line(text, "");
            if (!section.title().isEmpty()) {
                line(text, section.title() + ":");
            }
            section.entries().forEach(each -> entry(text, each));
        }
        line(text, "");
        return text.append(END).toString();
    }

    /** The text begins in a column; on the next line if names and values are too long. */
    private static void entry(StringBuilder text, HelpEntry entry) {
        String head = "  " + entry.head();
        List<String> lines = entry.text();
        if (head.length() < COLUMN && !lines.isEmpty()) {
            line(text, head + " ".repeat(COLUMN - head.length()) + lines.getFirst());
            lines = lines.subList(1, lines.size());
        } else {
            line(text, head);
        }
        lines.forEach(each -> line(text, " ".repeat(COLUMN) + each));
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append('\n');
    }

    /** The version of the library, with that of the JVM. */
    public static String version() {
        String version = Help.class.getPackage().getImplementationVersion();
        return "mpirun (BIPJ) " + (version == null ? "of an unpacked build" : version) + ", Java "
                + LauncherVariables.property(LauncherVariables.JDK_RELEASE);
    }
}
