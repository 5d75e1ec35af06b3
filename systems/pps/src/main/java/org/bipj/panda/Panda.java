package org.bipj.panda;

import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.BooleanSupplier;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.core.nic.HostWork;
import org.bipj.lci.Channel;
import org.bipj.lci.Disposal;
import org.bipj.lci.Group;
import org.bipj.lci.Lci;
import org.bipj.lci.LciException;
import org.bipj.lci.ReceivedPacket;

/**
 * Panda of one rank (LCI paper, section 5.1).
 *
 * <pre>{@code
 * try (Panda panda = Panda.init()) {
 *     int[] got = new int[1];
 *     Messages messages = panda.messages(3, message -> got[0] = message.getInt());
 *     messages.send((panda.rank() + 1) % panda.size(), new Gather().putInt(42));
 *     panda.await("a message", () -> got[0] != 0);
 *     panda.barrier();
 * }
 * }</pre>
 *
 * <p>Panda is <em>single-threaded</em> unless {@link Setup#multithreaded} is called: one thread of each rank calls it, nothing
 * locks, and messages are received when this thread polls or waits. Multi-threaded, several threads may call, and messages are
 * also received by interrupts while they compute.
 *
 * <p>Messages belong to services, which have numbers, the same on all ranks. A message whose service is not open yet at its
 * destination waits there. Receivers run in {@link #poll}, {@link #pollOrIdle}, {@link #await}, {@link #barrier}, {@link
 * #group}, {@link Rpc#call} and {@link OrderedBroadcast#send}, and in LCI's calls that run upcalls.
 */
public final class Panda implements AutoCloseable {
    /** Largest number of a service. Numbers from 240 on belong to systems over Panda. */
    public static final int MAX_SERVICE = 255;

    /** LCI's channel of Panda, where it is opened for the first time. */
    static final int CHANNEL = 63;

    /** The first of the channels of later openings, one after the other: a message of another opening must not be received. */
    private static final int LATER_CHANNELS = 64_000;

    private static final int LATER = 500;

    private static final int DEFAULT_HELD = 64;

    private static final Map<Lci, WeakReference<Panda>> OPEN = new WeakHashMap<>();

    /** By job: how often Panda was opened. */
    private static final Map<Job, Integer> OPENED = new WeakHashMap<>();

    private final Lci lci;
    private final Channel channel;
    private final boolean multithreaded;
    private final int mostHeld;
    private final HostWork sendWork;
    private final HostWork receiveWork;
    private final HostWork broadcastWork;

    private final Service[] services = new Service[MAX_SERVICE + 1];
    private final Sender sender;
    private final Assemblies assemblies;
    private final ArrayDeque<Incoming> free = new ArrayDeque<>();
    private final CounterNumbers counters;
    private Group everyone;
    /** Packets that messages hold, and how many could not be held. */
    private int held;

    private long copiedOut;
    private int users = 1;
    private boolean closed;

    /** Settings before initialisation. */
    public static final class Setup {
        private boolean multithreaded;
        private int held = DEFAULT_HELD;
        private int payload;

        private Setup() {}

        /**
         * Several threads of a rank may call Panda, and messages are also received while they compute, by interrupts ({@link
         * Lci.Setup#interrupts}).
         */
        public Setup multithreaded() {
            multithreaded = true;
            return this;
        }

        /** Sets the number of packets of a rank that may wait; 64 unless set. The bytes of further ones are copied out. */
        public Setup held(int packets) {
            if (packets < 0) {
                throw new IllegalArgumentException("held " + packets + "; expected 0 or more packets");
            }
            held = packets;
            return this;
        }

        /** Sets the maximum number of bytes in a packet of LCI, the same on all ranks ({@link Lci.Setup#payload}). */
        public Setup payload(int bytes) {
            payload = bytes;
            return this;
        }

        /**
         * Joins the job.
         *
         * @throws LciException if LCI is open in another way
         * @throws PandaException if Panda is open in another way
         * @throws UnsupportedOperationException if Panda is to be multi-threaded in virtual time on boards that do not run LCI
         */
        public Panda init() {
            Lci.Setup setup = Lci.setup();
            if (payload != 0) {
                setup.payload(payload);
            }
            if (multithreaded) {
                setup.interrupts();
            }
            Lci lci = setup.init();
            try {
                return open(lci);
            } catch (RuntimeException e) {
                lci.close();
                throw e;
            }
        }

        /**
         * Opens it, or finds it open: under the lock of the rank alone. In virtual time other ranks may run when the new one is
         * made, which the lock of all ranks would stop.
         */
        private Panda open(Lci lci) {
            lci.lock();
            try {
                Panda open = find(lci);
                if (open != null) {
                    return open;
                }
                Panda made = new Panda(lci, this, channel());
                synchronized (OPEN) {
                    OPEN.put(lci, new WeakReference<>(made));
                }
                return made;
            } finally {
                lci.unlock();
            }
        }

        /** LCI's channel of the next opening. */
        private int channel() {
            synchronized (OPEN) {
                int before = OPENED.merge(Jobs.of(null), 1, Integer::sum) - 1;
                return before == 0 ? CHANNEL : LATER_CHANNELS + before % LATER;
            }
        }

        private Panda find(Lci lci) {
            synchronized (OPEN) {
                WeakReference<Panda> known = OPEN.get(lci);
                Panda panda = known == null ? null : known.get();
                if (panda == null || panda.users == 0) {
                    return null;
                }
                if (multithreaded && !panda.multithreaded) {
                    throw panda.fail(
                            "Panda is open single-threaded; expected multithreaded() at the first initialisation");
                }
                panda.users++;
                return panda;
            }
        }
    }

    /** Starts with settings that can be changed until {@link Setup#init}. */
    public static Setup setup() {
        return new Setup();
    }

    /** Joins the job, single-threaded. A second call before {@link #close} returns the same object, to be closed once more. */
    public static Panda init() {
        return setup().init();
    }

    private Panda(Lci lci, Setup setup, int number) {
        this.lci = lci;
        multithreaded = setup.multithreaded;
        mostHeld = setup.held;
        sendWork = multithreaded ? HostWork.PANDA_MT_SEND : HostWork.PANDA_ST_SEND;
        receiveWork = multithreaded ? HostWork.PANDA_MT_RECEIVE : HostWork.PANDA_ST_RECEIVE;
        broadcastWork = multithreaded ? HostWork.PANDA_MT_BROADCAST : HostWork.PANDA_ST_BROADCAST;
        assemblies = new Assemblies(lci.size());
        counters = new CounterNumbers(this, lci.counters());
        channel = lci.open(number, this::onPacket);
        sender = new Sender(this, channel);
    }

    // ---- what there is -----------------------------------------------------------------------------------------

    /** This rank, from 0. */
    public int rank() {
        return lci.rank();
    }

    /** Number of ranks. */
    public int size() {
        return lci.size();
    }

    /** Seconds since some moment in the past; virtual where the job runs in virtual time. */
    public double time() {
        return lci.time();
    }

    /** True if several threads may call. */
    public boolean isMultithreaded() {
        return multithreaded;
    }

    /** LCI below, for runtime systems over Panda. */
    public Lci lci() {
        return lci;
    }

    // ---- services ----------------------------------------------------------------------------------------------

    /**
     * Opens a service of one-way messages, which are received when they are complete.
     *
     * @param number 0 to {@link #MAX_SERVICE}, the same on all ranks that use the service
     * @throws PandaException if the number is out of range or open
     */
    public Messages messages(int number, Receiver receiver) {
        return messages(number, Delivery.COMPLETE, receiver);
    }

    /** Opens a service of one-way messages. */
    public Messages messages(int number, Delivery delivery, Receiver receiver) {
        return open(new Messages(this, number, delivery, receiver));
    }

    /** Makes a group, of all ranks if none is named; see {@link Lci#group}. Runs upcalls. */
    public Group group(int... members) {
        return members.length > 0 ? lci.group(members) : everyone();
    }

    private Group everyone() {
        if (everyone == null) {
            int[] all = new int[size()];
            Arrays.setAll(all, rank -> rank);
            everyone = lci.group(all);
        }
        return everyone;
    }

    /**
     * Opens a service of broadcasts in a group.
     *
     * @param group this rank is a member
     */
    public Broadcast broadcast(int number, Group group, Delivery delivery, Receiver receiver) {
        return open(new Broadcast(this, number, group, delivery, receiver));
    }

    /**
     * Opens a service of totally ordered broadcasts in a group. All members open it, and those of several such services in the
     * same order. Receives until the first member has opened it.
     *
     * @param group this rank is a member
     */
    public OrderedBroadcast orderedBroadcast(int number, Group group, Receiver receiver) {
        OrderedBroadcast broadcast = open(new OrderedBroadcast(this, number, group, receiver));
        broadcast.agree();
        return broadcast;
    }

    /**
     * Opens a service of remote procedure calls.
     *
     * @param procedure serves the calls of other ranks and of this one
     */
    public Rpc rpc(int number, Procedure procedure) {
        return rpc(number, Delivery.COMPLETE, procedure);
    }

    /**
     * Opens a service of remote procedure calls.
     *
     * @param delivery when requests are passed to the procedure: one that begins with the first packet can name a destination
     *     for the others, and replies {@linkplain Reply#later later}, when they are there
     * @param procedure serves the calls of other ranks and of this one
     */
    public Rpc rpc(int number, Delivery delivery, Procedure procedure) {
        return open(new Rpc(this, number, delivery, procedure));
    }

    private <S extends Service> S open(S service) {
        lci.lock();
        try {
            int number = service.number();
            checkService(number);
            Service known = services[number];
            if (known == null) {
                services[number] = service;
            } else if (known instanceof Service.Early early && early.isFree()) {
                // Not at once: its messages are delivered in an upcall, and later ones not before them.
                early.passOnTo(service);
                lci.defer(() -> passOn(early));
            } else {
                throw fail("service " + number + " is open; expected a number of its own for each service");
            }
            return service;
        } finally {
            lci.unlock();
        }
    }

    private boolean passOn(Service.Early early) {
        Service service = early.passOn();
        if (service != null) {
            services[service.number()] = service;
        }
        return true;
    }

    private void checkService(int number) {
        if (number < 0 || number > MAX_SERVICE) {
            throw fail("service " + number + "; expected 0 to " + MAX_SERVICE);
        }
    }

    boolean isOpen() {
        return !closed;
    }

    void close(Service service) {
        if (!closed) {
            lci.lock();
            try {
                Service known = services[service.number()];
                if (known == service) {
                    services[service.number()] = null;
                } else if (known instanceof Service.Early early) {
                    early.forget(service);
                }
            } finally {
                lci.unlock();
            }
        }
    }

    // ---- progress ----------------------------------------------------------------------------------------------

    /** Receives what has arrived, without waiting. Returns the number of packets. */
    public int poll() {
        return lci.poll();
    }

    /** Receives what has arrived, and pauses if there is nothing; for loops of one thread that waits for a message's effect. */
    public void pollOrIdle() {
        lci.pollOrIdle();
    }

    /**
     * Waits until a condition holds that a receiver makes true. Receives meanwhile.
     *
     * @param what is waited for; reports of a deadlock contain its text
     */
    public void await(Object what, BooleanSupplier condition) {
        lci.await(what, condition);
    }

    /** Waits until all ranks have called this. Receives meanwhile. */
    public void barrier() {
        lci.barrier();
    }

    // ---- inside ------------------------------------------------------------------------------------------------

    private Disposal onPacket(ReceivedPacket packet) {
        int head = packet.getInt(0);
        int number = packet.getInt(Wire.NUMBER);
        Service service = service(Wire.service(head));
        Incoming message;
        if (Wire.isFirst(head)) {
            message = begin(packet, head, number);
            try {
                service.begun(message);
            } catch (Throwable t) {
                report(t);
            }
        } else {
            message = assemblies.find(packet.source(), number);
            if (message == null) {
                throw fail("rank " + packet.source() + " goes on with message " + number + ", which it has not begun");
            }
            try {
                goOn(message, packet, service);
            } catch (Throwable t) {
                report(t);
            }
        }
        return message.keepsPacket() ? Disposal.KEEP : Disposal.RELEASE;
    }

    /** Has the call in which upcalls run throw what a receiver has thrown. Its packet may have to be kept nevertheless. */
    void report(Throwable thrown) {
        lci.defer(() -> Panda.<RuntimeException, Boolean>rethrow(thrown));
    }

    @SuppressWarnings("unchecked")
    static <E extends Throwable, R> R rethrow(Throwable thrown) throws E {
        throw (E) thrown;
    }

    private Incoming begin(ReceivedPacket packet, int head, int number) {
        lci.hostTime().charge(receiveWork);
        Incoming message = take();
        int kind = Wire.kind(head);
        message.begin(
                packet.source(), packet.group(), kind, number, packet.getInt(Wire.CALL), packet.getInt(Wire.LENGTH));
        if (kind == Wire.ORDERED) {
            message.ordinal(packet.getLong(Wire.ORDINAL));
        }
        message.append(packet, Wire.firstHeader(kind));
        if (!message.isWhole()) {
            assemblies.add(message);
        }
        return message;
    }

    private void goOn(Incoming message, ReceivedPacket packet, Service service) {
        boolean wanted = message.isLibrarys();
        message.append(packet, Wire.NEXT_HEADER);
        if (message.isWhole()) {
            assemblies.remove(message);
            if (wanted) {
                service.completed(message);
            }
        }
    }

    private Service service(int number) {
        Service known = services[number];
        if (known == null) {
            known = new Service.Early(this, number);
            services[number] = known;
        }
        return known;
    }

    /** A message that belongs to nobody; under the lock. */
    Incoming take() {
        Incoming message = free.poll();
        return message != null ? message : new Incoming(this);
    }

    void recycle(Incoming message) {
        free.push(message);
    }

    /** Counts a packet in that waits, if it may. */
    boolean mayHold() {
        if (held >= mostHeld) {
            return false;
        }
        held++;
        return true;
    }

    /** A packet that has waited is not needed any more. */
    void release(ReceivedPacket packet) {
        lci.lock();
        try {
            held--;
            packet.release();
        } finally {
            lci.unlock();
        }
    }

    void copiedOut(int bytes) {
        copiedOut++;
        lci.hostTime().chargeCopy(bytes, bytes);
    }

    /** Packets whose bytes had to be copied out. */
    long copiedOut() {
        return copiedOut;
    }

    /** Packets that wait. */
    int held() {
        return held;
    }

    Sender sender() {
        return sender;
    }

    int takeCounter() {
        lci.lock();
        try {
            return counters.take();
        } finally {
            lci.unlock();
        }
    }

    void giveCounterBack(int number) {
        lci.lock();
        try {
            counters.giveBack(number);
        } finally {
            lci.unlock();
        }
    }

    void chargeSend(boolean broadcast) {
        lci.hostTime().charge(sendWork);
        if (broadcast) {
            lci.hostTime().charge(broadcastWork);
        }
    }

    void checkRank(int rank, String what) {
        if (rank < 0 || rank >= size()) {
            throw fail(what + " " + rank + "; expected 0 to " + (size() - 1));
        }
    }

    boolean isInUpcall() {
        lci.lock();
        try {
            return lci.isInUpcall();
        } finally {
            lci.unlock();
        }
    }

    PandaException fail(String message) {
        return new PandaException(rank(), message);
    }

    /**
     * Leaves Panda, if this is the last of as many calls as there were of {@link #init}. Messages that were sent go out;
     * messages that arrive are dropped from now on. A rank whose messages or counters others still need calls {@link #barrier}
     * before.
     */
    @Override
    public void close() {
        boolean last;
        synchronized (OPEN) {
            if (users == 0) {
                return;
            }
            users--;
            last = users == 0;
            if (last) {
                OPEN.remove(lci);
            }
        }
        if (last) {
            leave();
        }
        lci.close();
    }

    private void leave() {
        boolean sent;
        lci.lock();
        try {
            sent = sender.isEmpty();
        } finally {
            lci.unlock();
        }
        if (!sent) {
            sender.emptyOutbox(false);
        }
        closed = true;
        channel.close();
    }
}
