package org.bipj.sim.fault;

import java.util.List;
import org.bipj.sim.net.Topology;

/**
 * The faults of a run, as {@code --faults} takes them:
 *
 * <pre>
 * SPEC   = FAULT { "," FAULT }
 * FAULT  = flip     [ "@" PLACE ] ":" ( "rate=" PROBABILITY | "worm=" N )    a bit, with this probability per character
 *        | drop     [ "@" PLACE ] ":" ( "rate=" PROBABILITY | "worm=" N )    a whole worm, with this probability
 *        | truncate [ "@" PLACE ] ":" ( "rate=" PROBABILITY | "worm=" N )    its end, with this probability
 *        | cut        "@" ( any | CABLE ) [ ":at=" TIME ]                    a cable, from then on
 *        | dead       "@" HOST  [ ":at=" TIME ]                              a board, from then on
 *        | stall      "@" HOST  [ ":at=" TIME ] ":for=" TIME                 a board that takes nothing for a while
 * PLACE  = any | CABLE [ "-in" | "-out" ]                                    a cable, or one way of it; default: any
 * CABLE  = HOST | switchN.P                                                  a cable by one of its ends
 * HOST   = hostN                                                             by number, as switches are
 * TIME   = NUMBER ( ps | ns | us | ms | s )                                  up to 1e6s, virtual; default for "at": 0
 * </pre>
 *
 * <p>{@code worm=N} is the N-th worm, from 1, that enters the place. Example: {@code flip:rate=1e-7,cut@host3:at=2ms}.
 */
public record FaultSpec(List<Fault> faults) {
    /** No faults. */
    public static final FaultSpec NONE = new FaultSpec(List.of());

    /** A copy of the list. */
    public FaultSpec {
        faults = List.copyOf(faults);
    }

    /**
     * Reads a specification.
     *
     * @throws IllegalArgumentException if it is wrong; the message has the position, the text found there, and what was
     *     expected
     */
    public static FaultSpec parse(String spec) {
        return new FaultSpec(new FaultParser(spec).parse());
    }

    /**
     * Checks that all places exist.
     *
     * @throws IllegalArgumentException if one does not
     */
    public void check(Topology topology) {
        for (Fault fault : faults) {
            fault.place().check(topology);
        }
    }
}
