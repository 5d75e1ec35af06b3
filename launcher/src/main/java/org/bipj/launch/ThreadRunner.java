package org.bipj.launch;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a job whose ranks are threads: one JVM, which speaks for itself, and dies with the launcher. */
final class ThreadRunner {
    /** How much longer than {@code --timeout} the JVM may take to end by itself. */
    private static final long TIMEOUT_SLACK_MS = 30_000;

    private final Options options;
    private final List<String> command;

    ThreadRunner(Options options, List<String> command) {
        this.options = options;
        this.command = command;
    }

    /**
     * Runs the job to its end and returns its exit code.
     *
     * @param bindings the ranks' cores, with commas between
     */
    int run(String bindings) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        Map<String, String> environment = builder.environment();
        Environment.restore(environment);
        environment.putAll(options.environment);
        environment.remove("BIPJ_SESSION");
        environment.put("BIPJ_BIND", bindings);
        long grace = Ending.graceMillis();
        try (Watchdog watchdog = Watchdog.start()) {
            watchdog.guard(null);
            Process jvm = builder.start();
            watchdog.rank(jvm.pid());
            Thread hook = new Thread(() -> end(jvm, grace), "end of mpirun");
            Runtime.getRuntime().addShutdownHook(hook);
            Thread.ofPlatform().daemon().name("signals").start(() -> UserSignal.onUsr1(() -> askJvm(jvm.pid())));
            return await(jvm, grace);
        }
    }

    /** Passes SIGUSR1 on to the JVM, once that handles it: the signal would end it before. */
    private static void askJvm(long pid) {
        if (UserSignal.isHandledBy(pid)) {
            ProcessGroup.signal("USR1", List.of(pid));
        } else {
            System.err.println("mpirun: SIGUSR1: the ranks' JVM (pid " + pid + ") has not started yet");
        }
    }

    private int await(Process jvm, long grace) {
        try {
            if (options.timeoutMillis == 0) {
                jvm.waitFor();
            } else if (!jvm.waitFor(options.timeoutMillis + grace + TIMEOUT_SLACK_MS, TimeUnit.MILLISECONDS)) {
                System.err.println("mpirun: the ranks' JVM (pid " + jvm.pid() + ") does not end by itself: killed");
                end(jvm, 0);
                return Supervisor.TIMED_OUT;
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the launcher", e);
        }
        int code = jvm.exitValue();
        if (Signals.isDeadly(code)) {
            System.err.println("mpirun: the JVM of ranks 0 to " + (options.ranks - 1) + " (pid " + jvm.pid() + ") "
                    + Signals.describe(code));
        }
        ProcessGroup.signalGroups("KILL", code == 0 ? List.of() : List.of(jvm.pid()));
        return code;
    }

    private static void end(Process jvm, long grace) {
        if (!jvm.isAlive()) {
            return;
        }
        jvm.destroy();
        try {
            jvm.waitFor(grace, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        ProcessGroup.signalGroups("KILL", List.of(jvm.pid()));
        jvm.destroyForcibly();
    }
}
