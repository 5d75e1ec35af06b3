package org.bipj.sim.mapper;

import java.util.ArrayList;
import java.util.List;
import org.bipj.sim.mapper.MapperMessage.Entry;
import org.bipj.sim.mapper.MapperMessage.Table;
import org.bipj.sim.route.Routes;

/**
 * Distributes the routes of a leader to one host after the other. Each part of a host's table is sent until it is
 * acknowledged. All routes are of one up*&#47;down* tree, and so free of deadlock together.
 */
final class RouteDistribution {
    private static final int MAX_TRIES = 5;

    private final NetworkMap map;
    private final Routes routes;
    private final long epoch;
    private final int mostBytes;
    private int host;
    private List<List<Entry>> parts = List.of();
    private int part;
    private int tries;
    private int silent;

    RouteDistribution(NetworkMap map, long epoch, int mostBytes, long seed) {
        this.map = map;
        this.epoch = epoch;
        this.mostBytes = mostBytes;
        routes = map.routes(seed);
        nextHost();
    }

    /** The map that its routes are for. */
    NetworkMap map() {
        return map;
    }

    /** The next packet, or the last one again; null when all hosts are done. */
    Table next() {
        if (isDone()) {
            return null;
        }
        if (tries++ == MAX_TRIES) {
            silent++;
            nextHost();
            return next();
        }
        return new Table(map.names().getFirst(), epoch, part, parts.size(), parts.get(part), routes.route(0, host));
    }

    /** Takes an acknowledgement; true if it is for the last packet. */
    boolean acknowledged(MapperMessage.Acknowledge by) {
        if (isDone()
                || by.epoch() != epoch
                || by.part() != part
                || by.name() != map.names().get(host)) {
            return false;
        }
        tries = 0;
        if (++part == parts.size()) {
            nextHost();
        }
        return true;
    }

    boolean isDone() {
        return host == map.names().size();
    }

    /** How many hosts have never acknowledged their routes. */
    int silent() {
        return silent;
    }

    /** The routes of the leader's own host. */
    List<Entry> own() {
        return table(0);
    }

    private void nextHost() {
        part = 0;
        tries = 0;
        if (++host < map.names().size()) {
            parts = split(table(host));
        }
    }

    private List<Entry> table(int from) {
        List<Entry> table = new ArrayList<>();
        for (int to = 0; to < map.names().size(); to++) {
            if (to != from) {
                table.add(new Entry(map.names().get(to), routes.route(from, to)));
            }
        }
        return table;
    }

    private List<List<Entry>> split(List<Entry> table) {
        List<List<Entry>> split = new ArrayList<>();
        int room = 0;
        for (Entry entry : table) {
            if (entry.bytes() > room) {
                split.add(new ArrayList<>());
                room = mostBytes;
            }
            room -= entry.bytes();
            split.getLast().add(entry);
        }
        return split;
    }
}
