package org.bipj.panda;

/**
 * One-way messages. Those of one thread to one rank arrive in the order in which they were sent.
 *
 * <pre>{@code
 * Messages jobs = panda.messages(3, message -> queue.add(message.getLong()));
 * jobs.send(owner, new Gather().putLong(position));
 * }</pre>
 */
public final class Messages extends Service.Receiving implements AutoCloseable {
    Messages(Services services, int number, Delivery delivery, Receiver receiver) {
        super(services, number, delivery, receiver);
    }

    /**
     * Sends a message. Returns when its data have been copied. Runs no upcalls, and waits only for send packets; inside an
     * upcall not even for these.
     *
     * @param destination a rank; may be this one
     */
    public void send(int destination, Gather message) {
        core().checkRank(destination, "destination");
        sender().send(destination, null, PandaHeader.head(number(), PandaHeader.MESSAGE), 0, 0, message);
    }

    /** Closes the service: messages that arrive wait until one of its number is opened again. */
    @Override
    public void close() {
        leave();
    }
}
