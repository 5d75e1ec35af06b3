package org.bipj.am2;

import java.util.Arrays;

/** Work that a rank could not send immediately: rests of bulk messages, and credits that it owes. */
final class Backlog {
    private Sender[] holding = new Sender[4];
    private int holdings;
    private Receiver[] owing = new Receiver[4];
    private int owings;

    boolean isEmpty() {
        return holdings == 0 && owings == 0;
    }

    void hold(Sender sender) {
        if (!sender.holding) {
            sender.holding = true;
            if (holdings == holding.length) {
                holding = Arrays.copyOf(holding, 2 * holdings);
            }
            holding[holdings++] = sender;
        }
    }

    void owe(Receiver receiver) {
        if (!receiver.owing) {
            receiver.owing = true;
            if (owings == owing.length) {
                owing = Arrays.copyOf(owing, 2 * owings);
            }
            owing[owings++] = receiver;
        }
    }

    /** Sends what can go now; returns the number of endpoints that have nothing left to send. */
    int push() {
        int ended = 0;
        for (int i = owings - 1; i >= 0; i--) {
            Receiver receiver = owing[i];
            if (receiver.payCredits()) {
                receiver.owing = false;
                owing[i] = owing[--owings];
                ended++;
            }
        }
        for (int i = holdings - 1; i >= 0; i--) {
            Sender sender = holding[i];
            if (sender.pushHeld()) {
                sender.holding = false;
                holding[i] = holding[--holdings];
                ended++;
            }
        }
        return ended;
    }

    /** An endpoint is freed: what it has not sent is dropped. */
    void forget(AmEndpoint endpoint) {
        Receiver receiver = endpoint.receiver();
        for (int i = 0; i < owings; i++) {
            if (owing[i] == receiver) {
                receiver.owing = false;
                owing[i] = owing[--owings];
            }
        }
        for (int i = 0; i < holdings; i++) {
            if (holding[i] == endpoint.sender()) {
                endpoint.sender().holding = false;
                holding[i] = holding[--holdings];
            }
        }
    }
}
