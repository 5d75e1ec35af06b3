package org.bipj.lci;

import java.util.concurrent.locks.LockSupport;
import org.bipj.core.nic.WaitingPolicy;

/** The sleeps of real time: a wait of bounded time, and the watchdog between two looks. Virtual time never comes here. */
final class RealTime {
    private static final long SLEEP_NS = 20_000;

    private RealTime() {}

    /** Gives the processor away for the longer, the more polls in a row have brought nothing. */
    static void restAfter(int fruitless) {
        if (WaitingPolicy.BOUNDED.isOver(fruitless)) {
            sleep(SLEEP_NS);
        }
    }

    static void sleep(long nanoseconds) {
        LockSupport.parkNanos(nanoseconds);
    }
}
