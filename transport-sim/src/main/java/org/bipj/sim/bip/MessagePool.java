package org.bipj.sim.bip;

import java.util.function.Supplier;

/** Messages of one kind that are not in use, linked through themselves: the one that came last is used first. */
final class MessagePool<M extends BoardMessage> {
    private final Supplier<M> fresh;
    private M last;

    /** None yet. */
    MessagePool(Supplier<M> fresh) {
        this.fresh = fresh;
    }

    /** One to use, made if there is none. */
    @SuppressWarnings("unchecked")
    M take() {
        M message = last;
        if (message == null) {
            return fresh.get();
        }
        // Only such were given.
        last = (M) message.next;
        message.next = null;
        return message;
    }

    /** One that is used no more, and is in no queue. */
    void give(M message) {
        message.next = last;
        last = message;
    }
}
