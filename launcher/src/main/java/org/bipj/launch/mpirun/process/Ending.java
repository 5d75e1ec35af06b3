package org.bipj.launch.mpirun.process;

import java.util.List;
import org.bipj.launch.support.Kill;

/** Ends processes: SIGTERM, a grace period, SIGKILL. */
public final class Ending {
    private static final long POLL_MS = 5;
    private static final long KILL_LIMIT_MS = 5000;

    private Ending() {}

    /** Ends no rank: for a JVM that records which classes that takes. */
    public static void rehearse() {
        if (Kill.isPossible()) {
            end(List.of(), null, 0);
        }
    }

    /**
     * Ends processes that still run, with the others of their groups. Returns when all have ended.
     *
     * @param failed a process that has ended just now and may have left others in its group; null: none
     */
    public static void end(List<RankChild> running, RankChild failed, long graceMillis) {
        Kill.prepare();
        running.forEach(RankChild::terminate);
        await(running, graceMillis);
        // Also those that have ended now: they may have left others in their groups.
        running.forEach(RankChild::kill);
        if (failed != null) {
            failed.kill();
        }
        await(running, KILL_LIMIT_MS);
    }

    private static void await(List<RankChild> processes, long millis) {
        long deadline = System.nanoTime() + millis * 1_000_000;
        while (processes.stream().anyMatch(RankChild::isAlive) && System.nanoTime() < deadline) {
            try {
                Thread.sleep(POLL_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
