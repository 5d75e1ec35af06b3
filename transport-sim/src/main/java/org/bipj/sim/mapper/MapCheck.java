package org.bipj.sim.mapper;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.net.NetworkTopology.Cable;
import org.bipj.sim.net.NetworkTopology.End;

/**
 * Looks whether what is in a map is there: one probe for each cable, by cables that have answered before. All are
 * answered as long as nothing is gone, so this takes a hundredth of the time of a {@link Discovery}, which waits at each
 * port without a cable. It finds nothing new. A pure state machine.
 *
 * <p>The search is breadth-first from the mapper's host. The first cable that leads to a switch is probed by a worm that
 * turns there; each further one by a worm that comes back by the switch's first. What does not answer some probes is not
 * in the new map, and neither is what was reached by it alone.
 */
final class MapCheck implements Search {
    /** Probes without answer after which a cable is gone. */
    private static final int TRIES = 3;

    private static final byte[] TURN_BACK = {0};

    /** The way to a switch: its turns, and the port at which it arrives. */
    private record Way(byte[] turns, int port) {}

    /**
     * What is asked about a cable.
     *
     * @param to the cable's other end
     * @param out the way to that end
     */
    private record Question(Cable cable, End to, byte[] out, Probe.Kind kind, byte[] turns) {}

    private final NetworkMap map;
    private final NetworkTopology topology;
    /** By switch; null if it has not been reached. */
    private final Way[] ways;
    /** Ends of cables whose other ends are to be looked at. */
    private final Queue<End> ends = new ArrayDeque<>();

    private final Set<Cable> asked = new HashSet<>();
    private final Set<Cable> found = new LinkedHashSet<>();
    /** The questions that were asked; the index is the token. */
    private final List<Question> probes = new ArrayList<>();

    private Question open;
    private int tries;

    /** A check that has not asked anything yet. */
    MapCheck(NetworkMap map) {
        this.map = map;
        topology = map.topology();
        ways = new Way[topology.switches()];
        ends.add(End.host(0));
    }

    @Override
    public Probe next() {
        if (open == null || found.contains(open.cable) || tries == TRIES) {
            open = nextQuestion();
            tries = 0;
        }
        if (open == null) {
            return null;
        }
        tries++;
        probes.add(open);
        return new Probe(probes.size() - 1, open.kind, open.turns);
    }

    private Question nextQuestion() {
        while (!ends.isEmpty()) {
            End from = ends.remove();
            Cable cable = topology.at(from);
            if (cable != null && asked.add(cable)) {
                return question(cable, from);
            }
        }
        return null;
    }

    private Question question(Cable cable, End from) {
        End to = cable.other(from);
        byte[] out = from.isHost() ? new byte[0] : turned(ways[from.node()], from.port());
        if (to.isHost()) {
            return new Question(cable, to, out, Probe.Kind.HOST, out);
        }
        Way known = ways[to.node()];
        if (known == null) {
            byte[] there = NetworkMap.join(out, TURN_BACK, NetworkMap.reverse(out));
            return new Question(cable, to, out, Probe.Kind.SWITCH, there);
        }
        byte[] through = {(byte) (known.port - to.port())};
        byte[] round = NetworkMap.join(out, through, NetworkMap.reverse(known.turns));
        return new Question(cable, to, out, Probe.Kind.COMPARE, round);
    }

    private static byte[] turned(Way way, int port) {
        return NetworkMap.join(way.turns, new byte[] {(byte) (port - way.port)});
    }

    @Override
    public void host(int token, int name) {
        End to = probes.get(token).to;
        if (to.isHost() && map.names().get(to.node()) == name) {
            answered(token);
        }
    }

    @Override
    public void returned(int token) {
        answered(token);
    }

    /** Answers that come when their question has been given up are ignored: the next map will show. */
    private void answered(int token) {
        Question question = probes.get(token);
        if (question != open || !found.add(question.cable)) {
            return;
        }
        End to = question.to;
        if (!to.isHost() && ways[to.node()] == null) {
            ways[to.node()] = new Way(question.out, to.port());
            for (int port = 0; port < topology.ports(); port++) {
                ends.add(End.ofSwitch(to.node(), port));
            }
        }
    }

    @Override
    public void lost(int token) {}

    @Override
    public String failure() {
        return null;
    }

    /** The map that was checked, if everything is there. */
    @Override
    public NetworkMap map() {
        return found.size() == topology.cables().size() ? map : map.only(found);
    }
}
