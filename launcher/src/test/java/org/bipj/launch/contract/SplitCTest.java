package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.apiguardian.api.API;
import org.bipj.sim.SimOptions;
import org.bipj.splitc.GlobalPointer;
import org.bipj.splitc.SplitC;
import org.bipj.splitc.SplitCContract;
import org.bipj.splitc.SplitCProgram;
import org.bipj.splitc.SpreadDoubles;
import org.bipj.testkit.Fabric;
import org.bipj.testkit.RankSuite;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.commons.JUnitException;
import org.opentest4j.AssertionFailedError;

/** Split-C between threads, processes and hosts, and on all simulated network interfaces. */
@Timeout(100)
class SplitCTest {
    private static final int DEEP = 150;
    /** Of accesses whose allocation is counted: so many that the first ones are compiled. */
    private static final int BATCHES = 6;

    private static final int ACCESSES = 100;

    @Nested
    class BetweenThreads extends SplitCContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            AmTest.overSharedMemory(ranks, body::run);
        }
    }

    @Nested
    class BetweenHosts extends SplitCContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            betweenHosts(ranks, body::run);
        }
    }

    @Nested
    class OnSimulatedBoards extends SplitCContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            AmTest.simulated(ranks, SimOptions.of("das64"), body::run);
        }
    }

    @Nested
    class OnBoardsThatKeepEndpoints extends SplitCContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            AmTest.simulated(
                    ranks, new SimOptions("now100", 1, "drop:rate=0.01", "", List.of("nic.firmware=am2")), body::run);
        }
    }

    @Nested
    @Tag("deep")
    class OverCells extends SplitCContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            AmTest.simulated(ranks, cells(1, ""), body::run);
        }

        @Override
        protected int bulkBytes() {
            return 20_000;
        }
    }

    @Nested
    class OverCellsThatGetLost extends SplitCContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            AmTest.simulated(ranks, cells(2, "drop:rate=0.02,flip:rate=1e-4"), body::run);
        }

        @Override
        protected int bulkBytes() {
            return 5_001;
        }
    }

    private static SimOptions cells(long seed, String faults) {
        return new SimOptions("ss20-atm", seed, faults, "", List.of("atm.switch=true"));
    }

    private static void betweenHosts(int ranks, RankSuite.Body body) {
        JobThreads threads = new JobThreads();
        try (NetJobs net = new NetJobs(ranks, Math.min(2, ranks), threads::ended)) {
            threads.run(net.jobs(), body);
            assertTrue(ranks == 1 || net.bytesWritten() > 0, "nothing has gone over the network");
        }
    }

    // ---- processes ---------------------------------------------------------------------------------------------

    @Test
    void someBetweenProcesses() {
        List<String> passed = passed(new TestJob().with("-n", "2"));
        assertTrue(passed.contains("bulkAccessesMoveAllBytesAndNoOthers"), passed::toString);
    }

    @Tag("deep")
    @Test
    void betweenProcesses() {
        List<String> passed = new ArrayList<>();
        for (int ranks : new int[] {1, 2, 3, 5}) {
            passed.addAll(passed(new TestJob().with("-n", "" + ranks)));
        }
        assertEquals(
                SplitCMain.tests().stream().map(Method::getName).sorted().toList(),
                passed.stream().sorted().toList());
    }

    @Tag("deep")
    @Test
    void betweenProcessesOfTwoHosts(@TempDir Path directory) {
        List<String> passed = passed(TwoHosts.run(new TestJob(), directory, 3, "tcp"));
        assertTrue(passed.contains("whatIsWrittenIsRead"), passed::toString);
    }

    private static List<String> passed(TestJob mpirun) {
        TestJob.Ended ended = mpirun.with("--timeout", "60")
                .jvm("-Xmx64m", "-ea", "-XX:TieredStopAtLevel=1")
                .using(SplitC.class, SplitCContract.class, Fabric.class)
                .using(Test.class, AssertionFailedError.class, JUnitException.class, API.class)
                .start(SplitCMain.class)
                .await();
        assertEquals(0, ended.code(), ended::all);
        return ContractInJob.passed(ended);
    }

    // ---- properties --------------------------------------------------------------------------------------------

    /** All memories are as a model has them, whatever is lost and however ranks are scheduled. */
    @Property(tries = 8, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
    void memoriesAreAsTheModelHasThem(@ForAll long seed) {
        compare(seed);
        for (int i = 1; Boolean.getBoolean("bipj.deep") && i < DEEP; i++) {
            compare(seed + i);
        }
    }

    private static void compare(long seed) {
        Random draw = new Random(seed);
        int ranks = 1 + draw.nextInt(5);
        boolean lossy = draw.nextBoolean();
        SimOptions options = switch (draw.nextInt(3)) {
            case 0 -> cells(seed, lossy ? "drop:rate=0.03,flip:rate=1e-4" : "");
            case 1 ->
                new SimOptions(
                        "now100", seed, lossy ? "drop:rate=0.03" : "", "", List.of("nic.firmware=am2", "am.frames=2"));
            default -> new SimOptions("das64", seed, "", "", List.of());
        };
        SimOptions chosen = draw.nextBoolean() ? options.withJitter(seed) : options;
        SplitCProgram program = new SplitCProgram(seed, ranks, 12);
        AmTest.simulated(ranks, chosen, () -> {
            try (SplitC sc = SplitC.init()) {
                program.run(sc);
            }
        });
    }

    // ---- which base, and what it costs -------------------------------------------------------------------------

    @Test
    void hostsWithAtmUseSsamAndOthersActiveMessages() {
        List<String> bases = new ArrayList<>();
        for (SimOptions options : List.of(cells(1, ""), SimOptions.of("das64"))) {
            AmTest.simulated(1, options, () -> {
                try (SplitC sc = SplitC.init()) {
                    bases.add(sc.base());
                }
            });
        }
        assertEquals(List.of("SSAM", "Active Messages II"), bases);
    }

    /** Two ranks that are threads: the accesses of rank 0 allocate nothing, nor does rank 1 that serves them. */
    @Test
    void anAccessAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        AmTest.overSharedMemory(2, () -> {
            try (SplitC sc = SplitC.init()) {
                SpreadDoubles x = sc.allSpreadDoubles(2, 64);
                long own = sc.allocate(512);
                long there = x.pointer(1);
                double sum = 0;
                long least = Long.MAX_VALUE;
                for (int batch = 0; batch < BATCHES; batch++) {
                    long before = threads.getCurrentThreadAllocatedBytes();
                    for (int i = 0; i < ACCESSES && sc.rank() == 0; i++) {
                        sum += x.read(1);
                        sc.writeInt(there, i);
                        x.put(1, i);
                        x.get(1, own);
                        x.store(1, i);
                        sc.bulkStore(there + 64, own, 256);
                        sc.bulkRead(own, there, 256);
                    }
                    sc.barrier();
                    least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
                }
                assertTrue(
                        least < 7 * ACCESSES,
                        "rank " + sc.rank() + ": " + least + " bytes for " + 7 * ACCESSES + " accesses, sum " + sum);
            }
        });
    }

    /** SSAM paper, section 3.4: a remote read of 32 bytes is a cell each way. */
    @Test
    void aRemoteReadTakesThePapersTime() {
        long[] ns = new long[1];
        AmTest.simulated(2, SimOptions.of("ss20-atm"), () -> {
            try (SplitC sc = SplitC.init()) {
                long own = sc.allocate(32);
                long there = GlobalPointer.of(1, GlobalPointer.offset(own));
                for (int i = 0; i < 3 && sc.rank() == 0; i++) {
                    long start = sc.now();
                    sc.bulkRead(own, there, 32);
                    ns[0] = sc.now() - start;
                }
                sc.barrier();
            }
        });
        assertEquals(32_000, ns[0], 1_600, "remote read of 32 bytes, ns");
    }
}
