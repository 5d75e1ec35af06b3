package org.bipj.sim.mapper;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.hardware.Firmware;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.kernel.Seeds;
import org.bipj.sim.mapper.MapperMessage.Acknowledge;
import org.bipj.sim.mapper.MapperMessage.Answer;
import org.bipj.sim.mapper.MapperMessage.Ask;
import org.bipj.sim.mapper.MapperMessage.Entry;
import org.bipj.sim.mapper.MapperMessage.Table;
import org.bipj.sim.net.Worm;

/**
 * The mapper as firmware: every board maps the network, and an elected leader distributes routes (AM-II papers: mapper
 * daemons, one for each interface, which elect a leader).
 *
 * <p>All boards start to map. A mapper that receives a probe or an answer from a host with a smaller name stops and
 * follows that host; a stubborn one completes its map first. The host with the smallest name in its own map leads: it
 * computes up*&#47;down* routes and sends each host its own, until they are acknowledged. The leader maps again
 * periodically. It distributes routes again if the map has changed, or if a host's answer shows that it has other routes:
 * another leader may have come and gone meanwhile. A host that receives nothing from its leader for long maps again
 * itself, so that parts of a split network find leaders of their own.
 *
 * <p>Modelled: one probe at a time, which is answered or times out; late answers, which are accepted; probes that the
 * network breaks up; damaged packets, which are dropped. Left out: the daemon's host, and traffic of programs beside
 * the mapper's.
 */
public final class MapperFirmware implements Firmware {
    /** The doorbell command that starts the mapper. */
    public static final Object START = "start";

    private static final int PROBE = 0;
    private static final int PERIOD = 1;
    private static final int PATIENCE = 2;
    private static final int ACKNOWLEDGE = 3;
    private static final int ROOM = 4096;

    private enum State {
        STOPPED,
        MAPPING,
        LEADING,
        FOLLOWING
    }

    private final Lanai lanai;
    private final int name;
    private final boolean stubborn;
    private final long seed;
    private final MapperCounts counts = new MapperCounts();
    private final Deque<Worm> out = new ArrayDeque<>();
    private final int stepCycles;
    private final int probeBytes;
    private final int tableBytes;
    private final int[] ticks;
    private final RandomGenerator random;

    private State state = State.STOPPED;
    private int search;
    private Discovery discovery;
    /** Token of the outstanding probe; -1 if none, as while it leads or follows. */
    private int waiting = -1;

    /** Tick at which the outstanding probe times out; none before it has left the board. */
    private long deadline;

    /** Tick at which it was sent. */
    private long askedAt;

    private long searchedSince;
    private NetworkMap map;
    private long mappedAt;
    private long mappingPs;
    private RouteDistribution distribution;
    private int leader;
    /** The smallest name that has come up since it began to map or to follow, its own included. */
    private int smallestName;
    /** A host that has answered in the present search lacks the routes that were handed out last. */
    private boolean lacking;

    private final RouteTable table = new RouteTable();

    /**
     * A mapper for a board, to be loaded and then started by {@link #START}.
     *
     * @param name of the host, which must be unique
     * @param stubborn completes its map even if there is a smaller name
     * @param seed selects among routes of the same length
     */
    public MapperFirmware(Lanai lanai, int name, Constants constants, boolean stubborn, long seed) {
        this.lanai = lanai;
        this.name = name;
        this.stubborn = stubborn;
        this.seed = seed;
        random = Seeds.of(seed, "mapper " + name);
        leader = name;
        stepCycles = constants.count("mapper.step");
        probeBytes = constants.bytes("mapper.probe");
        tableBytes = constants.bytes("mapper.table");
        ticks = new int[] {
            ticks(constants, "mapper.timeout"),
            ticks(constants, "mapper.period"),
            ticks(constants, "mapper.patience"),
            ticks(constants, "mapper.acknowledge")
        };
        if (tableBytes + probeBytes > ROOM) {
            throw new IllegalArgumentException(
                    "mapper.table of " + tableBytes + " bytes; expected at most " + (ROOM - probeBytes));
        }
    }

    private static int ticks(Constants constants, String key) {
        return Math.toIntExact(Math.max(1, constants.ps(key) / constants.ps("lanai.rtc")));
    }

    /** Name of its host. */
    public int name() {
        return name;
    }

    /** The counts of its activity. */
    public MapperCounts counts() {
        return counts;
    }

    /** Its last complete map; null if it never completed one. */
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

    @Override
    public void onDoorbell(Object command) {
        if (!lanai.allocate(ROOM)) {
            throw new IllegalStateException("no board memory for the mapper");
        }
        arm();
        search();
    }

    private void search() {
        state = State.MAPPING;
        leader = name;
        smallestName = name;
        lacking = false;
        search++;
        discovery = new Discovery(name);
        searchedSince = lanai.clock();
        probeNext();
    }

    private void probeNext() {
        lanai.cycles(stepCycles);
        Probe probe = discovery.next();
        if (probe == null) {
            waiting = -1;
            mapped();
            return;
        }
        waiting = probe.token();
        // The time-out of the previous probe may be queued behind its answer.
        deadline = Long.MAX_VALUE;
        askedAt = lanai.ticks();
        counts.probes++;
        send(probe.turns(), new Ask(name, search, probe));
    }

    private void mapped() {
        if (discovery.failure() != null) {
            counts.failed++;
            lanai.timer(PERIOD, ticks[PERIOD]);
            return;
        }
        NetworkMap before = map;
        map = discovery.map();
        mappedAt = lanai.clock();
        mappingPs = mappedAt - searchedSince;
        counts.maps++;
        smallestName = Math.min(smallestName, map.smallestName());
        if (smallestName < name) {
            // It may be missing from the map: probes to it were lost, but its own have come here.
            follow(smallestName);
            return;
        }
        state = State.LEADING;
        lanai.timer(PERIOD, ticks[PERIOD]);
        if (distribution == null || !map.sameAs(before) || distribution.isDone() && someLack()) {
            long epoch = lanai.ticks();
            distribution = new RouteDistribution(map, epoch, tableBytes, seed);
            table.replace(name, epoch, distribution.own());
        }
        // Continues a distribution of the same routes that this map has interrupted.
        distribute();
    }

    /** True if a host, perhaps this one, lacks the routes that were distributed last. */
    private boolean someLack() {
        return distribution.silent() > 0 || lacking || !table.isCompleteOf(name);
    }

    private void distribute() {
        lanai.cycles(stepCycles);
        Table packet = distribution.next();
        if (packet != null) {
            counts.tables++;
            send(packet.turns(), packet);
        }
    }

    private void follow(int other) {
        state = State.FOLLOWING;
        leader = other;
        smallestName = other;
        waiting = -1;
        distribution = null;
        lanai.timer(PATIENCE, ticks[PATIENCE]);
    }

    /** A message from another host has arrived. */
    private void noteHost(int other) {
        smallestName = Math.min(smallestName, other);
        if (other == leader) {
            lanai.timer(PATIENCE, ticks[PATIENCE]);
        } else if (other < leader && (!stubborn || state == State.FOLLOWING)) {
            follow(other);
        }
    }

    private void send(byte[] turns, MapperMessage message) {
        out.add(new Worm(turns, message));
        if (out.size() == 1) {
            begin();
        }
    }

    private void begin() {
        Worm worm = out.getFirst();
        lanai.send(worm);
        lanai.feed(probeBytes + (worm.content instanceof Table t ? bytes(t.entries()) : 0), true);
    }

    private static int bytes(List<Entry> entries) {
        return entries.stream().mapToInt(Entry::bytes).sum();
    }

    @Override
    public void onSent(Worm worm) {
        left(worm, false);
    }

    @Override
    public void onSendReset(Worm worm) {
        counts.broken++;
        left(worm, true);
    }

    /**
     * A worm has left, or was broken up. The time-out of a probe starts now: before, it may have waited behind answers
     * or other worms. If it was held for long, worms have waited for each other in a circle: the next probe then waits for a
     * random time of that order, so that the hosts that met in the circle do not meet again at the same time.
     */
    private void left(Worm worm, boolean broken) {
        out.removeFirst();
        if (!out.isEmpty()) {
            begin();
        }
        if (worm.content instanceof Ask asked
                && isOutstanding(asked.search(), asked.probe().token())) {
            if (broken) {
                discovery.lost(waiting);
            }
            int held = (int) Math.min(lanai.ticks() - askedAt, ticks[PERIOD]);
            int patience = ticks[PROBE] + (held > ticks[PROBE] ? random.nextInt(held) : 0);
            deadline = lanai.ticks() + patience;
            lanai.timer(PROBE, patience);
        } else if (worm.content instanceof Table && state == State.LEADING) {
            lanai.timer(ACKNOWLEDGE, ticks[ACKNOWLEDGE]);
        }
    }

    private boolean isOutstanding(int ofSearch, int token) {
        return ofSearch == search && token == waiting;
    }

    @Override
    public void onTimer(int timer) {
        boolean valid = switch (timer) {
            case PROBE -> waiting >= 0 && lanai.ticks() >= deadline;
            case PERIOD -> state == State.LEADING || state == State.MAPPING && waiting < 0;
            case PATIENCE -> state == State.FOLLOWING;
            default -> state == State.LEADING && !distribution.isDone();
        };
        if (!valid) {
            return;
        }
        if (timer == PROBE) {
            counts.silent++;
            probeNext();
        } else if (timer == ACKNOWLEDGE) {
            distribute();
        } else {
            search();
        }
    }

    @Override
    public void onTail(Worm worm, int chars) {
        arm();
        if (worm.truncated || worm.corrupt || !(worm.content instanceof MapperMessage message)) {
            counts.damaged++;
            return;
        }
        lanai.cycles(stepCycles);
        switch (message) {
            case Ask asked -> asked(asked);
            case Answer answer -> {
                if (answer.search() == search) {
                    lacking |= answer.leader() != name || answer.epoch() != table.epoch();
                    discovery.host(answer.token(), answer.name());
                    answered(answer.token());
                }
                noteHost(answer.name());
            }
            case Table part -> table(part);
            case Acknowledge acknowledge -> {
                if (state == State.LEADING && distribution.acknowledged(acknowledge)) {
                    lanai.cancelTimer(ACKNOWLEDGE);
                    distribute();
                }
            }
        }
    }

    private void asked(Ask asked) {
        Probe probe = asked.probe();
        if (asked.mapper() == name) {
            if (asked.search() == search) {
                if (probe.kind() == Probe.Kind.HOST) {
                    discovery.host(probe.token(), name);
                } else {
                    discovery.returned(probe.token());
                }
                answered(probe.token());
            }
        } else if (probe.kind() == Probe.Kind.HOST) {
            counts.answered++;
            send(
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
            lanai.cancelTimer(PROBE);
            probeNext();
        }
    }

    private void table(Table part) {
        noteHost(part.leader());
        if (part.leader() > smallestName) {
            return;
        }
        lanai.sram(bytes(part.entries()) / 4);
        if (table.add(part)) {
            send(NetworkMap.reverse(part.turns()), new Acknowledge(name, part.epoch(), part.part()));
        }
    }

    @Override
    public void onHead(Worm worm) {
        arm();
    }

    @Override
    public void onBufferFull(Worm worm, int chars) {
        arm();
    }

    /** Keeps room in the receive engine, so that no worm is blocked in the network because of a mapper. */
    private void arm() {
        if (!lanai.hasRoom()) {
            lanai.receive(ROOM);
        }
    }

    @Override
    public void onHostDma(Object cookie) {
        throw new IllegalStateException("the mapper starts no host DMA");
    }
}
