package org.bipj.core.nic;

/**
 * How a wait continues while polls deliver nothing: first it spins, then it spins with the processor's pause, then it yields
 * its core, and then it sleeps. Fruitless polls are counted from 1, as in {@link NicPort#idle}. The caller decides how
 * to sleep, and what wakes it.
 *
 * <p>All policies are here, so that one look compares them. Where ranks outnumber processors ("crowded"), the message comes
 * only if another rank runs: those policies yield almost at once.
 *
 * @param lastSpin number of the last fruitless poll after which the wait only polls again
 * @param lastPause number of the last one after which it pauses the processor
 * @param lastYield number of the last one after which it yields its core; after later ones it sleeps
 */
public record WaitingPolicy(int lastSpin, int lastPause, int lastYield) {
    /**
     * A poll is a few loads. The spins take about 10 us, the pauses about 20 us more; a pause costs up to 40 ns of latency. A
     * yield costs 0.3 us.
     */
    private static final WaitingPolicy MEMORY = of(2000, 500, 300);

    /** The time slices of others make yields long where cores are short; sleeping costs two more switches. */
    private static final WaitingPolicy MEMORY_CROWDED = of(2, 0, 200);

    /** While what polls is interpreted, a poll costs 10 us: ten cost as much as a sleep, and take the processor from who is waited for. */
    private static final WaitingPolicy MEMORY_CROWDED_AT_FIRST = of(2, 0, 10);

    /** A poll is a system call of half a microsecond. */
    private static final WaitingPolicy NETWORK = of(200, 0, 300);

    private static final WaitingPolicy NETWORK_CROWDED = of(2, 0, 50);

    /** A poll looks into memory and asks the network: it costs as much as one of the network. */
    private static final WaitingPolicy MEMORY_AND_NETWORK = of(200, 0, 300);

    private static final WaitingPolicy MEMORY_AND_NETWORK_CROWDED = of(2, 0, 200);

    /** Of a thread that waits for its turn while another thread of its rank polls. */
    public static final WaitingPolicy TURNS = of(0, 1000, 1000);

    /** Of a wait for a bounded time, which reads the clock after each poll. */
    public static final WaitingPolicy BOUNDED = of(1000, 0, 1000);

    /** Of a rank without peers: only another thread of the rank can end its wait. */
    public static final WaitingPolicy ALONE = of(0, 1000, 0);

    /** A policy, from the number of polls in each stage. */
    private static WaitingPolicy of(int spins, int pauses, int yields) {
        return new WaitingPolicy(spins, spins + pauses, spins + pauses + yields);
    }

    /** The policy of a port over shared memory. */
    public static WaitingPolicy ofMemory(boolean crowded) {
        return crowded ? MEMORY_CROWDED : MEMORY;
    }

    /** The same in a process that has not waited much yet. */
    public static WaitingPolicy ofMemoryAtFirst(boolean crowded) {
        return crowded ? MEMORY_CROWDED_AT_FIRST : MEMORY;
    }

    /** The policy of a port over a network. */
    public static WaitingPolicy ofNetwork(boolean crowded) {
        return crowded ? NETWORK_CROWDED : NETWORK;
    }

    /** The policy of a port over shared memory and a network. */
    public static WaitingPolicy ofMemoryAndNetwork(boolean crowded) {
        return crowded ? MEMORY_AND_NETWORK_CROWDED : MEMORY_AND_NETWORK;
    }

    /** True if it is time to sleep. Before, this method pauses or yields where the policy says so. */
    public boolean isOver(int fruitless) {
        if (fruitless > lastYield) {
            return true;
        }
        if (fruitless > lastPause) {
            Thread.yield();
        } else if (fruitless > lastSpin) {
            Thread.onSpinWait();
        }
        return false;
    }
}
