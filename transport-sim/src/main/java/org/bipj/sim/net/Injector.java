package org.bipj.sim.net;

/**
 * Where a board's send engine puts characters onto its cable. One worm at a time. Route bytes go first and the CRC
 * last: the injector adds both at link rate, the engine feeds the body.
 */
public interface Injector {
    /** Begins a worm: the route bytes start to leave at once, as soon as the cable lets them. */
    void begin(Worm worm);

    /**
     * The next characters of the worm's body, which can be read from now on, one each {@code charPs} at best. One feed
     * at a time: the next after {@link Source#drained}.
     *
     * @param last the tail follows
     */
    void feed(int chars, long charPs, boolean last);

    /** A new pace for what is left of the present feed (SRAM contention); nothing if there is no feed. */
    void pace(long charPs);

    /** The board that feeds. */
    interface Source {
        /** The last character of the feed has left the board; after the last feed the worm's tail has left too. */
        void drained(Worm worm);

        /**
         * The cable moves the present feed at another pace than before: slower than was asked for if the worm is held
         * back.
         *
         * @param charPs time of a character; {@link Long#MAX_VALUE} while nothing moves
         */
        default void flow(long charPs) {}

        /**
         * The worm was broken up because it had been blocked for too long, or its cable is dead; what was not fed is
         * dropped.
         */
        void reset(Worm worm);
    }
}
