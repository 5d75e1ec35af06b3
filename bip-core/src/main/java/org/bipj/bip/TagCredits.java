package org.bipj.bip;

import org.bipj.core.protocol.CreditWindow;

/**
 * Flow control of one tag's queue with one other node, in both roles. Credits go back half a window at a time, but at once
 * where the sender may lack them for its next message: a message that fits into the queue always finds its credits.
 */
final class TagCredits {
    /** Credits that the longest short message costs; every queue has at least these. */
    private final int largest;

    private final CreditWindow window;
    /** Receiver's side: credits of the messages in the queue, the lent one included. */
    private int held;
    /** True while it is in the list of queues whose credits are to be returned. */
    boolean isOwing;

    TagCredits(int credits, int largest) {
        this.largest = largest;
        window = new CreditWindow(Math.max(credits, largest) * CreditWindow.UNIT);
    }

    /** How many credits a message of that length costs. */
    static int cost(int words) {
        return CreditWindow.cost(4 * words);
    }

    boolean allows(int words) {
        return window.available() >= cost(words);
    }

    void spend(int words) {
        boolean spent = window.spend(cost(words));
        assert spent : "a message without credits";
    }

    void refill(int credits) {
        window.refill(credits);
    }

    /** A message has gone into the queue. */
    void stored(int words) {
        held += cost(words);
    }

    /** Counts a message that has left the queue: its credits are owed to the sender. */
    void taken(int words) {
        held -= cost(words);
        window.owe(cost(words));
    }

    /** A message has arrived that did not go into the queue. */
    void passed(int words) {
        window.owe(cost(words));
    }

    /** True if so many credits are owed that they should be returned now. */
    boolean isDue() {
        int owed = window.owed();
        return owed > 0
                && (owed >= Math.min(window.window() / 2, CreditWindow.MAX_RETURN)
                        || window.window() - held - owed < largest);
    }

    /** Number of credits that one message can return. */
    int owed() {
        return Math.min(window.owed(), CreditWindow.MAX_RETURN);
    }

    /** The credits that {@link #owed} reported have been returned. */
    void returned() {
        window.takeOwed();
    }
}
