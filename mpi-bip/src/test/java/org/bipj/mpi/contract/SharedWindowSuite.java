package org.bipj.mpi.contract;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Win;

/**
 * Windows in memory that all ranks of a node load and store (MPI 4.1 section 12.2.3). Not for fabrics of tests whose ranks
 * say that they are of one node and share nothing.
 */
public final class SharedWindowSuite extends Suite {
    private static final int ROUNDS = 200;

    /** Adds the cases. */
    public SharedWindowSuite() {
        add("shared memory follows the order of ranks", 3, SharedWindowSuite::shared);
        add("shared memory of many ranks", MANY, SharedWindowSuite::shared);
        add("shared memory of no bytes", 3, SharedWindowSuite::nothing);
        add("shared memory for an empty base", 3, SharedWindowSuite::emptyBase);
        add("locks of a target that makes no call, and starve nobody", 3, SharedWindowSuite::locks);
    }

    private static void shared(Rank rank) throws Exception {
        Intracomm node = rank.comm().splitType(Intracomm.TYPE_SHARED, 0, MPI.INFO_NULL);
        node.setErrhandler(MPI.ERRORS_RETURN);
        int me = node.getRank();
        Win win = Win.allocateShared(8 * (me + 1), 8, MPI.INFO_NULL, node);
        win.memory().setAtIndex(ValueLayout.JAVA_LONG, me, 40 + me);
        win.fence(0);
        for (int other = 0; other < node.getSize(); other++) {
            MemorySegment theirs = win.query(other);
            Check.equal(8L * (other + 1), theirs.byteSize(), "size of rank " + other);
            Check.equal(40 + other, theirs.getAtIndex(ValueLayout.JAVA_LONG, other), "stored by rank " + other);
            Check.equal(
                    win.query(0).address() + 4L * other * (other + 1), theirs.address(), "the parts follow each other");
        }
        win.fence(0);
        win.accumulate(new long[] {1}, 1, MPI.LONG, 0, 0, 1, MPI.LONG, MPI.SUM);
        win.fence(MPI.MODE_NOSUCCEED);
        Check.equal(40 + node.getSize(), win.query(0).get(ValueLayout.JAVA_LONG, 0), "accumulated");
        MemorySegment first = win.query(0);
        win.free();
        // Between threads it is the memory of rank 0, which ends it.
        node.barrier();
        Check.that(!first.scope().isAlive(), "memory of a window that was freed");
        node.free();
        if (rank.comm().splitType(Intracomm.TYPE_SHARED, 0, MPI.INFO_NULL).getSize() == 1) {
            Check.error(MPI.ERR_RMA_SHARED, () -> Win.allocateShared(8, 8, MPI.INFO_NULL, rank.comm()), "splitType");
        }
    }

    private static void nothing(Rank rank) {
        Intracomm node = rank.comm().splitType(Intracomm.TYPE_SHARED, 0, MPI.INFO_NULL);
        Win win = Win.allocateShared(0, 1, MPI.INFO_NULL, node);
        win.fence(0);
        for (int other = 0; other < node.getSize(); other++) {
            Check.equal(0L, win.query(other).byteSize(), "size of rank " + other);
        }
        win.fence(MPI.MODE_NOSUCCEED);
        win.lockAll(0);
        win.unlockAll();
        win.free();
        node.free();
    }

    private static void emptyBase(Rank rank) {
        Intracomm node = rank.comm().splitType(Intracomm.TYPE_SHARED, 0, MPI.INFO_NULL);
        Win win = new Win(2, 1, MPI.INFO_NULL, node, new long[0], Win.FLAVOR_SHARED);
        win.memory().setAtIndex(ValueLayout.JAVA_LONG, 1, node.getRank());
        win.fence(0);
        for (int other = 0; other < node.getSize(); other++) {
            Check.equal(other, win.query(other).getAtIndex(ValueLayout.JAVA_LONG, 1), "stored by rank " + other);
        }
        win.free();
        node.free();
    }

    /** Ranks of one node take turns in a lock of rank 0, which only looks at its memory meanwhile. */
    private static void locks(Rank rank) {
        Intracomm node = rank.comm().splitType(Intracomm.TYPE_SHARED, 0, MPI.INFO_NULL);
        Win win = Win.allocateShared(node.getRank() == 0 ? 64 : 0, 8, MPI.INFO_NULL, node);
        MemorySegment memory = win.query(0);
        Check.equal(memory, win.query(MPI.PROC_NULL), "the first memory that is not empty");
        if (node.getRank() > 0) {
            for (int i = 0; i < ROUNDS; i++) {
                boolean exclusive = i % 4 != 0;
                win.lock(exclusive ? MPI.LOCK_EXCLUSIVE : MPI.LOCK_SHARED, 0, 0);
                long value = memory.get(ValueLayout.JAVA_LONG, 0);
                if (exclusive) {
                    memory.set(ValueLayout.JAVA_LONG, 0, value + 1);
                    memory.set(ValueLayout.JAVA_LONG, 8, value + 1);
                } else {
                    Check.equal(value, memory.get(ValueLayout.JAVA_LONG, 8), "both under the lock");
                }
                win.unlock(0);
            }
        }
        node.barrier();
        win.sync();
        Check.equal(
                (node.getSize() - 1L) * (ROUNDS - ROUNDS / 4),
                memory.get(ValueLayout.JAVA_LONG, 0),
                "counted once each");
        win.free();
        node.free();
    }
}
