package org.bipj.panda;

import java.util.Objects;
import org.bipj.lci.Group;

/** Broadcasts to the other members of a group. Those of one member arrive in its order; there is no order between members. */
public final class Broadcast extends Service.Receiving implements AutoCloseable {
    private final Group group;

    Broadcast(Services services, int number, Group group, Delivery delivery, Receiver receiver) {
        super(services, number, delivery, receiver);
        this.group = Objects.requireNonNull(group, "group");
    }

    /**
     * Sends a message to all members but this rank. Returns when its data have been copied. Runs no upcalls, and waits only for
     * send packets; inside an upcall not even for these.
     */
    public void send(Gather message) {
        sender().send(-1, group, PandaHeader.head(number(), PandaHeader.MESSAGE), 0, 0, message);
    }

    /** Closes the service: messages that arrive wait until one of its number is opened again. */
    @Override
    public void close() {
        leave();
    }
}
