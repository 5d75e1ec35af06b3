package org.bipj.panda;

import org.bipj.lci.Channel;

/** The services of a rank by number, and what they send with. */
final class Services {
    /** Largest number. */
    static final int MAX = 255;

    private final PandaCore core;
    private final Service[] services = new Service[MAX + 1];
    private Sender sender;
    private boolean closed;

    Services(PandaCore core) {
        this.core = core;
    }

    /** Services send over this channel. Packets may arrive before, services are opened afterwards. */
    Sender sendOver(Channel channel) {
        sender = new Sender(core, channel);
        return sender;
    }

    PandaCore core() {
        return core;
    }

    Sender sender() {
        return sender;
    }

    <S extends Service> S open(S service) {
        core.lci().lock();
        try {
            int number = service.number();
            checkNumber(number);
            Service known = services[number];
            if (known == null) {
                services[number] = service;
            } else if (known instanceof Service.Early early && early.isFree()) {
                // Not at once: its messages are delivered in an upcall, and later ones not before them.
                early.passOnTo(service);
                core.lci().defer(() -> passOn(early));
            } else {
                throw core.fail("service " + number + " is open; expected a number of its own for each service");
            }
            return service;
        } finally {
            core.lci().unlock();
        }
    }

    private boolean passOn(Service.Early early) {
        Service service = early.passOn();
        if (service != null) {
            services[service.number()] = service;
        }
        return true;
    }

    private void checkNumber(int number) {
        if (number < 0 || number > MAX) {
            throw core.fail("service " + number + "; expected 0 to " + MAX);
        }
    }

    /** The service of a number; one that keeps messages for later if none is open. Under the lock. */
    Service find(int number) {
        Service known = services[number];
        if (known == null) {
            known = new Service.Early(this, number);
            services[number] = known;
        }
        return known;
    }

    void close(Service service) {
        if (!closed) {
            core.lci().lock();
            try {
                Service known = services[service.number()];
                if (known == service) {
                    services[service.number()] = null;
                } else if (known instanceof Service.Early early) {
                    early.forget(service);
                }
            } finally {
                core.lci().unlock();
            }
        }
    }

    /** The rank leaves Panda. Services that are closed later change nothing. */
    void leave() {
        closed = true;
    }

    boolean isOpen() {
        return !closed;
    }
}
