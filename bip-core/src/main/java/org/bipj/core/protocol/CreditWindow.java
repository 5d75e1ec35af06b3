package org.bipj.core.protocol;

/**
 * Credit-based flow control of one direction between two peers: MPI-BIP's credits (BIP paper, section 3), with LCI's
 * explicit acknowledgement once half a window is owed (LCI paper, section 3.1). The sender spends credits. The receiver
 * returns them when it has room again: with any message to the sender, or, as soon as it owes half a window, in a separate
 * message. A peer has one instance per neighbour, which serves both roles.
 *
 * <p>One credit pays for {@value #UNIT} bytes that the receiver may have to store, its own bookkeeping included.
 *
 * <pre>
 *   invariant, per direction:  spent by the sender = held by the receiver + owed + on their way back
 *   0 &lt;= available &lt;= window
 * </pre>
 */
public class CreditWindow {
    /** How many bytes one credit pays for. */
    public static final int UNIT = 64;

    private static final int UNIT_BITS = Integer.numberOfTrailingZeros(UNIT);

    /** Maximum number of credits that one message can return. */
    public static final int MAX_RETURN = 0xffff;

    private final int window;
    private final int returnAt;
    private int available;
    private int owed;

    /**
     * Creates a window with all credits available to the sender.
     *
     * @param bytes how many bytes the receiver can store for the sender
     */
    public CreditWindow(int bytes) {
        this(bytes, 2);
    }

    /**
     * Creates a window with all credits available to the sender.
     *
     * @param bytes how many bytes the receiver can store for the sender
     * @param parts the receiver returns credits in a separate message as soon as it owes this fraction of the window: 2
     *     means half of it
     */
    public CreditWindow(int bytes, int parts) {
        window = bytes / UNIT;
        if (window < 2) {
            throw new IllegalArgumentException("a credit window of " + bytes + " bytes: expected at least " + 2 * UNIT);
        }
        returnAt = Math.min(Math.max(1, window / parts), MAX_RETURN);
        available = window;
    }

    /** Credits that a message of {@code bytes} bytes costs: its bytes and one unit for bookkeeping, rounded up. */
    public static int cost(int bytes) {
        return (bytes + 2 * UNIT - 1) >>> UNIT_BITS;
    }

    /** Spends credits; false, without effect, if there are not enough. */
    public final boolean spend(int credits) {
        if (credits > available) {
            return false;
        }
        available -= credits;
        return true;
    }

    /** Adds credits that the receiver has returned. */
    public final void refill(int credits) {
        available += credits;
        assert available <= window : "more credits than the window: " + available + " of " + window;
    }

    /** How many credits the sender can spend now. */
    public final int available() {
        return available;
    }

    /**
     * Called by the receiver when it has consumed a message: it now owes the message's credits to the sender.
     *
     * @return true if it owes enough to return them in a separate message
     */
    public final boolean owe(int credits) {
        owed += credits;
        return owed >= returnAt;
    }

    /** Called by the receiver: takes the credits that it owes, to return them; at most {@link #MAX_RETURN}. */
    public final int takeOwed() {
        int taken = Math.min(owed, MAX_RETURN);
        owed -= taken;
        return taken;
    }

    /** How many credits the receiver owes to the sender. */
    public final int owed() {
        return owed;
    }

    /** How many credits a full window has. */
    public final int window() {
        return window;
    }
}
