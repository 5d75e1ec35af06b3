package org.bipj.mpi.rma;

/** What messages have told this rank about the epochs of a window, until a call of the program takes it. */
final class Notices {
    /** By rank: calls of post that no start has taken. */
    final int[] posts;
    /** By rank: calls of complete that no wait has taken. */
    final int[] completes;
    /** This rank has the lock of its own memory, for which it has waited. */
    boolean granted;

    Notices(int ranks) {
        posts = new int[ranks];
        completes = new int[ranks];
    }
}
