package org.bipj.launch;

import java.io.IOException;
import java.util.List;

/** The JVM of a job whose ranks are threads. Started by the launcher, whose end it does not outlive. */
public final class ThreadJobMain {
    private static final int LAUNCHER_GONE = 137;

    private ThreadJobMain() {}

    /**
     * Runs the job.
     *
     * @param args a {@link ThreadJobSpec}
     */
    public static void main(String[] args) throws IOException {
        // The watchdog kills this JVM in the same case; this holds where there is no watchdog any more.
        ProcessHandle.current()
                .parent()
                .ifPresent(launcher ->
                        launcher.onExit().thenRun(() -> Runtime.getRuntime().halt(LAUNCHER_GONE)));
        new ThreadJob(ThreadJobSpec.of(List.of(args))).start();
    }
}
