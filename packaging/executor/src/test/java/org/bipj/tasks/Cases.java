package org.bipj.tasks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.ObjectCodec;
import org.bipj.core.job.Compute;
import org.bipj.executor.MpiExecutor;
import org.bipj.executor.Task;
import org.bipj.executor.TaskException;

/** What a pool does, whatever its ranks are: a list of cases, each with a pool of its own. */
final class Cases {
    private static final long LONG_MS = 1_000_000;
    private static final int BEGUN = 77;

    private Cases() {}

    /** A case; on the rank that has opened the pool. */
    interface Case {
        void run(MpiExecutor pool) throws Exception;
    }

    private static final Map<String, Case> ALL = new LinkedHashMap<>();

    static {
        ALL.put("results", Cases::results);
        ALL.put("order", Cases::order);
        ALL.put("aLongTaskHoldsNoOthersBack", Cases::aLongTaskHoldsNoOthersBack);
        ALL.put("exceptions", Cases::exceptions);
        ALL.put("whatDoesNotTravel", Cases::whatDoesNotTravel);
        ALL.put("cancelled", Cases::cancelled);
        ALL.put("tasksThatWait", Cases::tasksThatWait);
        ALL.put("aChainOfWaits", Cases::aChainOfWaits);
        ALL.put("backPressure", Cases::backPressure);
        ALL.put("ranges", Cases::ranges);
        ALL.put("several", Cases::several);
        ALL.put("longMessages", Cases::longMessages);
        ALL.put("stages", Cases::stages);
        ALL.put("shutdown", Cases::shutdown);
        ALL.put("shutdownNow", Cases::shutdownNow);
        ALL.put("mapsWithinTasks", Cases::mapsWithinTasks);
    }

    /** Runs all of them over a communicator, the last rank and rank 0 in turn being the root. MPI is initialised for several threads. */
    static void all(Intracomm world) throws Exception {
        int root = 0;
        for (Map.Entry<String, Case> each : ALL.entrySet()) {
            root = world.getSize() - 1 - root;
            try (MpiExecutor pool = MpiExecutor.over(world, root)) {
                assertEquals(Math.max(1, world.getSize() - 1), pool.getWorkers());
                if (world.getRank() == root) {
                    each.getValue().run(pool);
                } else {
                    assertTrue(pool.isTerminated());
                    assertThrows(RejectedExecutionException.class, () -> pool.submit(() -> 1));
                }
            } catch (Throwable e) {
                throw new AssertionError(each.getKey(), e);
            }
        }
    }

    // ---- one task ------------------------------------------------------------------------------------------------

    record Square(int x) implements Callable<Integer>, Serializable {
        @Override
        public Integer call() {
            return x * x;
        }
    }

    private static int ran;

    private static synchronized int runs() {
        return ran;
    }

    private static synchronized int run() {
        return ran++;
    }

    private static void results(MpiExecutor pool) throws Exception {
        assertEquals(42, pool.submit(() -> 42).get());
        assertEquals(49, pool.submit(new Square(7)).get());
        assertEquals(null, pool.submit((Task<Object>) () -> null).get());
        assertEquals("done", pool.submit(() -> {}, "done").get());
        int rank = pool.submit(() -> MPI.COMM_WORLD.getRank()).get();
        assertEquals(pool.getWorkers() > 1 || MPI.COMM_WORLD.getSize() > 1, rank != MPI.COMM_WORLD.getRank());
        CountDownLatch done = new CountDownLatch(1);
        pool.execute(() -> Cases.run());
        pool.call(() -> 1).thenAccept(one -> done.countDown());
        assertTrue(done.await(60, TimeUnit.SECONDS));
        assertThrows(IllegalStateException.class, MpiExecutor::current);
    }

    /** Each worker's tasks are in the order in which they were submitted, if they are no short ones, of which another may have several. */
    private static void order(MpiExecutor pool) throws Exception {
        int ms = pool.getWorkers() == 1 ? 0 : 20;
        List<Future<int[]>> all = new ArrayList<>();
        for (int i = 0; i < (ms == 0 ? 100 : 10); i++) {
            all.add(pool.submit(() -> {
                Thread.sleep(ms);
                return new int[] {MPI.COMM_WORLD.getRank(), Cases.run()};
            }));
        }
        Map<Integer, Integer> last = new HashMap<>();
        for (Future<int[]> each : all) {
            int[] at = each.get();
            int before = last.getOrDefault(at[0], -1);
            assertTrue(at[1] > before, () -> at[1] + " after " + before + " on rank " + at[0]);
            last.put(at[0], at[1]);
        }
    }

    /** Short tasks travel together; behind a long one another worker takes them. */
    private static void aLongTaskHoldsNoOthersBack(MpiExecutor pool) throws Exception {
        if (pool.getWorkers() == 1) {
            return;
        }
        for (int tries = 0; tries < 2; tries++) {
            List<Future<Integer>> all = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                boolean isLong = i == 60;
                all.add(pool.submit(() -> isLong ? sleeps() : 1));
            }
            for (int i = 0; i < 100; i++) {
                if (i != 60) {
                    assertEquals(1, all.get(i).get());
                }
            }
            assertTrue(all.get(60).cancel(true));
        }
    }

    static final class Unserializable extends Exception {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings({"serial", "unused"})
        private final Object what = new Object();

        Unserializable() {
            super("in the way");
        }
    }

    private static void exceptions(MpiExecutor pool) throws Exception {
        Task<Object> fails = () -> {
            throw new IllegalStateException("no mesh", new ArithmeticException("none"));
        };
        ExecutionException e = assertThrows(ExecutionException.class, pool.submit(fails)::get);
        Throwable cause = e.getCause();
        assertEquals(IllegalStateException.class, cause.getClass());
        assertEquals("no mesh", cause.getMessage());
        assertEquals(ArithmeticException.class, cause.getCause().getClass());
        StackTraceElement top = cause.getStackTrace()[0];
        assertEquals(
                1,
                cause.getStackTrace().length,
                () -> List.of(cause.getStackTrace()).toString());
        assertEquals("Cases.java", top.getFileName());
        String where = e.getMessage();
        assertTrue(
                where.matches("on rank \\d+ at Cases.java:" + top.getLineNumber()
                        + ": java.lang.IllegalStateException: no mesh"),
                where);
        assertEquals(where.split(" ")[2], top.getClassLoaderName().split(" ")[1]);
        CompletionException joined = assertThrows(CompletionException.class, pool.call(fails)::join);
        assertTrue(joined.getMessage().startsWith("on rank "), joined.getMessage());

        Task<Object> stays = () -> {
            throw new Unserializable();
        };
        Throwable other =
                assertThrows(ExecutionException.class, pool.submit(stays)::get).getCause();
        assertEquals(TaskException.class, other.getClass());
        assertTrue(other.getMessage().contains("Unserializable: in the way"), other.getMessage());
        assertEquals("Cases.java", other.getStackTrace()[0].getFileName());

        Task<Object> result = Object::new;
        Throwable none =
                assertThrows(ExecutionException.class, pool.submit(result)::get).getCause();
        assertTrue(none.getMessage().contains("the result is a java.lang.Object"), none.getMessage());
        // An error, too, and the pool goes on.
        Task<Object> error = () -> {
            throw new AssertionError("wrong");
        };
        assertInstanceOf(
                AssertionError.class,
                assertThrows(ExecutionException.class, pool.submit(error)::get).getCause());
        assertEquals(5, pool.submit(() -> 5).get());
    }

    private static void whatDoesNotTravel(MpiExecutor pool) throws Exception {
        Callable<Integer> plain = () -> 1;
        String cure = assertThrows(RejectedExecutionException.class, () -> pool.submit(plain))
                .getMessage();
        assertTrue(cure.contains("a lambda of class org.bipj.tasks.Cases") && cure.contains("expected a Task"), cure);
        assertThrows(RejectedExecutionException.class, () -> pool.invokeAll(List.of(plain)));
        Runnable action = Cases::run;
        assertThrows(RejectedExecutionException.class, () -> pool.execute(action));
        Object[] refers = {new Object()};
        String what = assertThrows(RejectedExecutionException.class, () -> pool.submit(() -> refers.length))
                .getMessage();
        assertTrue(what.contains("java.lang.Object is not serializable"), what);
        String own = assertThrows(RejectedExecutionException.class, () -> pool.submit(() -> pool.getWorkers()))
                .getMessage();
        assertTrue(own.contains("MpiExecutor.current()"), own);
        assertThrows(NullPointerException.class, () -> pool.submit((Task<Object>) null));
    }

    // ---- cancelling ----------------------------------------------------------------------------------------------

    private static volatile boolean interrupted;

    /** A task sleeps, and says so to the rank that has submitted it. */
    private static Task<Integer> sleeper() {
        int root = MPI.COMM_WORLD.getRank();
        return () -> {
            MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, root, BEGUN);
            return sleeps();
        };
    }

    private static void awaitSleepers(int number) {
        for (int i = 0; i < number; i++) {
            MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, BEGUN);
        }
    }

    static int sleeps() {
        try {
            Thread.sleep(LONG_MS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        return 0;
    }

    private static void cancelled(MpiExecutor pool) throws Exception {
        int workers = pool.getWorkers();
        List<Future<Integer>> running = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            running.add(pool.submit(sleeper()));
        }
        Future<Integer> queued = pool.submit(() -> 1);
        awaitSleepers(workers);
        assertThrows(TimeoutException.class, () -> queued.get(1, TimeUnit.MILLISECONDS));
        assertTrue(queued.cancel(true));
        assertTrue(queued.isCancelled());
        assertThrows(CancellationException.class, queued::get);
        for (Future<Integer> each : running) {
            assertTrue(each.cancel(true));
        }
        // The workers are free again: the interrupts have come, and end with their tasks.
        List<Task<Boolean>> ask = new ArrayList<>();
        for (int i = 0; i < 2 * workers; i++) {
            ask.add(() -> interrupted && !Thread.currentThread().isInterrupted());
        }
        for (Future<Boolean> each : pool.invokeAll(ask)) {
            assertTrue(each.get());
        }
        Future<Integer> done = pool.submit(() -> 1);
        done.get();
        assertFalse(done.cancel(true));
    }

    // ---- tasks of tasks ------------------------------------------------------------------------------------------

    static long fibonacci(int n) throws Exception {
        if (n < 2) {
            return n;
        }
        Future<Long> one = MpiExecutor.current().submit(() -> fibonacci(n - 1));
        Future<Long> other = MpiExecutor.current().submit(() -> fibonacci(n - 2));
        return one.get() + other.get();
    }

    private static void tasksThatWait(MpiExecutor pool) throws Exception {
        assertEquals(13, pool.submit(() -> fibonacci(7)).get());
        ExecutionException e = assertThrows(ExecutionException.class, pool.submit(() -> {
            MpiExecutor.current().close();
        })::get);
        assertEquals(IllegalStateException.class, e.getCause().getClass());
        Task<String> catches = () -> {
            Task<Object> inner = () -> {
                throw new ArithmeticException("inner");
            };
            try {
                MpiExecutor.current().submit(inner).get();
                return "nothing";
            } catch (ExecutionException inside) {
                return inside.getCause().getMessage();
            }
        };
        assertEquals("inner", pool.submit(catches).get());
        Task<Integer> stage = () ->
                MpiExecutor.current().call(() -> 1).thenApply(one -> one + 2).join();
        assertEquals(3, pool.call(stage).join());
    }

    static int depth(int levels) throws Exception {
        return levels == 0
                ? 0
                : 1 + MpiExecutor.current().submit(() -> depth(levels - 1)).get();
    }

    /** Deeper than tasks may lie on one stack before they take only what they wait for. */
    private static void aChainOfWaits(MpiExecutor pool) throws Exception {
        assertEquals(80, pool.submit(() -> depth(80)).get());
    }

    private static void mapsWithinTasks(MpiExecutor pool) throws Exception {
        Task<Double> both = () -> {
            MpiExecutor own = MpiExecutor.current();
            double sum = 0;
            for (double each : own.map(0, 10, i -> i)) {
                sum += each;
            }
            return sum
                    + own.mapUnordered(IntStream.range(0, 10).boxed(), i -> i)
                            .mapToInt(i -> i)
                            .sum();
        };
        for (Future<Double> each : pool.invokeAll(List.of(both, both, both))) {
            assertEquals(90, each.get());
        }
    }

    // ---- maps ----------------------------------------------------------------------------------------------------

    private static void backPressure(MpiExecutor pool) {
        for (int bound : new int[] {1, 3}) {
            AtomicInteger taken = new AtomicInteger();
            int[] read = new int[1];
            Stream<Integer> endless = Stream.generate(taken::getAndIncrement);
            try (Stream<Integer> squares = pool.map(endless, i -> i * i, bound)) {
                squares.limit(20).forEach(square -> {
                    assertEquals(read[0] * read[0], square);
                    read[0]++;
                    assertTrue(taken.get() <= read[0] + bound, () -> taken + " taken, " + read[0] + " read");
                });
            }
            assertEquals(20, read[0]);
        }
        List<Integer> numbers = IntStream.range(0, 100).boxed().toList();
        assertEquals(numbers, pool.map(numbers.stream(), i -> i).toList());
        assertEquals(
                numbers, pool.mapUnordered(numbers.stream(), i -> i).sorted().toList());
        assertEquals(List.of(), pool.map(Stream.<Integer>empty(), i -> i).toList());
        assertThrows(IllegalArgumentException.class, () -> pool.map(numbers.stream(), i -> i, 0));
        CompletionException e = assertThrows(
                CompletionException.class,
                () -> pool.map(numbers.stream(), i -> 100 / (i - 5)).toList());
        assertEquals(ArithmeticException.class, e.getCause().getClass());
    }

    private static void ranges(MpiExecutor pool) {
        double[] roots = pool.map(-3, 1000, i -> i * 0.5);
        long[] squares = pool.mapToLong(100, 300, i -> (long) i * i);
        int[] halves = pool.mapToInt(0, 77, i -> i / 2);
        assertArrayEquals(IntStream.range(-3, 1000).mapToDouble(i -> i * 0.5).toArray(), roots);
        assertArrayEquals(IntStream.range(100, 300).mapToLong(i -> (long) i * i).toArray(), squares);
        assertArrayEquals(IntStream.range(0, 77).map(i -> i / 2).toArray(), halves);
        assertEquals(0, pool.map(5, 5, i -> 1).length);
        assertThrows(IllegalArgumentException.class, () -> pool.map(5, 4, i -> 1));
        CompletionException e = assertThrows(CompletionException.class, () -> pool.mapToInt(0, 50, i -> 1 / (i - 30)));
        assertEquals(ArithmeticException.class, e.getCause().getClass());
        assertTrue(e.getMessage().contains(" at Cases.java:"), e.getMessage());
    }

    // ---- the JDK's ways ------------------------------------------------------------------------------------------

    private static void several(MpiExecutor pool) throws Exception {
        List<Task<Integer>> tasks = List.of(() -> 1, () -> 1 / Integer.parseInt("0"), () -> 3);
        List<Future<Integer>> all = pool.invokeAll(tasks);
        assertEquals(1, all.get(0).get());
        assertEquals(Future.State.FAILED, all.get(1).state());
        assertEquals(3, all.get(2).get());
        assertTrue(List.of(1, 3).contains(pool.invokeAny(tasks)));
        assertThrows(ExecutionException.class, () -> pool.invokeAny(tasks.subList(1, 2)));
        assertThrows(IllegalArgumentException.class, () -> pool.invokeAny(List.<Task<Integer>>of()));
        List<Task<Integer>> late = List.of(Cases::sleeps);
        assertThrows(TimeoutException.class, () -> pool.invokeAny(late, 20, TimeUnit.MILLISECONDS));
        assertTrue(pool.invokeAll(late, 20, TimeUnit.MILLISECONDS).getFirst().isCancelled());
    }

    private static void longMessages(MpiExecutor pool) throws Exception {
        byte[] megabyte = new byte[1 << 20];
        List<Task<byte[]>> tasks = new ArrayList<>();
        for (int i = 0; i < 2 * pool.getWorkers(); i++) {
            tasks.add(() -> {
                MpiExecutor.current().submit(() -> megabyte.clone()).get();
                return megabyte.clone();
            });
        }
        for (Future<byte[]> each : pool.invokeAll(tasks)) {
            assertEquals(megabyte.length, each.get().length);
        }
    }

    private static void stages(MpiExecutor pool) {
        CompletableFuture<Integer> sum = pool.call(() -> 1).thenCombine(pool.call(() -> 2), Integer::sum);
        assertEquals(3, sum.join());
        assertEquals(
                5,
                pool.call(() -> 4)
                        .thenComposeAsync(four -> pool.call(() -> four + 1))
                        .join());
        CompletableFuture<Integer> slow = pool.call(() -> {
            Thread.sleep(20);
            return 1;
        });
        CompletableFuture<Integer> waits = slow.thenApply(one -> pool.call(() -> {
                    Thread.sleep(20);
                    return 2;
                })
                .join());
        CompletionException e = assertThrows(CompletionException.class, waits::join);
        assertEquals(IllegalStateException.class, e.getCause().getClass());
        assertTrue(
                e.getCause().getMessage().contains("thenApplyAsync"),
                e.getCause().getMessage());
    }

    // ---- the end -------------------------------------------------------------------------------------------------

    private static void shutdown(MpiExecutor pool) throws Exception {
        Task<Integer> later = () -> {
            Thread.sleep(30);
            // It belongs to a task that was taken.
            return MpiExecutor.current().submit(() -> 7).get();
        };
        Future<Integer> task = pool.submit(later);
        pool.shutdown();
        assertTrue(pool.isShutdown());
        assertThrows(RejectedExecutionException.class, () -> pool.submit(() -> 1));
        assertTrue(pool.awaitTermination(60, TimeUnit.SECONDS));
        assertEquals(7, task.resultNow());
        assertTrue(pool.isTerminated());
    }

    private static void shutdownNow(MpiExecutor pool) throws Exception {
        int workers = pool.getWorkers();
        List<Future<Integer>> all = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            all.add(pool.submit(sleeper()));
        }
        all.add(pool.submit(() -> run()));
        awaitSleepers(workers);
        List<Runnable> left = pool.shutdownNow();
        assertEquals(1, left.size());
        assertThrows(CancellationException.class, all.getLast()::get);
        assertTrue(pool.awaitTermination(60, TimeUnit.SECONDS));
        int before = runs();
        left.getFirst().run();
        assertEquals(before + 1, runs());
    }

    // ---- others --------------------------------------------------------------------------------------------------

    /** A class that the receiver's filter refuses fails its task alone. */
    static void filtered(Intracomm world) throws Exception {
        try (Intracomm strict = world.dup()) {
            strict.setObjectCodec(ObjectCodec.serialization("!" + Square.class.getName() + ";*"));
            try (MpiExecutor pool = MpiExecutor.over(strict, 0)) {
                if (!pool.isShutdown()) {
                    Future<Integer> refused = pool.submit(new Square(3));
                    ExecutionException e = assertThrows(ExecutionException.class, refused::get);
                    assertTrue(e.getMessage().contains("Square"), e.getMessage());
                    assertEquals(1, pool.submit(() -> 1).get());
                }
            }
        }
    }

    /** Seconds of virtual time that tasks take which compute. */
    static double seconds(MpiExecutor pool, int tasks) throws Exception {
        double begin = MPI.wtime();
        List<Task<Integer>> all = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            all.add(() -> {
                Compute.charge(10_000_000);
                return 0;
            });
        }
        pool.invokeAll(all);
        return MPI.wtime() - begin;
    }
}
