package org.bipj.sim.mapper;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.agrona.collections.Int2ObjectHashMap;
import org.bipj.sim.mapper.MapperMessage.Entry;
import org.bipj.sim.mapper.MapperMessage.Table;

/** The routes of one host, as its leader has sent them. They are valid until the next table is complete. */
public final class RouteTable {
    private int leader = -1;
    private long epoch;
    private Int2ObjectHashMap<byte[]> routes = new Int2ObjectHashMap<>();
    /** Parts of the table that is being received, in order. */
    private final List<List<Entry>> incoming = new ArrayList<>();

    private int incomingLeader = -1;
    private long incomingEpoch;

    RouteTable() {}

    /** Name of the leader whose routes these are; -1 before the first. */
    public int leader() {
        return leader;
    }

    /** When the leader computed them, in ticks of its clock. */
    public long epoch() {
        return epoch;
    }

    /** True if there is a table, and no newer one is being received. */
    public boolean isComplete() {
        return leader >= 0 && incoming.isEmpty();
    }

    /** True if these are the routes of a leader, and nothing of a newer table is missing. */
    boolean isCompleteOf(int by) {
        return leader == by && isComplete();
    }

    /** The turns to a destination, by its name; null if there is no route. */
    public byte[] route(int to) {
        return routes.get(to);
    }

    /** The names of the hosts that there are routes to. */
    public Set<Integer> destinations() {
        return Collections.unmodifiableSet(routes.keySet());
    }

    /**
     * Takes a part, which may be a duplicate. False if parts before it are missing, because another table has replaced
     * them meanwhile: without an acknowledgement the leader sends a new table.
     */
    boolean add(Table part) {
        if (part.leader() == leader && part.epoch() <= epoch) {
            return true;
        }
        if (part.leader() != incomingLeader || part.epoch() != incomingEpoch) {
            incoming.clear();
            incomingLeader = part.leader();
            incomingEpoch = part.epoch();
        }
        if (part.part() > incoming.size()) {
            return false;
        }
        if (part.part() == incoming.size()) {
            incoming.add(part.entries());
        }
        if (incoming.size() == part.parts()) {
            replace(
                    incomingLeader,
                    incomingEpoch,
                    incoming.stream().flatMap(List::stream).toList());
        }
        return true;
    }

    void replace(int by, long number, List<Entry> entries) {
        Int2ObjectHashMap<byte[]> next = new Int2ObjectHashMap<>();
        entries.forEach(entry -> next.put(entry.to(), entry.turns()));
        routes = next;
        leader = by;
        epoch = number;
        incoming.clear();
    }
}
