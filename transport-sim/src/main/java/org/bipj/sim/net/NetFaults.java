package org.bipj.sim.net;

/**
 * What breaks in the network. The network asks at fixed points, in the order of simulated time, so that an answer may
 * come from a seeded generator. Cables are numbered as in {@link Topology#cables}; a cable has two directions, and
 * what goes from its end {@link Topology.Cable#a} to {@code b} is its direction 0.
 */
public interface NetFaults {
    /** Nothing breaks. */
    NetFaults NONE = new NetFaults() {};

    /** What happens to one worm on one cable. */
    enum Fate {
        /** It passes. */
        PASS,
        /** A bit of a character flips: the CRC at the end does not match any more. */
        CORRUPT,
        /** All of it is lost behind the near end: it flows off as if into nothing, and the far end sees no worm. */
        DROP,
        /** The rest is lost behind some characters, with the tail: the far end sees a truncated worm. */
        TRUNCATE
    }

    /** Asked once for each worm and cable, when the worm's first character goes onto it. */
    default Fate fate(Worm worm, int cable, int direction, long now) {
        return Fate.PASS;
    }

    /**
     * Asked directly after {@link Fate#TRUNCATE}: how many characters pass, at least one.
     *
     * @param routeLeft so many of them are route bytes, which the switches behind the cable strip
     */
    default int truncateAfter(Worm worm, int routeLeft) {
        return routeLeft + 1;
    }

    /**
     * Asked when a worm's tail comes to a board, before it is told: true if a bit has flipped on the way, so that the
     * CRC does not match. A fate is chosen before anybody knows how long the worm will be; errors by the character are
     * decided here.
     */
    default boolean flipped(Worm worm) {
        return worm.flipAt < worm.body;
    }

    /**
     * The moment from which on a cable is dead, in picoseconds; {@link Long#MAX_VALUE} if never. Asked once, when
     * faults are installed. What is on the cable then is lost, worms that use it are broken up, and a head that turns
     * to it finds no cable.
     */
    default long deadFrom(int cable) {
        return Long.MAX_VALUE;
    }

    /**
     * The moment from which on a host's port takes nothing and sends nothing; {@link Long#MAX_VALUE} if never. Asked
     * once. As in reset, it absorbs and ignores what comes.
     */
    default long hostDeadFrom(int host) {
        return Long.MAX_VALUE;
    }

    /**
     * Asked when a board begins to take: how long the first character waits, in picoseconds. A receiver that is
     * stalled for ever answers {@link Long#MAX_VALUE}.
     */
    default long stall(int host, long now) {
        return 0;
    }
}
