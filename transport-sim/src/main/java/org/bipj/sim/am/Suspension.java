package org.bipj.sim.am;

import java.util.ArrayDeque;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Processor;

/**
 * What faults do to a program: one of a single thread is suspended, "neither sending nor receiving" (virtual networks
 * paper, section 5.4). Of one with a thread for each endpoint only that thread is, and the driver takes its time from the
 * others.
 */
final class Suspension {
    private final AmPort port;
    private final SegmentDriver driver;
    private final boolean ofAll;
    /** Endpoints that the program has written to while they were not mapped. */
    private final ArrayDeque<AmEndpoint> written = new ArrayDeque<>();

    Suspension(AmPort port, SegmentDriver driver, boolean ofAll) {
        this.port = port;
        this.driver = driver;
        this.ofAll = ofAll;
    }

    /** True if a thread that writes to an endpoint is suspended while the program runs on. Its fault is served. */
    boolean isThreadSuspended(AmEndpoint endpoint) {
        if (ofAll || endpoint.isMapped) {
            return false;
        }
        port.atClock(new Event() {
            @Override
            protected void fire() {
                driver.onWanted(endpoint);
            }
        });
        return true;
    }

    /** The program has written to an endpoint that is not mapped, and is suspended by the next {@link #await}. */
    void fault(AmEndpoint endpoint) {
        if (ofAll) {
            written.add(endpoint);
        }
    }

    /**
     * Suspends the program until endpoints that it has written to are mapped, and the driver has served the fault that it
     * is at work on. Between two faults the program runs, so that faults which others cause never stop it.
     */
    void await(Processor program) {
        while (!written.isEmpty()) {
            AmEndpoint endpoint = written.remove();
            program.sync();
            while (!endpoint.isMapped && !endpoint.hasEnded()) {
                driver.onWanted(endpoint);
                program.block(driver);
            }
        }
        if (ofAll && driver.isBusy()) {
            program.sync();
            long served = driver.served();
            while (driver.isBusy() && driver.served() == served) {
                program.block(driver);
            }
        }
    }
}
