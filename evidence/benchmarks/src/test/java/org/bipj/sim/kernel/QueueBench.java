package org.bipj.sim.kernel;

import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Nanoseconds per event of several queues (the hold model: take the first event, schedule it again later; every tenth
 * turn another event is moved), and of the kernel itself with events that do nothing but schedule themselves again.
 * Prints a table; a row per number of scheduled events, the smallest of several rounds.
 *
 * <pre>java -cp TEST-CLASS-PATH org.bipj.sim.kernel.QueueBench</pre>
 */
public final class QueueBench {
    private static final int[] SIZES = {16, 64, 256, 1024, 4096, 16384};
    private static final int TURNS = 400_000;
    private static final int ROUNDS = 5;
    private static final int DRAWS = 1 << 16;

    private QueueBench() {}

    /** Prints the table. */
    public static void main(String[] args) {
        Map<String, Supplier<Queues.Queue>> queues = new TreeMap<>(Map.of(
                "binary heap", Queues.BinaryHeap::new,
                "4-ary heap", Queues.QuadHeap::new,
                "4-ary, lazy", Queues.LazyHeap::new,
                "calendar", Queues.Calendar::new));
        for (String shape : new String[] {"uniform", "mixed"}) {
            long[] draws = draws(shape);
            System.out.printf("%-10s", shape);
            queues.keySet().forEach(name -> System.out.printf("%14s", name));
            System.out.printf("%14s%n", "Kernel");
            for (int size : SIZES) {
                StringBuilder row = new StringBuilder(String.format("%-10d", size));
                for (Supplier<Queues.Queue> queue : queues.values()) {
                    row.append(String.format(Locale.ROOT, "%14.1f", hold(queue, size, draws)));
                }
                row.append(String.format(Locale.ROOT, "%14.1f", kernel(size, draws)));
                System.out.println(row);
            }
        }
    }

    /**
     * Delays: all of one kind, or as a network has them: most of nanoseconds, some of microseconds, a few of
     * milliseconds.
     */
    private static long[] draws(String shape) {
        SplittableRandom random = new SplittableRandom(1);
        long[] draws = new long[DRAWS];
        for (int i = 0; i < DRAWS; i++) {
            int kind = shape.equals("uniform") ? 50 : random.nextInt(100);
            long mean = kind < 60 ? 100_000 : kind < 97 ? 2_000_000 : 1_000_000_000;
            draws[i] = random.nextLong(2 * mean);
        }
        return draws;
    }

    private static double hold(Supplier<Queues.Queue> maker, int size, long[] draws) {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            Queues.Queue queue = maker.get();
            Queues.Item[] items = new Queues.Item[size];
            int draw = 0;
            for (int i = 0; i < size; i++) {
                items[i] = new Queues.Item();
                queue.at(draws[draw++ & DRAWS - 1], items[i]);
            }
            long start = System.nanoTime();
            for (int turn = 0; turn < TURNS; turn++) {
                Queues.Item first = queue.next();
                long now = first.time;
                queue.at(now + draws[draw++ & DRAWS - 1], first);
                if (turn % 10 == 0) {
                    Queues.Item other = items[(int) (draws[draw & DRAWS - 1] % size)];
                    queue.cancel(other);
                    queue.at(now + draws[draw++ & DRAWS - 1], other);
                }
            }
            best = Math.min(best, (System.nanoTime() - start) / (double) TURNS);
        }
        return best;
    }

    private static final class Again extends Event {
        private final Kernel kernel;
        private final long[] draws;
        private int draw;

        Again(Kernel kernel, long[] draws, int draw) {
            this.kernel = kernel;
            this.draws = draws;
            this.draw = draw;
        }

        @Override
        protected void fire() {
            kernel.after(draws[draw++ & DRAWS - 1], this);
        }
    }

    private static double kernel(int size, long[] draws) {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            Kernel kernel = new Kernel();
            for (int i = 0; i < size; i++) {
                kernel.at(draws[i & DRAWS - 1], new Again(kernel, draws, 31 * i));
            }
            long start = System.nanoTime();
            for (int turn = 0; turn < TURNS; turn++) {
                kernel.step();
            }
            best = Math.min(best, (System.nanoTime() - start) / (double) TURNS);
        }
        return best;
    }
}
