package org.bipj.launch.process;

import java.util.List;
import org.bipj.launch.system.Kill;

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
     * Ends all ranks that still run, with the other processes of their groups. Returns when all have ended.
     *
     * @param failed a rank that has ended just now and may have left others in its group; null: none
     */
    static void end(List<RankProcess> ranks, RankProcess failed, long graceMillis) {
        List<RankProcess> running =
                ranks.stream().filter(rank -> !rank.hasEnded()).toList();
        Kill.prepare();
        running.forEach(RankProcess::terminate);
        await(running, graceMillis);
        // Also those that have ended now: they may have left others in their groups.
        running.forEach(RankProcess::kill);
        if (failed != null) {
            failed.kill();
        }
        await(running, KILL_LIMIT_MS);
        for (RankProcess rank : running) {
            try {
                rank.awaitOutput();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void await(List<RankProcess> ranks, long millis) {
        long deadline = System.nanoTime() + millis * 1_000_000;
        while (!ranks.stream().allMatch(RankProcess::hasEnded) && System.nanoTime() < deadline) {
            try {
                Thread.sleep(POLL_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
