package org.bipj.net.tcp;

/**
 * Judges from what the kernel counts whether the other host of a connection is silent: whether it has acknowledged nothing for a
 * time, though it owes an acknowledgement. A rank that computes is not silent, because its kernel acknowledges what it has room
 * for, and answers that it has none.
 *
 * <pre>
 *    ANSWERED ---- nothing was acknowledged for the patience ----> SILENT ---- a later attempt was in vain ----> LOST
 *        ^                                                           |
 *        +-------------------- an acknowledgement -------------------+
 * </pre>
 *
 * TCP doubles the time between two attempts. So after a cut that was shorter than the patience the other host may still be
 * silent, until the next attempt: only one that is made after the patience, and gets no answer, shows that the cut was longer.
 */
final class Silence {
    /** The three states, see above. */
    enum State {
        ANSWERED,
        SILENT,
        LOST
    }

    private final long patienceNs;
    private State state = State.ANSWERED;
    /** Since when each look has found that something is owed; only if {@link #owed}. */
    private long owedSince;

    private boolean owed;
    private long silentNs;
    /** The count of attempts when the patience ended. */
    private int attempts;
    /** An attempt was made since; its answer has until the next look to come. */
    private boolean tried;

    /**
     * Of a connection that is answered.
     *
     * @param patienceNs how long a silence is a cut that ends by itself
     */
    Silence(long patienceNs) {
        this.patienceNs = patienceNs;
    }

    /**
     * Looks once.
     *
     * @param clockNs a time that goes on only while this process runs
     * @return the state from now on
     */
    State look(long clockNs, TcpCounts counts) {
        if (counts.isOwed() && !owed) {
            owedSince = clockNs;
        }
        owed = counts.isOwed();
        // The last acknowledgement may be older than what is owed, and came long ago where this process was stopped.
        silentNs = owed ? Math.min(clockNs - owedSince, counts.quietMs() * 1_000_000L) : 0;
        if (silentNs < patienceNs || !owed) {
            state = State.ANSWERED;
        } else if (state == State.ANSWERED) {
            state = State.SILENT;
            attempts = counts.attempts();
            tried = false;
        } else if (tried) {
            state = State.LOST;
        } else {
            tried = counts.attempts() != attempts;
        }
        return state;
    }

    /** How long nothing has been acknowledged, though something was owed, as of the last look. */
    long silentNs() {
        return silentNs;
    }
}
