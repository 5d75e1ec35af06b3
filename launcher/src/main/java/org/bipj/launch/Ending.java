package org.bipj.launch;

import java.util.ArrayList;
import java.util.List;

/** Ends processes: SIGTERM, a grace period, SIGKILL. */
final class Ending {
    private static final long DEFAULT_GRACE_MS = 2000;
    private static final long POLL_MS = 5;
    private static final long KILL_LIMIT_MS = 5000;

    private Ending() {}

    /** How long ranks have between SIGTERM and SIGKILL: {@code BIPJ_GRACE_MS}, else two seconds. */
    static long graceMillis() {
        String given = System.getenv("BIPJ_GRACE_MS");
        if (given == null || given.isEmpty()) {
            return DEFAULT_GRACE_MS;
        }
        try {
            long millis = Long.parseLong(given);
            if (millis >= 0) {
                return millis;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw new UsageException("BIPJ_GRACE_MS=" + given + ": expected a number of milliseconds");
    }

    /**
     * Ends all ranks that still run, and whatever they have started in their process groups. Returns when none of them
     * runs any more.
     *
     * @param failed a rank that has ended just now and may have left others in its group; null: none
     */
    static void end(List<RankProcess> ranks, RankProcess failed, long graceMillis) {
        List<RankProcess> running =
                ranks.stream().filter(rank -> !rank.hasEnded()).toList();
        List<Long> leaders =
                new ArrayList<>(running.stream().map(RankProcess::pid).toList());
        Kill.prepare();
        running.forEach(RankProcess::terminate);
        await(running, graceMillis);
        if (failed != null) {
            leaders.add(failed.pid());
        }
        ProcessGroup.signal("KILL", leaders);
        running.forEach(RankProcess::kill);
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
