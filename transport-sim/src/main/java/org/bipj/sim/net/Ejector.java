package org.bipj.sim.net;

/** The place where a board's receive engine takes characters off its cable. The rest is held back on the cable. */
public interface Ejector {
    /**
     * Takes the next characters of the worm that has arrived, from now on and one each {@code charPs} at best. One take
     * at a time: the next after {@link Sink#taken}. CRC and tail are taken with the last characters.
     *
     * @param chars room for body characters, positive
     */
    void take(int chars, long charPs);

    /** Changes the pace of the rest of the present take, if there is one (SRAM contention). */
    void pace(long charPs);

    /** Is notified as worms arrive: the board's receive engine. */
    interface Sink {
        /** The first character of a worm's body has arrived. Nothing moves until {@link Ejector#take}. */
        void head(Worm worm);

        /**
         * Characters of the present take come at another pace than before, which is slower than requested while the
         * worm stands still.
         *
         * @param charPs time of a character; {@link Long#MAX_VALUE} while none come
         */
        default void flow(long charPs) {}

        /** The room is full, and the worm continues. */
        void taken(Worm worm, int chars);

        /**
         * The worm has ended.
         *
         * @param chars characters of the body taken since the last {@link #taken}; {@link Worm#corrupt} and {@link
         *     Worm#truncated} have its state
         */
        void tail(Worm worm, int chars);
    }
}
