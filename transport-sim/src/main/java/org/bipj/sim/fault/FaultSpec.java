package org.bipj.sim.fault;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.bipj.sim.kernel.VirtualTimeText;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.net.NetworkTopology.End;

/**
 * The faults of a run, as {@code --faults} takes them:
 *
 * <pre>
 * SPEC   = FAULT { "," FAULT }
 * FAULT  = flip     [ "@" PLACE ] ":" ( "rate=" PROBABILITY | "worm=" N )    a bit, with this probability per character
 *        | drop     [ "@" PLACE ] ":" ( "rate=" PROBABILITY | "worm=" N )    a whole worm, with this probability
 *        | truncate [ "@" PLACE ] ":" ( "rate=" PROBABILITY | "worm=" N )    its end, with this probability
 *        | cut        "@" ( any | CABLE ) [ ":at=" TIME ]                    a cable, from then on
 *        | heal       "@" ( any | CABLE ) ":at=" TIME                        a cable that was cut, from then on
 *        | dead       "@" HOST  [ ":at=" TIME ]                              a board, from then on
 *        | stall      "@" HOST  [ ":at=" TIME ] ":for=" TIME                 a board that takes nothing for a while
 *        | pause      "@" HOST  ":at=" TIME ":for=" TIME                     a host's processor that does nothing for a while
 *        | kill       "@" HOST  ":at=" TIME                                  a host with its program, without a word
 *        | start      "@" HOST  ":at=" TIME                                  a host that was killed, and its program anew
 * PLACE  = any | CABLE [ "-in" | "-out" ]                                    a cable, or one way of it; default: any
 * CABLE  = HOST | switchN.P                                                  a cable by one of its ends
 * HOST   = hostN                                                             by number, as switches are
 * TIME   = NUMBER ( ps | ns | us | ms | s )                                  up to 1e6s, virtual; default for "at": 0
 * </pre>
 *
 * <p>Hosts are killed and paused in runs with IP. They are killed in those that survive deaths, too, where {@code dead} ends the host's rank as well. {@code worm=N} is the N-th worm, from 1, that enters the place. Example: {@code flip:rate=1e-7,cut@host3:at=2ms}.
 */
public record FaultSpec(List<Fault> faults) {
    /** A specification without faults. */
    public static final FaultSpec NONE = new FaultSpec(List.of());

    /** Copies the list, which the caller may change later. */
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
     * Checks that all places exist, that cables which heal have been cut before, and that hosts which start have been killed.
     *
     * @throws IllegalArgumentException if not
     */
    public void check(NetworkTopology topology) {
        for (Fault fault : faults) {
            fault.place().check(topology);
        }
        for (Fault fault : faults) {
            if (fault instanceof Fault.Healed healed) {
                checkCut(healed, topology);
            }
        }
        checkHosts();
    }

    private void checkHosts() {
        Map<Integer, PowerChange> last = new HashMap<>();
        for (PowerChange change : powerChanges()) {
            PowerChange before = last.put(change.host(), change);
            boolean isDown = before != null && !before.on();
            if (change.on() != isDown) {
                String fault = (change.on() ? "start" : "kill") + "@host" + change.host();
                throw new IllegalArgumentException("--faults: " + fault + " at " + VirtualTimeText.text(change.at())
                        + "; expected " + (isDown ? "a start" : "a kill") + " of that host before");
            }
        }
    }

    /**
     * A host loses its power, or gets it again.
     *
     * @param at in picoseconds
     */
    public record PowerChange(int host, long at, boolean on) {}

    /** The moments at which hosts are killed and started, in their order. */
    public List<PowerChange> powerChanges() {
        return faults.stream()
                .filter(fault -> fault instanceof Fault.Killed || fault instanceof Fault.Started)
                .map(fault -> fault instanceof Fault.Started started
                        ? new PowerChange(started.place().end().node(), started.at(), true)
                        : new PowerChange(fault.place().end().node(), ((Fault.Killed) fault).at(), false))
                .sorted(Comparator.comparingLong(PowerChange::at))
                .toList();
    }

    private void checkCut(Fault.Healed healed, NetworkTopology topology) {
        boolean isCut = topology.cables().stream()
                .filter(cable -> healed.place().covers(topology, cable.a()))
                .anyMatch(cable -> faults.stream()
                        .anyMatch(other -> other instanceof Fault.Cut cut
                                && cut.at() < healed.at()
                                && cut.place().covers(topology, cable.a())));
        if (!isCut) {
            throw new IllegalArgumentException("--faults: heal@" + healed.place() + " at "
                    + VirtualTimeText.text(healed.at()) + "; expected a cut of that cable before");
        }
    }

    /** These faults, each so much later, in picoseconds. */
    public FaultSpec after(long ps) {
        return new FaultSpec(faults.stream()
                .<Fault>map(fault -> switch (fault) {
                    case Fault.Harmed harmed -> harmed;
                    case Fault.Cut cut -> new Fault.Cut(cut.place(), cut.at() + ps);
                    case Fault.Healed healed -> new Fault.Healed(healed.place(), healed.at() + ps);
                    case Fault.Dead dead -> new Fault.Dead(dead.place(), dead.at() + ps);
                    case Fault.Stall stall -> new Fault.Stall(stall.place(), stall.at() + ps, stall.duration());
                    case Fault.Paused paused -> new Fault.Paused(paused.place(), paused.at() + ps, paused.duration());
                    case Fault.Killed killed -> new Fault.Killed(killed.place(), killed.at() + ps);
                    case Fault.Started started -> new Fault.Started(started.place(), started.at() + ps);
                })
                .toList());
    }

    /** The last moment at which one of them changes the network, in picoseconds; 0 if none does at a moment. */
    public long lastChange() {
        return faults.stream()
                .mapToLong(fault -> switch (fault) {
                    case Fault.Harmed harmed -> 0;
                    case Fault.Cut cut -> cut.at();
                    case Fault.Healed healed -> healed.at();
                    case Fault.Dead dead -> dead.at();
                    case Fault.Stall stall -> stall.at() + stall.duration();
                    case Fault.Paused paused -> 0;
                    case Fault.Killed killed -> 0;
                    case Fault.Started started -> 0;
                })
                .max()
                .orElse(0);
    }

    /**
     * The moments at which a cable dies, works again, dies again and so on, in picoseconds.
     *
     * @param end one of its ends
     */
    public long[] changes(NetworkTopology topology, End end) {
        List<Fault> ofCable = faults.stream()
                .filter(fault -> fault instanceof Fault.Cut || fault instanceof Fault.Healed)
                .filter(fault -> fault.place().covers(topology, end))
                .sorted(Comparator.comparingLong(FaultSpec::at))
                .toList();
        LongStream.Builder changes = LongStream.builder();
        boolean works = true;
        for (Fault fault : ofCable) {
            if (works == fault instanceof Fault.Cut) {
                changes.add(at(fault));
                works = !works;
            }
        }
        return changes.build().toArray();
    }

    private static long at(Fault fault) {
        return fault instanceof Fault.Cut cut ? cut.at() : ((Fault.Healed) fault).at();
    }
}
