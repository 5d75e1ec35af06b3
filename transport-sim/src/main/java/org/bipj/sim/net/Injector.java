package org.bipj.sim.net;

/**
 * The place where a board's send engine puts characters onto its cable, one worm at a time. Route bytes go first and
 * the CRC last: the injector adds both at link rate, the engine feeds the body.
 */
public interface Injector {
    /** Begins a worm: the route bytes leave as soon as the cable is free. */
    void begin(Worm worm);

    /**
     * Feeds the next characters of the worm's body, which can be read from now on, one each {@code charPs} at best. One
     * feed at a time: the next after {@link Source#drained}.
     *
     * @param last true if the tail follows
     */
    void feed(int chars, long charPs, boolean last);

    /** Changes the pace of the rest of the present feed, if there is one (SRAM contention). */
    void pace(long charPs);

    /** Is notified as worms leave: the board's send engine. */
    interface Source {
        /** The last character of the feed has left the board; after the last feed the worm's tail has left too. */
        void drained(Worm worm);

        /**
         * The cable moves the present feed at another pace than before, which is slower than requested while the worm
         * is held back.
         *
         * @param charPs time of a character; {@link Long#MAX_VALUE} while nothing moves
         */
        default void flow(long charPs) {}

        /**
         * The worm was broken up because it had been blocked for too long, or its cable is dead. The rest of it is
         * dropped.
         */
        void reset(Worm worm);
    }
}
