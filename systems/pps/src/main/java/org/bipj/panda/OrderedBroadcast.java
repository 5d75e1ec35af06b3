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

    private final Group group;
    private final Receiver receiver;
    private final int sequencer;
    /** Messages that have come before their turn. */
    private final ReorderBuffer waiting = new ReorderBuffer();

    private final BooleanSupplier task = this::runTask;
    private boolean scheduled;
    /** The receiver may run: the client knows this service. */
    private boolean returned;
    /** Null until it is known. */
    private Counter counter;

    private int counterIndex = NO_COUNTER;
    /** The counter's value when the service was opened. */
    private long base;

    OrderedBroadcast(Panda panda, int number, Group group, Receiver receiver) {
        super(panda, number);
        this.group = Objects.requireNonNull(group, "group");
        this.receiver = Objects.requireNonNull(receiver, "receiver");
        sequencer = group.members()[0];
    }

    /** Learns which counter gives the numbers, and where they begin. */
    void agree() {
        Panda panda = panda();
        if (panda.rank() == sequencer) {
            int index = panda.takeCounter();
            long value = panda.lci().counter(sequencer, index).getAndAdd(0);
            if (group.size() > 1) {
                Gather message = new Gather().putInt(index).putLong(value);
                panda.sender().send(-1, group, Wire.head(number(), Wire.OPENED), 0, 0, message);
            }
            start(index, value);
        } else {
            panda.lci()
                    .await(
                            "Panda: Panda.orderedBroadcast: the opening of service " + number() + ", for rank "
                                    + sequencer,
                            () -> counter != null);
        }
        panda.lci().lock();
        try {
            returned = true;
            schedule();
        } finally {
            panda.lci().unlock();
        }
    }

    private void start(int index, long value) {
        counterIndex = index;
        base = value;
        counter = panda().lci().counter(sequencer, index);
    }

    /**
     * Sends a message to all members. Returns when its data have been copied; this rank receives it in its turn, in a later
     * call that receives. Receives meanwhile.
     *
     * @return its number in the order, from 0
     * @throws PandaException inside an upcall
     */
    public long send(Gather message) {
        if (panda().isInUpcall()) {
            throw panda().fail(
                            "OrderedBroadcast.send() inside an upcall; expected a call outside, as it waits for a number");
        }
        long number = counter.getAndAdd(1) - base;
        if (group.size() > 1) {
            panda().sender().sendReceiving(-1, group, Wire.head(number(), Wire.ORDERED), 0, number, message);
        }
        panda().lci().lock();
        try {
            Incoming own = panda().take();
            own.begin(panda().rank(), group, Wire.ORDERED, 0, 0, message.length());
            own.ordinal(number);
            own.append(message);
            place(own);
            schedule();
        } finally {
            panda().lci().unlock();
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
            panda().lci().defer(task);
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
                panda().report(t);
            }
        }
    }

    @Override
    void begun(Incoming message) {
        if (message.kind() == Wire.OPENED) {
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
        if (panda().rank() == sequencer && counterIndex != NO_COUNTER && panda().isOpen()) {
            panda().giveCounterBack(counterIndex);
            counterIndex = NO_COUNTER;
        }
        panda().close(this);
    }
}
