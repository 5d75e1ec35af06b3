package org.bipj.launch;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bipj.launch.mpirun.command.OptionParser;
import org.bipj.launch.mpirun.command.Options;
import org.bipj.launch.mpirun.command.Placement;
import org.bipj.launch.onejvm.ThreadProgram;
import org.bipj.launch.support.Cores;
import org.bipj.launch.support.LaunchException;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.launch.support.UsageException;

/**
 * What {@code mpirun} says behind a job of more processes than processors that took long: each of their JVMs compiles the same methods, and
 * one JVM of threads compiles them once.
 */
final class CrowdedHint {
    /** A job that is over sooner is not worth a line. */
    private static final long LONG_NS = TimeUnit.SECONDS.toNanos(2);

    private CrowdedHint() {}

    /**
     * The line; empty where there is none.
     *
     * @param words the command line of {@code mpirun}
     * @param options the same, parsed
     * @param durationNs how long the job took
     */
    static String after(List<String> words, Options options, long durationNs) {
        int processors = Runtime.getRuntime().availableProcessors();
        boolean isCrowded =
                options.mode() == Options.Mode.PROCESS && options.hosts() == null && options.ranks() > processors;
        if (!isCrowded
                || durationNs < LONG_NS
                || options.quiet()
                || options.verbose()
                || !LauncherVariables.isTrue(LauncherVariables.ERRORS_TERMINAL)
                || !runsAsThreads(words)) {
            return "";
        }
        return "mpirun: " + options.ranks() + " JVMs on " + processors
                + (processors == 1 ? " processor" : " processors")
                + " have compiled the same methods: --mode thread, in which ranks share one JVM, may be quicker;"
                + " -q silences this line";
    }

    /** True if {@code --mode thread} would not refuse the job. One whose user has named a mode is not asked about. */
    private static boolean runsAsThreads(List<String> words) {
        try {
            Options options = OptionParser.parse(
                    Stream.concat(Stream.of("--mode", "thread"), words.stream()).toList());
            return options.mode() == Options.Mode.THREAD
                    && !ThreadProgram.build(options, new Placement(options, Cores.OF_PROCESS), null)
                            .command()
                            .isEmpty();
        } catch (UsageException | LaunchException e) {
            return false;
        }
    }
}
