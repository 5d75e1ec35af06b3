package org.bipj.sim.net;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** Shortest routes by breadth-first search, and walks. */
final class TestRoutes {
    private record Step(NetworkTopology.End at, Step before, int turn) {}

    private TestRoutes() {}

    /** Turns from one host to another, or to itself by its switch; null if there is no way. */
    static byte[] shortest(NetworkTopology topology, int from, int to) {
        ArrayDeque<Step> open = new ArrayDeque<>();
        Map<Integer, Boolean> seen = new HashMap<>();
        NetworkTopology.End start = NetworkTopology.End.host(from);
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
                NetworkTopology.End out = NetworkTopology.End.ofSwitch(step.at.node(), port);
                if (topology.at(out) != null) {
                    open.add(new Step(topology.at(out).other(out), step, port - step.at.port()));
                }
            }
        }
        return null;
    }

    /**
     * Turns of a walk at random, back by the cable that it came by and by a switch again: at most so many, else the
     * shortest.
     *
     * @param intoItself whether it may come to a cable again that the worm may still hold
     */
    static byte[] walk(
            SplittableRandom random, NetworkTopology topology, int from, int to, int longest, boolean intoItself) {
        for (int tries = 0; tries < 100; tries++) {
            NetworkTopology.End out = NetworkTopology.End.host(from);
            Set<NetworkTopology.End> passed = new HashSet<>(Set.of(out));
            ByteArrayOutputStream turns = new ByteArrayOutputStream();
            NetworkTopology.End in = topology.at(out).other(out);
            while (!in.isHost() && turns.size() < longest) {
                int port = random.nextInt(topology.ports());
                NetworkTopology.End next = NetworkTopology.End.ofSwitch(in.node(), port);
                if (topology.at(next) == null) {
                    continue;
                }
                if (!passed.add(next) && !intoItself) {
                    break;
                }
                turns.write(port - in.port());
                in = topology.at(next).other(next);
            }
            if (in.isHost() && in.node() == to) {
                return turns.toByteArray();
            }
        }
        return shortest(topology, from, to);
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
