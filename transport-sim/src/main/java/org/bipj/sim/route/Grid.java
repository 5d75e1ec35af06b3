package org.bipj.sim.route;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.net.NetworkTopology.End;

/**
 * A mesh of switches in any number of dimensions, each with the same number of hosts. Switches are numbered with the
 * first dimension fastest, hosts switch by switch. Port 2d leads down in dimension d and port 2d + 1 up; the ports of
 * the hosts follow.
 */
public final class Grid {
    private final int[] sizes;
    private final int hostsPerSwitch;

    /**
     * A grid.
     *
     * @param sizes switches along each dimension, each at least 1
     * @param hostsPerSwitch at least 1
     */
    public Grid(int[] sizes, int hostsPerSwitch) {
        if (sizes.length == 0 || Arrays.stream(sizes).anyMatch(s -> s < 1) || hostsPerSwitch < 1) {
            throw new IllegalArgumentException("grid " + Arrays.toString(sizes) + " with " + hostsPerSwitch
                    + " hosts per switch: expected numbers above 0");
        }
        this.sizes = sizes.clone();
        this.hostsPerSwitch = hostsPerSwitch;
    }

    /**
     * The grid's hosts, switches and cables.
     *
     * @param ports of each switch: two per dimension and one per host
     * @param metres of each cable
     */
    public NetworkTopology topology(int ports, double metres) {
        int needed = 2 * sizes.length + hostsPerSwitch;
        if (needed > ports) {
            throw new IllegalArgumentException("grid " + this + " needs " + needed
                    + " ports a switch, two per dimension and one per host; there are " + ports
                    + " (topology.grid, topology.hosts-per-switch, topology.ports)");
        }
        int switches = Arrays.stream(sizes).reduce(1, Math::multiplyExact);
        NetworkTopology topology = new NetworkTopology(Math.multiplyExact(switches, hostsPerSwitch), switches, ports);
        for (int s = 0; s < switches; s++) {
            for (int h = 0; h < hostsPerSwitch; h++) {
                End end = End.ofSwitch(s, 2 * sizes.length + h);
                topology.connect(End.host(s * hostsPerSwitch + h), end, metres);
            }
            for (int d = 0, stride = 1; d < sizes.length; stride *= sizes[d++]) {
                if (s / stride % sizes[d] + 1 < sizes[d]) {
                    topology.connect(End.ofSwitch(s, 2 * d + 1), End.ofSwitch(s + stride, 2 * d), metres);
                }
            }
        }
        return topology;
    }

    int dimensions() {
        return sizes.length;
    }

    int size(int dimension) {
        return sizes[dimension];
    }

    int hostsPerSwitch() {
        return hostsPerSwitch;
    }

    int hosts() {
        return Arrays.stream(sizes).reduce(hostsPerSwitch, Math::multiplyExact);
    }

    /** The sizes, such as 4x4x4. */
    @Override
    public String toString() {
        return Arrays.stream(sizes).mapToObj(Integer::toString).collect(Collectors.joining("x"));
    }
}
