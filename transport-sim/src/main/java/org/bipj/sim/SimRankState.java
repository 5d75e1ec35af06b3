package org.bipj.sim;

import java.util.BitSet;
import java.util.function.IntConsumer;
import org.bipj.sim.kernel.Fiber;

/** What a session knows of one of its processes. */
final class SimRankState {
    final SimWorld world;
    final Fiber fiber;
    final SimJob job;
    /** What it runs, called with its place; null: what the run was given. */
    final IntConsumer body;

    SimSession.State state = SimSession.State.ABSENT;
    /** The number of the client that has been open the longest. */
    int opened;

    long endedPs;
    /** How often it had closed each client when it became dormant last; null before. */
    int[] closed;
    /** Its program has ended. */
    boolean isOver;
    /** It needs nothing more from the others. */
    boolean hasLeft;
    /** The places of those that watch it; null: none has. */
    BitSet watchers;

    SimRankState(SimWorld world, Fiber fiber, SimJob job, IntConsumer body) {
        this.world = world;
        this.fiber = fiber;
        this.job = job;
        this.body = body;
    }
}
