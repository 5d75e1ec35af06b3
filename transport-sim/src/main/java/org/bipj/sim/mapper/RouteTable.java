package org.bipj.sim.mapper;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.agrona.collections.Int2ObjectHashMap;
import org.bipj.sim.mapper.MapperMessage.Entry;
import org.bipj.sim.mapper.MapperMessage.Table;

/** The routes of one host, as its leader sent them: in use until the next table is complete. */
public final class RouteTable {
    private int leader = -1;
    private long epoch;
    private Int2ObjectHashMap<byte[]> routes = new Int2ObjectHashMap<>();
    /** Parts of the table that is coming, in order. */
    private final List<List<Entry>> coming = new ArrayList<>();

    private int comingLeader = -1;
    private long comingEpoch;

    RouteTable() {}

    /** Name of the leader whose routes these are; -1 before the first. */
    public int leader() {
        return leader;
    }

    /** When the leader computed them, in ticks of its clock. */
    public long epoch() {
        return epoch;
    }

    /** True if nothing of a newer table is missing. */
    public boolean isComplete() {
        return leader >= 0 && coming.isEmpty();
    }

    /** The turns to a destination, by its name; null if there is no route. */
    public byte[] route(int to) {
        return routes.get(to);
    }

    /** Names of the destinations. */
    public Set<Integer> destinations() {
        return Collections.unmodifiableSet(routes.keySet());
    }

    /**
     * Takes a part, also one that is there already. False if parts before it are missing, as they were forgotten for
     * another table in between: not acknowledged, its leader will send a new one.
     */
    boolean add(Table part) {
        if (part.leader() == leader && part.epoch() <= epoch) {
            return true;
        }
        if (part.leader() != comingLeader || part.epoch() != comingEpoch) {
            coming.clear();
            comingLeader = part.leader();
            comingEpoch = part.epoch();
        }
        if (part.part() > coming.size()) {
            return false;
        }
        if (part.part() == coming.size()) {
            coming.add(part.entries());
        }
        if (coming.size() == part.parts()) {
            replace(
                    comingLeader,
                    comingEpoch,
                    coming.stream().flatMap(List::stream).toList());
        }
        return true;
    }

    void replace(int by, long number, List<Entry> entries) {
        Int2ObjectHashMap<byte[]> next = new Int2ObjectHashMap<>();
        entries.forEach(entry -> next.put(entry.to(), entry.turns()));
        routes = next;
        leader = by;
        epoch = number;
        coming.clear();
    }
}
