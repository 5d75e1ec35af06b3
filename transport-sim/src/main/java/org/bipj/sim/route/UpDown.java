package org.bipj.sim.route;

import java.util.Arrays;
import org.bipj.sim.net.NetworkTopology;

/**
 * Up*&#47;down* routing (Autonet). A breadth-first tree from a root switch gives each cable between switches a
 * direction: its up end is the one nearer to the root or, on the same level, the one with the smaller number. A legal
 * route goes up zero or more times and then down zero or more times. Because no route turns from down to up, channels
 * cannot wait for each other in a circle.
 *
 * <p>Among the shortest legal routes a hash of seed and hosts selects one, so that pairs spread over parallel cables.
 * The root is the centre of the network: the switch whose farthest switch is nearest, and of several the one with the
 * smallest number. Each component of the network has a root of its own. Routes are computed on request; for each source
 * switch, 4 bytes per switch are kept.
 */
public final class UpDown implements Routes {
    private static final short FAR = Short.MAX_VALUE;

    private final Wiring wiring;
    private final long seed;
    /** Distance of each switch from its root. */
    private final int[] level;
    /** By source switch and state: steps to it. State 2s: at switch s, has only gone up; 2s + 1: has gone down. */
    private final short[][] steps;

    private final int[] queue;

    /**
     * Routes for a topology.
     *
     * @param seed selects among routes of the same length
     */
    public UpDown(NetworkTopology topology, long seed) {
        wiring = new Wiring(topology);
        this.seed = seed;
        level = new int[wiring.switches];
        steps = new short[wiring.switches][];
        queue = new int[2 * wiring.switches];
        Arrays.fill(level, -1);
        for (int s = 0; s < wiring.switches; s++) {
            if (level[s] < 0) {
                breadthFirst(centre(s), level);
            }
        }
    }

    /** The centre of the component that a switch belongs to. */
    private int centre(int member) {
        int[] distance = new int[wiring.switches];
        Arrays.fill(distance, -1);
        int size = breadthFirst(member, distance);
        int[] component = Arrays.copyOf(queue, size);
        Arrays.sort(component);
        int best = -1;
        int least = Integer.MAX_VALUE;
        for (int s : component) {
            Arrays.fill(distance, -1);
            int farthest = distance[last(s, distance)];
            if (farthest < least) {
                least = farthest;
                best = s;
            }
        }
        return best;
    }

    private int last(int root, int[] distance) {
        int size = breadthFirst(root, distance);
        return queue[size - 1];
    }

    /**
     * Computes the distances from a switch, which must be -1 before. Leaves the reached switches in the queue and
     * returns their number.
     */
    private int breadthFirst(int root, int[] distance) {
        int tail = 0;
        queue[tail++] = root;
        distance[root] = 0;
        for (int head = 0; head < tail; head++) {
            int s = queue[head];
            for (int port = 0; port < wiring.ports; port++) {
                int next = wiring.neighbour(s, port);
                if (next >= 0 && distance[next] < 0) {
                    distance[next] = distance[s] + 1;
                    queue[tail++] = next;
                }
            }
        }
        return tail;
    }

    /** True if the step between two neighbouring switches goes up. */
    boolean isUp(int from, int to) {
        return level[to] < level[from] || level[to] == level[from] && to < from;
    }

    @Override
    public byte[] route(int from, int to) {
        wiring.checkPair(from, to);
        if (wiring.isDirect(from, to)) {
            return new byte[0];
        }
        int length = steps(from, to);
        if (length == FAR) {
            throw Routes.missing(from, to);
        }
        int first = wiring.attachment(from);
        int last = wiring.attachment(to);
        short[] reached = reached(wiring.switchOf(first));
        int target = 2 * wiring.switchOf(last);
        long hash = mix(mix(seed ^ from) ^ to);
        boolean both = reached[target] == reached[target + 1];
        boolean down = both ? (hash & 1) != 0 : reached[target + 1] < reached[target];
        return backwards(reached, first, last, target + (down ? 1 : 0), length, hash);
    }

    @Override
    public int length(int from, int to) {
        wiring.checkPair(from, to);
        if (wiring.isDirect(from, to)) {
            return 0;
        }
        int steps = steps(from, to);
        return steps == FAR ? NONE : steps + 1;
    }

    /** Cables between switches on a shortest legal route; {@link #FAR} if there is none. */
    private int steps(int from, int to) {
        int first = wiring.attachment(from);
        int last = wiring.attachment(to);
        if (first < 0 || last < 0) {
            return FAR;
        }
        short[] reached = reached(wiring.switchOf(first));
        int target = 2 * wiring.switchOf(last);
        return Math.min(reached[target], reached[target + 1]);
    }

    /** Walks back from the target over states that are one step nearer to the source, and collects the turns. */
    private byte[] backwards(short[] reached, int first, int last, int state, int length, long hash) {
        byte[] turns = new byte[length + 1];
        int out = last;
        for (int at = length; at > 0; at--) {
            int count = predecessors(reached, state, -1);
            hash = mix(hash);
            int found = predecessors(reached, state, (int) Long.remainderUnsigned(hash, count));
            int in = found >> 1;
            turns[at] = (byte) (wiring.portOf(out) - wiring.portOf(in));
            out = wiring.across(in);
            state = 2 * wiring.switchOf(out) + (found & 1);
        }
        turns[0] = (byte) (wiring.portOf(out) - wiring.portOf(first));
        return turns;
    }

    /**
     * The predecessors of a state on shortest routes: their number, or one of them.
     *
     * @param wanted which one, or -1 for their number
     * @return the end by which it enters, times two, plus the phase of the state before; or the number
     */
    private int predecessors(short[] reached, int state, int wanted) {
        int here = state >> 1;
        boolean wentDown = (state & 1) != 0;
        int count = 0;
        for (int port = 0; port < wiring.ports; port++) {
            int before = wiring.neighbour(here, port);
            if (before < 0 || isUp(before, here) == wentDown) {
                continue;
            }
            for (int phase = 0; phase <= (wentDown ? 1 : 0); phase++) {
                if (reached[2 * before + phase] == reached[state] - 1 && count++ == wanted) {
                    return 2 * wiring.end(here, port) + phase;
                }
            }
        }
        return count;
    }

    private short[] reached(int source) {
        if (steps[source] == null) {
            steps[source] = search(source);
        }
        return steps[source];
    }

    private short[] search(int source) {
        short[] reached = new short[2 * wiring.switches];
        Arrays.fill(reached, FAR);
        int tail = 0;
        queue[tail++] = 2 * source;
        reached[2 * source] = 0;
        for (int head = 0; head < tail; head++) {
            int state = queue[head];
            int here = state >> 1;
            for (int port = 0; port < wiring.ports; port++) {
                int next = wiring.neighbour(here, port);
                if (next < 0) {
                    continue;
                }
                boolean up = isUp(here, next);
                if (up && (state & 1) != 0) {
                    continue;
                }
                int to = 2 * next + (up ? 0 : 1);
                if (reached[to] == FAR) {
                    reached[to] = (short) (reached[state] + 1);
                    queue[tail++] = to;
                }
            }
        }
        return reached;
    }

    /** The finaliser of SplitMix64. */
    private static long mix(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }
}
