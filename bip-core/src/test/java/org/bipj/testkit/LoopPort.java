package org.bipj.testkit;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bipj.core.job.RankEndedError;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.LookAhead;
import org.bipj.core.nic.Multicast;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.PeerFailedException;
import org.bipj.core.nic.PostedReceives;
import org.bipj.core.nic.Region;
import org.bipj.core.nic.RemoteMemory;
import org.bipj.core.payload.Payload;

/** One rank's end of a {@link LoopFabric}. */
final class LoopPort implements NicPort, LookAhead, RemoteMemory, PostedReceives {
    private final LoopFabric fabric;
    private final int rank;
    private final Capabilities capabilities;
    private final LoopGroups groups;
    private final List<LoopFabric.Copy> copies = new ArrayList<>();
    private final Map<Long, Posted> posts = new HashMap<>();
    private final List<Long> sent = new ArrayList<>();
    private final Set<MemorySegment.Scope> regions = new HashSet<>();
    /** Whose packets are of interest, or nobody's. */
    private int expected = -1;

    /** Peers whose deaths have been reported. */
    private final Set<Integer> told = new HashSet<>();

    private long calls;
    private boolean dead;
    private boolean polling;
    private boolean closed;
    private long ticks;

    private record Posted(Payload into, long bytes, long cookie) {}

    LoopPort(LoopFabric fabric, int rank) {
        this.fabric = fabric;
        this.rank = rank;
        capabilities = fabric.options.capabilities();
        groups = fabric.options.multicasts ? new LoopGroups(fabric, rank) : null;
    }

    /** True while copies or ready sends have ended and their owner has not been told. */
    boolean isCompleting() {
        return !copies.isEmpty() || !sent.isEmpty();
    }

    boolean isClosed() {
        return closed;
    }

    boolean isDead() {
        return dead;
    }

    long calls() {
        return calls;
    }

    RankEndedError die() {
        if (!dead) {
            dead = true;
            fabric.loseTails(rank);
            fabric.event("rank " + rank + " dies");
        }
        return new RankEndedError("rank " + rank + " is dead");
    }

    /** A call may be the one before which the rank dies; after that it makes none. */
    private void call() {
        if (dead || fabric.isDue(rank, calls++)) {
            throw die();
        }
    }

    private LoopLink to(int peer, int lane) {
        if (closed) {
            throw new IllegalStateException("rank " + rank + ": its port is closed");
        }
        if (peer == rank || peer < 0 || peer >= fabric.size()) {
            throw new IllegalArgumentException("rank " + rank + ": no port to rank " + peer);
        }
        return fabric.link(rank, peer, lane);
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return fabric.size();
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public int host(int peer) {
        return peer < fabric.options.hosts.length ? fabric.options.hosts[peer] : 0;
    }

    @Override
    public long claim(int peer, int lane, int bytes) {
        call();
        if (told.contains(peer)) {
            throw new PeerFailedException(peer, "rank " + peer + " is dead");
        }
        return to(peer, lane).claim(bytes);
    }

    @Override
    public MemorySegment memory(int peer, int lane) {
        return to(peer, lane).memory;
    }

    @Override
    public void commit(int peer, int lane, long claim, int bytes, int immediate) {
        call();
        to(peer, lane).commit(claim, bytes, immediate);
    }

    @Override
    public void abort(int peer, int lane, long claim) {
        to(peer, lane).abort(claim);
    }

    @Override
    public int poll(PacketSink sink, int limit) {
        return poll(sink, limit, -1);
    }

    @Override
    public int pollOthers(PacketSink sink, int limit) {
        return poll(sink, limit, expected);
    }

    private int poll(PacketSink sink, int limit, int except) {
        call();
        if (polling || closed) {
            throw new IllegalStateException("rank " + rank + " polls " + (closed ? "a closed port" : "in a poll"));
        }
        int handed = 0;
        polling = true;
        try {
            while (handed < limit && !fabric.chance(fabric.options.delay) && handOne(sink, except)) {
                handed++;
            }
        } finally {
            polling = false;
        }
        if (handed == 0) {
            waitForOthers();
        }
        return handed;
    }

    private boolean handOne(PacketSink sink, int except) {
        List<LoopLink> arrived = fabric.arrived(rank);
        arrived.removeIf(link -> link.from == except);
        int choices = arrived.size() + copies.size() + sent.size();
        int dying = choices == 0 || fabric.chance(300) ? unreported() : -1;
        if (dying >= 0) {
            told.add(dying);
            fabric.event("rank " + rank + " hears of the death of rank " + dying);
            sink.onFailure(dying, "rank " + dying + " is dead", false);
            return true;
        }
        if (choices == 0) {
            return false;
        }
        int choice = fabric.random.nextInt(choices);
        if (choice < arrived.size()) {
            arrived.get(choice).deliver(sink);
        } else if (choice >= arrived.size() + copies.size()) {
            sink.onCompletion(sent.remove(choice - arrived.size() - copies.size()));
        } else {
            LoopFabric.Copy copy = copies.remove(choice - arrived.size());
            copy.into().copyFrom(copy.from(), copy.bytes());
            fabric.event("rank " + rank + " copy complete, " + copy.bytes() + " bytes");
            sink.onCompletion(copy.cookie());
        }
        return true;
    }

    /** A peer that has died, all of whose packets have been handed over, and of which this rank has not been told; else -1. */
    private int unreported() {
        for (int peer = 0; peer < fabric.size() && !isCompleting(); peer++) {
            if (fabric.isDead(peer) && !told.contains(peer) && !fabric.isUnderWay(peer, rank)) {
                return peer;
            }
        }
        return -1;
    }

    /** Where ranks are threads, an empty poll gives way; where one thread steps all, it just returns. */
    private void waitForOthers() {
        if (fabric.turns().isThreadOf(rank)) {
            fabric.turns().pass(rank);
        }
    }

    @Override
    public LookAhead lookAhead() {
        return fabric.options.shown ? this : null;
    }

    @Override
    public RemoteMemory remoteMemory() {
        return fabric.options.direct == LoopOptions.Direct.NONE ? null : this;
    }

    @Override
    public Multicast multicast() {
        return groups;
    }

    @Override
    public PostedReceives postedReceives() {
        return fabric.options.posted ? this : null;
    }

    @Override
    public long peek(int peer) {
        return fabric.chance(fabric.options.delay) ? 0 : dataFrom(peer).peek();
    }

    @Override
    public MemorySegment peekMemory(int peer) {
        return dataFrom(peer).memory.asReadOnly();
    }

    @Override
    public long peekOffset(int peer) {
        return dataFrom(peer).peekOffset();
    }

    @Override
    public void take(int peer) {
        dataFrom(peer).take();
    }

    private LoopLink dataFrom(int peer) {
        return fabric.link(peer, rank, NicPort.DATA);
    }

    @Override
    public void expect(int peer) {
        expected = peer;
    }

    @Override
    public void post(long name, Payload into, long bytes, long cookie) {
        if (posts.put(name, new Posted(into, bytes, cookie)) != null) {
            throw new IllegalStateException("rank " + rank + ": a receive is posted under name " + name + " already");
        }
    }

    @Override
    public boolean unpost(long name) {
        return posts.remove(name) != null;
    }

    @Override
    public void readySend(int peer, long name, Payload from, long bytes, long cookie) {
        to(peer, NicPort.DATA).send(new LoopFabric.Ready(rank, name, from, bytes, cookie));
    }

    /** A ready send has come. */
    void arrived(LoopFabric.Ready ready, PacketSink sink) {
        Posted posted = posts.get(ready.name());
        if (posted == null || posted.bytes() < ready.bytes()) {
            sink.onUnposted(ready.from(), ready.name(), ready.bytes(), ready.cookie());
            return;
        }
        posts.remove(ready.name());
        posted.into().copyFrom(ready.payload(), ready.bytes());
        fabric.loopPort(ready.from()).sent.add(ready.cookie());
        sink.onReceived(ready.from(), posted.cookie(), ready.bytes());
    }

    @Override
    public void release(int peer, int lane, long offset) {
        fabric.link(peer, rank, lane).release(offset);
    }

    @Override
    public Region register(long bytes, Arena arena) {
        if (fabric.options.direct != LoopOptions.Direct.REGISTERED) {
            return null;
        }
        MemorySegment memory = arena.allocate(bytes, 64);
        regions.add(memory.scope());
        return new Region() {
            @Override
            public MemorySegment memory() {
                return memory;
            }

            @Override
            public void close() {
                regions.remove(memory.scope());
            }
        };
    }

    @Override
    public long expose(Payload payload) {
        boolean reachable = switch (fabric.options.direct) {
            case NONE -> false;
            case REGISTERED ->
                payload.nativeRun() != null
                        && regions.contains(payload.nativeRun().scope());
            case ALL -> true;
        };
        if (!reachable || !payload.isForAllThreads()) {
            return NOT_EXPOSED;
        }
        long key = fabric.newKey();
        fabric.exposed.put(key, payload);
        return key;
    }

    @Override
    public void conceal(long key) {
        if (fabric.exposed.remove(key) == null) {
            throw new IllegalArgumentException("rank " + rank + " conceals key " + key + ", which names nothing");
        }
    }

    @Override
    public int get(int peer, long key, Payload into, long bytes, long cookie) {
        return copy(remote(key), into, bytes, cookie);
    }

    @Override
    public int put(int peer, long key, Payload from, long bytes, long cookie) {
        return copy(from, remote(key), bytes, cookie);
    }

    @Override
    public MemorySegment view(int peer, long key, long bytes, Arena arena) {
        if (fabric.chance(fabric.options.unreachable)) {
            return null;
        }
        MemorySegment memory = remote(key).segmentFromOrigin();
        return memory == null ? null : memory.asSlice(0, bytes);
    }

    private Payload remote(long key) {
        Payload payload = fabric.exposed.get(key);
        if (payload == null) {
            throw new IllegalArgumentException("rank " + rank + " uses key " + key + ", which names nothing");
        }
        return payload;
    }

    private int copy(Payload from, Payload into, long bytes, long cookie) {
        if (fabric.chance(fabric.options.unreachable)) {
            return UNREACHABLE;
        }
        if (fabric.chance(fabric.options.pending)) {
            copies.add(new LoopFabric.Copy(from, into, bytes, cookie));
            return PENDING;
        }
        into.copyFrom(from, bytes);
        return COMPLETE;
    }

    /** Virtual: advances by itself whenever it is read. */
    @Override
    public long now() {
        return ++ticks * 1000;
    }

    @Override
    public void idle(int fruitless) {
        if (!fabric.turns().isThreadOf(rank)) {
            throw new IllegalStateException("rank " + rank + " waits, but one thread steps all ranks");
        }
        fabric.turns().pass(rank);
    }

    @Override
    public void close() {
        closed = true;
    }
}
