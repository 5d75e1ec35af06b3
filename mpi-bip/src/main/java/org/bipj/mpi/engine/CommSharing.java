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
    private final CurrentCall current;
    private final Engine engine;
    private final Progress progress;
    private final SharedGroups groups;
    /** Ranks of the communicator, in the order in which the memory numbers its members. */
    private final int[] ranks;
    /** The same as world ranks. */
    private final int[] members;
    /** This rank's place among them. */
    private final int self;

    private SharedGroup group;
    private SharedTurns turns;

    /**
     * Shared memory.
     *
     * @param world the communicator's ranks
     * @param rank this rank's number there
     * @param ranks those that share memory, in ascending order; null: all
     */
    CommSharing(CurrentCall current, Engine engine, SharedGroups groups, WorldRanks world, int rank, int[] ranks) {
        this.current = current;
        this.engine = engine;
        this.groups = groups;
        progress = engine.progress();
        this.ranks = ranks == null ? IntStream.range(0, world.size()).toArray() : ranks.clone();
        members = Arrays.stream(this.ranks).map(world::world).toArray();
        self = Arrays.binarySearch(this.ranks, rank);
    }

    /** Makes the memory for short turns; called on the first rank. Returns the number by which the others open it; negative if there is no room. */
    public int make() {
        progress.enter();
        try {
            group = groups.make(members, self);
            return group == null ? -1 : group.number();
        } finally {
            progress.exit();
        }
    }

    /** Opens it; false if that failed. */
    public boolean open(int number) {
        progress.enter();
        try {
            group = groups.open(members[0], number, members, self);
            return group != null;
        } finally {
            progress.exit();
        }
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
        turns = new SharedTurns(current, engine, group, members, ranks, self);
        return turns;
    }

    /** The word of the call in which a rank has published its next turn; 0 if it has not, or has no place here. */
    public int published(int rank) {
        int place = turns == null || group == null ? -1 : Arrays.binarySearch(ranks, rank);
        return place < 0 ? 0 : turns.published(place);
    }

    /** An error if another rank has published one of the last turns in another call than this rank; else null. */
    public EngineException leftCalls() {
        return turns == null || group == null ? null : turns.leftCalls();
    }

    /** Releases the memory. */
    public void close() {
        progress.enter();
        try {
            if (group != null) {
                group.close();
                group = null;
            }
        } finally {
            progress.exit();
        }
    }
}
