package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apiguardian.api.API;
import org.bipj.am2.ActiveMessages;
import org.bipj.am2.AmBulkContract;
import org.bipj.am2.AmContract;
import org.bipj.am2.AmEndpoint;
import org.bipj.am2.AmException;
import org.bipj.am2.Bundle;
import org.bipj.am2.BundleMode;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.sim.SimOptions;
import org.bipj.sim.SimSession;
import org.bipj.testkit.Fabric;
import org.bipj.testkit.RankSuite;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
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
            simulated(ranks, BIP_BOARDS, body::run);
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
            simulated(ranks, BIP_BOARDS, body::run);
        }
    }

    @Nested
    class OnBoardsThatKeepEndpoints extends AmContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            simulated(ranks, AM_BOARDS, body::run);
        }
    }

    @Nested
    class BulkOnBoardsThatKeepEndpoints extends AmBulkContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            simulated(ranks, AM_BOARDS, body::run);
        }
    }

    private static final SimOptions BIP_BOARDS = SimOptions.of("das64");
    private static final SimOptions AM_BOARDS = new SimOptions("now100", 1, "", "", List.of("nic.firmware=am2"));

    static void overSharedMemory(int ranks, RankSuite.Body body) {
        JobThreads threads = new JobThreads();
        threads.run(ThreadsOverShmTest.open(ranks, threads::ended), body);
    }

    static void simulated(int ranks, SimOptions options, RankSuite.Body body) {
        try (SimSession session = SimSession.open(ranks, options, SimSession.Listener.NONE)) {
            session.run(rank -> {
                try {
                    body.run();
                } catch (Exception e) {
                    throw new AssertionError("rank " + rank + ": " + e, e);
                }
            });
        }
    }

    @Tag("tier2")
    @Test
    void betweenTwoProcesses() {
        List<String> passed = betweenProcesses(2);
        assertTrue(passed.contains("requestsBeyondTheWindowWaitForCredits"), passed::toString);
    }

    @Tag("deep")
    @Test
    void betweenProcesses() {
        List<String> passed = betweenProcesses(1);
        passed.addAll(betweenProcesses(2));
        assertEquals(
                AmMain.tests().stream().map(Method::getName).sorted().toList(),
                passed.stream().sorted().toList(),
                () -> Arrays.toString(passed.toArray()));
    }

    private static List<String> betweenProcesses(int ranks) {
        TestJob.Ended ended = new TestJob()
                .with("-n", "" + ranks, "--timeout", "60")
                .jvm("-Xmx64m", "-ea", "-XX:TieredStopAtLevel=1")
                .using(ActiveMessages.class, AmContract.class, Fabric.class)
                .using(Test.class, AssertionFailedError.class, JUnitException.class, API.class)
                .start(AmMain.class)
                .await();
        assertEquals(0, ended.code(), ended::all);
        return new ArrayList<>(ContractInJob.passed(ended));
    }

    /** Two ranks that are threads: rank 1 serves until rank 0 has ended. */
    private static void clientAndServer(RankProgram client) {
        AtomicBoolean ended = new AtomicBoolean();
        overSharedMemory(2, () -> {
            try (ActiveMessages am = ActiveMessages.setup().parallel().init()) {
                Bundle bundle = am.allocateBundle(BundleMode.PARALLEL);
                AmEndpoint endpoint = bundle.allocateEndpoint();
                endpoint.setTag(7);
                endpoint.map(0, 1 - am.rank(), 7);
                endpoint.setHandler(1, message -> message.reply(2, message.argument(0)));
                if (am.rank() == 0) {
                    client.run(am, bundle, endpoint);
                    ended.set(true);
                }
                while (!ended.get()) {
                    bundle.pollOrIdle();
                }
            }
        });
    }

    /** What the client does. */
    @FunctionalInterface
    private interface RankProgram {
        void run(ActiveMessages am, Bundle bundle, AmEndpoint endpoint) throws Exception;
    }

    @Tag("tier2")
    @Test
    void threadsOfAParallelBundleSendAtOnce() {
        int threads = 3;
        int each = 2000;
        clientAndServer((am, bundle, endpoint) -> {
            Job job = Jobs.of(null);
            AtomicInteger answers = new AtomicInteger();
            AtomicLong sum = new AtomicLong();
            endpoint.setHandler(2, message -> {
                answers.incrementAndGet();
                sum.addAndGet(message.argument(0));
            });
            try (Arena confined = Arena.ofConfined()) {
                MemorySegment ofOneThread = confined.allocate(8);
                for (Executable call : List.<Executable>of(
                        () -> endpoint.setSegment(ofOneThread),
                        () -> endpoint.requestTransfer(0, 1, 0, ofOneThread, 0, 8),
                        () -> endpoint.requestTransferAsync(0, 1, 0, ofOneThread, 0, 8))) {
                    AmException refused = assertThrows(AmException.class, call);
                    assertTrue(refused.getMessage().contains("several threads move data"), refused.getMessage());
                }
                assertEquals(0, endpoint.outstanding());
            }
            List<Thread> all = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int first = t * each;
                all.add(Thread.ofPlatform().daemon().start(() -> {
                    Jobs.enter(job);
                    for (int i = first; i < first + each; i++) {
                        endpoint.request(0, 1, i);
                    }
                }));
            }
            for (Thread thread : all) {
                thread.join();
            }
            while (endpoint.outstanding() > 0) {
                bundle.pollOrIdle();
            }
            int requests = threads * each;
            assertEquals(requests, answers.get());
            assertEquals((long) requests * (requests - 1) / 2, sum.get());
        });
    }

    @Test
    void aMessageAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        clientAndServer((am, bundle, endpoint) -> {
            int[] answers = new int[1];
            byte[] data = new byte[1000];
            endpoint.setHandler(2, message -> answers[0]++);
            long least = Long.MAX_VALUE;
            for (int batch = 0; batch < 10; batch++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < 2000; i++) {
                    endpoint.request(0, 1, i);
                    endpoint.requestMedium(0, 1, data, 0, data.length, NUMBER);
                }
                while (endpoint.outstanding() > 0) {
                    bundle.pollOrIdle();
                }
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            }
            assertEquals(40_000, answers[0]);
            assertTrue(least < 4000, least + " bytes for 4000 requests and replies");
        });
    }

    private static final int[] NUMBER = {5};

    @Tag("tier2")
    @Test
    void whatIsSentToRanksThatHaveLeftComesBackFromEachMode(@TempDir Path directory) {
        List<String> modes =
                Boolean.getBoolean("bipj.deep") ? List.of("process", "thread", "sim", "tcp") : List.of("tcp");
        for (String mode : modes) {
            TestJob mpirun = new TestJob().with("-n", "3", "--timeout", "30").using(ActiveMessages.class);
            TestJob.Ended ended = (mode.equals("tcp")
                            ? TwoHosts.run(mpirun, directory, 3, mode)
                            : mpirun.with("--mode", mode))
                    .start(AmLeaving.class)
                    .await();
            assertEquals(0, ended.code(), () -> mode + ": " + ended.all());
            String out = ended.out();
            assertTrue(out.contains("rank 1: BAD_ENDPOINT"), () -> mode + ": " + ended.all());
            assertTrue(out.contains("rank 2: UNREACHABLE"), () -> mode + ": " + ended.all());
            assertTrue(out.contains("closed 9"), () -> mode + ": " + ended.all());
        }
    }

    @Tag("tier2")
    @Test
    void aDeadlockNamesTheRequestsThatAreOutstanding() {
        String outstanding = "active messages: answers to requests of endpoint 0 (3 to rank 1)";
        TestJob.Ended ended = new TestJob()
                .with("-n", "2", "--timeout", "30")
                .environment("BIPJ_DEADLOCK_SECONDS", "0.2")
                .using(ActiveMessages.class)
                .start(AmStuck.class)
                .await();
        assertEquals(123, ended.code(), ended::all);
        assertTrue(ended.err().contains(outstanding), ended::all);
        for (String mode : List.of("thread", "sim")) {
            InThisJvm.End end = InThisJvm.run(mode, 2, AmStuck.class);
            assertTrue(end.text().contains("deadlock"), () -> mode + ": " + end.text());
            assertTrue(end.text().contains(outstanding), () -> mode + ": " + end.text());
        }
    }

    @Tag("tier2")
    @Test
    void aRankThatDiesEndsTheJob() {
        TestJob.Ended ended = new TestJob()
                .with("-n", "2", "--timeout", "60")
                .using(ActiveMessages.class)
                .start(AmDying.class)
                .await();
        assertEquals(41, ended.code(), ended::all);
        assertTrue(ended.err().contains("rank 1"), ended::all);
    }
}
