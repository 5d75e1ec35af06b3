package org.bipj.sim.mapper;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.hardware.Firmware;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.mapper.MapperMessage.Acknowledge;
import org.bipj.sim.mapper.MapperMessage.Answer;
import org.bipj.sim.mapper.MapperMessage.Ask;
import org.bipj.sim.mapper.MapperMessage.Entry;
import org.bipj.sim.mapper.MapperMessage.Table;
import org.bipj.sim.net.Worm;

/**
 * The mapper as a control program: every board finds out what the network looks like, one leads and hands out routes
 * (AM-II papers: mapper daemons, one for each interface, which elect a leader).
 *
 * <p>All boards begin to map. Whoever learns of a smaller name, because it is asked by it or answered by it, gives way
 * and follows; or, if told to be stubborn, finishes its map first. Who has the smallest name in its map leads: it
 * computes up*&#47;down* routes and sends each host its own, until acknowledged. The leader maps again periodically,
 * and hands routes out again if the map has changed. A host that hears nothing of its leader for long maps again
 * itself, so that parts of a network that fell apart find leaders of their own.
 *
 * <p>Modelled: one probe at a time, answered or given up after a time-out; late answers, which still count; probes
 * broken up by the network; damaged packets, which are dropped. Left out: the daemon's host, and traffic of programs
 * beside the mapper's.
 */
public final class MapperFirmware implements Firmware {
    /** The doorbell's command that starts it. */
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

    private State state = State.STOPPED;
    private int search;
    private Discovery discovery;
    /** The probe that is being waited for; -1 if none, as while it leads or follows. */
    private int waiting = -1;

    /** Tick from which on it is waited for no longer; none before it is out. */
    private long deadline;

    private long searchedSince;
    private NetworkMap map;
    private long mappedAt;
    private long mappingPs;
    private RouteDistribution distribution;
    private int leader;
    private final RouteTable table = new RouteTable();

    /**
     * A mapper for a board, to be loaded and then started by {@link #START}.
     *
     * @param name unlike any other host's
     * @param stubborn finishes its map though it knows of a smaller name
     * @param seed chooses among routes of one length
     */
    public MapperFirmware(Lanai lanai, int name, Constants constants, boolean stubborn, long seed) {
        this.lanai = lanai;
        this.name = name;
        this.stubborn = stubborn;
        this.seed = seed;
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

    /** What it has done and seen. */
    public MapperCounts counts() {
        return counts;
    }

    /** The last complete map of its own; null if it never completed one. */
    public NetworkMap map() {
        return map;
    }

    /** The moment at which the last map was complete, in picoseconds. */
    public long mappedAt() {
        return mappedAt;
    }

    /** How long the last map took, in picoseconds. */
    public long mappingPs() {
        return mappingPs;
    }

    /** Whom it follows; itself if it leads. */
    public int leader() {
        return leader;
    }

    /** True if it leads and everybody has routes, or it follows and has its leader's routes. */
    public boolean isSettled() {
        return switch (state) {
            case LEADING -> distribution.isDone();
            case FOLLOWING -> table.isComplete() && table.leader() == leader;
            default -> false;
        };
    }

    /** The routes that it was given last. */
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
        search++;
        discovery = new Discovery(name);
        searchedSince = lanai.clock();
        ask();
    }

    private void ask() {
        lanai.cycles(stepCycles);
        Probe probe = discovery.next();
        if (probe == null) {
            waiting = -1;
            mapped();
            return;
        }
        waiting = probe.token();
        // The end of the last one's time may be queued behind its answer.
        deadline = Long.MAX_VALUE;
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
        if (map.smallestName() != name) {
            follow(map.smallestName());
            return;
        }
        state = State.LEADING;
        lanai.timer(PERIOD, ticks[PERIOD]);
        if (distribution == null || distribution.silent() > 0 || !map.sameAs(before)) {
            long epoch = lanai.ticks();
            distribution = new RouteDistribution(map, epoch, tableBytes, seed);
            table.replace(name, epoch, distribution.own());
        }
        // The same routes go on to be handed out where mapping again has come in between.
        handOut();
    }

    private void handOut() {
        lanai.cycles(stepCycles);
        Table packet = distribution.next();
        if (packet != null) {
            counts.tables++;
            send(packet.turns(), packet);
        }
    }

    private void follow(int whom) {
        state = State.FOLLOWING;
        leader = whom;
        waiting = -1;
        distribution = null;
        lanai.timer(PATIENCE, ticks[PATIENCE]);
    }

    /** Another's name has come up. */
    private void heard(int other) {
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
     * The clock of a question starts when it is out: until then it may have waited behind answers, or in front of
     * others' worms.
     */
    private void left(Worm worm, boolean broken) {
        out.removeFirst();
        if (!out.isEmpty()) {
            begin();
        }
        if (worm.content instanceof Ask asked
                && isWaitedFor(asked.search(), asked.probe().token())) {
            if (broken) {
                discovery.lost(waiting);
                ask();
            } else {
                deadline = lanai.ticks() + ticks[PROBE];
                lanai.timer(PROBE, ticks[PROBE]);
            }
        } else if (worm.content instanceof Table && state == State.LEADING) {
            lanai.timer(ACKNOWLEDGE, ticks[ACKNOWLEDGE]);
        }
    }

    private boolean isWaitedFor(int ofSearch, int token) {
        return ofSearch == search && token == waiting;
    }

    @Override
    public void onTimer(int timer) {
        boolean goesOn = switch (timer) {
            case PROBE -> waiting >= 0 && lanai.ticks() >= deadline;
            case PERIOD -> state == State.LEADING || state == State.MAPPING && waiting < 0;
            case PATIENCE -> state == State.FOLLOWING;
            default -> state == State.LEADING && !distribution.isDone();
        };
        if (!goesOn) {
            return;
        }
        if (timer == PROBE) {
            counts.silent++;
            ask();
        } else if (timer == ACKNOWLEDGE) {
            handOut();
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
                    discovery.host(answer.token(), answer.name());
                    goOn(answer.token());
                }
                heard(answer.name());
            }
            case Table part -> table(part);
            case Acknowledge acknowledge -> {
                if (state == State.LEADING && distribution.acknowledged(acknowledge)) {
                    lanai.cancelTimer(ACKNOWLEDGE);
                    handOut();
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
                goOn(probe.token());
            }
        } else if (probe.kind() == Probe.Kind.HOST) {
            counts.answered++;
            send(NetworkMap.reverse(probe.turns()), new Answer(asked.search(), probe.token(), name));
            heard(asked.mapper());
        } else {
            counts.stray++;
        }
    }

    /** What was waited for has come. */
    private void goOn(int token) {
        if (isWaitedFor(search, token)) {
            lanai.cancelTimer(PROBE);
            ask();
        }
    }

    private void table(Table part) {
        heard(part.leader());
        if (part.leader() > leader) {
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

    /** The receive engine always has room, so that no worm stands in the network because of a mapper. */
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
