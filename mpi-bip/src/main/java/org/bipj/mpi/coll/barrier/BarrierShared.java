package org.bipj.mpi.coll.barrier;

import org.bipj.mpi.coll.port.Turns;

/** Barrier as a turn without data: every rank publishes, sees all others, and is scheduled once. */
final class BarrierShared {
    private BarrierShared() {}

    static void run(Turns turns) {
        turns.operation("barrier", 0, 1);
        turns.begin(0);
        turns.awaitRoom();
        turns.publishWithAll();
        turns.awaitOthers();
        turns.end();
    }
}
