package org.bipj.shm.regions;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PortException;
import org.bipj.core.nic.Region;
import org.bipj.core.nic.RemoteMemory;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.StreamingCopy;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.JobMemory;
import org.bipj.shm.board.RingReserve;
import org.bipj.shm.memory.Distance;
import org.bipj.shm.memory.Mapping;
import org.bipj.shm.memory.Numbered;
import org.bipj.shm.memory.Store;

/**
 * Between processes: registered regions are files that peers map on first use. A region lives until it is closed, or as long
 * as its memory is reachable in the owner's JVM; then its file is removed and the owner's count of closed regions on the
 * board advances, upon which peers look for mappings to drop.
 *
 * <pre>
 *   key:  63      40 39                    0
 *        | region   | offset in the region |
 * </pre>
 */
public final class MappedRegions implements DirectAccess {
    private static final int OFFSET_BITS = 40;
    private static final long OFFSET_MASK = (1L << OFFSET_BITS) - 1;
    private static final int ATTACHED_MAX = 256;
    private static final Cleaner CLEANER = Cleaner.create();

    private final Store store;
    private final int rank;
    private final Board board;
    /** Own regions, by the lifetime of their memory: a buffer made from a region shares it. */
    private final WeakHashMap<MemorySegment.Scope, Own> own = new WeakHashMap<>();

    private final Set<Live> live = ConcurrentHashMap.newKeySet();
    private final RingReserve reserve;
    private final RegionRoom room;
    private final Reclaimer reclaimer;
    private int nextId;
    private int[] epochSeen;
    private final Numbered<JobMemory> jobs;
    /** Attached regions of peers: parallel arrays, few entries, the latest use in {@code usedAt}. */
    private int attached;

    private long[] attachedKey = new long[8];
    private Mapping[] mappings = new Mapping[8];
    private long[] usedAt = new long[8];
    private long uses;

    private record Own(int id, long address, long bytes) {}

    /** A region that has not ended. The collector clears it once nobody refers to the region's memory. */
    private static final class Live extends WeakReference<MemorySegment.Scope> {
        final long bytes;

        Live(MemorySegment memory) {
            super(memory.scope());
            bytes = memory.byteSize();
        }
    }

    /** The access of one rank to the regions of the others. */
    public MappedRegions(RingReserve reserve, int rank) {
        this.reserve = reserve;
        this.rank = rank;
        store = reserve.store();
        board = reserve.board();
        epochSeen = new int[board.ranks()];
        jobs = new Numbered<>(board.ranks(), new JobMemory(store, board));
        room = new RegionRoom(this::inUse, store.capacity(), board.ranks());
        reclaimer = new Reclaimer(
                store,
                rank,
                room,
                () -> jobs.all().stream().map(JobMemory::board).toList(),
                this::sweep);
    }

    @Override
    public void attach(int first, PeerMemory job) {
        int ranks = job.memory().board().ranks();
        jobs.add(first, ranks, job.memory());
        epochSeen = Arrays.copyOf(epochSeen, first + ranks);
        for (int peer = first; peer < first + ranks; peer++) {
            epochSeen[peer] = epoch(peer);
        }
    }

    @Override
    public void detach(int first) {
        int end = first + jobs.of(first).board().ranks();
        for (int i = attached - 1; i >= 0; i--) {
            long peer = attachedKey[i] >>> 32;
            if (peer >= first && peer < end) {
                drop(i);
            }
        }
        jobs.remove(first);
    }

    /** How many regions a peer has closed. */
    private int epoch(int peer) {
        return jobs.of(peer).board().regionEpoch(jobs.place(peer));
    }

    private Store store(int peer) {
        return jobs.of(peer).store();
    }

    private String nameOf(int peer, long id) {
        return name(jobs.place(peer), id);
    }

    /** The regions whose memory the collector has not found unreachable. By any thread. */
    private RegionRoom.Use inUse() {
        long bytes = 0;
        int regions = 0;
        for (Live region : live) {
            if (!region.refersTo(null)) {
                bytes += region.bytes;
                regions++;
            }
        }
        return new RegionRoom.Use(bytes, regions);
    }

    private static String name(int owner, long id) {
        return "region-" + owner + "-" + id;
    }

    @Override
    public Region register(long bytes, Arena arena, boolean isRequired) {
        String name = name(rank, nextId);
        room.prepare(bytes);
        MemorySegment memory = make(name, bytes, arena);
        if (memory == null && (isRequired || reclaimer.isDue()) && store.isThere()) {
            memory = reclaimer.retry(bytes, () -> make(name, bytes, arena));
        }
        if (memory == null) {
            return null;
        }
        own.put(memory.scope(), new Own(nextId++, memory.address(), bytes));
        Live one = new Live(memory);
        live.add(one);
        Cleaner.Cleanable end = CLEANER.register(memory.scope(), new End(store, board, rank, name, room, live, one));
        return new MappedRegion(memory, end, own);
    }

    /** New memory of this rank; null where there is no room for it. */
    private MemorySegment make(String name, long bytes, Arena arena) {
        if (!room.take(bytes)) {
            return null;
        }
        try {
            return store.create(name, bytes, arena, reserve.bytes()).memory();
        } catch (PortException e) {
            room.give(bytes);
            System.getLogger(MappedRegions.class.getName())
                    .log(System.Logger.Level.DEBUG, "no registered memory, private memory serves instead", e);
            return null;
        }
    }

    @Override
    public Mapping makeRequired(long bytes, Supplier<Mapping> maker) {
        try {
            return maker.get();
        } catch (PortException e) {
            if (!store.isThere()) {
                throw e;
            }
            if (bytes <= store.free()) {
                // Registered memory had taken what it now leaves to rings.
                return maker.get();
            }
            Mapping made = reclaimer.retry(bytes, () -> orNull(maker));
            if (made == null) {
                throw e;
            }
            return made;
        }
    }

    private static Mapping orNull(Supplier<Mapping> maker) {
        try {
            return maker.get();
        } catch (PortException e) {
            return null;
        }
    }

    @Override
    public void reclaim() {
        room.collect();
    }

    /** Runs when a region's memory is no longer reachable. Must not refer to that memory. */
    private record End(Store store, Board board, int rank, String name, RegionRoom room, Set<Live> live, Live region)
            implements Runnable {
        @Override
        public void run() {
            store.remove(name);
            live.remove(region);
            room.give(region.bytes);
            board.advanceRegionEpoch(rank);
        }
    }

    private record MappedRegion(MemorySegment memory, Cleaner.Cleanable end, WeakHashMap<MemorySegment.Scope, Own> own)
            implements Region {
        @Override
        public void close() {
            own.remove(memory.scope());
            end.clean();
        }
    }

    @Override
    public long expose(Payload payload) {
        MemorySegment run = payload.nativeRun();
        if (run == null || own.isEmpty()) {
            return RemoteMemory.NOT_EXPOSED;
        }
        Own region = own.get(run.scope());
        if (region == null) {
            return RemoteMemory.NOT_EXPOSED;
        }
        return (long) region.id << OFFSET_BITS | run.address() + payload.runStart() - region.address;
    }

    @Override
    public void conceal(long key) {}

    @Override
    public int get(int peer, long key, Payload into, long bytes) {
        MemorySegment memory = attach(peer, key);
        if (memory == null) {
            return RemoteMemory.UNREACHABLE;
        }
        into.copyIn(memory, key & OFFSET_MASK, 0, bytes);
        return RemoteMemory.COMPLETE;
    }

    @Override
    public int put(int peer, long key, Payload from, long bytes, Distance distance) {
        MemorySegment memory = attach(peer, key);
        if (memory == null) {
            return RemoteMemory.UNREACHABLE;
        }
        long at = key & OFFSET_MASK;
        from.copyOut(0, memory, at, bytes, streaming(distance, memory, at, bytes));
        return RemoteMemory.COMPLETE;
    }

    /** A mapping of its own: those that copies use are dropped when there are many. */
    @Override
    public MemorySegment view(int peer, long key, long bytes, Arena arena) {
        String name = nameOf(peer, key >>> OFFSET_BITS);
        try {
            return store(peer).open(name, arena).memory().asSlice(key & OFFSET_MASK, bytes);
        } catch (PortException e) {
            System.getLogger(MappedRegions.class.getName())
                    .log(System.Logger.Level.DEBUG, "cannot attach " + name + ", packets serve instead", e);
            return null;
        }
    }

    @Override
    public boolean reaches(int peer, long key) {
        return attach(peer, key) != null;
    }

    @Override
    public void copyRange(
            int source, long sourceKey, int target, long targetKey, long at, long bytes, Distance distance) {
        MemorySegment from = attach(source, sourceKey);
        MemorySegment to = attach(target, targetKey);
        if (from == null || to == null) {
            throw new PortException("rank " + rank + " cannot map a region of rank " + (from == null ? source : target)
                    + " that is in use");
        }
        long fromAt = (sourceKey & OFFSET_MASK) + at;
        long toAt = (targetKey & OFFSET_MASK) + at;
        StreamingCopy streaming = streaming(distance, to, toAt, bytes);
        if (streaming == null) {
            MemorySegment.copy(from, fromAt, to, toAt, bytes);
        } else {
            streaming.copy(from, fromAt, to, toAt, bytes);
        }
    }

    /** The copy that writes bytes to a peer's memory best; null: plain stores. */
    private static StreamingCopy streaming(Distance distance, MemorySegment memory, long at, long bytes) {
        return distance == null || bytes < NicPort.STREAMED_MIN ? null : distance.streaming(memory, at);
    }

    private MemorySegment attach(int peer, long key) {
        if (epoch(peer) != epochSeen[peer]) {
            sweep(peer);
        }
        long id = key >>> OFFSET_BITS;
        long wanted = (long) peer << 32 | id;
        for (int i = 0; i < attached; i++) {
            if (attachedKey[i] == wanted) {
                usedAt[i] = ++uses;
                return mappings[i].memory();
            }
        }
        return attachNew(wanted, store(peer), nameOf(peer, id));
    }

    private MemorySegment attachNew(long wanted, Store of, String name) {
        Mapping mapping;
        try {
            mapping = of.open(name);
        } catch (PortException e) {
            System.getLogger(MappedRegions.class.getName())
                    .log(System.Logger.Level.DEBUG, "cannot attach " + name + ", packets serve instead", e);
            return null;
        }
        if (attached == ATTACHED_MAX) {
            drop(leastRecentlyUsed());
        }
        if (attached == mappings.length) {
            int more = Math.min(2 * attached, ATTACHED_MAX);
            attachedKey = Arrays.copyOf(attachedKey, more);
            mappings = Arrays.copyOf(mappings, more);
            usedAt = Arrays.copyOf(usedAt, more);
        }
        attachedKey[attached] = wanted;
        mappings[attached] = mapping;
        usedAt[attached] = ++uses;
        attached++;
        return mapping.memory();
    }

    private int leastRecentlyUsed() {
        int least = 0;
        for (int i = 1; i < attached; i++) {
            if (usedAt[i] < usedAt[least]) {
                least = i;
            }
        }
        return least;
    }

    private void drop(int i) {
        mappings[i].close();
        attached--;
        attachedKey[i] = attachedKey[attached];
        mappings[i] = mappings[attached];
        usedAt[i] = usedAt[attached];
        mappings[attached] = null;
    }

    @Override
    public void sweep() {
        for (int peer = 0; peer < epochSeen.length && attached > 0; peer++) {
            if (jobs.has(peer) && epoch(peer) != epochSeen[peer]) {
                sweep(peer);
            }
        }
    }

    private void sweep(int peer) {
        epochSeen[peer] = epoch(peer);
        for (int i = attached - 1; i >= 0; i--) {
            if (attachedKey[i] >>> 32 == peer && !store(peer).exists(nameOf(peer, attachedKey[i] & 0xffff_ffffL))) {
                drop(i);
            }
        }
    }

    @Override
    public void close() {
        while (attached > 0) {
            drop(attached - 1);
        }
    }
}
