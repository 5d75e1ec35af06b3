package org.bipj.lci.channel;

/** Something that has not gone, or not whole. Used again, so that none is made once there are enough. */
final class UnsentPacket {
    /** The kind of a packet that this rank's client has sent. */
    static final int SENT = 0;
    /** The kind of a received packet that this rank forwards along a tree. */
    static final int FORWARDED = 1;
    /** The kind of a message of two numbers. */
    static final int WORDS = 2;

    int kind;
    long envelope;
    /** The number of the packet that is to be sent. */
    int packet;

    int length;
    /** How many bytes of the packet have been sent. */
    int gone;

    long first;
    long second;
    UnsentPacket next;
}
