package org.bipj.mpi.coll.port;

import java.util.Arrays;
import org.bipj.core.nic.SharedGroup;
import org.bipj.core.nic.SharedGroups;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.engine.Engine;
import org.bipj.mpi.engine.Progress;
import org.jspecify.annotations.Nullable;

/**
 * Shared memory of one communicator, or of its ranks on one host, made step by step as these agree ({@link
 * CollPort#sharing}). The first rank makes it and the others open it. If one of them fails to, all use messages instead.
 */
public final class CommSharing {
    private final CurrentCall current;
    private final Engine engine;
    private final Progress progress;
    private final SharedGroups groups;
    /** Ranks of the communicator, in the order in which the memory numbers its members. */
    private final int[] ranks;
    /** The ranks again as ranks of the world. */
    private final int[] members;
    /** The index of this rank among the members. */
    private final int self;

    private @Nullable SharedGroup group;
    private @Nullable Turns turns;

    /**
     * Shared memory.
     *
     * @param ranks those that share memory, in ascending order
     * @param members the same as world ranks
     * @param self this rank's place among them
     */
    public CommSharing(CurrentCall current, Engine engine, SharedGroups groups, int[] ranks, int[] members, int self) {
        this.current = current;
        this.engine = engine;
        this.groups = groups;
        progress = engine.progress();
        this.ranks = ranks;
        this.members = members;
        this.self = self;
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

    /** Opens the memory that the first rank has made; false if that failed. */
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
        assert group != null : "the memory has not been made";
        return group.makeRoom() ? group.number() : -1;
    }

    /** Opens the memory for long turns; false if that failed. */
    public boolean openRoom() {
        assert group != null : "the memory has not been made";
        return group.openRoom();
    }

    /** Releases the memory for long turns, because not all ranks could open it. */
    public void closeRoom() {
        assert group != null : "the memory has not been made";
        group.closeRoom();
    }

    /** Removes the names of the memory once all ranks have opened it; called on the first rank. */
    public void seal() {
        assert group != null : "the memory has not been made";
        group.seal();
    }

    /** The turns that the members take in this memory. */
    public Turns turns() {
        assert group != null : "the memory has not been made";
        turns = new Turns(current, engine, group, members, ranks, self);
        return turns;
    }

    /** The word of the call in which a rank has published its next turn; 0 if it has not, or has no place here. */
    public int published(int rank) {
        if (turns == null || group == null) {
            return 0;
        }
        int place = Arrays.binarySearch(ranks, rank);
        return place < 0 ? 0 : turns.published(place);
    }

    /** An error if another rank has published one of the last turns in another call than this rank; else null. */
    public @Nullable EngineException leftCalls() {
        return turns == null || group == null ? null : turns.leftCalls();
    }

    /** Ends this rank's use of the memory. */
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
