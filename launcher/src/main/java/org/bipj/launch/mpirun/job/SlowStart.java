package org.bipj.launch.mpirun.job;

import java.io.UncheckedIOException;
import java.util.function.IntSupplier;
import org.bipj.core.nic.PortException;
import org.bipj.launch.mpirun.output.Terminal;

/**
 * Reports the progress of a slow start on standard error: after five seconds, then after twice that time, and so on.
 * It does not report programs none of whose ranks joins the job: they do not use the library.
 */
public final class SlowStart {
    private static final long FIRST_S = 5;

    private final int ranks;
    private final IntSupplier started;
    private final IntSupplier joined;

    /**
     * The start of a job.
     *
     * @param started how many processes have been started
     * @param joined how many ranks have initialised the library, or have ended
     */
    public SlowStart(int ranks, IntSupplier started, IntSupplier joined) {
        this.ranks = ranks;
        this.started = started;
        this.joined = joined;
    }

    /** Polls in the background until all ranks have joined the job. */
    public void watch(Terminal terminal) {
        Thread.ofPlatform().daemon().name("slow start").start(() -> {
            try {
                for (long seconds = FIRST_S, passed = 0; ; passed = seconds, seconds *= 2) {
                    Thread.sleep((seconds - passed) * 1000);
                    if (joined.getAsInt() == ranks) {
                        return;
                    }
                    String line = line(seconds);
                    if (line != null) {
                        terminal.say(line);
                    }
                }
            } catch (InterruptedException | PortException | UncheckedIOException e) {
                // The job is over, or has lost its board.
            }
        });
    }

    /** The message after a number of seconds; null if there is none. */
    String line(long seconds) {
        String after = " after " + seconds + " s";
        if (started.getAsInt() < ranks) {
            return "mpirun: " + started.getAsInt() + " of " + ranks + " processes have been started" + after;
        }
        int there = joined.getAsInt();
        return there == 0 || there == ranks
                ? null
                : "mpirun: " + there + " of " + ranks + " ranks have joined the job" + after
                        + "; the others are starting or have not initialised the library yet";
    }
}
