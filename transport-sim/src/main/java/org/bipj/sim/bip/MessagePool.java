package org.bipj.sim.bip;

import java.util.function.Supplier;

/** A pool of messages of one kind, linked through the messages themselves: last in, first out. */
final class MessagePool<M extends BoardMessage> {
    private final Supplier<M> factory;
    private M last;

    MessagePool(Supplier<M> factory) {
        this.factory = factory;
    }

    /** A message to use, created if the pool is empty. */
    @SuppressWarnings("unchecked")
    M take() {
        M message = last;
        if (message == null) {
            return factory.get();
        }
        // Only messages of this kind were returned.
        last = (M) message.next;
        message.next = null;
        return message;
    }

    /** Returns a message that is no longer used, and is in no queue. */
    void give(M message) {
        message.next = last;
        last = message;
    }
}
