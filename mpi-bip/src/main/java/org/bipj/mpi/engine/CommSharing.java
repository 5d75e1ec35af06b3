package org.bipj.mpi.engine;

import org.bipj.core.nic.SharedGroup;
import org.bipj.core.nic.SharedGroups;

/**
 * Shared memory of one communicator, made step by step as its ranks agree: {@link CollPort#collSharing}. Rank 0 makes it, the
 * others open it; whoever could not says so, and then all do without.
 */
public final class CommSharing {
    private final CommCore comm;
    private final SharedGroups groups;
    private SharedGroup group;

    CommSharing(CommCore comm, SharedGroups groups) {
        this.comm = comm;
        this.groups = groups;
    }

    /** Makes the memory for short turns, on rank 0. Returns what the others open it by; negative: there is no room. */
    public int make() {
        comm.enter();
        try {
            group = groups.make(members(), comm.rank());
            return group == null ? -1 : group.number();
        } finally {
            comm.exit();
        }
    }

    /** Opens it; false if that failed. */
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

    /** Makes the memory for long turns, on rank 0; negative: there is no room. */
    public int makeRoom() {
        return group.makeRoom() ? group.number() : -1;
    }

    /** Opens it; false if that failed. */
    public boolean openRoom() {
        return group.openRoom();
    }

    /** Gives the memory for long turns back, as not all could open it. */
    public void closeRoom() {
        group.closeRoom();
    }

    /** All ranks have opened what has been made, on rank 0: no other process needs its name. */
    public void seal() {
        group.seal();
    }

    /** The turns in this memory. */
    public SharedTurns turns() {
        Engine engine = comm.engine();
        return new SharedTurns(comm, group, engine.progress, engine.ops.newPayload(), engine.ops.newPayload());
    }

    /** Gives the memory back. */
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
