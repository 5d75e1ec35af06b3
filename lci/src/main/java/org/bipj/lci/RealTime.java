package org.bipj.lci;

import java.util.concurrent.locks.LockSupport;

/** The sleeps of real time: a wait of bounded time, and the watchdog between two looks. Virtual time never comes here. */
final class RealTime {
    /** Polls without a packet before the processor goes to others, and before the thread sleeps between two. */
    private static final int SPINS = 1000;

    private static final int YIELDS = 2000;

    private static final long SLEEP_NS = 20_000;

    private RealTime() {}

    /** Gives the processor away for the longer, the more polls in a row have brought nothing. */
    static void restAfter(int fruitless) {
        if (fruitless > YIELDS) {
            sleep(SLEEP_NS);
        } else if (fruitless > SPINS) {
            Thread.yield();
        }
    }

    static void sleep(long nanoseconds) {
        LockSupport.parkNanos(nanoseconds);
    }
}
