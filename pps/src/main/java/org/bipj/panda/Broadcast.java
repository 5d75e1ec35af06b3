package org.bipj.panda;

import java.util.Objects;
import org.bipj.lci.Group;

/** Broadcasts to the other members of a group. Those of one member arrive in its order; there is no order between members. */
public final class Broadcast extends Service implements AutoCloseable {
    private final Group group;
    private final Receiver receiver;
    private final Delivery delivery;

    Broadcast(Panda panda, int number, Group group, Delivery delivery, Receiver receiver) {
        super(panda, number);
        this.group = Objects.requireNonNull(group, "group");
        this.delivery = Objects.requireNonNull(delivery, "delivery");
        this.receiver = Objects.requireNonNull(receiver, "receiver");
    }

    /**
     * Sends a message to all members but this rank. Returns when its data have been copied. Runs no upcalls, and waits only for
     * send packets; inside an upcall not even for these.
     */
    public void send(Gather message) {
        panda().sender().send(-1, group, Wire.head(number(), Wire.MESSAGE), 0, 0, message);
    }

    @Override
    void begun(Incoming message) {
        if (delivery == Delivery.BEGUN || message.isWhole()) {
            message.deliver(receiver);
        }
    }

    @Override
    void completed(Incoming message) {
        if (delivery == Delivery.COMPLETE) {
            message.deliver(receiver);
        }
    }

    /** Closes the service: messages that arrive wait until one of its number is opened again. */
    @Override
    public void close() {
        panda().close(this);
    }
}
