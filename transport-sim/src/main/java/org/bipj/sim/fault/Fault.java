package org.bipj.sim.fault;

import java.util.Locale;

/** One thing that breaks. Times are virtual, in picoseconds. */
public sealed interface Fault {
    /** Where. */
    FaultPlace place();

    /** What a fault of a worm does to it. */
    enum Harm {
        /** A bit changes: the CRC at the end will not match. */
        FLIP,
        /** The worm is gone: the next one of its pair has a number too many. */
        DROP,
        /** The end is lost: what arrives is shorter than its header says. */
        TRUNCATE;

        /** The word for it in a specification. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Worms that are harmed on a cable.
     *
     * @param rate probability, per character for {@link Harm#FLIP}, else per worm; 0 if {@code worm} is given
     * @param worm the one worm that is harmed, by the order in which worms enter the place, from 1; 0 if {@code rate} is given
     */
    record Harmed(Harm harm, FaultPlace place, double rate, long worm) implements Fault {}

    /** A cable that is dead from a moment on: worms on it are broken up, and none enters. */
    record Cut(FaultPlace place, long at) implements Fault {}

    /**
     * A board that is dead from a moment on: it neither sends nor takes anything off its cable, nor answers its host.
     */
    record Dead(FaultPlace place, long at) implements Fault {}

    /** A board that takes nothing off its cable for some time: worms for it wait in the network. */
    record Stall(FaultPlace place, long at, long duration) implements Fault {}
}
