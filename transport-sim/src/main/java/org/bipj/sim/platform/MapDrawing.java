package org.bipj.sim.platform;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import org.bipj.sim.mapper.NetworkMap;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.net.NetworkTopology.Cable;
import org.bipj.sim.net.NetworkTopology.End;
import org.bipj.sim.route.RouteCheck;

/**
 * Draws maps as tables: a row for each switch, a column for each port, and in it the other end of its cable. The mapper knows
 * neither the numbers of switches nor those of ports; the drawing has them from the platform, by following the mapper's
 * cables from its host.
 */
final class MapDrawing {
    private static final String NO_CABLE = ".";
    private static final String GONE = "x";
    private static final String NEW = "+";

    private final NetworkTopology topology;
    private final RouteCheck.Names names;

    /** Draws maps of this topology, with these names. */
    MapDrawing(NetworkTopology topology, RouteCheck.Names names) {
        this.topology = topology;
        this.names = names;
    }

    /** The platform's cables that are in the map of a host. */
    Set<Cable> cables(NetworkMap map, int host) {
        Set<Cable> found = new LinkedHashSet<>();
        Map<Integer, Integer> numbers = new HashMap<>();
        Map<Integer, Integer> offsets = new HashMap<>();
        Queue<End[]> queue = new ArrayDeque<>();
        queue.add(new End[] {End.host(0), End.host(host)});
        while (!queue.isEmpty()) {
            End[] pair = queue.remove();
            Cable mapped = map.topology().at(pair[0]);
            Cable real = topology.at(pair[1]);
            if (mapped == null || real == null || !found.add(real)) {
                continue;
            }
            End there = mapped.other(pair[0]);
            End really = real.other(pair[1]);
            if (there.isHost() || numbers.putIfAbsent(there.node(), really.node()) != null) {
                continue;
            }
            offsets.put(there.node(), really.port() - there.port());
            for (int port = 0; port < map.topology().ports(); port++) {
                int shifted = port + offsets.get(there.node());
                if (shifted >= 0 && shifted < topology.ports()) {
                    queue.add(new End[] {End.ofSwitch(there.node(), port), End.ofSwitch(really.node(), shifted)});
                }
            }
        }
        return found;
    }

    /**
     * The table of some cables.
     *
     * @param before cables of an earlier map, whose difference is marked; empty for none
     */
    String table(Set<Cable> cables, Set<Cable> before) {
        Set<Cable> all = new LinkedHashSet<>(before);
        all.addAll(cables);
        Set<Integer> switches = new TreeSet<>();
        for (Cable cable : all) {
            for (End end : new End[] {cable.a(), cable.b()}) {
                if (!end.isHost()) {
                    switches.add(end.node());
                }
            }
        }
        String[][] cells = new String[switches.size() + 1][topology.ports() + 1];
        cells[0][0] = "";
        for (int port = 0; port < topology.ports(); port++) {
            cells[0][port + 1] = Integer.toString(port);
        }
        int row = 1;
        for (int number : switches) {
            cells[row][0] = names.ofSwitch(number);
            for (int port = 0; port < topology.ports(); port++) {
                cells[row][port + 1] = cell(End.ofSwitch(number, port), cables, before);
            }
            row++;
        }
        return text(cells);
    }

    private String cell(End end, Set<Cable> cables, Set<Cable> before) {
        Cable cable = topology.at(end);
        boolean is = cable != null && cables.contains(cable);
        boolean was = cable != null && before.contains(cable);
        if (!is) {
            return was ? GONE : NO_CABLE;
        }
        // A loop has both of its ends at this switch.
        End other = cable.other(end);
        String name = other.isHost() ? names.host(other.node()) : names.ofSwitch(other.node()) + "." + other.port();
        return before.isEmpty() || was ? name : NEW + name;
    }

    private static String text(String[][] cells) {
        int[] widths = new int[cells[0].length];
        for (String[] row : cells) {
            for (int column = 0; column < row.length; column++) {
                widths[column] = Math.max(widths[column], row[column].length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (String[] row : cells) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.length; column++) {
                line.append("  ").append(row[column]).append(" ".repeat(widths[column] - row[column].length()));
            }
            text.append(line.toString().stripTrailing()).append(System.lineSeparator());
        }
        return text.toString();
    }
}
