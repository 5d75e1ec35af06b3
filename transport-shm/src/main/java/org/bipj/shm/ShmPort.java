package org.bipj.shm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.bipj.core.job.RankEndedError;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.LookAhead;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.PeerFailedException;
import org.bipj.core.nic.PortException;
import org.bipj.core.nic.Region;
import org.bipj.core.nic.RemoteMemory;
import org.bipj.core.nic.SharedGroups;
import org.bipj.core.nic.WaitReports;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.StreamingCopy;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.RingReserve;
import org.bipj.shm.groups.Groups;
import org.bipj.shm.link.Neighbour;
import org.bipj.shm.memory.Distance;
import org.bipj.shm.memory.Mapping;
import org.bipj.shm.memory.Store;
import org.bipj.shm.regions.DirectAccess;
import org.bipj.shm.regions.SharedCopy;
import org.bipj.shm.rings.Inbound;
import org.bipj.shm.rings.LongRing;
import org.bipj.shm.rings.PressedRings;
import org.bipj.shm.rings.RingFile;
import org.bipj.shm.rings.RingReader;
import org.bipj.shm.rings.RingSender;
import org.bipj.shm.rings.RingSettings;
import org.bipj.shm.rings.RingWriter;
import org.bipj.shm.rings.Tuning;
import org.bipj.shm.waiting.HostPort;
import org.bipj.shm.waiting.Idler;
import org.bipj.shm.waiting.NetworkPort;
import org.bipj.shm.waiting.RankWait;
import org.bipj.shm.waiting.Reporter;

/**
 * The port over shared memory, between processes or between threads. A pair of rings comes into being when a rank first
 * sends to another: the sender makes it and leaves a notice on the receiver's board.
 *
 * <p>Each poll looks at the rings of one favoured peer (the one hinted at, else the latest to send) and of one other
 * peer in turn, so that its cost does not grow with the number of peers.
 */
final class ShmPort implements HostPort, WaitReports {
    /**
     * While ranks of other hosts are peers, each of this number of rounds includes the network: a system call costs as much as many polls
     * of rings.
     */
    private static final int NETWORK_ROUNDS = 8;

    /** Bits of the number of a host that tell the hosts of a job apart. */
    private static final int HOST_BITS = 12;

    /** Ranks of this host do not wake a rank that sleeps on the network. */
    private static final int NETWORK_SLEEP_MS = 1;

    /** How often {@link #peek} looks at a ring, with a pause between: a third of a microsecond. */
    private static final int LOOKS = 16;

    /** A long ring is made only where there is room for this number of them, because it is not required. */
    private static final long ROOM_TO_SPARE = 16;

    private final int rank;
    /** Ranks of the own job. */
    private final int world;
    /** The jobs that are attached, in the order of their numbers. */
    private final List<Attached> attached = new ArrayList<>();
    /** How many have been attached so far. */
    private int met;
    /** Numbers of all ranks that this port has had. */
    private int size;
    /** To ranks of jobs that share no memory with this one; null before there are some. */
    private NetworkPort network;
    /** How many of the jobs that are attached it reaches. */
    private int fars;
    /** Rounds of polls since the network was looked at. */
    private int sinceNetwork;
    /** How many rings of other jobs' ranks the board had counted when this port last looked. */
    private int callsSeen;

    private final Store store;
    private final Board board;
    private final RingReserve reserve;
    private final DirectAccess direct;
    private final Idler idler;
    private final Capabilities capabilities;

    private RingWriter[] control;
    private RingWriter[] data;
    private Mapping[] outgoing;
    private Mapping[] longOutgoing;
    /** Per peer the copy out of its memory that this rank asks for. */
    private SharedCopy[] wanted;

    /** Where the job survives deaths: those of its ranks, and of the jobs that are attached; else empty. */
    private final List<DeathNews> deaths = new ArrayList<>();
    /** What the last look for deaths has handed over. */
    private int drained;
    /** By peer how it has died; null: it is not known to be dead. */
    private String[] failures;

    /** Rings from ranks that are dead, of which the client may still keep packets, by peer. */
    private final Map<Integer, Inbound> buried = new HashMap<>();

    /** Null where ranks share none: with a dead rank in their group the others would wait for ever. */
    private final SharedGroups sharedGroups;

    private final Groups groups;
    /** One object: a rank that yields looks for requests of reports again and again. */
    private final Supplier<String> inGroups;

    private final PressedRings pressed = new PressedRings();

    private final boolean crowded;
    private final int looks;

    private final Reporter reporter;
    /** What an earlier port of this rank has left. */
    private final long balanceBefore;

    /** Bytes written to rings that are used no more: first data rings that long ones have replaced, those to ranks that are dead. */
    private long moved;

    /** All ranks have left, and a wait has ended because of that. */
    private boolean endSeen;

    /** The ring of the packet that {@link #peek} found. */
    private RingReader shown;

    /**
     * The ring that was written to last; null once its next lines have been prefetched, or while there is a claim.
     */
    private RingWriter lastUsed;

    private Inbound[] inboundOf;
    private Inbound[] inbounds = new Inbound[4];
    private int inboundCount;
    private Inbound favoured;
    /** Next to be polled in turn; at {@link #inboundCount} it is the board's notices. */
    private int turn;

    /**
     * A job that this rank has attached.
     *
     * @param job null: the network reaches its ranks
     * @param place how many had been attached before
     * @param first the number of its rank 0 on this port
     * @param own what this rank is called in the names of its rings there
     * @param hosts by the number of a rank that of its host in its job
     * @param family of the job; 0: it is of none
     */
    private record Attached(
            Neighbour job, int place, int first, int ranks, String own, IntUnaryOperator hosts, long family) {
        boolean has(int peer) {
            return peer >= first && peer < first + ranks;
        }

        /** True if the network reaches its ranks, and no memory does. */
        boolean isFar() {
            return job == null;
        }

        boolean isOf(long other) {
            return family != 0 && family == other;
        }

        RingSender sender(int peer) {
            return new RingSender(Neighbour.nameOf(job.address(), peer - first), peer - first, job.board());
        }
    }

    /**
     * The port of one rank.
     *
     * @param direct how this rank reaches the memory of others; closed with the port
     * @param crowded ranks outnumber the processors: waiting yields early
     * @throws PortException if a setting cannot work
     */
    ShmPort(int rank, Store store, Board board, DirectAccess direct, boolean crowded) {
        RingSettings.GIVEN.check();
        this.rank = rank;
        this.world = board.ranks();
        this.size = world;
        this.store = store;
        this.board = board;
        this.direct = direct;
        this.balanceBefore = board.balance(rank);
        this.reserve = RingFile.reserve(store, board);
        this.groups = new Groups(reserve, rank, RingSettings.GIVEN.distance());
        inGroups = groups::waitsFor;
        this.crowded = crowded;
        this.looks = crowded ? 1 : LOOKS;
        this.idler = new Idler(board, rank, crowded, store.reach());
        this.reporter = new Reporter(store, board, rank);
        this.capabilities = Tuning.capabilities();
        control = new RingWriter[size];
        data = new RingWriter[size];
        outgoing = new Mapping[size];
        longOutgoing = new Mapping[size];
        wanted = new SharedCopy[size];
        inboundOf = new Inbound[size];
        failures = new String[size];
        sharedGroups = board.survivesDeaths() ? null : groups;
        if (board.survivesDeaths()) {
            deaths.add(new DeathNews(board, 0));
        }
    }

    /** The object that waits for this rank; for tests. */
    Idler idler() {
        return idler;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    /** Jobs of one family are on one host. The hosts of each other job are hosts of its own. */
    @Override
    public int host(int peer) {
        if (peer < world) {
            return 0;
        }
        Attached other = attached(peer);
        if (other.isOf(board.family())) {
            return 0;
        }
        int first = 0;
        while (attached.get(first) != other && !attached.get(first).isOf(other.family)) {
            first++;
        }
        return attached.get(first).place + 1 << HOST_BITS | other.hosts.applyAsInt(peer);
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public Capabilities capabilities(int peer) {
        return peer >= world && isFar(peer) ? network.capabilities(peer) : capabilities;
    }

    @Override
    public boolean hasReachedPeers() {
        return network == null || network.hasReachedPeers();
    }

    @Override
    public long claim(int peer, int lane, int bytes) {
        // The lines to be prefetched lie where the claim does.
        lastUsed = null;
        RingWriter[] lanes = lane == DATA ? data : control;
        RingWriter ring = lanes[peer];
        if (ring == null) {
            if (isFar(peer)) {
                return network.claim(peer, lane, bytes);
            }
            if (failures[peer] != null) {
                throw new PeerFailedException(peer, failures[peer]);
            }
            if (!isThere(peer)) {
                return BACK_PRESSURED;
            }
            connect(peer);
            ring = lanes[peer];
        }
        long claim = ring.claim(bytes);
        return claim >= 0 ? claim : claimAgain(ring, claim, peer, bytes);
    }

    private long claimAgain(RingWriter ring, long claim, int peer, int bytes) {
        if (claim == RingWriter.GROW) {
            return claimLong(peer, bytes);
        }
        if (claim == BACK_PRESSURED) {
            pressed.add(ring);
        }
        return claim;
    }

    @Override
    public PressedRings pressed() {
        return pressed;
    }

    /** Moves a pair to its long ring, if there is room for one, and claims there. */
    private long claimLong(int peer, int bytes) {
        data[peer].growAfter(Long.MAX_VALUE);
        int ringBytes = Tuning.longRingBytes(world);
        if (ringBytes > 0 && reserve.leaves(ROOM_TO_SPARE * ringBytes)) {
            makeLong(peer, ringBytes);
        }
        return data[peer].claim(bytes);
    }

    private void makeLong(int peer, int ringBytes) {
        Attached other = attached(peer);
        int place = other == null ? peer : peer - other.first;
        try {
            longOutgoing[peer] = (other == null ? store : other.job.store())
                    .create(LongRing.name(ownName(other), place), LongRing.bytes(ringBytes));
        } catch (PortException e) {
            System.getLogger(ShmPort.class.getName())
                    .log(System.Logger.Level.DEBUG, "no long ring, the first one goes on serving", e);
            return;
        }
        MemorySegment memory = longOutgoing[peer].memory();
        LongRing.make(memory, rank, place, ringBytes);
        RingWriter first = data[peer];
        data[peer] = first.longer(memory);
        data[peer].wakeOver(other == null ? board : other.job.board(), place);
        moved += first.position();
        first.move();
    }

    private void connect(int peer) {
        if (peer == rank) {
            throw new IllegalArgumentException("rank " + rank + ": a port does not send to its own rank");
        }
        Attached other = attached(peer);
        int place = other == null ? peer : peer - other.first;
        Board words = other == null ? board : other.job.board();
        Store memory = other == null ? store : other.job.store();
        String name = RingFile.name(ownName(other), place);
        Mapping mapping = direct.makeRequired(RingFile.bytes(), () -> memory.create(name, RingFile.bytes()));
        RingFile.make(mapping.memory(), rank, place);
        outgoing[peer] = mapping;
        wanted[peer] = RingFile.sharedCopy(mapping.memory());
        control[peer] = new RingWriter(mapping.memory(), true);
        control[peer].wakeOver(words, place);
        data[peer] = new RingWriter(mapping.memory(), false);
        data[peer].wakeOver(words, place);
        data[peer].growAfter(Tuning.GROW_AFTER);
        if (other == null) {
            board.giveNotice(peer, rank);
        } else {
            words.call(place);
        }
    }

    /**
     * False for a rank of another job that has disconnected, and whose session has been removed: nothing waits for a packet to it, and this rank
     * disconnects too.
     */
    private boolean isThere(int peer) {
        Attached other = attached(peer);
        return other == null || other.job.isThere();
    }

    /** True for a rank that has no rings, because the network reaches it. */
    private boolean isFar(int peer) {
        Attached other = fars == 0 ? null : attached(peer);
        return other != null && other.isFar();
    }

    /** What this rank is called in the names of its rings to ranks of a job; null: of its own. */
    private String ownName(Attached other) {
        return other == null ? Integer.toString(rank) : other.own;
    }

    /** The job of a peer; null if it is the own. */
    private Attached attached(int peer) {
        if (peer < world) {
            return null;
        }
        for (Attached other : attached) {
            if (other.has(peer)) {
                return other;
            }
        }
        throw new PortException("rank " + rank + " is not connected with the process of number " + peer + " any more");
    }

    /**
     * Attaches another job.
     *
     * @param own the address of the own job
     * @return the number of its rank 0
     */
    int attach(Neighbour job, String own) {
        int first = grow(job.board().ranks());
        attached.add(new Attached(
                job,
                met++,
                first,
                job.board().ranks(),
                Neighbour.nameOf(own, rank),
                peer -> 0,
                job.board().family()));
        groups.attach(first, job.peers().memory());
        direct.attach(first, job.peers());
        if (!deaths.isEmpty()) {
            deaths.add(new DeathNews(job.board(), first));
        }
        // Its ranks may have sent before.
        callsSeen = board.calls(rank) - 1;
        return first;
    }

    /** Attaches a job whose ranks a port to other hosts reaches, where they have the next numbers of this port. */
    void attach(NetworkPort over, int ranks, IntUnaryOperator hosts, long family) {
        network = over;
        attached.add(new Attached(null, met++, grow(ranks), ranks, "", hosts, family));
        fars++;
    }

    /** Makes room for so many ranks more; returns the number of the first one. */
    private int grow(int ranks) {
        int first = size;
        size += ranks;
        control = Arrays.copyOf(control, size);
        data = Arrays.copyOf(data, size);
        outgoing = Arrays.copyOf(outgoing, size);
        longOutgoing = Arrays.copyOf(longOutgoing, size);
        wanted = Arrays.copyOf(wanted, size);
        inboundOf = Arrays.copyOf(inboundOf, size);
        failures = Arrays.copyOf(failures, size);
        return first;
    }

    /** Forgets the job with this first rank: unmaps the rings from and to its ranks, whose numbers are used no more. */
    void detach(int first) {
        for (Attached other : List.copyOf(attached)) {
            if (other.first == first) {
                attached.remove(other);
                deaths.removeIf(news -> news.first() == first);
                fars -= other.isFar() ? 1 : 0;
                for (int peer = other.first; other.has(peer); peer++) {
                    forget(peer);
                }
                if (!other.isFar()) {
                    groups.detach(first);
                    direct.detach(first);
                }
            }
        }
    }

    /** Polls the rings of a peer no more. */
    private void forgetInbound(int peer) {
        Inbound inbound = inboundOf[peer];
        int at = Arrays.asList(inbounds).indexOf(inbound);
        inboundCount--;
        System.arraycopy(inbounds, at + 1, inbounds, at, inboundCount - at);
        inbounds[inboundCount] = null;
        inboundOf[peer] = null;
        turn = 0;
        favoured = favoured == inbound ? null : favoured;
        shown = null;
    }

    private void forget(int peer) {
        Inbound inbound = inboundOf[peer];
        if (inbound != null) {
            forgetInbound(peer);
            inbound.close();
        }
        Inbound ofDead = buried.remove(peer);
        if (ofDead != null) {
            ofDead.close();
        }
        failures[peer] = null;
        lastUsed = null;
        pressed.clear();
        close(outgoing[peer]);
        close(longOutgoing[peer]);
        outgoing[peer] = null;
        longOutgoing[peer] = null;
        control[peer] = null;
        data[peer] = null;
        wanted[peer] = null;
    }

    @Override
    public MemorySegment memory(int peer, int lane) {
        RingWriter ring = (lane == DATA ? data : control)[peer];
        return ring == null ? network.memory(peer, lane) : ring.memory;
    }

    @Override
    public StreamingCopy streaming(int peer, int lane, long at) {
        RingWriter ring = (lane == DATA ? data : control)[peer];
        return ring == null ? network.streaming(peer, lane, at) : ring.streaming(at);
    }

    @Override
    public void commit(int peer, int lane, long claim, int bytes, int immediate) {
        RingWriter ring = (lane == DATA ? data : control)[peer];
        if (ring == null) {
            network.commit(peer, lane, claim, bytes, immediate);
            return;
        }
        ring.commit(claim, bytes, immediate);
        lastUsed = ring;
        ring.wakeReceiver();
    }

    @Override
    public void abort(int peer, int lane, long claim) {
        // A claim takes nothing until it is committed.
    }

    @Override
    public int poll(PacketSink sink, int limit) {
        Inbound first = favoured;
        int handed = first == null ? 0 : first.poll(sink, limit);
        if (handed == 0 && lastUsed != null) {
            prefetchForWrite();
        }
        // Even if the favoured peer has used up the limit: a peer that sends without a pause must not starve the
        // others.
        return handed + pollNext(sink, limit);
    }

    @Override
    public int pollOthers(PacketSink sink, int limit) {
        return pollNext(sink, limit);
    }

    @Override
    public LookAhead lookAhead() {
        return this;
    }

    @Override
    public RemoteMemory remoteMemory() {
        return this;
    }

    @Override
    public SharedGroups sharedGroups() {
        return sharedGroups;
    }

    @Override
    public SharedGroups sharedGroups(IntUnaryOperator placeOf, IntUnaryOperator rankOf) {
        return sharedGroups == null ? null : groups.among(placeOf, rankOf);
    }

    @Override
    public WaitReports waitReports() {
        return this;
    }

    @Override
    public long peek(int peer) {
        Inbound inbound = inboundOf[peer];
        if (inbound != null) {
            RingReader reader = inbound.data;
            if (lastUsed != null && !reader.hasPacket()) {
                prefetchForWrite();
            }
            shown = reader;
            return reader.peek(looks);
        }
        return peer < world ? 0 : peekFar(peer);
    }

    private long peekFar(int peer) {
        shown = null;
        return isFar(peer) ? network.peek(peer) : 0;
    }

    private void prefetchForWrite() {
        lastUsed.prefetchForWrite();
        lastUsed = null;
    }

    @Override
    public MemorySegment peekMemory(int peer) {
        return shown == null ? network.peekMemory(peer) : shown.memory;
    }

    @Override
    public long peekOffset(int peer) {
        return shown == null ? network.peekOffset(peer) : shown.shownAt();
    }

    @Override
    public void take(int peer) {
        if (shown == null) {
            network.take(peer);
        } else {
            shown.take();
        }
    }

    private int pollNext(PacketSink sink, int limit) {
        if (turn >= inboundCount) {
            turn = 0;
            int handed = takeNotices() ? 1 : 0;
            if (!deaths.isEmpty()) {
                handed += tellDeaths(sink);
            }
            return attached.isEmpty() ? handed : handed + pollNetwork(sink, limit);
        }
        Inbound next = inbounds[turn++];
        if (next == favoured) {
            return 0;
        }
        int handed = next.poll(sink, limit);
        if (handed > 0) {
            favoured = next;
        }
        return handed;
    }

    /** Reports ranks that have died, each after all that has come from it. */
    private int tellDeaths(PacketSink sink) {
        drained = 0;
        for (DeathNews news : deaths) {
            if (news.areThere()) {
                // Rings that a rank has made just before it died.
                drained += takeNotices() ? 1 : 0;
                drained += news.tell(peer -> tellDeath(news, peer, sink));
            }
        }
        return drained;
    }

    /**
     * False if packets of the peer are still there, since the sink keeps others.
     *
     * @throws RankEndedError if it is this rank, a thread of which goes on
     */
    private boolean tellDeath(DeathNews news, int peer, PacketSink sink) {
        if (peer == rank) {
            throw new RankEndedError(news.why(peer));
        }
        Inbound from = inboundOf[peer];
        if (from != null) {
            drained += from.poll(sink, Integer.MAX_VALUE);
            if (from.hasPacket()) {
                return false;
            }
            // A thread of a rank that has died may still write to its rings.
            buried.put(peer, from);
            forgetInbound(peer);
        }
        failures[peer] = news.why(peer);
        if (control[peer] != null) {
            moved += control[peer].position() + data[peer].position();
            control[peer] = null;
            data[peer] = null;
            lastUsed = null;
        }
        sink.onFailure(peer, failures[peer], false);
        return true;
    }

    private boolean areDeathsThere() {
        for (int i = 0; i < deaths.size(); i++) {
            if (deaths.get(i).areThere()) {
                return true;
            }
        }
        return false;
    }

    /** One round of polls in some includes the network. */
    private int pollNetwork(PacketSink sink, int limit) {
        if (fars == 0 || inboundCount > 0 && ++sinceNetwork % NETWORK_ROUNDS != 0) {
            return 0;
        }
        return network.poll(sink, limit);
    }

    /** Attaches the rings of peers that have begun to send; true if there were any. */
    private boolean takeNotices() {
        boolean any = false;
        for (int word = 0; word < board.noticeWords(); word++) {
            if (board.hasNotices(rank, word)) {
                any = true;
                for (long bits = board.takeNotices(rank, word); bits != 0; bits &= bits - 1) {
                    attach(64 * word + Long.numberOfTrailingZeros(bits));
                }
            }
        }
        boolean isCalled = hasCalls() && takeCalls();
        return any || isCalled;
    }

    /** True if ranks of other jobs have made rings to this one since it last looked. */
    private boolean hasCalls() {
        return !attached.isEmpty() && board.calls(rank) != callsSeen;
    }

    /** Attaches the rings of ranks of other jobs that are there; those of jobs that this rank does not know yet wait. */
    private boolean takeCalls() {
        callsSeen = board.calls(rank);
        boolean any = false;
        for (Attached other : attached) {
            for (int peer = other.isFar() ? size : other.first; other.has(peer); peer++) {
                RingSender sender = other.sender(peer);
                String name = RingFile.name(sender.name(), rank);
                if (inboundOf[peer] == null && failures[peer] == null && store.exists(name) && isAdded(peer, sender)) {
                    store.remove(name);
                    any = true;
                }
            }
        }
        return any;
    }

    /** False for a ring that is being made: its maker counts it once it is complete. */
    private boolean isAdded(int peer, RingSender sender) {
        try {
            add(peer, sender);
            return true;
        } catch (PortException e) {
            System.getLogger(ShmPort.class.getName())
                    .log(System.Logger.Level.DEBUG, "a ring that is not complete yet", e);
            return false;
        }
    }

    private void attach(int peer) {
        if (peer >= world || inboundOf[peer] != null) {
            throw new PortException("rank " + rank + ": a notice of a ring from rank " + peer + ", which "
                    + (peer >= world ? "does not exist" : "is attached already") + "; the board is damaged");
        }
        if (failures[peer] == null) {
            add(peer, RingSender.ofOwnJob(peer, board));
        }
    }

    private void add(int peer, RingSender sender) {
        Inbound inbound = Inbound.open(store, sender, peer, rank, this::help);
        if (inboundCount == inbounds.length) {
            inbounds = Arrays.copyOf(inbounds, 2 * inboundCount);
        }
        inbounds[inboundCount++] = inbound;
        inboundOf[peer] = inbound;
        if (favoured == null) {
            favoured = inbound;
        }
    }

    @Override
    public boolean hasSomething() {
        for (int i = 0; i < inboundCount; i++) {
            if (inbounds[i].hasPacket()) {
                favoured = inbounds[i];
                return true;
            }
        }
        for (int word = 0; word < board.noticeWords(); word++) {
            if (board.hasNotices(rank, word)) {
                turn = inboundCount;
                return true;
            }
        }
        if (hasCalls()) {
            turn = inboundCount;
            return true;
        }
        if (areDeathsThere()) {
            turn = inboundCount;
            return true;
        }
        if (fars > 0 && network.hasSomething()) {
            turn = inboundCount;
            sinceNetwork = -1;
            return true;
        }
        return pressed.haveNewRoom() || groups.haveNews() || isEndNews();
    }

    /** Reports the end once: a rank that uses its port after it, by other means than MPI, sleeps again. */
    private boolean isEndNews() {
        boolean news = !endSeen && board.haveAllLeft();
        endSeen |= news;
        return news;
    }

    /** The port of a rank whose thread is the current one: only that thread's waits count in the detection of deadlocks. */
    ShmPort ofCaller() {
        idler.belongToCaller();
        return this;
    }

    @Override
    public void yieldCore(int times) {
        idler.yieldCore(times, this);
    }

    @Override
    public int beginSleep(boolean first) {
        return idler.beginSleep(first);
    }

    @Override
    public void answer(int round, long traffic, long balance) {
        idler.answer(round, this, traffic, balance + balanceBefore);
    }

    @Override
    public void leaveBalance(long balance) {
        board.setBalance(rank, balance + balanceBefore);
    }

    @Override
    public void nap(int times) {
        idler.nap(times, this);
    }

    @Override
    public void idled(long ns) {
        idler.idled(ns);
    }

    /** How long this rank has waited so far. By any thread. */
    long idleNs() {
        return idler.idleNs();
    }

    /** As {@link Reporter#ask}. */
    RankWait ask() {
        return reporter.ask();
    }

    @Override
    public long moves() {
        long moves = moved;
        for (int peer = 0; peer < size; peer++) {
            if (control[peer] != null) {
                moves += control[peer].position() + data[peer].position();
            }
        }
        for (int i = 0; i < inboundCount; i++) {
            moves += inbounds[i].moves();
        }
        for (Inbound ofDead : buried.values()) {
            moves += ofDead.moves();
        }
        return moves;
    }

    @Override
    public void reportBy(Supplier<String> outstanding) {
        reporter.by(outstanding);
    }

    @Override
    public int[] awaited() {
        return groups.awaited();
    }

    @Override
    public void awaitsDormantBy(BooleanSupplier awaitsDormant) {
        reporter.awaitsDormantBy(awaitsDormant);
    }

    @Override
    public boolean awaitsDormant() {
        return reporter.awaitsDormant();
    }

    @Override
    public void reportIfAsked() {
        reporter.reportIfAsked(inGroups, idler.waitedNs());
    }

    @Override
    public String waitsFor() {
        return reporter.waitsFor(inGroups);
    }

    @Override
    public void expect(int peer) {
        if (peer >= 0 && inboundOf[peer] != null) {
            favoured = inboundOf[peer];
        } else if (peer >= world && isFar(peer)) {
            network.expect(peer);
        }
    }

    /** Polls of rings are due after each sleep: the next round includes the network. */
    @Override
    public boolean sleepsOnNetwork() {
        if (fars == 0) {
            return false;
        }
        if (!hasSomething()) {
            network.sleep(NETWORK_SLEEP_MS);
            sinceNetwork = -1;
        }
        return true;
    }

    @Override
    public void release(int peer, int lane, long offset) {
        Inbound inbound = inboundOf[peer] == null ? buried.get(peer) : inboundOf[peer];
        if (inbound == null) {
            network.release(peer, lane, offset);
            return;
        }
        (lane == DATA ? inbound.data : inbound.control).release(offset);
    }

    @Override
    public Region register(long bytes, Arena arena) {
        return direct.register(bytes, arena, false);
    }

    @Override
    public Region registerRequired(long bytes, Arena arena) {
        return direct.register(bytes, arena, true);
    }

    /** Takes back memory for ranks that have no room. By any thread. */
    void reclaim() {
        direct.reclaim();
    }

    @Override
    public long expose(Payload payload) {
        return direct.expose(payload);
    }

    @Override
    public void conceal(long key) {
        direct.conceal(key);
    }

    @Override
    public long exposeSource(int peer, Payload payload) {
        return peer >= world && isFar(peer) ? farMemory().exposeSource(peer, payload) : expose(payload);
    }

    @Override
    public long exposeTarget(int peer, Payload payload, long bytes) {
        return peer >= world && isFar(peer) ? farMemory().exposeTarget(peer, payload, bytes) : expose(payload);
    }

    @Override
    public void conceal(int peer, long key) {
        if (peer >= world && isFar(peer)) {
            farMemory().conceal(peer, key);
        } else {
            conceal(key);
        }
    }

    private RemoteMemory farMemory() {
        return network.remoteMemory();
    }

    @Override
    public int get(int peer, long key, Payload into, long bytes, long cookie) {
        if (peer >= world && isFar(peer)) {
            return farMemory().get(peer, key, into, bytes, cookie);
        }
        boolean isFar = wanted[peer] != null && wanted[peer].reading().wasFar();
        if (bytes < (isFar ? Tuning.FAR_SHARED_COPY_MIN : Tuning.SHARED_COPY_MIN)
                || crowded
                || !deaths.isEmpty()
                || !direct.reaches(peer, key)) {
            return getAlone(peer, key, into, bytes);
        }
        long target = direct.expose(into);
        if (target == NOT_EXPOSED) {
            return getAlone(peer, key, into, bytes);
        }
        int result = COMPLETE;
        if (direct.reaches(rank, target)) {
            getTogether(peer, key, target, bytes);
        } else {
            result = direct.get(peer, key, into, bytes);
        }
        direct.conceal(target);
        return result;
    }

    private int getAlone(int peer, long key, Payload into, long bytes) {
        if (bytes < Tuning.FAR_SHARED_COPY_MIN
                || wanted[peer] == null
                || !wanted[peer].reading().isDue()) {
            return direct.get(peer, key, into, bytes);
        }
        long begin = System.nanoTime();
        int result = direct.get(peer, key, into, bytes);
        wanted[peer].reading().hasRead(bytes, System.nanoTime() - begin);
        return result;
    }

    private void getTogether(int peer, long key, long target, long bytes) {
        if (outgoing[peer] == null) {
            connect(peer);
        }
        SharedCopy copy = wanted[peer];
        copy.begin(key, target, bytes);
        control[peer].askForHelp();
        copy.finish(direct, peer, rank);
    }

    /** A peer copies from this rank and asks it to work on the copy. */
    private void help(int peer) {
        inboundOf[peer].sharedCopy.help(direct, rank, peer, distance(peer));
    }

    /** The distance to a peer; null as long as there is no ring to it. */
    private Distance distance(int peer) {
        return data[peer] == null ? null : data[peer].distance();
    }

    @Override
    public int put(int peer, long key, Payload from, long bytes, long cookie) {
        if (peer >= world && isFar(peer)) {
            return farMemory().put(peer, key, from, bytes, cookie);
        }
        if (bytes >= STREAMED_MIN && data[peer] == null) {
            connect(peer);
        }
        return direct.put(peer, key, from, bytes, distance(peer));
    }

    @Override
    public MemorySegment view(int peer, long key, long bytes, Arena arena) {
        return peer >= world && isFar(peer) ? null : direct.view(peer, key, bytes, arena);
    }

    @Override
    public long now() {
        return System.nanoTime();
    }

    @Override
    public void idle(int fruitless) {
        idler.idle(fruitless, this);
    }

    /** Where other jobs are reached by a network, which only a poll looks at, it does not. */
    @Override
    public boolean sleepBeside(BooleanSupplier mayNot, long ns) {
        return fars == 0 && idler.sleepBeside(mayNot, ns, this);
    }

    @Override
    public void wakeBeside() {
        idler.wake();
    }

    @Override
    public void housekeep() {
        direct.sweep();
    }

    /** What was committed lies in the rings, and so does what arrives. */
    @Override
    public boolean pause(PacketSink sink) {
        return network == null || network.pause(sink);
    }

    @Override
    public void resume() {
        idler.belongToCaller();
    }

    /** What this rank has found of the distances to others, a line for each that it has written much to; empty if there is none. */
    String distances() {
        StringBuilder text = new StringBuilder();
        for (int peer = 0; peer < size; peer++) {
            String of = data[peer] == null ? "" : data[peer].distance().report();
            if (!of.isEmpty()) {
                text.append("rank ")
                        .append(rank)
                        .append(": the core of rank ")
                        .append(peer)
                        .append(" is ")
                        .append(of)
                        .append('\n');
            }
        }
        return text.toString();
    }

    @Override
    public void close() {
        if (network != null) {
            network.close();
        }
        groups.close();
        direct.close();
        for (int i = 0; i < inboundCount; i++) {
            inbounds[i].close();
        }
        buried.values().forEach(Inbound::close);
        buried.clear();
        for (int peer = 0; peer < size; peer++) {
            close(outgoing[peer]);
            close(longOutgoing[peer]);
        }
        Arrays.fill(outgoing, null);
        Arrays.fill(longOutgoing, null);
        Arrays.fill(inboundOf, null);
        inboundCount = 0;
        favoured = null;
        shown = null;
        lastUsed = null;
    }

    private static void close(Mapping mapping) {
        if (mapping != null) {
            mapping.close();
        }
    }
}
