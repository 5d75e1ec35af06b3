package org.bipj.panda;

import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.bipj.lci.Counter;
import org.bipj.lci.Group;

/**
 * Totally ordered broadcasts in a group: all members receive all messages in one order, each one its own included. A sender
 * gets a number from a counter of the sequencer, the group's first member, and broadcasts the message with it (LCI paper,
 * section 5.1).
 */
public final class OrderedBroadcast extends Service implements AutoCloseable {
    private static final int NO_COUNTER = -1;

    private final CounterNumbers counters;
    private final FreeMessages free;
    private final Group group;
    private final Receiver receiver;
    private final int sequencer;
    /** Messages that have come before their turn. */
    private final ReorderBuffer waiting = new ReorderBuffer();

    private final BooleanSupplier task = this::runTask;
    private boolean scheduled;
    /** The receiver may run: the client knows this service. */
    private boolean returned;
    /** The counter that numbers broadcasts; null until this rank has learned it. */
    private Counter counter;

    private int counterIndex = NO_COUNTER;
    /** The counter's value when the service was opened. */
    private long base;

    OrderedBroadcast(
            Services services, CounterNumbers counters, FreeMessages free, int number, Group group, Receiver receiver) {
        super(services, number);
        this.counters = counters;
        this.free = free;
        this.group = Objects.requireNonNull(group, "group");
        this.receiver = Objects.requireNonNull(receiver, "receiver");
        sequencer = group.members()[0];
    }

    /** Learns which counter gives the numbers, and where they begin. */
    void agree() {
        PandaCore core = core();
        if (core.rank() == sequencer) {
            int index = counters.take();
            long value = core.lci().counter(sequencer, index).getAndAdd(0);
            if (group.size() > 1) {
                Gather message = new Gather().putInt(index).putLong(value);
                sender().send(-1, group, PandaHeader.head(number(), PandaHeader.OPENED), 0, 0, message);
            }
            start(index, value);
        } else {
            core.lci()
                    .await(
                            "Panda: Panda.orderedBroadcast: the opening of service " + number() + ", for rank "
                                    + sequencer,
                            () -> counter != null);
        }
        core.lci().lock();
        try {
            returned = true;
            schedule();
        } finally {
            core.lci().unlock();
        }
    }

    private void start(int index, long value) {
        counterIndex = index;
        base = value;
        counter = core().lci().counter(sequencer, index);
    }

    /**
     * Sends a message to all members. Returns when its data have been copied; this rank receives it in its turn, in a later
     * call that receives. Receives meanwhile.
     *
     * @return its number in the order, from 0
     * @throws PandaException inside an upcall
     */
    public long send(Gather message) {
        if (core().isInUpcall()) {
            throw core().fail(
                            "OrderedBroadcast.send() inside an upcall; expected a call outside, as it waits for a number");
        }
        long number = counter.getAndAdd(1) - base;
        if (group.size() > 1) {
            sender().sendReceiving(-1, group, PandaHeader.head(number(), PandaHeader.ORDERED), 0, number, message);
        }
        core().lci().lock();
        try {
            Incoming own = free.take();
            own.begin(core().rank(), group, PandaHeader.ORDERED, 0, 0, message.length());
            own.ordinal(number);
            own.append(message);
            place(own);
            schedule();
        } finally {
            core().lci().unlock();
        }
        return number;
    }

    /**
     * Numbers that have been given to messages so far, here and elsewhere; some of these may not have arrived. Receives meanwhile.
     *
     * @throws PandaException inside an upcall
     */
    public long issued() {
        return counter.getAndAdd(0) - base;
    }

    /** Has what is ready delivered in an upcall. */
    private void schedule() {
        if (!scheduled && isReady()) {
            scheduled = true;
            core().lci().defer(task);
        }
    }

    private boolean runTask() {
        scheduled = false;
        deliverReady();
        return true;
    }

    private boolean isReady() {
        Incoming first = waiting.first();
        return returned && first != null && first.isWhole();
    }

    private void place(Incoming message) {
        waiting.put(message.ordinal(), message);
    }

    private void deliverReady() {
        while (isReady()) {
            try {
                waiting.removeFirst().deliver(receiver);
            } catch (Throwable t) {
                core().report(t);
            }
        }
    }

    @Override
    void begun(Incoming message) {
        if (message.kind() == PandaHeader.OPENED) {
            message.deliver(whole -> start(whole.getInt(), whole.getLong()));
        } else {
            place(message);
            deliverReady();
        }
    }

    @Override
    void completed(Incoming message) {
        deliverReady();
    }

    /**
     * Closes the service. All members have ended sending before, and have received what was sent ({@link Panda#barrier}
     * between).
     */
    @Override
    public void close() {
        if (core().rank() == sequencer && counterIndex != NO_COUNTER && isPandaOpen()) {
            counters.giveBack(counterIndex);
            counterIndex = NO_COUNTER;
        }
        leave();
    }
}
