package org.bipj.core.protocol;

/**
 * Credit-based flow control of one direction between two peers: MPI-BIP's credits (BIP paper, section 3), with LCI's
 * explicit acknowledgement once half a window is owed (LCI paper, section 3.1). The sender spends credits, the receiver
 * returns them when it has room again, on any message that goes back or, from half a window on, on one of their own. A
 * peer keeps one instance per neighbour, for both roles.
 *
 * <p>One credit pays for {@value #UNIT} bytes that the receiver may have to hold, its own bookkeeping included.
 *
 * <pre>
 *   invariant, per direction:  spent by the sender = held by the receiver + owed + on their way back
 *   0 &lt;= available &lt;= window
 * </pre>
 */
public class CreditWindow {
    /** Bytes that one credit pays for. */
    public static final int UNIT = 64;

    private static final int UNIT_BITS = Integer.numberOfTrailingZeros(UNIT);

    /** Most credits that one message can carry back. */
    public static final int MAX_RETURN = 0xffff;

    private final int window;
    private final int returnAt;
    private int available;
    private int owed;

    /**
     * A window that is full at both ends.
     *
     * @param bytes what the receiver is ready to hold for the sender
     */
    public CreditWindow(int bytes) {
        this(bytes, 2);
    }

    /**
     * A window that is full at both ends.
     *
     * @param bytes what the receiver is ready to hold for the sender
     * @param parts credits go back on a message of their own when this part of the window is owed: 2 for half of it
     */
    public CreditWindow(int bytes, int parts) {
        window = bytes / UNIT;
        if (window < 2) {
            throw new IllegalArgumentException("a credit window of " + bytes + " bytes: expected at least " + 2 * UNIT);
        }
        returnAt = Math.min(Math.max(1, window / parts), MAX_RETURN);
        available = window;
    }

    /** Credits that a message of that many bytes costs: its bytes and one unit for bookkeeping, rounded up. */
    public static int cost(int bytes) {
        return (bytes + 2 * UNIT - 1) >>> UNIT_BITS;
    }

    /** Spends credits if there are enough. */
    public final boolean spend(int credits) {
        if (credits > available) {
            return false;
        }
        available -= credits;
        return true;
    }

    /** Credits came back from the receiver. */
    public final void refill(int credits) {
        available += credits;
        assert available <= window : "more credits than the window: " + available + " of " + window;
    }

    /** Credits that can be spent now. */
    public final int available() {
        return available;
    }

    /**
     * As the receiver: a message has been consumed, so that its credits are owed to the sender.
     *
     * @return true if enough are owed to be returned by a message of their own
     */
    public final boolean owe(int credits) {
        owed += credits;
        return owed >= returnAt;
    }

    /** As the receiver: takes what is owed, to send it back; at most {@link #MAX_RETURN}. */
    public final int takeOwed() {
        int taken = Math.min(owed, MAX_RETURN);
        owed -= taken;
        return taken;
    }

    /** Credits owed to the sender. */
    public final int owed() {
        return owed;
    }

    /** Credits in a full window. */
    public final int window() {
        return window;
    }
}
