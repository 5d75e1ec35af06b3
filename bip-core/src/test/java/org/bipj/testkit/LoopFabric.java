package org.bipj.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.bipj.core.job.RankEndedError;
import org.bipj.core.nic.NicPort;
import org.bipj.core.payload.Payload;

/**
 * A network inside one JVM whose every choice follows from a seed: which pair's packets come first, which slot a claim
 * gets, when a copy completes, which packet the medium harms. Packet memory is overwritten as soon as a packet's life
 * ends, so that who reads it later reads nonsense.
 *
 * <p>One thread may step all ranks by itself, or each rank has a thread and they run by {@linkplain Turns turns}.
 */
public final class LoopFabric implements Fabric {
    /** What the medium has done to a packet. */
    public enum Harm {
        /** It never arrives. */
        DROPPED,
        /** One bit of its bytes or of its immediate is another. */
        CORRUPTED,
        /** It arrives twice. */
        DUPLICATED
    }

    /**
     * One harmed packet.
     *
     * @param number position in the order of commits of this pair and lane, from 0
     */
    public record Fault(Harm harm, int from, int to, int lane, long number) {}

    /** A ready send on its way. */
    record Ready(int from, long name, Payload payload, long bytes, long cookie) {}

    /** A copy that has begun and is not complete. */
    record Copy(Payload from, Payload into, long bytes, long cookie) {}

    final LoopOptions options;
    final Random random;
    final Map<Long, Payload> exposed = new HashMap<>();
    private final LoopPort[] ports;
    private final LoopLink[][][] links;
    /** By receiver, group and sender. */
    private final Map<List<Integer>, LoopLink> groupLinks = new LinkedHashMap<>();

    private final List<Fault> faults = new ArrayList<>();
    private final Turns turns;
    /** By rank the number of calls of its port after which it dies; null: a death is a failure of the test. */
    private long[] diesAfter;

    private Consumer<String> trace = event -> {};
    private long nextKey;

    /** A fabric with these options. */
    public LoopFabric(LoopOptions options) {
        this.options = options;
        random = new Random(options.seed);
        turns = new Turns(options.ranks, options.seed);
        links = new LoopLink[options.ranks][options.ranks][];
        ports = new LoopPort[options.ranks];
        for (int rank = 0; rank < ports.length; rank++) {
            ports[rank] = new LoopPort(this, rank);
        }
    }

    /** Reports every commit and delivery from now on, one line each. */
    public void trace(Consumer<String> events) {
        trace = events;
    }

    /** The job goes on when a rank dies: its port reports the death of others, after what these have sent. */
    public LoopFabric survivingDeaths() {
        diesAfter = new long[options.ranks];
        Arrays.fill(diesAfter, Long.MAX_VALUE);
        return this;
    }

    /** Plans that a rank dies before a call of its port, to send or to poll. */
    public void diesAfter(int rank, long calls) {
        diesAfter[rank] = calls;
    }

    /** Number of calls of a rank's port so far. */
    public long calls(int rank) {
        return ports[rank].calls();
    }

    /** Ends the calling rank. */
    public RankEndedError die(int rank) {
        return ports[rank].die();
    }

    boolean isDue(int rank, long calls) {
        return diesAfter != null && calls >= diesAfter[rank];
    }

    @Override
    public boolean survivesDeaths() {
        return diesAfter != null;
    }

    @Override
    public boolean isDead(int rank) {
        return ports[rank].isDead();
    }

    /** What a rank has sent that dies may be lost. */
    void loseTails(int from) {
        for (int to = 0; to < ports.length; to++) {
            for (int lane = 0; links[from][to] != null && lane < NicPort.LANES; lane++) {
                links[from][to][lane].loseTail();
            }
        }
    }

    /** True if packets are on their way from one rank to another. */
    boolean isUnderWay(int from, int to) {
        return arrived(to).stream().anyMatch(link -> link.from == from);
    }

    /** What the medium has harmed so far. */
    public List<Fault> faults() {
        return faults;
    }

    /** Packets committed so far from one rank to another on a lane. */
    public long committed(int from, int to, int lane) {
        return link(from, to, lane).committed;
    }

    @Override
    public boolean isQuiet() {
        for (int rank = 0; rank < ports.length; rank++) {
            if (ports[rank].isCompleting() || !arrived(rank).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean isClosed(int rank) {
        return ports[rank].isClosed();
    }

    /** Payloads that are exposed now. */
    public int exposed() {
        return exposed.size();
    }

    LoopPort loopPort(int rank) {
        return ports[rank];
    }

    LoopLink link(int from, int to, int lane) {
        if (links[from][to] == null) {
            links[from][to] = new LoopLink[] {
                new LoopLink(this, from, to, NicPort.CONTROL, options.maxControl),
                new LoopLink(this, from, to, NicPort.DATA, options.maxPacket)
            };
        }
        return links[from][to][lane];
    }

    /** The lane of a group's packets from one member to another. */
    LoopLink groupLink(int group, int from, int to) {
        return groupLinks.computeIfAbsent(
                List.of(to, group, from),
                key -> new LoopLink(this, from, to, NicPort.LANES + group, options.maxPacket));
    }

    /** The lanes to a rank that hold packets. */
    List<LoopLink> arrived(int to) {
        List<LoopLink> found = new ArrayList<>();
        for (int from = 0; from < ports.length; from++) {
            for (int lane = 0; links[from][to] != null && lane < NicPort.LANES; lane++) {
                if (links[from][to][lane].hasPacket()) {
                    found.add(links[from][to][lane]);
                }
            }
        }
        for (LoopLink link : groupLinks.values()) {
            if (link.to == to && link.hasPacket()) {
                found.add(link);
            }
        }
        return found;
    }

    boolean chance(int perMille) {
        return perMille > 0 && random.nextInt(1000) < perMille;
    }

    long newKey() {
        return nextKey++;
    }

    void harmed(Harm harm, LoopLink link, long number) {
        faults.add(new Fault(harm, link.from, link.to, link.lane, number));
        event(harm + " " + link + " #" + number);
    }

    void event(String what) {
        turns.active();
        trace.accept(what);
    }

    @Override
    public int size() {
        return ports.length;
    }

    @Override
    public NicPort port(int rank) {
        return ports[rank];
    }

    @Override
    public Turns turns() {
        return turns;
    }

    @Override
    public String describe() {
        return "LoopFabric " + options;
    }

    @Override
    public void close() {
        for (LoopPort port : ports) {
            port.close();
        }
    }
}
