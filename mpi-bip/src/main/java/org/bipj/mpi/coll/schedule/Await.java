package org.bipj.mpi.coll.schedule;

import org.bipj.mpi.coll.port.CollPort;

/** Waits for a message that an earlier step has posted. */
final class Await extends Step {
    private final MessageStep message;

    Await(MessageStep message) {
        this.message = message;
    }

    @Override
    boolean run(CollPort port) {
        return message.ends(port);
    }
}
