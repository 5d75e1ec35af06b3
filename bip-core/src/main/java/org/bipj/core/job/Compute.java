package org.bipj.core.job;

/**
 * Charges a program's own computation to virtual time. On a simulated cluster a program's statements are free: only
 * communication takes time there. A program that knows what its computation would cost on that cluster charges it here,
 * before the message that the computation precedes:
 *
 * <pre>{@code
 * rankKeys(keys);
 * Compute.operations(keys.length);      // at the platform's rate, host.compute
 * comm.allReduce(...);
 * }</pre>
 *
 * <p>In real time these methods do nothing. Any thread of the rank that may communicate calls them, also inside an upcall
 * or a handler: what is charged takes the rank's processor. An interrupt that comes meanwhile takes the processor first, and
 * the computation ends later by that much. A program charges what it has done since its last call of the library at once,
 * rather than each operation: a charge costs a look-up in real time, and an event where threads or interrupts share the
 * processor.
 */
public final class Compute {
    private Compute() {}

    /**
     * True if the job runs in virtual time, on a simulated cluster: code need not be warmed up there, and a repetition
     * takes as long as the first.
     */
    public static boolean isVirtual() {
        return Jobs.of(null).isVirtual();
    }

    /**
     * Charges a time.
     *
     * @param ns nanoseconds, not negative
     */
    public static void charge(double ns) {
        if (!(ns >= 0)) {
            throw new IllegalArgumentException("ns: " + ns + ", expected a time that is not negative");
        }
        Jobs.of(null).compute(ns);
    }

    /**
     * Charges operations (what the program counts as one) at the rate that the platform states as {@code host.compute};
     * nothing where it states none.
     *
     * @param count not negative
     */
    public static void operations(long count) {
        operations("", count);
    }

    /**
     * Charges operations of a kind of its own, because programs differ in what they get out of a processor: at the rate
     * that the platform states as {@code host.compute.KIND}; nothing where it states none.
     *
     * @param kind such as {@code lu}; empty for the rate {@code host.compute}
     * @param count not negative
     */
    public static void operations(String kind, long count) {
        if (count < 0) {
            throw new IllegalArgumentException("count: " + count + ", expected a number that is not negative");
        }
        Jobs.of(null).computeOperations(kind, count);
    }
}
