package org.bipj.mpi.engine;

import org.bipj.core.nic.SharedGroup;
import org.bipj.core.nic.SharedGroups;

/**
 * Shared memory of one communicator, created in steps on which its ranks agree: {@link CollPort#collSharing}. Rank 0 creates
 * it and the others open it. If this fails on one rank, all ranks do without it.
 */
public final class CommSharing {
    private final CommCore comm;
    private final SharedGroups groups;
    private SharedGroup group;

    CommSharing(CommCore comm, SharedGroups groups) {
        this.comm = comm;
        this.groups = groups;
    }

    /** Creates the memory for short turns, on rank 0. Returns the number for {@link #open}; negative if there is no room. */
    public int make() {
        comm.enter();
        try {
            group = groups.make(members(), comm.rank());
            return group == null ? -1 : group.number();
        } finally {
            comm.exit();
        }
    }

    /** Opens the memory for short turns; false if that failed. */
    public boolean open(int number) {
        comm.enter();
        try {
            group = groups.open(comm.world(0), number, members(), comm.rank());
            return group != null;
        } finally {
            comm.exit();
        }
    }

    private int[] members() {
        int[] members = new int[comm.size()];
        for (int rank = 0; rank < members.length; rank++) {
            members[rank] = comm.world(rank);
        }
        return members;
    }

    /** Creates the memory for long turns, on rank 0; negative if there is no room. */
    public int makeRoom() {
        return group.makeRoom() ? group.number() : -1;
    }

    /** Opens the memory for long turns; false if that failed. */
    public boolean openRoom() {
        return group.openRoom();
    }

    /** Releases the memory for long turns, because not all ranks could open it. */
    public void closeRoom() {
        group.closeRoom();
    }

    /** Called on rank 0 when all ranks have opened the memory: removes its name, which no other process needs. */
    public void seal() {
        group.seal();
    }

    /** The turns in this memory. */
    public SharedTurns turns() {
        Engine engine = comm.engine();
        return new SharedTurns(comm, group, engine.progress, engine.ops.newPayload(), engine.ops.newPayload());
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
