package org.bipj.sim.route;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.collections.IntArrayList;
import org.bipj.sim.net.NetworkTopology;

/**
 * Checks routes: each must end at its host over ports and cables that exist and never turn back, and channels must not
 * wait for each other in a circle. A channel is one direction of a cable. A worm holds one and waits for the next of
 * its route, so routes are free of deadlock if the graph of these dependencies has no cycle (Dally and Seitz).
 */
public final class RouteCheck {
    /** Names of switches and hosts in messages. */
    public interface Names {
        /** Names hosts and switches by their numbers. */
        Names NUMBERS = new Names() {
            @Override
            public String host(int number) {
                return "host " + number;
            }

            @Override
            public String ofSwitch(int number) {
                return "switch " + number;
            }
        };

        /** How messages name that host. */
        String host(int number);

        /** How messages name that switch. */
        String ofSwitch(int number);
    }

    private final Wiring wiring;
    private final Names names;
    /** By channel: the channels that worms wait for while they hold it. */
    private final IntArrayList[] waits;

    /** A check against a topology, without any route so far. */
    public RouteCheck(NetworkTopology topology, Names names) {
        wiring = new Wiring(topology);
        this.names = names;
        waits = new IntArrayList[wiring.ends()];
        Arrays.setAll(waits, channel -> new IntArrayList(0, IntArrayList.DEFAULT_NULL_VALUE));
    }

    /**
     * Follows a route, and records which channels wait for which because of it.
     *
     * @throws IllegalArgumentException if it does not lead to its host; the message names the place where it fails
     */
    public void add(int from, int to, byte[] route) {
        wiring.checkPair(from, to);
        int channel = wiring.host(from);
        for (int hop = 0; hop <= route.length; hop++) {
            int end = wiring.across(channel);
            if (end == Wiring.NONE) {
                throw bad(from, to, route, "there is no cable at " + name(channel));
            }
            if (hop == route.length) {
                if (end != wiring.host(to)) {
                    throw bad(from, to, route, "it ends at " + name(end));
                }
                return;
            }
            if (wiring.isHost(end)) {
                throw bad(from, to, route, "it has already reached " + name(end) + " before turn " + (hop + 1));
            }
            int port = wiring.portOf(end) + route[hop];
            if (route[hop] == 0 || port < 0 || port >= wiring.ports) {
                throw bad(
                        from,
                        to,
                        route,
                        "turn " + (hop + 1) + " of " + route[hop] + " at " + name(end)
                                + (route[hop] == 0 ? " leads back" : " leads to port " + port + " of " + wiring.ports));
            }
            int next = wiring.end(wiring.switchOf(end), port);
            depends(channel, next);
            channel = next;
        }
    }

    /** {@link #add} for all pairs of hosts that the routes connect. */
    public void addAll(Routes routes) {
        for (int from = 0; from < wiring.hosts; from++) {
            for (int to = 0; to < wiring.hosts; to++) {
                if (from != to && routes.connects(from, to)) {
                    add(from, to, routes.route(from, to));
                }
            }
        }
    }

    /** Channels that can wait for each other in a circle, by name; empty if the routes are free of deadlock. */
    public List<String> cycle() {
        int[] state = new int[waits.length];
        int[] path = new int[waits.length];
        for (int start = 0; start < waits.length; start++) {
            if (state[start] == 0) {
                List<String> cycle = search(start, state, path);
                if (!cycle.isEmpty()) {
                    return cycle;
                }
            }
        }
        return List.of();
    }

    /**
     * Depth-first search without recursion. The state of a channel: 0 not seen, -1 done, else 1 + the next dependency
     * to follow.
     */
    private List<String> search(int start, int[] state, int[] path) {
        int depth = 0;
        path[0] = start;
        state[start] = 1;
        while (depth >= 0) {
            int channel = path[depth];
            int next = state[channel]++ - 1;
            if (next == waits[channel].size()) {
                state[channel] = -1;
                depth--;
            } else {
                int to = waits[channel].getInt(next);
                if (state[to] > 0) {
                    return names(path, to, depth);
                }
                if (state[to] == 0) {
                    state[to] = 1;
                    path[++depth] = to;
                }
            }
        }
        return List.of();
    }

    private List<String> names(int[] path, int from, int depth) {
        int first = depth;
        while (path[first] != from) {
            first--;
        }
        List<String> cycle = new ArrayList<>();
        for (int i = first; i <= depth; i++) {
            cycle.add(name(path[i]));
        }
        return cycle;
    }

    private void depends(int channel, int next) {
        if (!waits[channel].containsInt(next)) {
            waits[channel].addInt(next);
        }
    }

    private String name(int end) {
        return wiring.isHost(end)
                ? names.host(wiring.hostOf(end))
                : names.ofSwitch(wiring.switchOf(end)) + " port " + wiring.portOf(end);
    }

    private IllegalArgumentException bad(int from, int to, byte[] route, String what) {
        return new IllegalArgumentException("route " + Arrays.toString(route) + " from " + names.host(from) + " to "
                + names.host(to) + ": " + what);
    }
}
