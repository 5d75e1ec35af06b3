package org.bipj.sim.net;

/** Where a board's receive engine takes characters off its cable. What it does not take, the cable holds back. */
public interface Ejector {
    /**
     * Takes the next characters of the worm that has arrived, one each {@code charPs} at best, beginning now. One at a
     * time: the next after {@link Sink#taken}. CRC and tail are taken with the last characters.
     *
     * @param chars room for body characters, positive
     */
    void take(int chars, long charPs);

    /** A new pace for what is left of the present take (SRAM contention); nothing if there is none. */
    void pace(long charPs);

    /** The board that takes. */
    interface Sink {
        /** The first character of a worm's body is here. Nothing moves until {@link Ejector#take}. */
        void head(Worm worm);

        /**
         * Characters of the present take come at another pace than before: slower than was asked for if no more are
         * there.
         *
         * @param charPs time of a character; {@link Long#MAX_VALUE} while none come
         */
        default void flow(long charPs) {}

        /** The room is full, and the worm goes on. */
        void taken(Worm worm, int chars);

        /**
         * The worm has ended.
         *
         * @param chars characters of the body taken since the last {@link #taken}; {@link Worm#corrupt} and {@link
         *     Worm#truncated} tell its state
         */
        void tail(Worm worm, int chars);
    }
}
