package org.bipj.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.bipj.executor.MpiExecutor;
import org.bipj.executor.Task;

/** Random trees of tasks, which wait for tasks in any order, fail, are cancelled, and map; and what they find if one thread does it. */
final class Graphs {
    private static final int DEPTH = 3;
    private static final int CHILDREN = 3;
    private static final int MAPPED = 5;

    private Graphs() {}

    private enum Kind {
        PLAIN,
        FAILS,
        RANGE,
        STREAM,
        CANCELLED
    }

    /** What a child of a task is. */
    private record Child(Kind kind, long seed) {
        static List<Child> of(Random random, int depth) {
            List<Child> all = new ArrayList<>();
            for (int i = depth == 0 ? 0 : random.nextInt(CHILDREN + 1); i > 0; i--) {
                all.add(new Child(Kind.values()[random.nextInt(Kind.values().length)], random.nextLong()));
            }
            return all;
        }
    }

    static double mix(long seed, int i) {
        return (seed ^ i * 0x9E3779B97F4A7C15L) >>> 40;
    }

    /** What a task of a seed finds. */
    static long expected(long seed, int depth) {
        Random random = new Random(seed);
        long sum = random.nextInt();
        for (Child child : Child.of(random, depth)) {
            sum = 31 * sum
                    + switch (child.kind) {
                        case PLAIN, FAILS -> expected(child.seed, depth - 1);
                        case RANGE -> range(child.seed);
                        case STREAM ->
                            LongStream.range(0, MAPPED)
                                    .map(i -> expected(child.seed + i, 0))
                                    .sum();
                        case CANCELLED -> 0;
                    };
        }
        return sum;
    }

    private static long range(long seed) {
        double sum = 0;
        for (int i = 0; i < MAPPED; i++) {
            sum += mix(seed, i);
        }
        return (long) sum;
    }

    /** The same as a task, with tasks. */
    static long run(long seed, int depth) throws Exception {
        Deaths.begin();
        Random random = new Random(seed);
        long sum = random.nextInt();
        List<Child> children = Child.of(random, depth);
        MpiExecutor pool = MpiExecutor.current();
        List<Future<Long>> futures = new ArrayList<>();
        for (Child child : children) {
            futures.add(child.kind == Kind.RANGE || child.kind == Kind.STREAM ? null : submit(pool, child, depth));
        }
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < children.size(); i++) {
            order.add(i);
        }
        Collections.shuffle(order, random);
        long[] found = new long[children.size()];
        for (int i : order) {
            found[i] = result(pool, children.get(i), futures.get(i));
        }
        for (long each : found) {
            sum = 31 * sum + each;
        }
        return sum;
    }

    private static Future<Long> submit(MpiExecutor pool, Child child, int depth) {
        long seed = child.seed;
        if (child.kind == Kind.FAILS) {
            return pool.submit((Task<Long>) () -> {
                throw new IllegalStateException(Long.toString(run(seed, depth - 1)));
            });
        }
        Future<Long> future = pool.submit(() -> run(seed, depth - 1));
        if (child.kind == Kind.CANCELLED) {
            future.cancel((seed & 1) == 0);
        }
        return future;
    }

    private static long result(MpiExecutor pool, Child child, Future<Long> future) throws Exception {
        long seed = child.seed;
        switch (child.kind) {
            case PLAIN:
                return future.get();
            case FAILS:
                try {
                    future.get();
                    throw new AssertionError("it does not fail");
                } catch (ExecutionException e) {
                    return Long.parseLong(e.getCause().getMessage());
                }
            case RANGE:
                double sum = 0;
                for (double each : pool.map(0, MAPPED, i -> mix(seed, i))) {
                    sum += each;
                }
                return (long) sum;
            case STREAM:
                return pool.map(LongStream.range(0, MAPPED).boxed(), i -> expected(seed + i, 0))
                        .mapToLong(each -> each)
                        .sum();
            default:
                return 0;
        }
    }

    /** Runs graphs of consecutive seeds, some at a time. */
    static void tryAll(MpiExecutor pool, long first, int tries) throws Exception {
        int together = 10;
        for (long seed = first; seed < first + tries; seed += together) {
            List<Future<Long>> all = new ArrayList<>();
            for (long each = seed; each < Math.min(seed + together, first + tries); each++) {
                long own = each;
                all.add(pool.submit(() -> run(own, DEPTH)));
            }
            for (int i = 0; i < all.size(); i++) {
                assertEquals(expected(seed + i, DEPTH), all.get(i).get(), "graph of seed " + (seed + i));
            }
        }
    }
}
