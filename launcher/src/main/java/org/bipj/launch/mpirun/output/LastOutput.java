package org.bipj.launch.mpirun.output;

import java.time.Duration;
import java.util.List;

/** The end of a process's output, which comes after the end of the process. */
public final class LastOutput {
    /** A child that holds the pipe open delays the job's end by this; a thread that gets no processor needs it. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private LastOutput() {}

    /** Waits until the threads have transferred all output of an ended process, and no longer than 3 s together. */
    public static void await(List<Thread> pumps) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        for (Thread pump : pumps) {
            pump.join(Duration.ofNanos(end - System.nanoTime()));
        }
    }
}
