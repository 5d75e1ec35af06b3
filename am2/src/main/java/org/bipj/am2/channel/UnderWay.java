package org.bipj.am2.channel;

import org.bipj.core.nic.Endpoints;

/** What an endpoint has under way: the send entries that its messages occupy, and bulk messages that come into its segment. */
final class UnderWay {
    /** Messages of each kind that an endpoint may have in its rank's own memory before they go. */
    static final int SEND_ENTRIES = 16;

    /** By kind. */
    private final int[] sending = new int[2];
    /** Accepted bulk messages whose data are on their way. */
    private int receiving;

    boolean canReply() {
        return sending[Endpoints.REPLY] < SEND_ENTRIES;
    }

    /** Takes a send entry; false if none is free. */
    boolean begin(int kind) {
        if (sending[kind] >= SEND_ENTRIES) {
            return false;
        }
        sending[kind]++;
        return true;
    }

    /** A send entry is taken, free or not: a message has come back to be kept. */
    void beginAgain(int kind) {
        sending[kind]++;
    }

    /** A send entry is free again. */
    void gone(int kind) {
        sending[kind]--;
    }

    boolean isReceiving() {
        return receiving > 0;
    }

    /** The data of a bulk message are on their way into the segment. */
    void beginReceiving() {
        receiving++;
    }

    /** They are there. */
    void endReceiving() {
        receiving--;
    }
}
