package org.bipj.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpi.MPI;
import org.bipj.executor.MpiExecutor;
import org.bipj.executor.Task;
import org.bipj.executor.TaskException;

/** A job whose workers die, as its first argument says; it goes on without them. */
final class Deaths {
    private static final int MORTAL = 2;
    private static final String UNATTENDED = "bipj.deaths.unattended";
    private static final String ONCE = "bipj.deaths.once.";

    private static final Map<String, Cases.Case> ALL = new LinkedHashMap<>();

    static {
        ALL.put("tasks", Deaths::tasks);
        ALL.put("deadly", Deaths::deadly);
        ALL.put("family", Deaths::family);
        ALL.put("unattended", Deaths::unattended);
        ALL.put("cancelled", Deaths::cancelled);
        ALL.put("all", Deaths::all);
        ALL.put("atTheEnd", Deaths::atTheEnd);
        ALL.put("root", Deaths::root);
    }

    private Deaths() {}

    public static void main(String[] args) throws Exception {
        if (args[0].equals("graphs")) {
            killed = args.length > 3;
            randomDeaths(Long.parseLong(args[1]), Integer.parseInt(args[2]));
            return;
        }
        if (args[0].equals("spawned")) {
            spawned();
            return;
        }
        MPI.InitThread(args, MPI.THREAD_MULTIPLE);
        MpiExecutor.overWorld(pool -> {
            List.of("tasks", "leaf", "parent", "atTheEnd").forEach(name -> System.clearProperty(ONCE + name));
            ALL.get(args[0]).run(pool);
        });
        MPI.Finalize();
    }

    private static int rank() {
        return MPI.COMM_WORLD.getRank();
    }

    static void die() {
        if (killed) {
            kill();
        }
        System.exit(3);
    }

    private static void kill() {
        try {
            new ProcessBuilder(
                            "kill", "-9", Long.toString(ProcessHandle.current().pid()))
                    .start()
                    .waitFor();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Of the ranks of this JVM, the first one that comes to this dies. */
    private static void dieOnce(String name) {
        if (System.setProperty(ONCE + name, "") == null) {
            die();
        }
    }

    private static void dieOn(int rank) {
        if (rank() == rank) {
            die();
        }
    }

    // ---- what dies -----------------------------------------------------------------------------------------------

    /** One worker dies: nothing is missing, and all is in order. */
    private static void tasks(MpiExecutor pool) throws Exception {
        List<Integer> numbers = IntStream.range(0, 40).boxed().toList();
        Stream<Integer> squares = pool.map(numbers.stream(), i -> {
            if (i == 7) {
                dieOnce("tasks");
            }
            return i * i;
        });
        assertEquals(numbers.stream().map(i -> i * i).toList(), squares.toList());
        assertEquals(2, pool.getWorkers());
        assertEquals(
                numbers, pool.mapUnordered(numbers.stream(), i -> i).sorted().toList());
        assertEquals(4950, IntStream.of(pool.mapToInt(0, 100, i -> i)).sum());
    }

    /** A task that ends each worker fails after three of them, and others of these do not. */
    private static void deadly(MpiExecutor pool) throws Exception {
        List<Future<Integer>> before = new ArrayList<>();
        Future<Integer> deadly = pool.submit(() -> {
            die();
            return 0;
        });
        for (int i = 0; i < 10; i++) {
            int value = i;
            before.add(pool.submit(() -> value));
        }
        Throwable lost = assertThrows(ExecutionException.class, deadly::get).getCause();
        assertInstanceOf(TaskException.class, lost);
        assertTrue(lost.getMessage().matches(".*: rank \\d .*; the task was given to 3 of them"), lost.getMessage());
        for (int i = 0; i < 10; i++) {
            assertEquals(i, before.get(i).get());
        }
        assertEquals(pool.getWorkers(), MPI.COMM_WORLD.getSize() - 1 - 3);
    }

    static int sum(int levels) throws Exception {
        if (levels == 0) {
            dieOnce("leaf");
            return 1;
        }
        Future<Integer> one = MpiExecutor.current().submit(() -> sum(levels - 1));
        Future<Integer> other = MpiExecutor.current().submit(() -> sum(levels - 1));
        return one.get() + other.get();
    }

    /** Tasks wait for tasks of a worker that dies, and for tasks that such a worker's tasks have submitted. */
    private static void family(MpiExecutor pool) throws Exception {
        assertEquals(32, pool.submit(() -> sum(5)).get());
        List<Task<Integer>> orphans = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            orphans.add(() -> {
                Future<Integer> child = MpiExecutor.current().submit(() -> 5);
                dieOnce("parent");
                return child.get();
            });
        }
        for (Future<Integer> each : pool.invokeAll(orphans)) {
            assertEquals(5, each.get());
        }
        assertEquals(1, pool.getWorkers());
    }

    /** A task that has ended has left some for which nobody waits: they run, though their worker has died. */
    private static void unattended(MpiExecutor pool) throws Exception {
        Future<Integer> blocks = pool.submit(() -> Cases.sleeps());
        int dead = pool.submit(() -> {
                    int rank = rank();
                    MpiExecutor.current().execute(() -> dieOn(rank));
                    MpiExecutor.current().execute(() -> System.setProperty(UNATTENDED, "ran"));
                    return rank;
                })
                .get();
        while (pool.getWorkers() == 2) {
            Thread.sleep(1);
        }
        blocks.cancel(true);
        pool.close();
        assertEquals("ran", System.clearProperty(UNATTENDED), "after the death of " + dead);
    }

    /** What is cancelled is not run again. */
    private static void cancelled(MpiExecutor pool) throws Exception {
        Future<Integer> deadly = pool.submit(() -> {
            MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 0, 1);
            MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 0, 1);
            die();
            return 0;
        });
        int worker =
                MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 1).getSource();
        deadly.cancel(false);
        MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, worker, 1);
    }

    private static void all(MpiExecutor pool) throws Exception {
        List<Future<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            futures.add(pool.submit(() -> {
                die();
                return 0;
            }));
        }
        for (Future<Integer> each : futures) {
            Throwable why = assertThrows(ExecutionException.class, each::get).getCause();
            assertInstanceOf(TaskException.class, why);
        }
        String why = assertThrows(RejectedExecutionException.class, () -> pool.submit(() -> 1))
                .getMessage();
        assertTrue(why.startsWith("all workers have died, the last one: rank "), why);
        assertEquals(0, pool.getWorkers());
        assertThrows(RejectedExecutionException.class, () -> pool.map(0, 10, i -> i));
        assertThrows(
                RejectedExecutionException.class,
                () -> pool.map(Stream.of(1), i -> i).toList());
    }

    /** The pool is being shut down, and waits for a task whose worker dies. */
    private static void atTheEnd(MpiExecutor pool) throws Exception {
        List<Future<Integer>> all = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            all.add(pool.submit(() -> {
                Thread.sleep(10);
                dieOnce("atTheEnd");
                return 7;
            }));
        }
        pool.close();
        for (Future<Integer> each : all) {
            assertEquals(7, each.resultNow());
        }
    }

    private static void root(MpiExecutor pool) throws Exception {
        pool.submit(() -> Cases.sleeps());
        assertEquals(1, pool.submit(() -> 1).get());
        die();
    }

    /** A process of a pool that has started its own dies; the others end with the pool. */
    private static void spawned() {
        try (MpiExecutor pool = MpiExecutor.spawning(3)) {
            int[] numbers = pool.mapToInt(0, 50, i -> {
                dieOn(MORTAL);
                return i;
            });
            System.out.println("sum " + IntStream.of(numbers).sum() + " by " + pool.getWorkers());
        }
    }

    // ---- random deaths -------------------------------------------------------------------------------------------

    /** Ranks are processes, which are killed. */
    private static boolean killed;

    /** When this rank dies, in tasks; 0: never. */
    private static int left;

    /** A task begins. */
    static void begin() {
        if (left > 0 && --left == 0) {
            die();
        }
    }

    /** Graphs of tasks on workers of which all but the last one die at some task, if they come so far; one dies in any case. */
    private static void randomDeaths(long seed, int tries) throws Exception {
        MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
        Random random = new Random(31 * seed + rank());
        if (rank() > 0 && rank() < MPI.COMM_WORLD.getSize() - 1) {
            left = 1 + random.nextInt(2 * tries);
        }
        MpiExecutor.overWorld(pool -> {
            Graphs.tryAll(pool, seed, tries);
            int workers = MPI.COMM_WORLD.getSize() - 1;
            Task<Integer> last = () -> {
                Thread.sleep(10);
                dieOn(MORTAL);
                return 1;
            };
            while (pool.getWorkers() == workers) {
                for (Future<Integer> each : pool.invokeAll(Collections.nCopies(workers, last))) {
                    assertEquals(1, each.get());
                }
            }
        });
        MPI.Finalize();
    }
}
