package org.bipj.am2;

import java.util.Arrays;

/** Work that a rank could not send immediately: rests of bulk messages, and credits that it owes. */
final class Backlog {
    private final AmCore core;
    private SendingSide[] holding = new SendingSide[4];
    private int holdings;
    private OwedCredits[] owing = new OwedCredits[4];
    private int owings;

    Backlog(AmCore core) {
        this.core = core;
    }

    /** False if credits are owed, or something could not go. */
    boolean isEmpty() {
        return holdings == 0 && owings == 0;
    }

    /** A sender has something that could not go. */
    void hold(SendingSide sender) {
        if (!sender.holding) {
            sender.holding = true;
            if (holdings == holding.length) {
                holding = Arrays.copyOf(holding, 2 * holdings);
            }
            holding[holdings++] = sender;
        }
    }

    /** A receiver owes credits. */
    void owe(OwedCredits credits) {
        if (!credits.waiting) {
            credits.waiting = true;
            if (owings == owing.length) {
                owing = Arrays.copyOf(owing, 2 * owings);
            }
            owing[owings++] = credits;
        }
    }

    /** Sends what is held back and owed, as far as there is room; returns what has moved: 0 if nothing has. */
    int settle() {
        if (isEmpty()) {
            return 0;
        }
        int before = core.pushes();
        return push() + core.pushes() - before;
    }

    /** Returns the number of endpoints that have nothing left to send. */
    private int push() {
        int ended = 0;
        for (int i = owings - 1; i >= 0; i--) {
            OwedCredits credits = owing[i];
            if (credits.pay()) {
                credits.waiting = false;
                owing[i] = owing[--owings];
                ended++;
            }
        }
        for (int i = holdings - 1; i >= 0; i--) {
            SendingSide sender = holding[i];
            if (sender.pushHeld()) {
                sender.holding = false;
                holding[i] = holding[--holdings];
                ended++;
            }
        }
        return ended;
    }

    /** An endpoint is freed: what it has not sent is dropped. */
    void forget(SendingSide sender, OwedCredits credits) {
        for (int i = 0; i < owings; i++) {
            if (owing[i] == credits) {
                credits.waiting = false;
                owing[i] = owing[--owings];
            }
        }
        for (int i = 0; i < holdings; i++) {
            if (holding[i] == sender) {
                sender.holding = false;
                holding[i] = holding[--holdings];
            }
        }
    }
}
