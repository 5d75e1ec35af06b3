package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apiguardian.api.API;
import org.bipj.am2.ActiveMessages;
import org.bipj.am2.AmBulkContract;
import org.bipj.am2.AmContract;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.sim.SimOptions;
import org.bipj.sim.SimSession;
import org.bipj.testkit.Fabric;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.platform.commons.JUnitException;
import org.opentest4j.AssertionFailedError;

/** Active Messages between threads, between processes and on simulated boards. */
@Timeout(100)
class AmTest {
    @Nested
    class BetweenThreads extends AmContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            overSharedMemory(ranks, body::run);
        }
    }

    @Nested
    class OnSimulatedBoards extends AmContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            simulated(ranks, body::run);
        }
    }

    @Nested
    class BulkBetweenThreads extends AmBulkContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            overSharedMemory(ranks, body::run);
        }
    }

    @Nested
    class BulkOnSimulatedBoards extends AmBulkContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            simulated(ranks, body::run);
        }
    }

    /** What one rank does. */
    @FunctionalInterface
    interface RankBody {
        void run() throws Exception;
    }

    static void overSharedMemory(int ranks, RankBody body) {
        ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        List<Job> jobs =
                ThreadsOverShmTest.open(ranks, (rank, code, reason) -> failures.add(new AssertionError(reason)));
        for (Job job : jobs) {
            threads.add(Thread.ofPlatform().daemon().start(() -> {
                Jobs.enter(job);
                try {
                    body.run();
                } catch (Throwable t) {
                    failures.add(t);
                }
            }));
        }
        try {
            for (Thread thread : threads) {
                while (thread.isAlive() && failures.isEmpty()) {
                    thread.join(100);
                }
            }
        } catch (InterruptedException e) {
            failures.add(e);
        }
        if (!failures.isEmpty()) {
            throw new AssertionError(failures.peek());
        }
    }

    static void simulated(int ranks, RankBody body) {
        try (SimSession session = SimSession.open(ranks, SimOptions.of("das64"), SimSession.Listener.NONE)) {
            session.run(rank -> {
                try {
                    body.run();
                } catch (Exception e) {
                    throw new AssertionError("rank " + rank + ": " + e, e);
                }
            });
        }
    }

    @Test
    void betweenProcesses() {
        List<String> passed = new ArrayList<>();
        for (int ranks = 1; ranks <= 2; ranks++) {
            Mpirun.Ended ended = new Mpirun()
                    .with("-n", "" + ranks, "--timeout", "60")
                    .jvm("-Xmx64m", "-ea", "-XX:TieredStopAtLevel=1")
                    .using(ActiveMessages.class, AmContract.class, Fabric.class)
                    .using(Test.class, AssertionFailedError.class, JUnitException.class, API.class)
                    .start(AmMain.class)
                    .await();
            assertEquals(0, ended.code(), ended::all);
            ended.out()
                    .lines()
                    .filter(line -> line.startsWith(AmMain.PASSED))
                    .map(line -> line.substring(AmMain.PASSED.length()))
                    .forEach(passed::add);
        }
        assertEquals(
                AmMain.tests().stream().map(Method::getName).sorted().toList(),
                passed.stream().sorted().toList(),
                () -> Arrays.toString(passed.toArray()));
    }
}
