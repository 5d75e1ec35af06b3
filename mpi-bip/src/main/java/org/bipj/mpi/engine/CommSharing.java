package org.bipj.mpi.engine;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.bipj.core.nic.SharedGroup;
import org.bipj.core.nic.SharedGroups;
import org.bipj.mpi.call.EngineException;

/**
 * Shared memory of one communicator, or of its ranks on one host, made step by step as these agree ({@link
 * CollPort#collSharing}). The first rank makes it and the others open it. If one of them fails to, all use messages instead.
 */
public final class CommSharing {
    private final CommCore comm;
    private final SharedGroups groups;
    /** Ranks of the communicator, in the order in which the memory numbers its members. */
    private final int[] ranks;
    /** This rank's place among them. */
    private final int self;

    private SharedGroup group;
    private SharedTurns turns;

    /** {@code ranks} in ascending order; null: all of the communicator. */
    CommSharing(CommCore comm, SharedGroups groups, int[] ranks) {
        this.comm = comm;
        this.groups = groups;
        this.ranks = ranks == null ? IntStream.range(0, comm.size()).toArray() : ranks.clone();
        self = Arrays.binarySearch(this.ranks, comm.rank());
    }

    /** Makes the memory for short turns; called on the first rank. Returns the number by which the others open it; negative if there is no room. */
    public int make() {
        comm.enter();
        try {
            group = groups.make(members(), self);
            return group == null ? -1 : group.number();
        } finally {
            comm.exit();
        }
    }

    /** Opens it; false if that failed. */
    public boolean open(int number) {
        comm.enter();
        try {
            group = groups.open(comm.world(ranks[0]), number, members(), self);
            return group != null;
        } finally {
            comm.exit();
        }
    }

    private int[] members() {
        return Arrays.stream(ranks).map(comm::world).toArray();
    }

    /** Makes the memory for long turns; called on the first rank. Returns a negative number if there is no room. */
    public int makeRoom() {
        return group.makeRoom() ? group.number() : -1;
    }

    /** Opens it; false if that failed. */
    public boolean openRoom() {
        return group.openRoom();
    }

    /** Releases the memory for long turns, because not all ranks could open it. */
    public void closeRoom() {
        group.closeRoom();
    }

    /** Removes the names of the memory once all ranks have opened it; called on the first rank. */
    public void seal() {
        group.seal();
    }

    /** The turns in this memory. */
    public SharedTurns turns() {
        Engine engine = comm.engine();
        turns = new SharedTurns(comm, ranks, self, group, engine.ops.newPayload(), engine.ops.newPayload());
        return turns;
    }

    /** See {@link CommCore#publishedCall}. */
    int published(int rank) {
        int place = turns == null || group == null ? -1 : Arrays.binarySearch(ranks, rank);
        return place < 0 ? 0 : turns.published(place);
    }

    /** See {@link CommCore#leftCalls}. */
    EngineException leftCalls() {
        return turns == null || group == null ? null : turns.leftCalls();
    }

    /** Releases the memory. */
    public void close() {
        comm.enter();
        try {
            if (group != null) {
                group.close();
                group = null;
            }
        } finally {
            comm.exit();
        }
    }
}
