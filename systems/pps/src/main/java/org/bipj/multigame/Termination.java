package org.bipj.multigame;

/**
 * Detects that a search has ended: that all ranks are idle and no job is on its way. The ranks form a binary tree. In waves,
 * which rank 0 begins, each rank that is idle reports how many messages it and the ranks below it have sent and received. If
 * two waves in succession report the same number sent as received, no rank has worked between them, and nothing can be on its
 * way (Mattern 1987, the four-counter method).
 *
 * <p>With the counts travel what the ranks have found. A state machine without communication: {@link Tally} is the content of
 * the reports, the caller sends them.
 */
final class Termination {
    /** Children of a rank in the tree. */
    static final int CHILDREN = 2;

    private final int rank;
    private final int children;
    /** A wave has reached this rank and has not been answered. */
    private boolean open;
    /** How many children have answered the present wave. */
    private int answered;

    private Tally below = Tally.NONE;
    /** What rank 0 learned from the last wave; null before it. */
    private Tally last;

    Termination(int rank, int size) {
        this.rank = rank;
        int first = CHILDREN * rank + 1;
        children = Math.max(0, Math.min(CHILDREN, size - first));
    }

    /** Number of ranks to which this one passes on what comes from the root. */
    int children() {
        return children;
    }

    /** The rank of this one's child with that index. */
    int child(int which) {
        return CHILDREN * rank + 1 + which;
    }

    /** The rank above; for ranks other than 0. */
    int parent() {
        return (rank - 1) / CHILDREN;
    }

    /** A wave reaches this rank, or rank 0 begins one: its children are to be told. */
    void begin() {
        if (open) {
            throw new IllegalStateException("a wave begins before rank " + rank + " has answered the last one");
        }
        open = true;
        answered = 0;
        below = Tally.NONE;
    }

    /** Takes in the answer of a child. */
    void answer(Tally tally) {
        answered++;
        below = below.plus(tally);
    }

    /** True if a wave is under way in which this rank has not answered. */
    boolean isOpen() {
        return open;
    }

    /** True if this rank answers as soon as it is idle. */
    boolean isDue() {
        return open && answered == children;
    }

    /** The rank is idle: its answer to its parent, of itself and of all ranks below. */
    Tally close(Tally own) {
        open = false;
        return below.plus(own);
    }

    /** Rank 0 has all answers to a wave. Returns true if the search has ended. */
    boolean hasEnded(Tally all) {
        boolean ended = last != null
                && all.sent() == all.received()
                && all.sent() == last.sent()
                && all.received() == last.received();
        last = ended ? null : all;
        return ended;
    }
}
