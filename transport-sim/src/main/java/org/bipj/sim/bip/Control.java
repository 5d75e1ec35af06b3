package org.bipj.sim.bip;

/** A word from firmware to firmware about a long message. The hosts do not see it. */
final class Control extends Message {
    /** What it says. */
    enum Kind {
        /** The whole message is in the receiver's memory. */
        ACKNOWLEDGE,
        /** May the message come? Only where messages are sent in several worms. */
        REQUEST,
        /** The message may come. */
        GO
    }

    private static final int BYTES = 24;

    Kind kind;
    Transfer transfer;

    @Override
    int wireBytes() {
        return BYTES;
    }

    @Override
    protected void fire() {
        throw new IllegalStateException("no host rings for a message between firmwares");
    }
}
