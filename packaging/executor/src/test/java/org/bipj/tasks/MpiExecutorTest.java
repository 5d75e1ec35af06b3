package org.bipj.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.Future;
import mpi.Intracomm;
import mpi.MPI;
import org.bipj.executor.MpiExecutor;
import org.bipj.executor.PoolMain;
import org.bipj.junit.Mode;
import org.bipj.junit.MpiTest;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/** Pools of ranks that are threads, and of coroutines under random delays; those of processes: {@link ProcessesTest}. */
class MpiExecutorTest {
    private static final int GRAPHS = 100;

    private static void initialise() {
        assertEquals(MPI.THREAD_MULTIPLE, MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE));
    }

    private static void cases(Intracomm world) throws Exception {
        initialise();
        Cases.all(world);
        Cases.filtered(world);
        MPI.Finalize();
    }

    @MpiTest(
            ranks = {1, 2, 4},
            init = false)
    void threadsDoAllThatAPoolDoes(Intracomm world) throws Exception {
        cases(world);
    }

    @MpiTest(ranks = 3, mode = Mode.SIM, init = false)
    void soDoCoroutines(Intracomm world) throws Exception {
        cases(world);
    }

    @Tag("tier2")
    @MpiTest(
            ranks = {1, 2, 4},
            mode = Mode.SIM,
            init = false)
    void asManyCoroutinesAsThereAre(Intracomm world) throws Exception {
        cases(world);
    }

    @Tag("tier2")
    @MpiTest(
            ranks = 3,
            mode = Mode.SIM,
            seed = {2, 3},
            init = false)
    void inAnyOrderOfEvents(Intracomm world) throws Exception {
        cases(world);
    }

    private static void graphs(long first, int tries) throws Exception {
        MpiExecutor.overWorld(pool -> Graphs.tryAll(pool, first, tries));
    }

    @MpiTest(ranks = 3, init = false)
    void randomGraphsOfTasksOnThreads() throws Exception {
        graphs(1, GRAPHS);
    }

    @MpiTest(ranks = 2, init = false)
    void randomGraphsOfTasksOnOneThread() throws Exception {
        graphs(1 + GRAPHS, GRAPHS);
    }

    @MpiTest(ranks = 4, mode = Mode.SIM, seeds = 2, init = false)
    void randomGraphsOfTasksInVirtualTime() throws Exception {
        graphs(1 + 2 * GRAPHS, GRAPHS / 2);
    }

    /** A part of 10,000 graphs. */
    private static void part(long first, RepetitionInfo part) throws Exception {
        int tries = 10_000 / part.getTotalRepetitions();
        graphs(first + (part.getCurrentRepetition() - 1) * (long) tries, tries);
    }

    @Tag("deep")
    @Timeout(300)
    @RepeatedTest(20)
    @MpiTest(ranks = 4, init = false, timeoutSeconds = 300)
    void manyRandomGraphsOfTasks(RepetitionInfo part) throws Exception {
        part(1000, part);
    }

    @Tag("deep")
    @Timeout(300)
    @RepeatedTest(20)
    @MpiTest(ranks = 4, mode = Mode.SIM, init = false, timeoutSeconds = 300)
    void manyRandomGraphsInVirtualTime(RepetitionInfo part) throws Exception {
        part(20_000, part);
    }

    private static void sleeps(int ms) throws Exception {
        MpiExecutor.overWorld(pool -> {
            Future<Integer> slow = pool.submit(() -> {
                Thread.sleep(ms);
                return ms;
            });
            assertEquals(ms, slow.get());
        });
    }

    @MpiTest(ranks = 3, mode = Mode.SIM, init = false)
    void aLongTaskIsNoDeadlockInVirtualTime() throws Exception {
        sleeps(10_000);
    }

    /** Longer than nothing may happen on threads that wait for each other. */
    @Tag("tier2")
    @MpiTest(ranks = 3, init = false)
    void aLongTaskIsNoDeadlock() throws Exception {
        sleeps(3000);
    }

    /** Four tasks for each worker, of 10 ms of computation each. */
    @MpiTest(
            ranks = {2, 12},
            mode = Mode.SIM,
            init = false)
    void moreWorkersTakeNoMoreVirtualTime() throws Exception {
        scales();
    }

    @Tag("tier2")
    @MpiTest(ranks = 64, mode = Mode.SIM, init = false, timeoutSeconds = 110)
    void manyWorkersTakeNoMoreVirtualTime() throws Exception {
        scales();
    }

    private static void scales() throws Exception {
        MpiExecutor.overWorld(pool -> {
            double seconds = Cases.seconds(pool, 4 * pool.getWorkers());
            assertTrue(seconds >= 0.04 && seconds < 0.06, () -> pool.getWorkers() + " workers: " + seconds + " s");
        });
    }

    @MpiTest(ranks = 2)
    void aProgramOfFewerThreadsIsToldWhatToAskFor(Intracomm world) {
        String cure = assertThrows(IllegalStateException.class, () -> MpiExecutor.over(world, 0))
                .getMessage();
        assertTrue(cure.contains("MPI.InitThread(args, MPI.THREAD_MULTIPLE)"), cure);
    }

    /** What main throws is thrown on rank 0, and the tasks are cancelled. */
    @MpiTest(ranks = 3, init = false)
    void aMainThatFailsEndsItsPool(Intracomm world) {
        initialise();
        ArithmeticException thrown = new ArithmeticException();
        PoolMain<RuntimeException> main = pool -> {
            pool.submit(Cases::sleeps);
            throw thrown;
        };
        if (world.getRank() == 0) {
            assertEquals(thrown, assertThrows(ArithmeticException.class, () -> MpiExecutor.overWorld(main)));
        } else {
            MpiExecutor.overWorld(main);
        }
        MPI.Finalize();
    }

    /** Finalize ends a pool that the program has forgotten. */
    @MpiTest(ranks = 2, init = false)
    void aForgottenPoolEndsWithMpi(Intracomm world) throws Exception {
        initialise();
        MpiExecutor pool = MpiExecutor.over(world, 1);
        if (world.getRank() == 1) {
            assertEquals(3, pool.submit(() -> 3).get());
        }
        MPI.Finalize();
        assertTrue(pool.isTerminated());
    }
}
