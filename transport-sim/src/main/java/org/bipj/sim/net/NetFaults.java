package org.bipj.sim.net;

/**
 * Decides what breaks in the network. The network calls these methods at fixed points, in the order of simulated time,
 * so that a decision may come from a seeded generator. Cables are numbered as in {@link NetworkTopology#cables}. Direction 0
 * of a cable is from its end {@link NetworkTopology.Cable#a} to {@code b}.
 */
public interface NetFaults {
    /** A network in which nothing breaks. */
    NetFaults NONE = new NetFaults() {};

    /** What happens to one worm on one cable. */
    enum Fate {
        /** The worm passes unharmed. */
        PASS,
        /** A bit of a character flips: the CRC at the end does not match any more. */
        CORRUPT,
        /** All of it is lost behind the near end: it drains away, and the far end sees no worm. */
        DROP,
        /** The rest behind some characters is lost, with the tail: the far end sees a truncated worm. */
        TRUNCATE
    }

    /** The fate of a worm on a cable. Called once for each worm and cable, when its first character goes onto it. */
    default Fate fate(Worm worm, int cable, int direction, long now) {
        return Fate.PASS;
    }

    /**
     * The number of characters that pass, at least one. Called directly after {@link Fate#TRUNCATE}.
     *
     * @param routeLeft how many of them are route bytes, which the switches behind the cable strip
     */
    default int truncateAfter(Worm worm, int routeLeft) {
        return routeLeft + 1;
    }

    /**
     * True if a bit has flipped on the way, so that the CRC does not match. Called when a worm's tail arrives at a
     * board, before the board is notified. Errors per character are decided here, because a worm's length is not known
     * when its fate is chosen.
     */
    default boolean flipped(Worm worm) {
        return worm.flipAt < worm.body;
    }

    /**
     * The moments at which a cable dies, works again, dies again and so on, in picoseconds, rising. Called once, when faults
     * are installed. A dead cable loses the characters on it, worms that use it are broken up, and a head that turns to it
     * finds no cable.
     */
    default long[] changes(int cable) {
        return new long[0];
    }

    /**
     * The moment from which on a host's port neither sends nor takes anything; {@link Long#MAX_VALUE} if never. Called
     * once. Like a board in reset it absorbs and ignores worms.
     */
    default long hostDeadFrom(int host) {
        return Long.MAX_VALUE;
    }

    /**
     * How long the first character waits when a board begins to take, in picoseconds; {@link Long#MAX_VALUE} for ever.
     * Called for each take.
     */
    default long stall(int host, long now) {
        return 0;
    }
}
