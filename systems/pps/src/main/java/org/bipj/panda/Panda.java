package org.bipj.panda;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.BooleanSupplier;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.lci.Channel;
import org.bipj.lci.Group;
import org.bipj.lci.Lci;
import org.bipj.lci.LciException;

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
    public static final int MAX_SERVICE = Services.MAX;

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
    private final PandaCore core;
    private final HeldPackets packets;
    private final FreeMessages free;
    private final CounterNumbers counters;
    private final Channel channel;
    private final Sender sender;
    private final Services services;
    private Group everyone;
    private int users = 1;

    /** Settings that have to be known before {@link #init}. */
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

        /**
         * The number of LCI's channel for this opening of Panda: later ones must not receive packets of earlier ones.
         */
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
                if (multithreaded && !panda.isMultithreaded()) {
                    throw panda.core.fail(
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
        core = new PandaCore(lci, setup.multithreaded);
        packets = new HeldPackets(core, setup.held);
        free = new FreeMessages(core, packets);
        counters = new CounterNumbers(core);
        services = new Services(core);
        channel = lci.open(number, new Reception(services, free)::onPacket);
        sender = services.sendOver(channel);
    }

    // ---- what there is -----------------------------------------------------------------------------------------

    /** This rank's number, from 0. */
    public int rank() {
        return lci.rank();
    }

    /** The number of ranks in the job. */
    public int size() {
        return lci.size();
    }

    /** Seconds since some moment in the past; virtual where the job runs in virtual time. */
    public double time() {
        return lci.time();
    }

    /** True if several threads of this rank may call at once. */
    public boolean isMultithreaded() {
        return core.isMultithreaded();
    }

    /** The LCI instance that this Panda uses, for runtime systems over Panda. */
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

    /** As {@link #messages(int, Receiver)}; the delivery says at which packet the receiver is called. */
    public Messages messages(int number, Delivery delivery, Receiver receiver) {
        return services.open(new Messages(services, number, delivery, receiver));
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
        return services.open(new Broadcast(services, number, group, delivery, receiver));
    }

    /**
     * Opens a service of totally ordered broadcasts in a group. All members open it, and those of several such services in the
     * same order. Receives until the first member has opened it.
     *
     * @param group this rank is a member
     */
    public OrderedBroadcast orderedBroadcast(int number, Group group, Receiver receiver) {
        OrderedBroadcast broadcast =
                services.open(new OrderedBroadcast(services, counters, free, number, group, receiver));
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
        return services.open(new Rpc(services, number, delivery, procedure));
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

    // ---- for tests ---------------------------------------------------------------------------------------------

    /** Packets whose bytes had to be copied out. */
    long copiedOut() {
        return packets.copiedOut();
    }

    /** How many packets of incomplete messages are held. */
    int held() {
        return packets.held();
    }

    Sender sender() {
        return sender;
    }

    // ---- the end -----------------------------------------------------------------------------------------------

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
        services.leave();
        channel.close();
    }
}
