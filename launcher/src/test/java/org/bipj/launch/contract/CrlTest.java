package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apiguardian.api.API;
import org.bipj.crl.Crl;
import org.bipj.crl.CrlContract;
import org.bipj.crl.CrlInterruptContract;
import org.bipj.crl.ReadSection;
import org.bipj.crl.Region;
import org.bipj.crl.WriteSection;
import org.bipj.lci.Lci;
import org.bipj.sim.SimOptions;
import org.bipj.testkit.Fabric;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.commons.JUnitException;
import org.opentest4j.AssertionFailedError;

/** CRL between threads, between processes, between hosts and on simulated boards. */
@Timeout(100)
class CrlTest {
    @Nested
    class BetweenThreads extends CrlContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            AmTest.overSharedMemory(ranks, body::run);
        }
    }

    @Nested
    class OnSimulatedBoards extends CrlContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            AmTest.simulated(ranks, SimOptions.of("das64"), body::run);
        }
    }

    @Nested
    class OnBoardsThatRunLci extends CrlContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            AmTest.simulated(ranks, LciTest.boards("none", "ni"), body::run);
        }
    }

    @Nested
    @Tag("deep")
    class OnBoardsWhoseHostsForward extends CrlContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            AmTest.simulated(ranks, LciTest.boards("none", "host"), body::run);
        }
    }

    @Nested
    @Tag("deep")
    class OnBoardsThatRetransmit extends CrlContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            AmTest.simulated(ranks, LciTest.boards("ni", "ni"), body::run);
        }
    }

    @Nested
    @Tag("deep")
    class OnBoardsThatRetransmitWhoseHostsForward extends CrlContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            AmTest.simulated(ranks, LciTest.boards("ni", "host"), body::run);
        }
    }

    @Nested
    class OnBoardsWhoseHostsDoBoth extends CrlContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            AmTest.simulated(ranks, LciTest.boards("host", "host"), body::run);
        }
    }

    @Nested
    class OnTwoHosts extends CrlContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            LciTest.onHosts(ranks, 2, body::run);
        }
    }

    @Nested
    class InterruptsBetweenThreads extends CrlInterruptContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            AmTest.overSharedMemory(ranks, body::run);
        }
    }

    @Nested
    class InterruptsOnBoardsThatRunLci extends CrlInterruptContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            AmTest.simulated(ranks, LciTest.boards("none", "ni"), body::run);
        }
    }

    private static List<String> passed(int ranks, String... args) {
        TestJob.Ended ended = new TestJob()
                .with("-n", "" + ranks, "--timeout", "60")
                .jvm("-Xmx64m", "-ea", "-XX:TieredStopAtLevel=1")
                .using(Lci.class, Crl.class, CrlContract.class, Fabric.class)
                .using(Test.class, AssertionFailedError.class, JUnitException.class, API.class)
                .start(CrlMain.class, args)
                .await();
        assertEquals(0, ended.code(), ended::all);
        return ContractInJob.passed(ended);
    }

    @Tag("tier2")
    @Test
    void betweenTwoProcesses() {
        List<String> passed = passed(2);
        assertTrue(
                passed.contains("aWriterWaitsForReaders") && passed.contains("randomProgramsAreCoherent"),
                passed::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "interrupts"})
    @Tag("deep")
    void betweenProcesses(String mode) {
        Set<String> passed = new TreeSet<>();
        for (int ranks = 1; ranks <= 5; ranks++) {
            passed.addAll(passed(ranks, mode));
        }
        assertEquals(CrlMain.tests().stream().map(Method::getName).sorted().toList(), List.copyOf(passed));
    }

    @Tag("tier2")
    @Test
    void ranksThatWantEachOthersSectionsAreReported() {
        TestJob.Ended ended = new TestJob()
                .with("-n", "2", "--timeout", "60")
                .environment("BIPJ_DEADLOCK_SECONDS", "1")
                .using(Lci.class, Crl.class)
                .start(CrlDeadlocked.class)
                .await();
        assertEquals(123, ended.code(), ended::all);
        saysWhatRanksWant(ended.err());
        saysWhatRanksWant(InThisJvm.run("sim", 2, CrlDeadlocked.class).text());
    }

    private static void saysWhatRanksWant(String report) {
        assertTrue(report.contains("CRL: a section of region 1:1, for rank 1"), report);
        assertTrue(report.contains("CRL: a section of region 0:1, for rank 0"), report);
    }

    @Tag("tier2")
    @Test
    void aMissAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int batch = 300;
        AmTest.overSharedMemory(2, () -> {
            try (Crl crl = Crl.init()) {
                long[] id = {crl.rank() == 0 ? crl.create(3000).id() : 0};
                crl.broadcast(0, id);
                Region region = crl.map(id[0]);
                long least = Long.MAX_VALUE;
                for (int batches = 0; batches < 20; batches++) {
                    crl.barrier();
                    long before = threads.getCurrentThreadAllocatedBytes();
                    long missesBefore = crl.statistics().writeMisses();
                    for (int i = 0; i < batch; i++) {
                        inTurn(region, crl.rank());
                    }
                    least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
                    assertTrue(crl.statistics().writeMisses() - missesBefore >= batch - 1);
                }
                crl.barrier();
                assertTrue(least < 2 * batch, least + " bytes for " + batch + " write misses each");
            }
        });
    }

    /** Waits for the rank's turn, and ends it: a miss, or two. */
    private static void inTurn(Region region, int rank) {
        int turn = -1;
        while (turn % 2 != rank) {
            ReadSection r = region.startRead();
            turn = r.getInt(0);
            region.endRead();
        }
        WriteSection w = region.startWrite();
        w.putInt(0, turn + 1);
        region.endWrite();
    }
}
