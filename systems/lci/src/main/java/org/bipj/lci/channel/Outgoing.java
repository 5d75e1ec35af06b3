package org.bipj.lci.channel;

/** Something that has not gone, or not whole. Used again, so that none is made once there are enough. */
final class Outgoing {
    /** A send packet. */
    static final int SENT = 0;
    /** A receive packet that is forwarded. */
    static final int FORWARDED = 1;
    /** Two words. */
    static final int WORDS = 2;

    int kind;
    long envelope;
    /** Number of the packet. */
    int packet;

    int length;
    /** Bytes of the packet that have gone. */
    int gone;

    long first;
    long second;
    Outgoing next;
}
