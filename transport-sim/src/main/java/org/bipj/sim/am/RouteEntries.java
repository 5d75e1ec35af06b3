package org.bipj.sim.am;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * The board's table of routes, with an entry for each rank: at first as the platform has it, and then as a mapper writes it
 * while messages are under way.
 */
final class RouteEntries {
    private static final long NEVER = Long.MIN_VALUE;

    private final IntFunction<byte[]> platform;
    private final byte[][] turns;
    /** The entry was written, or looked up in the platform's routes. */
    private final boolean[] known;
    /** When a mapper has taken the route away; {@link #NEVER} if there is one, or never was. */
    private final long[] lostAtPs;

    /**
     * A table as the platform has it.
     *
     * @param platform the turns to a rank by the platform's routes; null if there are none
     */
    RouteEntries(int ranks, IntFunction<byte[]> platform) {
        this.platform = platform;
        turns = new byte[ranks][];
        known = new boolean[ranks];
        lostAtPs = new long[ranks];
        Arrays.fill(lostAtPs, NEVER);
    }

    /** The turns to another rank; null if there is no route. */
    byte[] to(int rank) {
        if (!known[rank]) {
            known[rank] = true;
            turns[rank] = platform.apply(rank);
        }
        return turns[rank];
    }

    /** True if a message cannot be sent and should not wait: there is no route, and has been none for longer than that. */
    boolean isUnreachable(int rank, long nowPs, long patiencePs) {
        return to(rank) == null && (lostAtPs[rank] == NEVER || nowPs - lostAtPs[rank] > patiencePs);
    }

    /**
     * A mapper writes an entry.
     *
     * @param route null if there is none
     */
    void write(int rank, byte[] route, long nowPs) {
        if (route == null && to(rank) != null) {
            lostAtPs[rank] = nowPs;
        } else if (route != null) {
            lostAtPs[rank] = NEVER;
        }
        known[rank] = true;
        turns[rank] = route;
    }
}
