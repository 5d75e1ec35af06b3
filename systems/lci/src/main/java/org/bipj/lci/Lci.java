package org.bipj.lci;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.WeakReference;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.function.BooleanSupplier;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.core.nic.HostTime;
import org.bipj.core.nic.HostWork;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketInterface;
import org.bipj.core.nic.PacketUpcalls;
import org.bipj.core.nic.PortException;
import org.bipj.core.runtime.Client;
import org.bipj.core.runtime.ProgressLock;
import org.bipj.core.runtime.RankRuntime;
import org.bipj.core.runtime.Threads;
import org.bipj.lci.channel.ChannelPackets;

/**
 * LCI of one rank.
 *
 * <pre>{@code
 * try (Lci lci = Lci.init()) {
 *     long[] got = new long[1];
 *     Channel channel = lci.open(7, packet -> {
 *         got[0] = packet.getLong(0);
 *         return Disposal.RELEASE;
 *     });
 *     SendPacket packet = channel.allocate();
 *     packet.putLong(0, 42);                                     written in place
 *     channel.unicast((lci.rank() + 1) % lci.size(), packet, 8);
 *     while (got[0] == 0) {
 *         lci.pollOrIdle();                                      runs the upcall
 *     }
 *     lci.barrier();
 * }
 * }</pre>
 *
 * <p>Upcalls run in {@link #poll}, {@link #pollOrIdle}, {@link #barrier}, {@link #group} and {@link Counter#getAndAdd}, and
 * never in {@link Channel#allocate}, {@link Channel#unicast} and {@link Channel#multicast}. Several clients of one program
 * each call {@code init} and open channels of their own. MPI, BIP and Active Messages may be used beside LCI. Progress
 * happens in calls of any of them, upcalls run in those of LCI only.
 */
public final class Lci implements AutoCloseable {
    /** Bytes of a packet unless {@link Setup#payload} sets another number (LCI paper, section 4.1). */
    public static final int DEFAULT_PAYLOAD = 1024;

    /** The larger number of bytes of a packet in the paper. */
    public static final int LARGE_PAYLOAD = 2048;

    /** The largest number that a channel can have. */
    public static final int MAX_CHANNEL = GroupControl.CLIENT - 1;

    /** Packets delivered in one poll: enough to amortise it, few enough to come back soon. */
    private static final int POLL_LIMIT = 64;

    /** How many calls of {@link #pollOften} make one poll; a power of two. */
    private static final int CALLS_PER_POLL = 16;

    /** By job: the instance that a second call of init in the same job returns. */
    private static final Map<Job, WeakReference<Lci>> OPEN = new WeakHashMap<>();

    private final RankRuntime runtime;
    private final Job job;
    private final NicPort port;
    private final HostTime hostTime;
    private final ProgressLock lock;
    private final PacketInterface packets;
    /** Null where the network interface runs LCI's protocols. */
    private final ChannelPackets overChannel;

    private final int payload;
    private final SendPacket[] sendPackets;
    /** What is waited for by {@link Channel#allocate}, and by {@link Channel#allocatePolling}. */
    private final String freePacket;

    private final String freePacketPolling;
    private ReceivedPacket[] receivedPackets = new ReceivedPacket[64];
    private Group[] groups = new Group[4];
    private final Clients clients = new Clients();
    private final Clients.Delivery delivery = this::deliverEarly;
    private final GroupControl agreement;

    /** The packet whose upcall runs; null: none does. */
    private ReceivedPacket running;
    /** What upcalls have left to do for lack of a send packet. */
    private final ArrayDeque<BooleanSupplier> deferred = new ArrayDeque<>();

    private boolean runsDeferred;
    /** How many received packets clients keep. */
    private int kept;
    /** An addition to a counter waits for its answer. */
    private boolean adding;
    /** What an upcall has thrown. The next call that may throw it does. */
    private Throwable failure;
    /** Whether {@link #failure} is held until the present call has ended. */
    private boolean holdsFailures;
    /** What the rank waits for, whose text a report names; null: nothing. */
    private Object waitsFor;

    private final boolean interrupts;
    /** How many calls have disabled interrupts and not enabled them again. */
    private int disabled;
    /** Counts polls; wraps around. */
    private int polls;
    /** Counts upcalls; wraps around. */
    private int upcalls;
    /** How many there had been at the end of the last {@link #pollOrIdle}. */
    private int upcallsSeen;
    /** Polls at the watchdog's last look, if packets waited then. */
    private int pollsSeen;

    private boolean waitedBefore;

    private int idled;
    private int oftenCalls;
    private int users = 1;
    private volatile boolean closed;

    /** Settings that have to be known before {@link #init}. */
    public static final class Setup {
        private int payload;
        private boolean interrupts;

        private Setup() {}

        /**
         * Upcalls also run while the program computes, without a call of LCI: after packets have lain unread for the delay of
         * a watchdog (70 us), an interrupt runs them. On boards that run LCI's protocols the board interrupts the rank in
         * virtual time. In real time a thread of the rank polls; upcalls then run on that thread, under the lock of all
         * calls. So the program must expect that upcalls change its data at any time, except while interrupts are {@linkplain
         * Lci#disableInterrupts disabled}. MPI in the same program, if it is initialised first, needs THREAD_SERIALIZED at
         * least. Deadlocks are not detected in such a job.
         */
        public Setup interrupts() {
            interrupts = true;
            return this;
        }

        /**
         * Sets the maximum number of bytes in a packet, the same on all ranks: {@link #DEFAULT_PAYLOAD} or {@link
         * #LARGE_PAYLOAD}. Where the network interface runs LCI's protocols, its settings determine it ({@code lci.packet}).
         */
        public Setup payload(int bytes) {
            if (bytes != DEFAULT_PAYLOAD && bytes != LARGE_PAYLOAD) {
                throw new IllegalArgumentException(
                        "payload " + bytes + "; expected " + DEFAULT_PAYLOAD + " or " + LARGE_PAYLOAD);
            }
            payload = bytes;
            return this;
        }

        /**
         * Joins the job. Ranks may start in any order.
         *
         * @throws LciException if LCI is open with another payload, or without interrupts and they are wanted
         * @throws UnsupportedOperationException for interrupts in virtual time on boards that do not run LCI's protocols
         * @throws PortException if the job cannot be joined, also where a simulated board runs LCI ({@code nic.firmware=lci}) and
         *     this rank has closed all that it had open
         */
        public Lci init() {
            Job job = Jobs.of(null);
            synchronized (OPEN) {
                WeakReference<Lci> known = OPEN.get(job);
                Lci open = known == null ? null : known.get();
                if (open != null && !open.closed) {
                    open.checkPayload(payload);
                    if (interrupts && !open.interrupts) {
                        throw open.fail(
                                "LCI is open without interrupts; expected interrupts() at the first initialisation");
                    }
                    open.users++;
                    return open;
                }
                Lci lci = join(job);
                OPEN.put(job, new WeakReference<>(lci));
                return lci;
            }
        }

        private Lci join(Job job) {
            RankRuntime runtime = RankRuntime.join(job, Client.LCI, interrupts ? Threads.SEVERAL : Threads.AS_OTHERS);
            try {
                return new Lci(runtime, payload, interrupts);
            } catch (RuntimeException e) {
                runtime.leave(Client.LCI);
                throw e;
            }
        }
    }

    /** Starts with settings that can be changed until {@link Setup#init}. */
    public static Setup setup() {
        return new Setup();
    }

    /**
     * Joins the job. A second call before {@link #close} returns the same object, to be closed once more.
     *
     * @throws PortException if the job cannot be joined, also where a simulated board runs LCI ({@code nic.firmware=lci}) and this
     *     rank has closed all that it had open
     */
    public static Lci init() {
        return setup().init();
    }

    private Lci(RankRuntime runtime, int wanted, boolean interrupts) {
        this.runtime = runtime;
        job = runtime.job();
        port = runtime.port();
        hostTime = new HostTime(port);
        lock = runtime.lock();
        PacketInterface own = port.packetInterface();
        overChannel = own != null
                ? null
                : new ChannelPackets(runtime.channel(Client.LCI, null), job, wanted == 0 ? DEFAULT_PAYLOAD : wanted);
        packets = own != null ? own : overChannel;
        payload = packets.limits().payload();
        checkPayload(wanted);
        sendPackets = new SendPacket[packets.limits().sendPackets()];
        String placement = packets.placement().isEmpty() ? "" : " (" + packets.placement() + ")";
        freePacket = "LCI: Channel.allocate: a free send packet" + placement;
        freePacketPolling = "LCI: Channel.allocatePolling: a free send packet" + placement;
        agreement = new GroupControl(this);
        packets.attach(new Arrivals());
        this.interrupts = interrupts;
        if (interrupts) {
            startInterrupts();
        }
        runtime.reportBy(Client.LCI, this::outstanding);
        runtime.started();
    }

    private void checkPayload(int wanted) {
        if (wanted != 0 && wanted != payload) {
            throw fail("payload " + wanted + "; expected " + payload + ", which "
                    + (overChannel == null ? "the network interface has (lci.packet)" : "LCI is open with"));
        }
    }

    private String outstanding() {
        String room = overChannel == null ? "" : overChannel.outstanding();
        if (waitsFor == null) {
            return room;
        }
        return waitsFor + (room.isEmpty() ? "" : "; " + room);
    }

    // ---- what there is -----------------------------------------------------------------------------------------

    /** This rank's number, from 0. */
    public int rank() {
        return port.rank();
    }

    /** The number of ranks in the job. */
    public int size() {
        return port.size();
    }

    /** The most bytes that a packet carries. */
    public int payload() {
        return payload;
    }

    /** How many counters each rank has. */
    public int counters() {
        return packets.limits().counters();
    }

    /**
     * Charges the work of runtime systems over LCI to this rank's clock where the job runs in virtual time; elsewhere its
     * methods do nothing.
     */
    public HostTime hostTime() {
        return hostTime;
    }

    /** Seconds since some moment in the past; virtual where the job runs in virtual time. */
    public double time() {
        return port.now() / 1e9;
    }

    // ---- channels and groups -----------------------------------------------------------------------------------

    /**
     * Opens a channel. Packets that have arrived for its number are delivered by the next poll.
     *
     * @param number 0 to {@link #MAX_CHANNEL}, the same on all ranks that use the channel
     * @param upcall receives the channel's packets
     * @throws LciException if the number is out of range or open
     */
    public Channel open(int number, Upcall upcall) {
        Objects.requireNonNull(upcall, "upcall");
        enter();
        try {
            if (number < 0 || number > MAX_CHANNEL) {
                throw fail("channel " + number + "; expected 0 to " + MAX_CHANNEL);
            }
            if (clients.isOpen(number)) {
                throw fail("channel " + number + " is open; expected a number of its own for each client");
            }
            Channel channel = new Channel(this, number, upcall);
            clients.open(channel);
            return channel;
        } finally {
            exit();
        }
    }

    void close(Channel channel) {
        if (!closed) {
            enter();
            try {
                clients.close(channel);
            } finally {
                exit();
            }
        }
    }

    /**
     * Makes a group. All members call this with the same members, and those of several groups in the same order. Returns when
     * the network interfaces of all members have installed the group. Runs upcalls meanwhile.
     *
     * @param members ranks in any order, this one included
     * @throws LciException if a member is out of range or named twice, this rank is no member, a member calls it for other
     *     members, or inside an upcall
     */
    public Group group(int... members) {
        int[] sorted = members.clone();
        Arrays.sort(sorted);
        enter();
        try {
            checkNoUpcall("group()");
            checkMembers(sorted);
            int number = agreement.group(sorted, agreed -> install(agreed, sorted));
            return groups[number];
        } finally {
            exit();
        }
    }

    private void checkMembers(int[] sorted) {
        for (int i = 0; i < sorted.length; i++) {
            checkRank(sorted[i], "member");
            if (i > 0 && sorted[i] == sorted[i - 1]) {
                throw fail("group(): member " + sorted[i] + " is named twice");
            }
        }
        if (Arrays.binarySearch(sorted, rank()) < 0) {
            throw fail("group() of ranks " + Arrays.toString(sorted) + "; expected this rank among them");
        }
    }

    private void install(int number, int[] members) {
        if (number >= groups.length) {
            groups = Arrays.copyOf(groups, Math.max(2 * groups.length, number + 1));
        }
        packets.group(number, members);
        groups[number] = new Group(number, members);
    }

    private void checkRank(int rank, String what) {
        if (rank < 0 || rank >= size()) {
            throw fail(what + " " + rank + "; expected 0 to " + (size() - 1));
        }
    }

    // ---- sending -----------------------------------------------------------------------------------------------

    SendPacket allocate() {
        return allocate("allocate()", false);
    }

    SendPacket allocatePolling() {
        return allocate("allocatePolling()", true);
    }

    private SendPacket allocate(String call, boolean polls) {
        enter();
        try {
            checkNoUpcall(call);
            return allocateNow(call, polls);
        } finally {
            exit();
        }
    }

    /** Waits for a free send packet, under the lock. */
    SendPacket allocateNow() {
        return allocateNow("allocate()", false);
    }

    private SendPacket allocateNow(String call, boolean polls) {
        int number = packets.allocate();
        return own(number < 0 ? awaitSendPacket(call, polls) : number);
    }

    private int awaitSendPacket(String call, boolean polls) {
        Object before = waitsFor;
        waitsFor = polls ? freePacketPolling : freePacket;
        try {
            int number = packets.allocate();
            for (int fruitless = 0; number < 0; number = packets.allocate()) {
                if (kept >= packets.limits().receivePackets()) {
                    throw fail(call + ": no send packet is free, and the client keeps all " + kept
                            + " receive packets; expected that it releases some");
                }
                // What upcalls throw waits for the next call that polls: the caller may be in the middle of a message.
                boolean fruitful = polls ? deliver() > 0 : packets.progress();
                fruitless = after(fruitful, fruitless);
            }
            return number;
        } finally {
            waitsFor = before;
        }
    }

    SendPacket tryAllocate() {
        enter();
        try {
            int number = packets.allocate();
            return number < 0 ? null : own(number);
        } finally {
            exit();
        }
    }

    private SendPacket own(int number) {
        SendPacket packet = sendPackets[number];
        if (packet == null) {
            packet = new SendPacket(this, number, packets.sendBuffer(number));
            sendPackets[number] = packet;
        }
        packet.own();
        return packet;
    }

    void free(SendPacket packet) {
        enter();
        try {
            packet.disown("freed");
            packets.free(packet.number());
        } finally {
            exit();
        }
    }

    void unicast(int channel, int destination, SendPacket packet, int length) {
        enter();
        try {
            checkRank(destination, "destination");
            checkLength(length);
            launch(channel, destination, packet, length);
        } finally {
            exit();
        }
    }

    void launch(int channel, int destination, SendPacket packet, int length) {
        packet.disown("sent");
        packets.unicast(destination, packet.number(), length, channel);
    }

    void multicast(int channel, Group group, SendPacket packet, int length) {
        Objects.requireNonNull(group, "group");
        enter();
        try {
            checkLength(length);
            if (group.number() >= groups.length || groups[group.number()] != group) {
                throw fail("multicast in " + group + "; expected a group of this rank");
            }
            packet.disown("sent");
            packets.multicast(group.number(), packet.number(), length, channel);
        } finally {
            exit();
        }
    }

    private void checkLength(int length) {
        if (length < 0 || length > payload) {
            throw fail("a packet of " + length + " bytes; expected 0 to " + payload);
        }
    }

    // ---- receiving ---------------------------------------------------------------------------------------------

    /** Passes packets on to the clients. */
    private final class Arrivals implements PacketUpcalls {
        @Override
        public boolean onPacket(int source, int group, int client, int packet, int length) {
            if (client == GroupControl.CLIENT) {
                onAgreement(source, packet);
                return RELEASE;
            }
            ReceivedPacket arrived = received(packet);
            arrived.arrived(source, group == UNICAST ? null : groups[group], length);
            Channel channel = clients.taking(client);
            if (channel == null) {
                clients.keep(client, arrived);
                kept++;
                return KEEP;
            }
            boolean keeps = deliver(channel, arrived);
            kept += keeps ? 1 : 0;
            return keeps;
        }

        @Override
        public void onInterrupt() {
            interrupted();
        }

        @Override
        public void onUnreachable(int rank, String reason) {
            job.abort(1, "LCI: rank " + rank + " cannot be reached: " + reason);
        }
    }

    private void onAgreement(int source, int packet) {
        MemorySegment memory = packets.receiveBuffer(packet);
        long at = packets.receiveOffset(packet);
        agreement.onPacket(
                source,
                memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at),
                memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at + Long.BYTES),
                memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 2 * Long.BYTES));
    }

    private ReceivedPacket received(int number) {
        if (number >= receivedPackets.length) {
            receivedPackets = Arrays.copyOf(receivedPackets, Math.max(2 * receivedPackets.length, number + 1));
        }
        ReceivedPacket packet = receivedPackets[number];
        if (packet == null) {
            packet = new ReceivedPacket(this, number);
            receivedPackets[number] = packet;
        }
        return packet;
    }

    /** Runs an upcall. Returns true if the client keeps the packet. */
    private boolean deliver(Channel channel, ReceivedPacket packet) {
        upcalls++;
        packet.deliver(packets.receiveBuffer(packet.number()), packets.receiveOffset(packet.number()));
        running = packet;
        Disposal disposal = Disposal.RELEASE;
        try {
            disposal = Objects.requireNonNull(channel.upcall().onPacket(packet), "result of an upcall");
        } catch (Throwable t) {
            failed(t);
        } finally {
            running = null;
            packet.end(disposal == Disposal.KEEP);
        }
        return disposal == Disposal.KEEP;
    }

    private void deliverEarly(Channel channel, ReceivedPacket packet) {
        if (!deliver(channel, packet)) {
            kept--;
            packets.release(packet.number());
        }
    }

    private void failed(Throwable thrown) {
        if (failure == null) {
            failure = thrown;
        } else if (failure != thrown) {
            failure.addSuppressed(thrown);
        }
    }

    private void throwFailure() {
        Throwable thrown = failure;
        if (thrown != null && !holdsFailures) {
            failure = null;
            if (thrown instanceof Error e) {
                throw e;
            }
            // Other languages throw checked exceptions without declaring them.
            throw thrown instanceof RuntimeException e ? e : new UndeclaredThrowableException(thrown);
        }
    }

    void release(ReceivedPacket packet) {
        enter();
        try {
            packet.released();
            kept--;
            packets.release(packet.number());
        } finally {
            exit();
        }
    }

    PacketInterface packets() {
        return packets;
    }

    /**
     * Runs the upcalls of packets that have arrived, and does not wait for any. If an upcall throws an exception, this throws
     * it once the others have run.
     *
     * @return number of packets delivered
     */
    public int poll() {
        enter();
        try {
            checkNoUpcall("poll()");
            return pollOnce();
        } finally {
            exit();
        }
    }

    /**
     * Polls as {@link #poll} does in virtual time, and else at each 16th call: for those who poll between steps that take no
     * longer than a fruitless poll does.
     *
     * @return number of packets delivered
     */
    public int pollOften() {
        return port.virtualTime() != null || (++oftenCalls & CALLS_PER_POLL - 1) == 0 ? poll() : 0;
    }

    /**
     * Polls as {@link #poll} does, and pauses if there is nothing, and no upcall has run since the last call of this; for loops
     * that wait for the effect of an upcall.
     */
    public void pollOrIdle() {
        enter();
        try {
            checkNoUpcall("pollOrIdle()");
            if (upcalls == upcallsSeen) {
                idled = round(idled);
            } else {
                pollWaiting();
                idled = after(true, idled);
            }
            upcallsSeen = upcalls;
        } finally {
            exit();
        }
    }

    /**
     * Waits until a condition holds that upcalls make true: polls, and pauses if there is nothing. Returns at once, having
     * polled, if it holds. For runtime systems whose callers wait.
     *
     * @param what is waited for, with the name of the system and the rank that it depends on; reports of a deadlock contain its
     *     text
     * @param condition evaluated after each poll, and once more where upcalls have run while it was evaluated
     * @throws LciException inside an upcall
     */
    public void await(Object what, BooleanSupplier condition) {
        enter();
        try {
            checkNoUpcall("await()");
            awaitInside(what, condition);
        } finally {
            exit();
        }
    }

    private int pollOnce() {
        int delivered = deliver();
        throwFailure();
        return delivered;
    }

    /** Polls once, for a caller that waits. */
    private int pollWaiting() {
        if (clients.hasWaiting()) {
            return pollOnce();
        }
        polls++;
        int delivered = packets.pollWaiting(POLL_LIMIT);
        if (!deferred.isEmpty()) {
            delivered += runDeferred();
        }
        throwFailure();
        return delivered;
    }

    private int deliver() {
        polls++;
        int delivered = clients.hasWaiting() ? clients.deliver(delivery) : 0;
        delivered += packets.poll(POLL_LIMIT);
        return deferred.isEmpty() ? delivered : delivered + runDeferred();
    }

    /** Tries what upcalls have left to do. Returns the number of tasks that have ended. */
    private int runDeferred() {
        int ended = 0;
        runsDeferred = true;
        try {
            for (int left = deferred.size(); left > 0; left--) {
                BooleanSupplier task = deferred.remove();
                boolean ends = true;
                try {
                    ends = task.getAsBoolean();
                } catch (Throwable t) {
                    failed(t);
                }
                if (ends) {
                    ended++;
                } else {
                    deferred.add(task);
                }
            }
        } finally {
            runsDeferred = false;
        }
        return ended;
    }

    // ---- interrupts --------------------------------------------------------------------------------------------

    private void startInterrupts() {
        if (packets.canInterrupt()) {
            packets.interrupts(true);
        } else if (port.virtualTime() != null) {
            throw new UnsupportedOperationException("rank " + rank()
                    + ": interrupts in virtual time; expected boards that" + " run LCI's protocols (nic.firmware=lci)");
        } else {
            InterruptThread.start(rank(), this::look);
        }
    }

    /**
     * Disables interrupts until {@link #enableInterrupts} has been called as often as this. Upcalls still run in calls of LCI.
     * Does nothing where LCI was initialised without interrupts, so that libraries may call it in any case.
     */
    public void disableInterrupts() {
        enter();
        try {
            if (disabled++ == 0 && interrupts && packets.canInterrupt()) {
                packets.interrupts(false);
            }
        } finally {
            exit();
        }
    }

    /**
     * Ends what one {@link #disableInterrupts} began.
     *
     * @throws LciException if interrupts are not disabled
     */
    public void enableInterrupts() {
        enter();
        try {
            if (disabled == 0) {
                throw fail("enableInterrupts(): interrupts are not disabled");
            }
            if (--disabled == 0 && interrupts && packets.canInterrupt()) {
                packets.interrupts(true);
            }
        } finally {
            exit();
        }
    }

    /** Runs upcalls because the board has interrupted the rank, unless interrupts are disabled. */
    private void interrupted() {
        lock.enter();
        try {
            if (!closed && disabled == 0) {
                int delivered = deliver();
            }
        } finally {
            lock.exit();
        }
    }

    /** A look of the watchdog. Exceptions of upcalls are thrown by the program's next call that runs upcalls. */
    private InterruptThread.Found look() {
        if (!lock.tryEnter()) {
            return closed ? InterruptThread.Found.CLOSED : InterruptThread.Found.NOTHING;
        }
        try {
            if (closed) {
                return InterruptThread.Found.CLOSED;
            }
            boolean moved = packets.progress();
            boolean waits = overChannel.hasWaiting() || clients.hasWaiting() || !deferred.isEmpty();
            if (waits && waitedBefore && polls == pollsSeen && disabled == 0) {
                int delivered = deliver();
                waits = false;
            }
            waitedBefore = waits;
            pollsSeen = polls;
            return moved ? InterruptThread.Found.PACKETS : InterruptThread.Found.NOTHING;
        } finally {
            lock.exit();
        }
    }

    // ---- counters and barrier ----------------------------------------------------------------------------------

    /**
     * A counter of a rank.
     *
     * @param owner rank of its owner, which may be this one
     * @param index 0 to {@link #counters} - 1
     */
    public Counter counter(int owner, int index) {
        checkRank(owner, "owner of a counter");
        if (index < 0 || index >= counters()) {
            throw fail("counter " + index + "; expected 0 to " + (counters() - 1));
        }
        return new Counter(this, owner, index);
    }

    long getAndAdd(Counter counter, long n) {
        enter();
        try {
            checkNoUpcall("getAndAdd()");
            int delivered = pollOnce();
            for (int fruitless = 0; adding; ) {
                fruitless = round(fruitless);
            }
            packets.fetchAndAdd(counter.owner(), counter.index(), n);
            if (!packets.added()) {
                adding = true;
                // An exception of an upcall must not cost the answer: a later poll throws it.
                holdsFailures = true;
                try {
                    await(counter.owner(), "a counter", packets::added);
                } finally {
                    adding = false;
                    holdsFailures = false;
                }
            }
            return packets.previous();
        } finally {
            exit();
        }
    }

    /**
     * Waits until all ranks have called this. Runs upcalls meanwhile.
     *
     * @throws LciException inside an upcall
     */
    public void barrier() {
        enter();
        try {
            checkNoUpcall("barrier()");
            agreement.barrier();
        } finally {
            exit();
        }
    }

    // ---- for runtime systems -----------------------------------------------------------------------------------

    /**
     * Keeps upcalls and other threads out until {@link #unlock}, for runtime systems whose calls and upcalls share data. Nests.
     * Upcalls hold the lock. Calls that wait are not allowed meanwhile: other threads could not go on. Where one thread calls,
     * nothing is locked.
     */
    public void lock() {
        enter();
    }

    /** Ends what one call of {@link #lock} began. */
    public void unlock() {
        exit();
    }

    /** True inside an upcall or a {@linkplain #defer deferred} task of this rank, where no call may wait; under the lock. */
    public boolean isInUpcall() {
        return running != null || runsDeferred;
    }

    /** True if upcalls also run by {@linkplain Setup#interrupts interrupts}, and several threads may call. */
    public boolean hasInterrupts() {
        return interrupts;
    }

    /**
     * Waits as {@link #await(Object, BooleanSupplier)}, for some time at most. The rank polls meanwhile, and does not count as
     * one that waits for ever.
     *
     * @return whether the condition holds
     */
    public boolean await(BooleanSupplier condition, double seconds) {
        long start = port.now();
        long limit = (long) Math.min(seconds * 1e9, Long.MAX_VALUE / 2.0);
        int fruitless = 0;
        while (!holds(condition) && port.now() - start < limit) {
            fruitless = poll() > 0 ? 0 : fruitless + 1;
            if (port.virtualTime() != null) {
                hostTime.charge(HostWork.FAILED_TEST);
            } else {
                RealTime.restAfter(fruitless);
            }
        }
        return holds(condition);
    }

    private boolean holds(BooleanSupplier condition) {
        enter();
        try {
            return condition.getAsBoolean();
        } finally {
            exit();
        }
    }

    /**
     * Leaves to later polls what an upcall cannot do, for lack of a send packet: the task runs at the end of this poll and of
     * each further one, by whatever client, until it returns true. It follows the rules of upcalls. A rank that idles wakes up
     * when a packet has arrived, or when a send packet is free that {@link Channel#tryAllocate} has not found.
     */
    public void defer(BooleanSupplier task) {
        enter();
        try {
            deferred.add(Objects.requireNonNull(task, "task"));
        } finally {
            exit();
        }
    }

    // ---- inside ------------------------------------------------------------------------------------------------

    LciException fail(String message) {
        return new LciException(rank(), message);
    }

    private void enter() {
        if (closed) {
            throw fail("LCI is closed");
        }
        lock.enter();
    }

    private void exit() {
        lock.exit();
    }

    private void checkNoUpcall(String what) {
        if (isInUpcall()) {
            throw fail(what + " inside an upcall; expected calls that do not wait, such as tryAllocate()");
        }
    }

    /** Waits for a condition that a rank makes true; runs upcalls. */
    void await(int rank, String what, BooleanSupplier condition) {
        awaitInside("LCI: " + what + ", for rank " + rank, condition);
    }

    private void awaitInside(Object what, BooleanSupplier condition) {
        int delivered = pollOnce();
        if (condition.getAsBoolean()) {
            return;
        }
        Object before = waitsFor;
        waitsFor = what;
        try {
            for (int fruitless = 0; ; delivered = pollWaiting()) {
                // What makes the condition true need not be a packet, so it is looked at before the rank idles.
                int ran = upcalls;
                if (condition.getAsBoolean()) {
                    return;
                }
                // A condition may poll: what it had read before may have changed then.
                fruitless = after(delivered > 0 || upcalls != ran, fruitless);
            }
        } finally {
            waitsFor = before;
        }
    }

    /** A round of a wait, under the lock, which other threads have between two rounds. */
    private int round(int fruitless) {
        if (!lock.isAlone() || clients.hasWaiting() || !deferred.isEmpty()) {
            return after(pollWaiting() > 0, fruitless);
        }
        lock.guard().check();
        polls++;
        int delivered = packets.pollOrIdle(POLL_LIMIT, fruitless + 1);
        if (!deferred.isEmpty()) {
            delivered += runDeferred();
        }
        throwFailure();
        return delivered > 0 ? 0 : fruitless + 1;
    }

    private int after(boolean fruitful, int fruitless) {
        if (lock.isAlone()) {
            lock.guard().check();
            if (fruitful) {
                return 0;
            }
            packets.idle(fruitless + 1);
            return fruitless + 1;
        }
        lock.exit();
        try {
            return lock.takeTurns(fruitful, fruitless);
        } finally {
            lock.enter();
        }
    }

    // ---- the end -----------------------------------------------------------------------------------------------

    /**
     * Leaves LCI, if this is the last of as many calls as there were of {@link #init}. Packets that were sent go out; packets
     * that arrive are dropped from now on. A rank whose packets, forwarding or counters others still need calls {@link
     * #barrier} before. LCI may be initialised again: a rank's n-th initialisation exchanges packets with the other ranks' n-th
     * ones. Packets to one that is still to come wait for it.
     */
    @Override
    public void close() {
        if (!closed) {
            checkNoUpcall("close()");
        }
        synchronized (OPEN) {
            if (closed || --users > 0) {
                return;
            }
            OPEN.remove(job);
        }
        lock.enter();
        try {
            closed = true;
            waitsFor = "LCI: the end: packets that were sent have to leave";
            packets.leave();
            for (int fruitless = 0; packets.busy(); ) {
                fruitless = after(packets.progress(), fruitless);
            }
        } finally {
            runtime.leave(Client.LCI);
            lock.exit();
        }
        throwFailure();
    }
}
