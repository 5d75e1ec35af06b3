package org.bipj.sim.net;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/** Shortest routes by breadth-first search. */
final class TestRoutes {
    private record Step(Topology.End at, Step before, int turn) {}

    private TestRoutes() {}

    /** Turns from one host to another, or to itself by its switch; null if there is no way. */
    static byte[] shortest(Topology topology, int from, int to) {
        ArrayDeque<Step> open = new ArrayDeque<>();
        Map<Integer, Boolean> seen = new HashMap<>();
        Topology.End start = Topology.End.host(from);
        open.add(new Step(topology.at(start).other(start), null, 0));
        while (!open.isEmpty()) {
            Step step = open.poll();
            if (step.at.isHost()) {
                if (step.at.node() == to) {
                    return turns(step);
                }
                continue;
            }
            if (seen.put(step.at.node(), true) != null) {
                continue;
            }
            for (int port = 0; port < topology.ports(); port++) {
                Topology.End out = Topology.End.ofSwitch(step.at.node(), port);
                if (topology.at(out) != null) {
                    open.add(new Step(topology.at(out).other(out), step, port - step.at.port()));
                }
            }
        }
        return null;
    }

    private static byte[] turns(Step last) {
        int length = 0;
        for (Step s = last; s.before != null; s = s.before) {
            length++;
        }
        byte[] route = new byte[length];
        for (Step s = last; s.before != null; s = s.before) {
            route[--length] = (byte) s.turn;
        }
        return route;
    }
}
