package org.bipj.sim.fault;

import java.util.Locale;

/** A fault that is injected. Times are virtual, in picoseconds. */
public sealed interface Fault {
    /** The cables on which the fault strikes. */
    FaultPlace place();

    /** The effect of a fault on a worm. */
    enum Harm {
        /** A bit changes: the CRC at the end will not match. */
        FLIP,
        /** The worm is lost: the number of the next one of its pair is not the expected one. */
        DROP,
        /** Its end is lost: the worm that arrives is shorter than its header says. */
        TRUNCATE;

        /** The name of this effect in a specification of faults. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Damages worms on a cable.
     *
     * @param rate probability, per character for {@link Harm#FLIP}, else per worm; 0 if {@code worm} is given
     * @param worm the one worm that is damaged, by the order in which worms enter the place, from 1; 0 if {@code rate}
     *     is given
     */
    record Harmed(Harm harm, FaultPlace place, double rate, long worm) implements Fault {}

    /** A cable dies at a moment: worms on it are broken up, and none enters. */
    record Cut(FaultPlace place, long at) implements Fault {}

    /** A cable that was cut works again from a moment on. */
    record Healed(FaultPlace place, long at) implements Fault {}

    /**
     * A board dies at a moment: it sends nothing, takes nothing from its cable, and does not answer its host.
     */
    record Dead(FaultPlace place, long at) implements Fault {}

    /** A host loses its power at a moment: its program and what it kept in memory are gone, and nothing is sent. */
    record Killed(FaultPlace place, long at) implements Fault {}

    /** A host that was killed starts again, and its program begins anew. */
    record Started(FaultPlace place, long at) implements Fault {}

    /** A board takes nothing from its cable for some time: worms for it wait in the network. */
    record Stall(FaultPlace place, long at, long duration) implements Fault {}

    /** The processor of a host does nothing for some time; its board goes on. */
    record Paused(FaultPlace place, long at, long duration) implements Fault {}
}
