package org.bipj.net;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.LookAhead;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.PortException;
import org.bipj.core.nic.Region;
import org.bipj.core.nic.RemoteMemory;
import org.bipj.core.nic.SharedGroups;
import org.bipj.core.nic.WaitReports;
import org.bipj.core.nic.WaitingPolicy;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.StreamingCopy;
import org.bipj.net.remote.RemotePort;
import org.bipj.shm.waiting.HostPort;

/**
 * The port of a rank in a job of several hosts: ranks of the own host through shared memory, the others over TCP or UCX, one poll
 * for both. Its ranks are those of the world; the local port's are places on the host.
 */
public final class ComposedPort implements NicPort, LookAhead, RemoteMemory {
    /**
     * While a rank of this host is expected, one of this number of polls includes the network: a system call costs as much as
     * many polls of rings.
     */
    private static final int POLLS = 16;

    /** Neither ranks of this host nor the end of the job wake a rank that sleeps on the network. */
    private static final int SLEEP_MS = 1;

    /** Bits of the number of a host that tell the hosts of a job apart. */
    private static final int HOST_BITS = 12;

    private final HostPort local;
    /** Null if the network moves long messages in packets. */
    private RemoteMemory remoteMemory;

    private RemotePort remote;
    private final SharedGroups groups;
    private int[] placeOf;
    private final int[] hostOf;
    /** The jobs that are attached. */
    private final List<Attached> attached = new ArrayList<>();
    /** How many have been attached. */
    private int jobs;
    /** By family of those the number by which the hosts of its first one are known; 0: those of the own job are also its own. */
    private final Map<Long, Integer> families = new HashMap<>();

    private final Capabilities all;
    private final Capabilities near;
    private final Capabilities far;
    /** Ranks of the own job. */
    private final int world;

    private final WaitingPolicy policy;
    private final FromLocal fromLocal;
    private boolean expectsLocal;
    /** Whether the current wait has slept before. */
    private boolean slept;

    private int turn;

    /** A job that is attached: its ranks have numbers from the first one on, and hosts by these numbers, which are those of a family. */
    private record Attached(int first, int ranks, IntUnaryOperator hosts, int family) {
        boolean has(int peer) {
            return peer >= first && peer < first + ranks;
        }
    }

    /**
     * The ranks of a job that are on this host, and share memory with this one.
     *
     * @param first the number of the first one on the local port
     * @param ranks their ranks in the job, in the order of their numbers there
     */
    record Near(int first, int[] ranks) {
        /** Of a job that has none. */
        static final Near NONE = new Near(0, new int[0]);
    }

    /** Names the world ranks of what comes from this host. */
    static final class FromLocal implements PacketSink {
        private int[] worldOf;
        PacketSink to;

        FromLocal(int[] worldOf) {
            this.worldOf = worldOf;
        }

        void grow(int places) {
            worldOf = Arrays.copyOf(worldOf, places);
        }

        @Override
        public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long offset, int length) {
            return to.onPacket(worldOf[peer], lane, immediate, memory, offset, length);
        }

        @Override
        public void onMulticast(int sender, int group, int immediate, MemorySegment memory, long offset, int length) {
            to.onMulticast(worldOf[sender], group, immediate, memory, offset, length);
        }

        @Override
        public void onCompletion(long cookie) {
            to.onCompletion(cookie);
        }

        @Override
        public void onReceived(int peer, long cookie, long bytes) {
            to.onReceived(worldOf[peer], cookie, bytes);
        }

        @Override
        public void onUnposted(int peer, long name, long bytes, long sendCookie) {
            to.onUnposted(worldOf[peer], name, bytes, sendCookie);
        }

        @Override
        public void onDamage(int peer, String what) {
            to.onDamage(worldOf[peer], what);
        }

        @Override
        public void onFailure(int peer, String why, boolean unsent) {
            to.onFailure(worldOf[peer], why, unsent);
        }
    }

    /**
     * Puts two ports together; both are closed with it.
     *
     * @param local the port to ranks of this host
     * @param remote over all ranks of the world
     * @param worldOf by place on this host the rank in the world
     * @param hostOf by rank in the world the number of its host
     * @param family of the job, whose hosts are also those of others of its family; 0: it is of none
     * @param crowded ranks outnumber the processors: waiting yields early
     */
    public ComposedPort(HostPort local, RemotePort remote, int[] worldOf, int[] hostOf, long family, boolean crowded) {
        this.local = local;
        this.remote = remote;
        remoteMemory = remote.remoteMemory();
        groups = local.sharedGroups(number -> placeOf[number], this::rankOf);
        this.hostOf = hostOf.clone();
        placeOf = new int[remote.size()];
        Arrays.fill(placeOf, -1);
        for (int place = 0; place < worldOf.length; place++) {
            placeOf[worldOf[place]] = place;
        }
        fromLocal = new FromLocal(worldOf.clone());
        world = remote.size();
        if (family != 0) {
            families.put(family, 0);
        }
        near = local.capabilities();
        far = remote.capabilities();
        all = weakest(near, far);
        policy = WaitingPolicy.ofMemoryAndNetwork(crowded);
    }

    /**
     * Makes ranks of another job peers, under the next numbers.
     *
     * @param over the port that reaches them, of this rank or beside it
     * @param hosts by number that of the rank's host in its job
     * @param family of the job, whose hosts are also those of others of its family; 0: it is of none
     * @param here its ranks on this host with which this one shares memory
     */
    void attach(RemotePort over, int first, int ranks, IntUnaryOperator hosts, long family, Near here) {
        if (over != remote && !(remote instanceof BothNetworks)) {
            remote = new BothNetworks(remote, over);
            remoteMemory = remote.remoteMemory();
        }
        int before = placeOf.length;
        placeOf = Arrays.copyOf(placeOf, first + ranks);
        Arrays.fill(placeOf, before, placeOf.length, -1);
        jobs++;
        int host = family == 0 ? jobs : families.computeIfAbsent(family, any -> jobs);
        attached.add(new Attached(first, ranks, hosts, host));
        fromLocal.grow(local.size());
        for (int i = 0; i < here.ranks.length; i++) {
            placeOf[first + here.ranks[i]] = here.first + i;
            fromLocal.worldOf[here.first + i] = first + here.ranks[i];
        }
    }

    /** True for a process of this host with which this rank shares memory. */
    boolean isNear(int number) {
        return placeOf[number] >= 0;
    }

    /** Forgets a job: its numbers are used no more. */
    void detach(int first) {
        attached.removeIf(job -> job.first == first);
    }

    /** By number on the local port the rank in its job. */
    private int rankOf(int place) {
        int number = fromLocal.worldOf[place];
        return number < world ? number : number - attached(number).first;
    }

    private Attached attached(int peer) {
        for (Attached job : attached) {
            if (job.has(peer)) {
                return job;
            }
        }
        throw new PortException(
                "rank " + rank() + " is not connected with the process of number " + peer + " any more");
    }

    private static Capabilities weakest(Capabilities a, Capabilities b) {
        return Capabilities.of(a.pipeline())
                .maxPacket(Math.min(a.maxPacket(), b.maxPacket()), Math.min(a.maxControl(), b.maxControl()))
                .reliable(a.reliable() && b.reliable())
                .fifo(a.fifo() && b.fifo())
                .directAccess(a.directAccess() && b.directAccess())
                .eager(Math.min(a.eagerLimit(), b.eagerLimit()), Math.min(a.trainLimit(), b.trainLimit()))
                .creditWindow(Math.min(a.creditWindow(), b.creditWindow()))
                .shortBytes(Math.min(a.shortBytes(), b.shortBytes()))
                .build();
    }

    @Override
    public int rank() {
        return remote.rank();
    }

    @Override
    public int size() {
        return remote.size();
    }

    @Override
    public Capabilities capabilities() {
        return all;
    }

    @Override
    public Capabilities capabilities(int peer) {
        return placeOf[peer] >= 0 ? near : peer < world ? far : remote.capabilities(peer);
    }

    @Override
    public int host(int peer) {
        if (peer < world) {
            return hostOf[peer];
        }
        Attached job = attached(peer);
        return job.family << HOST_BITS | job.hosts.applyAsInt(peer);
    }

    @Override
    public long claim(int peer, int lane, int bytes) {
        int place = placeOf[peer];
        return place >= 0 ? local.claim(place, lane, bytes) : remote.claim(peer, lane, bytes);
    }

    @Override
    public MemorySegment memory(int peer, int lane) {
        int place = placeOf[peer];
        return place >= 0 ? local.memory(place, lane) : remote.memory(peer, lane);
    }

    @Override
    public StreamingCopy streaming(int peer, int lane, long at) {
        int place = placeOf[peer];
        return place >= 0 ? local.streaming(place, lane, at) : null;
    }

    @Override
    public void commit(int peer, int lane, long claim, int bytes, int immediate) {
        int place = placeOf[peer];
        if (place >= 0) {
            local.commit(place, lane, claim, bytes, immediate);
        } else {
            remote.commit(peer, lane, claim, bytes, immediate);
        }
    }

    @Override
    public void abort(int peer, int lane, long claim) {
        int place = placeOf[peer];
        if (place >= 0) {
            local.abort(place, lane, claim);
        } else {
            remote.abort(peer, lane, claim);
        }
    }

    @Override
    public void release(int peer, int lane, long offset) {
        int place = placeOf[peer];
        if (place >= 0) {
            local.release(place, lane, offset);
        } else {
            remote.release(peer, lane, offset);
        }
    }

    @Override
    public int poll(PacketSink sink, int limit) {
        fromLocal.to = sink;
        int handed = local.poll(fromLocal, limit);
        if (expectsLocal && ++turn % POLLS != 0) {
            return handed;
        }
        return handed + remote.poll(sink, limit);
    }

    @Override
    public int pollOthers(PacketSink sink, int limit) {
        fromLocal.to = sink;
        return expectsLocal
                ? local.pollOthers(fromLocal, limit) + remote.poll(sink, limit)
                : local.poll(fromLocal, limit) + remote.pollOthers(sink, limit);
    }

    @Override
    public void expect(int peer) {
        int place = peer < 0 ? -1 : placeOf[peer];
        expectsLocal = place >= 0;
        if (place >= 0) {
            local.expect(place);
        } else {
            remote.expect(peer);
        }
    }

    @Override
    public long now() {
        return local.now();
    }

    /**
     * A rank cannot sleep on rings and connections at the same time: it sleeps on the network if it expects another host, else
     * on the rings for a short time.
     */
    @Override
    public void idle(int fruitless) {
        if (fruitless <= policy.lastPause()) {
            return;
        }
        if (fruitless <= policy.lastYield()) {
            slept = false;
            local.yieldCore(fruitless - policy.lastPause());
            return;
        }
        local.housekeep();
        int round = local.beginSleep(!slept);
        slept = true;
        if (!local.hasSomething() && !remote.hasSomething()) {
            answer(round);
            sleep(fruitless - policy.lastYield());
        }
        local.forgetPressed();
        // The next poll looks at both.
        turn = -1;
    }

    /** A rank with work on the network answers no round: docs/architecture/deadlocks.md. */
    private void answer(int round) {
        if (round != 0 && remote.isQuiet()) {
            local.answer(round, remote.traffic(), remote.balance());
        } else {
            local.reportIfAsked();
        }
    }

    private void sleep(int times) {
        if (expectsLocal) {
            local.nap(times);
        } else {
            long begin = System.nanoTime();
            remote.sleep(SLEEP_MS);
            local.idled(System.nanoTime() - begin);
        }
    }

    @Override
    public LookAhead lookAhead() {
        return this;
    }

    @Override
    public long peek(int peer) {
        int place = placeOf[peer];
        return place >= 0 ? local.peek(place) : remote.peek(peer);
    }

    @Override
    public MemorySegment peekMemory(int peer) {
        int place = placeOf[peer];
        return place >= 0 ? local.peekMemory(place) : remote.peekMemory(peer);
    }

    @Override
    public long peekOffset(int peer) {
        int place = placeOf[peer];
        return place >= 0 ? local.peekOffset(place) : remote.peekOffset(peer);
    }

    @Override
    public void take(int peer) {
        int place = placeOf[peer];
        if (place >= 0) {
            local.take(place);
        } else {
            remote.take(peer);
        }
    }

    @Override
    public RemoteMemory remoteMemory() {
        return this;
    }

    @Override
    public Region register(long bytes, Arena arena) {
        return local.register(bytes, arena);
    }

    @Override
    public Region registerRequired(long bytes, Arena arena) {
        return local.registerRequired(bytes, arena);
    }

    /** A name for the ranks of this host. */
    @Override
    public long expose(Payload payload) {
        return local.expose(payload);
    }

    @Override
    public void conceal(long key) {
        local.conceal(key);
    }

    @Override
    public long exposeSource(int peer, Payload payload) {
        if (placeOf[peer] >= 0) {
            return expose(payload);
        }
        return remoteMemory == null ? NOT_EXPOSED : remoteMemory.exposeSource(peer, payload);
    }

    @Override
    public long exposeTarget(int peer, Payload payload, long bytes) {
        if (placeOf[peer] >= 0) {
            return expose(payload);
        }
        return remoteMemory == null ? NOT_EXPOSED : remoteMemory.exposeTarget(peer, payload, bytes);
    }

    @Override
    public void conceal(int peer, long key) {
        (placeOf[peer] >= 0 ? local : remoteMemory).conceal(key);
    }

    @Override
    public int get(int peer, long key, Payload into, long bytes, long cookie) {
        int place = placeOf[peer];
        if (place >= 0) {
            return local.get(place, key, into, bytes, cookie);
        }
        return remoteMemory == null ? UNREACHABLE : remoteMemory.get(peer, key, into, bytes, cookie);
    }

    @Override
    public int put(int peer, long key, Payload from, long bytes, long cookie) {
        int place = placeOf[peer];
        if (place >= 0) {
            return local.put(place, key, from, bytes, cookie);
        }
        return remoteMemory == null ? UNREACHABLE : remoteMemory.put(peer, key, from, bytes, cookie);
    }

    @Override
    public MemorySegment view(int peer, long key, long bytes, Arena arena) {
        int place = placeOf[peer];
        return place >= 0 ? local.view(place, key, bytes, arena) : null;
    }

    /** The groups of shared memory, which only ranks of this host can form. */
    @Override
    public SharedGroups sharedGroups() {
        return groups;
    }

    @Override
    public WaitReports waitReports() {
        return local.waitReports();
    }

    @Override
    public boolean hasReachedPeers() {
        return remote.hasReachedPeers();
    }

    @Override
    public boolean pause(PacketSink sink) {
        try {
            return remote.pause(sink) & local.pause(sink);
        } finally {
            local.leaveBalance(remote.balance());
        }
    }

    @Override
    public void resume() {
        local.resume();
    }

    @Override
    public void close() {
        remote.close();
        local.leaveBalance(remote.balance());
        local.close();
    }
}
