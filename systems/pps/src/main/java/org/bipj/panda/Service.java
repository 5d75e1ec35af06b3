package org.bipj.panda;

import java.util.ArrayDeque;
import java.util.Objects;

/** What receives the messages of one number. */
abstract class Service {
    private final Services services;
    private final int number;

    Service(Services services, int number) {
        this.services = services;
        this.number = number;
    }

    final PandaCore core() {
        return services.core();
    }

    final Sender sender() {
        return services.sender();
    }

    /** False once the rank has left Panda. */
    final boolean isPandaOpen() {
        return services.isOpen();
    }

    /** Messages that arrive from now on wait until a service of its number is opened. */
    final void leave() {
        services.close(this);
    }

    final int number() {
        return number;
    }

    /** A message has brought its first packet, and maybe all; in an upcall. */
    abstract void begun(Incoming message);

    /** A message that had begun before is whole now. */
    abstract void completed(Incoming message);

    /** A service whose messages go to a receiver. */
    abstract static class Receiving extends Service {
        private final Delivery delivery;
        private final Receiver receiver;

        Receiving(Services services, int number, Delivery delivery, Receiver receiver) {
            super(services, number);
            this.delivery = Objects.requireNonNull(delivery, "delivery");
            this.receiver = Objects.requireNonNull(receiver, "receiver");
        }

        @Override
        final void begun(Incoming message) {
            if (delivery == Delivery.BEGUN || message.isWhole()) {
                message.deliver(receiver);
            }
        }

        @Override
        final void completed(Incoming message) {
            if (delivery == Delivery.COMPLETE) {
                message.deliver(receiver);
            }
        }
    }

    /** Messages of a number that is not open yet, or whose service does not have them yet. */
    static final class Early extends Service {
        private final ArrayDeque<Incoming> messages = new ArrayDeque<>();
        /** The service that takes over messages when this one is closed; null if there is none. */
        private Service next;

        Early(Services services, int number) {
            super(services, number);
        }

        /** True if no service has been opened for them. */
        boolean isFree() {
            return next == null;
        }

        void passOnTo(Service service) {
            next = service;
        }

        /** Forgets a service that is closed, if messages were to go to it. */
        void forget(Service service) {
            if (next == service) {
                next = null;
            }
        }

        @Override
        void begun(Incoming message) {
            messages.add(message);
        }

        @Override
        void completed(Incoming message) {
            if (!messages.contains(message)) {
                // It began for a service that has been closed.
                messages.add(message);
            }
        }

        /** Passes the messages on. Returns the service that has them; null if it has been closed. */
        Service passOn() {
            while (next != null && !messages.isEmpty()) {
                try {
                    next.begun(messages.remove());
                } catch (Throwable t) {
                    core().report(t);
                }
            }
            return next;
        }
    }
}
