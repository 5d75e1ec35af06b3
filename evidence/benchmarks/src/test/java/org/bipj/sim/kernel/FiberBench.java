package org.bipj.sim.kernel;

import java.util.Locale;

/**
 * Nanoseconds per hand-over from one fiber to another, and per synchronisation of a fiber that is the only one, with
 * stacks of several depths. Best with one carrier, as the launcher sets it:
 *
 * <pre>java -Djdk.virtualThreadScheduler.parallelism=1 -Djdk.virtualThreadScheduler.maxPoolSize=1
 *     -cp TEST-CLASS-PATH org.bipj.sim.kernel.FiberBench</pre>
 */
public final class FiberBench {
    private static final int SWITCHES = 300_000;
    private static final int ROUNDS = 5;

    private FiberBench() {}

    /** Prints the table. */
    public static void main(String[] args) {
        System.out.printf("%-10s%10s%16s%n", "fibers", "depth", "ns per sync");
        for (int fibers : new int[] {1, 2, 64, 1000}) {
            for (int depth : new int[] {5, 50}) {
                System.out.printf(Locale.ROOT, "%-10d%10d%16.1f%n", fibers, depth, best(fibers, depth));
            }
        }
    }

    private static double best(int fibers, int depth) {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            best = Math.min(best, once(fibers, depth));
        }
        return best;
    }

    private static double once(int count, int depth) {
        int turns = SWITCHES / count;
        try (FiberScheduler fibers = new FiberScheduler(new Kernel())) {
            for (int i = 0; i < count; i++) {
                Fiber[] self = new Fiber[1];
                self[0] = fibers.add("fiber " + i, () -> deep(self[0], depth, turns));
            }
            long start = System.nanoTime();
            fibers.run();
            return (System.nanoTime() - start) / (double) (turns * count);
        }
    }

    private static void deep(Fiber self, int depth, int turns) {
        if (depth > 0) {
            deep(self, depth - 1, turns);
        } else {
            for (int turn = 0; turn < turns; turn++) {
                self.charge(1000);
                self.sync();
            }
        }
    }
}
