package org.bipj.sim.am;

import java.util.ArrayList;
import java.util.List;
import org.bipj.sim.kernel.Fiber;
import org.bipj.sim.kernel.Processor;

/**
 * What faults do to a program: one of a single thread is suspended, "neither sending nor receiving" (virtual networks
 * paper, section 5.4). Of one with several threads the one that writes is suspended, and the driver takes its time from the
 * others.
 */
final class Suspension {
    /** A thread has written to an endpoint that was not mapped, and has not gone on since. */
    private record Write(Fiber by, BoardEndpoint to) {
        boolean isServed() {
            return to.isMapped || to.hasEnded();
        }
    }

    private final AmPort port;
    private final SegmentDriver driver;
    private final List<Write> writes = new ArrayList<>();

    Suspension(AmPort port, SegmentDriver driver) {
        this.port = port;
        this.driver = driver;
    }

    /** A thread has written to an endpoint that is not mapped, and is suspended by its next {@link #await}. */
    void fault(BoardEndpoint endpoint, Fiber by) {
        writes.add(new Write(by, endpoint));
    }

    /** An endpoint is mapped, or has ended. */
    void resume(BoardEndpoint endpoint) {
        for (Write write : writes) {
            if (write.to == endpoint) {
                write.by.wakeOnly(port.kernel().now());
            }
        }
    }

    /**
     * Suspends the calling thread until endpoints that it has written to are mapped, and a program of one thread until the
     * driver has served the fault that it is at work on. Between two faults such a program runs, so that faults which others
     * cause never stop it.
     */
    void await(Processor program) {
        for (Write write = next(program.current()); write != null; write = next(program.current())) {
            program.sync();
            while (!write.isServed()) {
                driver.onWanted(write.to);
                write.by.blockAlone(driver);
            }
            writes.remove(write);
        }
        if (!program.isShared() && driver.isBusy()) {
            program.sync();
            long served = driver.served();
            while (driver.isBusy() && driver.served() == served) {
                program.block(driver);
            }
        }
    }

    /** What a thread has written first of what it has to wait for; null if there is nothing. */
    private Write next(Fiber by) {
        for (Write write : writes) {
            if (write.by == by) {
                return write;
            }
        }
        return null;
    }
}
