package org.bipj.panda;

import java.util.Objects;

/**
 * One-way messages. Those of one thread to one rank arrive in the order in which they were sent.
 *
 * <pre>{@code
 * Messages jobs = panda.messages(3, message -> queue.add(message.getLong()));
 * jobs.send(owner, new Gather().putLong(position));
 * }</pre>
 */
public final class Messages extends Service implements AutoCloseable {
    private final Receiver receiver;
    private final Delivery delivery;

    Messages(Panda panda, int number, Delivery delivery, Receiver receiver) {
        super(panda, number);
        this.delivery = Objects.requireNonNull(delivery, "delivery");
        this.receiver = Objects.requireNonNull(receiver, "receiver");
    }

    /**
     * Sends a message. Returns when its data have been copied. Runs no upcalls, and waits only for send packets; inside an
     * upcall not even for these.
     *
     * @param destination a rank; may be this one
     */
    public void send(int destination, Gather message) {
        panda().checkRank(destination, "destination");
        panda().sender().send(destination, null, Wire.head(number(), Wire.MESSAGE), 0, 0, message);
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
