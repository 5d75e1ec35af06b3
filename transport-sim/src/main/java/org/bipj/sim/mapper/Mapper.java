package org.bipj.sim.mapper;

import java.util.random.RandomGenerator;
import org.bipj.sim.kernel.Seeds;
import org.bipj.sim.mapper.MapperMessage.Acknowledge;
import org.bipj.sim.mapper.MapperMessage.Answer;
import org.bipj.sim.mapper.MapperMessage.Ask;
import org.bipj.sim.mapper.MapperMessage.Table;

/**
 * The mapper of one host: every host maps the network, and an elected leader distributes routes (AM-II papers: mapper
 * daemons, one for each interface, which elect a leader). It runs where its {@link MapperSite} says.
 *
 * <p>All hosts start to map. A mapper that receives a probe or an answer from a host with a smaller name stops and
 * follows that host; a stubborn one completes its map first. The host with the smallest name in its own map leads: it
 * computes up*&#47;down* routes and sends each host its own, until they are acknowledged. The leader looks periodically
 * whether its map still holds ({@link MapCheck}), and maps again after some of these checks, or at once after one that has
 * missed something, or when it hears of an unknown host. It distributes routes again if the map has changed, or if a host's answer shows that it has other routes:
 * another leader may have come and gone meanwhile. A host that receives nothing from its leader for long maps again
 * itself, so that parts of a split network find leaders of their own.
 *
 * <p>Modelled: one probe at a time, which is answered or times out; late answers, which are accepted; probes that the
 * network breaks up.
 */
public final class Mapper {
    private enum State {
        STOPPED,
        MAPPING,
        LEADING,
        FOLLOWING
    }

    private final MapperSite site;
    private final MapperSettings settings;
    private final int name;
    private final boolean stubborn;
    private final long seed;
    private final MapperCounts counts = new MapperCounts();
    private final RandomGenerator random;

    private State state = State.STOPPED;
    private int search;
    private Search current;
    /** Checks of the map before the network is mapped anew. */
    private int checksLeft;

    /** Token of the outstanding probe; -1 if none, as while it leads or follows. */
    private int waiting = -1;

    /** Tick at which the outstanding probe times out; none before it has left the board. */
    private long deadline;

    /** The tick at which the outstanding probe was sent. */
    private long askedAt;

    private long searchedSince;
    private NetworkMap map;
    private long mappedAt;
    private long mappingPs;
    private String failure;
    private RouteDistribution distribution;
    private int leader;
    /** The smallest name that has come up since it began to map or to follow, its own included. */
    private int smallestName;
    /** A host that has answered in the present search lacks the routes that were handed out last. */
    private boolean lacking;

    private final RouteTable table = new RouteTable();

    /**
     * A mapper that has not started.
     *
     * @param name of the host, which must be unique
     * @param stubborn completes its map even if there is a smaller name
     * @param seed selects among routes of the same length
     */
    Mapper(MapperSite site, MapperSettings settings, int name, boolean stubborn, long seed) {
        this.site = site;
        this.settings = settings;
        this.name = name;
        this.stubborn = stubborn;
        this.seed = seed;
        random = Seeds.of(seed, "mapper " + name);
        leader = name;
    }

    // ---- its state ---------------------------------------------------------------------------------------------

    /** The name of the host that this mapper runs on. */
    public int name() {
        return name;
    }

    /** What this mapper has done so far. */
    public MapperCounts counts() {
        return counts;
    }

    /** The last complete map; null if the mapper has never completed one. */
    public NetworkMap map() {
        return map;
    }

    /** The moment at which its last map was complete, in picoseconds. */
    public long mappedAt() {
        return mappedAt;
    }

    /** The time that its last map took, in picoseconds. */
    public long mappingPs() {
        return mappingPs;
    }

    /** Why its last discovery has found no map; null if it has. */
    public String failure() {
        return failure;
    }

    /** Name of the leader that it follows; its own name if it leads. */
    public int leader() {
        return leader;
    }

    /** True if it leads and all hosts have routes, or if it follows and has its leader's routes. */
    public boolean isSettled() {
        return switch (state) {
            case LEADING -> distribution.isDone() && table.isCompleteOf(name);
            case FOLLOWING -> table.isCompleteOf(leader);
            default -> false;
        };
    }

    /** The routes that it has received. */
    public RouteTable table() {
        return table;
    }

    // ---- mapping -----------------------------------------------------------------------------------------------

    /** Begins to map the network. */
    void search() {
        checksLeft = settings.checks();
        searchedSince = site.clock();
        begin(new Discovery(name));
    }

    private void check() {
        begin(new MapCheck(map));
    }

    private void begin(Search what) {
        state = State.MAPPING;
        leader = name;
        smallestName = name;
        lacking = false;
        search++;
        current = what;
        probeNext();
    }

    private void probeNext() {
        site.step();
        Probe probe = current.next();
        if (probe == null) {
            waiting = -1;
            mapped();
            return;
        }
        waiting = probe.token();
        // The time-out of the previous probe may be queued behind its answer.
        deadline = Long.MAX_VALUE;
        askedAt = site.ticks();
        counts.probes++;
        site.send(probe.turns(), new Ask(name, search, probe));
    }

    private void mapped() {
        failure = current.failure();
        if (failure != null) {
            counts.failed++;
            site.timer(MapperSite.PERIOD, settings.periodTicks());
            return;
        }
        NetworkMap before = map;
        map = current.map();
        boolean isNew = current instanceof Discovery;
        if (isNew) {
            mappedAt = site.clock();
            mappingPs = mappedAt - searchedSince;
            counts.maps++;
        } else if (map != before) {
            // Routes around what is gone come first. Then there may be more to find out.
            checksLeft = 0;
        }
        smallestName = Math.min(smallestName, map.smallestName());
        if (smallestName < name) {
            // It may be missing from the map: probes to it were lost, but its own have come here.
            follow(smallestName);
            return;
        }
        if (isNew && checksLeft > 0) {
            // Something may have gone since it was found.
            check();
            return;
        }
        state = State.LEADING;
        site.timer(MapperSite.PERIOD, settings.periodTicks());
        if (distribution == null || !map.sameAs(distribution.map()) || distribution.isDone() && someLack()) {
            long epoch = site.ticks();
            distribution = new RouteDistribution(map, epoch, settings.tableBytes(), seed);
            table.replace(name, epoch, distribution.own());
            site.routed(table);
        }
        // Continues a distribution of the same routes that this map has interrupted.
        distribute();
    }

    /** True if a host, perhaps this one, lacks the routes that were distributed last. */
    private boolean someLack() {
        return distribution.silent() > 0 || lacking || !table.isCompleteOf(name);
    }

    private void distribute() {
        site.step();
        Table packet = distribution.next();
        if (packet != null) {
            counts.tables++;
            site.send(packet.turns(), packet);
        }
    }

    private void follow(int other) {
        state = State.FOLLOWING;
        leader = other;
        smallestName = other;
        waiting = -1;
        distribution = null;
        site.timer(MapperSite.PATIENCE, settings.patienceTicks());
    }

    /** A message from another host has arrived. */
    private void noteHost(int other) {
        smallestName = Math.min(smallestName, other);
        if (other == leader) {
            site.timer(MapperSite.PATIENCE, settings.patienceTicks());
        } else if (other < leader && (!stubborn || state == State.FOLLOWING)) {
            follow(other);
        }
    }

    // ---- what the site notifies it of --------------------------------------------------------------------------

    /**
     * A worm has left, or was broken up. The time-out of a probe starts now: before, it may have waited behind answers
     * or other worms. If it was held for long, worms have waited for each other in a circle: the next probe then waits for a
     * random time of that order, so that the hosts that met in the circle do not meet again at the same time.
     */
    void left(MapperMessage message, boolean broken) {
        if (broken) {
            counts.broken++;
        }
        if (message instanceof Ask asked
                && isOutstanding(asked.search(), asked.probe().token())) {
            if (broken) {
                current.lost(waiting);
            }
            int held = (int) Math.min(site.ticks() - askedAt, settings.periodTicks());
            int timeout = settings.timeoutTicks();
            int patience = timeout + (held > timeout ? random.nextInt(held) : 0);
            deadline = site.ticks() + patience;
            site.timer(MapperSite.PROBE, patience);
        } else if (message instanceof Table && state == State.LEADING) {
            site.timer(MapperSite.ACKNOWLEDGE, settings.acknowledgeTicks());
        }
    }

    private boolean isOutstanding(int ofSearch, int token) {
        return ofSearch == search && token == waiting;
    }

    /** A timer has expired. It may have been set again, or have lost its meaning, since. */
    void expired(int timer) {
        boolean valid = switch (timer) {
            case MapperSite.PROBE -> waiting >= 0 && site.ticks() >= deadline;
            case MapperSite.PERIOD -> state == State.LEADING || state == State.MAPPING && waiting < 0;
            case MapperSite.PATIENCE -> state == State.FOLLOWING;
            default -> state == State.LEADING && !distribution.isDone();
        };
        if (!valid) {
            return;
        }
        if (timer == MapperSite.PROBE) {
            counts.silent++;
            probeNext();
        } else if (timer == MapperSite.ACKNOWLEDGE) {
            distribute();
        } else if (state == State.LEADING && checksLeft > 0) {
            checksLeft--;
            check();
        } else {
            search();
        }
    }

    /** A packet has arrived that was truncated or corrupt, or is no message of a mapper. */
    void damaged() {
        counts.damaged++;
    }

    /** Takes in a message that has arrived. */
    void message(MapperMessage message) {
        site.step();
        switch (message) {
            case Ask asked -> asked(asked);
            case Answer answer -> {
                if (answer.search() == search) {
                    lacking |= answer.leader() != name || answer.epoch() != table.epoch();
                    current.host(answer.token(), answer.name());
                    answered(answer.token());
                }
                noteHost(answer.name());
            }
            case Table part -> table(part);
            case Acknowledge acknowledge -> {
                if (state == State.LEADING && distribution.acknowledged(acknowledge)) {
                    site.cancelTimer(MapperSite.ACKNOWLEDGE);
                    distribute();
                }
            }
        }
    }

    private void asked(Ask asked) {
        Probe probe = asked.probe();
        if (leader == name && map != null && !map.names().contains(asked.mapper())) {
            // A cable has healed, or is new: time for another map.
            checksLeft = 0;
        }
        if (asked.mapper() == name) {
            if (asked.search() == search) {
                if (probe.kind() == Probe.Kind.HOST) {
                    current.host(probe.token(), name);
                } else {
                    current.returned(probe.token());
                }
                answered(probe.token());
            }
        } else if (probe.kind() == Probe.Kind.HOST) {
            counts.answered++;
            site.send(
                    NetworkMap.reverse(probe.turns()),
                    new Answer(
                            asked.search(),
                            probe.token(),
                            name,
                            table.isComplete() ? table.leader() : -1,
                            table.epoch()));
            noteHost(asked.mapper());
        } else {
            counts.stray++;
        }
    }

    /** A probe was answered: the next one is sent if it was the outstanding one. */
    private void answered(int token) {
        if (isOutstanding(search, token)) {
            site.cancelTimer(MapperSite.PROBE);
            probeNext();
        }
    }

    private void table(Table part) {
        noteHost(part.leader());
        if (part.leader() > smallestName) {
            return;
        }
        site.stored(part.bytes());
        long before = table.epoch();
        int leaderBefore = table.leader();
        if (table.add(part)) {
            site.send(NetworkMap.reverse(part.turns()), new Acknowledge(name, part.epoch(), part.part()));
        }
        if (table.epoch() != before || table.leader() != leaderBefore) {
            site.routed(table);
        }
    }
}
