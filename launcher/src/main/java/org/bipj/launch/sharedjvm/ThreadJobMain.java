package org.bipj.launch.sharedjvm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bipj.launch.command.LaunchException;
import org.bipj.launch.command.UsageException;

/** The JVM of a job whose ranks are threads or coroutines. */
public final class ThreadJobMain {
    private static final int LAUNCHER_GONE = 137;
    private static final long LOOK_MS = 250;
    /** The first thread of a JVM that has begun with the job, by a name that the system shows whole. */
    private static final String WATCH = "bipj-watch";

    private ThreadJobMain() {}

    /**
     * Runs the job in a JVM that the launcher has started, and whose end it does not outlive.
     *
     * @param args a {@link ThreadJobSpec}
     */
    public static void main(String[] args) throws IOException {
        ProcessHandle.current()
                .parent()
                .ifPresent(launcher -> Thread.ofPlatform().daemon().name(WATCH).start(() -> endWith(launcher)));
        run(args);
    }

    /** True if a process has come to {@link #main}, and where the system does not show that. */
    static boolean hasBegun(long pid) {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            for (Path thread : threads.toList()) {
                if (Files.readString(thread.resolve("comm")).startsWith(WATCH)) {
                    return true;
                }
            }
            return false;
        } catch (IOException | UncheckedIOException e) {
            return true;
        }
    }

    /**
     * Runs the job.
     *
     * @param args a {@link ThreadJobSpec}
     */
    public static void run(String[] args) throws IOException {
        ThreadJobSpec spec = ThreadJobSpec.of(List.of(args));
        try {
            if (spec.sim() == null) {
                new ThreadModeJob(spec).start();
            } else {
                simulate(spec);
            }
        } catch (LaunchException e) {
            System.err.println("mpirun: " + e.getMessage());
            Runtime.getRuntime().halt(e.exitCode());
        }
    }

    private static void simulate(ThreadJobSpec spec) throws IOException {
        SimulatedJob job;
        try {
            job = new SimulatedJob(spec);
        } catch (IllegalArgumentException e) {
            System.err.println("mpirun: " + e.getMessage());
            Runtime.getRuntime().halt(UsageException.EXIT_CODE);
            return;
        }
        job.run();
    }

    /** The watchdog kills this JVM in the same case; this holds where there is no watchdog any more. */
    private static void endWith(ProcessHandle launcher) {
        try {
            while (launcher.isAlive()) {
                Thread.sleep(LOOK_MS);
            }
        } catch (InterruptedException e) {
            return;
        }
        Runtime.getRuntime().halt(LAUNCHER_GONE);
    }
}
