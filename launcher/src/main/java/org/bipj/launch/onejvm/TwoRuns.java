package org.bipj.launch.onejvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bipj.launch.mpirun.command.Options;
import org.bipj.launch.mpirun.command.Placement;
import org.bipj.launch.onejvm.job.SharedJvmJob;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.launch.support.OwnProcess;

/**
 * Runs a simulated job, and again in another JVM, and compares what has happened. Of the second run nothing is shown. Where
 * both are the same, the exit code is the job's.
 */
public final class TwoRuns {
    private final Options options;
    private final Placement placement;
    private final Path cache;

    /**
     * A job to run.
     *
     * @param cache AOT cache of the library; null: none
     */
    public TwoRuns(Options options, Placement placement, Path cache) {
        this.options = options;
        this.placement = placement;
        this.cache = cache;
    }

    /** Runs the job twice and returns the exit code. */
    public int run() throws IOException {
        Path place = Path.of(LauncherVariables.temporaryDirectory());
        Path first = Files.createTempFile(place, "bipj-events-", ".first");
        Path second = Files.createTempFile(place, "bipj-events-", ".second");
        try {
            options.recordEvents(first);
            int code = runner(true).run(placement.bindings());
            options.repeat(second);
            int again = runner(false).run(placement.bindings());
            return compare(first, code, second, again);
        } finally {
            Files.delete(first);
            Files.delete(second);
        }
    }

    private ThreadRunner runner(boolean isShown) {
        return new ThreadRunner(options, ThreadProgram.build(options, placement, cache), isShown);
    }

    private static int compare(Path first, int code, Path second, int again) throws IOException {
        EventLogReader.Comparison comparison = EventLogReader.compare(first, second);
        if (!comparison.difference().isEmpty()) {
            comparison.difference().lines().forEach(TwoRuns::say);
            return SharedJvmJob.DIFFERENT;
        }
        if (again != code) {
            say("the first run ended with exit code " + code + ", the second with " + again);
            return SharedJvmJob.DIFFERENT;
        }
        say("the second run is the same: " + comparison.events() + " events, and what ranks printed "
                + comparison.prints() + " times");
        return code;
    }

    private static void say(String line) {
        OwnProcess.current().err().println("mpirun: --twice: " + line);
    }
}
