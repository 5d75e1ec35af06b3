package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;
import org.bipj.lci.Channel;
import org.bipj.lci.Disposal;
import org.bipj.lci.Lci;
import org.bipj.lci.LciContract;
import org.bipj.lci.LciInterruptContract;
import org.bipj.lci.SendPacket;
import org.bipj.sim.SimOptions;
import org.bipj.testkit.Fabric;
import org.bipj.testkit.RankSuite;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.commons.JUnitException;
import org.opentest4j.AssertionFailedError;

/** LCI between threads, between processes, between hosts and on simulated boards. */
@Timeout(100)
class LciTest {
    @Nested
    class BetweenThreads extends LciContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            AmTest.overSharedMemory(ranks, body::run);
        }
    }

    @Nested
    class OnSimulatedBoards extends LciContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            AmTest.simulated(ranks, SimOptions.of("das64"), body::run);
        }
    }

    @Nested
    class OnBoardsThatRunLci extends LciContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            AmTest.simulated(ranks, LCI_BOARDS, body::run);
        }
    }

    @Nested
    @Tag("deep")
    class OnBoardsWhoseHostsForward extends LciContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            AmTest.simulated(ranks, boards("none", "host"), body::run);
        }
    }

    @Nested
    class OnBoardsThatRetransmit extends LciContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            AmTest.simulated(ranks, boards("ni", "ni"), body::run);
        }
    }

    @Nested
    @Tag("deep")
    class OnBoardsThatRetransmitWhoseHostsForward extends LciContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            AmTest.simulated(ranks, boards("ni", "host"), body::run);
        }
    }

    @Nested
    class OnBoardsWhoseHostsDoBoth extends LciContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            AmTest.simulated(ranks, boards("host", "host"), body::run);
        }
    }

    static SimOptions boards(String retransmission, String multicast) {
        return SimOptions.of("das64")
                .with("nic.firmware=lci", "lci.retransmission=" + retransmission, "lci.multicast=" + multicast);
    }

    /**
     * Boards with delays at hosts.
     *
     * @param placement as {@code ni+host}
     * @param loses true if the cables also lose and damage packets, which {@code none} does not repair
     */
    static SimOptions unsteadyBoards(String placement, boolean loses, long seed) {
        String[] part = placement.split("\\+");
        SimOptions jittered = boards(part[0], part[1]).withJitter(seed);
        String faults = loses ? "drop:rate=0.01,flip:rate=1e-5" : "";
        return new SimOptions(jittered.platform(), seed, faults, "", jittered.overrides(), true);
    }

    private static final SimOptions LCI_BOARDS = new SimOptions("das64", 1, "", "", List.of("nic.firmware=lci"));

    @Nested
    class InterruptsBetweenThreads extends LciInterruptContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            AmTest.overSharedMemory(ranks, body::run);
        }
    }

    @Nested
    class InterruptsOnBoardsThatRunLci extends LciInterruptContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            AmTest.simulated(ranks, LCI_BOARDS, body::run);
        }
    }

    @Test
    void boardsOfBipDoNotInterrupt() {
        AmTest.simulated(
                2,
                SimOptions.of("das64"),
                () -> assertTrue(assertThrows(
                                UnsupportedOperationException.class,
                                () -> Lci.setup().interrupts().init())
                        .getMessage()
                        .contains("nic.firmware=lci")));
    }

    @Nested
    class OnTwoHosts extends LciContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            onHosts(ranks, 2, body::run);
        }
    }

    @Nested
    @Tag("deep")
    class OnHostsOfTheirOwn extends LciContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            onHosts(ranks, ranks, body::run);
        }
    }

    static void onHosts(int ranks, int hosts, RankSuite.Body body) {
        JobThreads threads = new JobThreads();
        try (NetJobs net = new NetJobs(ranks, Math.min(hosts, ranks), threads::ended)) {
            threads.run(net.jobs(), body);
        }
    }

    private static List<String> passed(int ranks, TestJob run) {
        TestJob.Ended ended = run.jvm("-Xmx64m", "-ea", "-XX:TieredStopAtLevel=1")
                .using(Lci.class, LciContract.class, Fabric.class)
                .using(Test.class, AssertionFailedError.class, JUnitException.class, API.class)
                .start(LciMain.class)
                .await();
        assertEquals(0, ended.code(), ended::all);
        return ContractInJob.passed(ended);
    }

    /** Most tests are for two ranks. */
    @Test
    void someBetweenProcesses() {
        List<String> passed = passed(2, new TestJob().with("-n", "2", "--timeout", "60"));
        assertTrue(passed.contains("packetsOfAllLengthsArrive"), passed::toString);
    }

    @Tag("deep")
    @Test
    void betweenProcesses() {
        List<String> passed = new ArrayList<>();
        for (int ranks = 1; ranks <= 5; ranks++) {
            passed.addAll(passed(ranks, new TestJob().with("-n", "" + ranks, "--timeout", "60")));
        }
        assertEquals(
                LciMain.tests().stream().map(Method::getName).sorted().toList(),
                passed.stream().sorted().toList());
    }

    private static TestJob.Ended ended(Class<?> program, TestJob mpirun, String... args) {
        return mpirun.with("--timeout", "60")
                .environment("BIPJ_DEADLOCK_SECONDS", "1")
                .using(Lci.class)
                .start(program, args)
                .await();
    }

    /** Ranks on simulated hosts whose boards run BIP. */
    private static final SimOptions BIP_BOARDS = SimOptions.of("das64");

    private static void isRight(InThisJvm.End end) {
        assertEquals(0, end.code(), end::text);
    }

    /** Those that have ended read nothing, and those that go on in MPI drop what comes: senders go on. */
    @Tag("tier2")
    @Test
    void whatThreadsSendToRanksThatHaveLeftIsDropped() {
        whatIsSentIsDropped(new TestJob().with("-n", "3"), "threads");
    }

    @Tag("deep")
    @ParameterizedTest
    @ValueSource(strings = {"packets", "beside"})
    void whatIsSentToProcessesThatHaveLeftIsDropped(String what) {
        whatIsSentIsDropped(new TestJob().with("-n", "3"), what);
    }

    @ParameterizedTest
    @ValueSource(strings = {"packets", "beside"})
    void whatIsSentToRanksOfOneJvmThatHaveLeftIsDropped(String what) {
        isRight(InThisJvm.run("thread", 3, LciLeaving.class, what));
    }

    @ParameterizedTest
    @ValueSource(strings = {"packets", "beside"})
    void whatIsSentToRanksThatHaveLeftIsDroppedOnSimulatedHosts(String what) {
        isRight(InThisJvm.simulated(3, BIP_BOARDS, LciLeaving.class, what));
    }

    @ParameterizedTest
    @CsvSource({"none, ni", "ni, host", "host, host"})
    void whatIsSentToRanksThatHaveLeftIsDroppedOnBoards(String retransmission, String multicast) {
        for (String what : List.of("packets", "beside")) {
            isRight(InThisJvm.simulated(3, boards(retransmission, multicast), LciLeaving.class, what));
        }
    }

    @Tag("tier2")
    @Test
    void whatIsSentToRanksOfOtherHostsThatHaveLeftIsDropped(@TempDir Path folder) {
        whatIsSentIsDropped(TwoHosts.run(new TestJob(), folder, 3, "tcp"), "beside");
    }

    @Tag("deep")
    @ParameterizedTest
    @CsvSource({"tcp, packets", "tcp, threads", "ucx, packets", "ucx, threads", "ucx, beside"})
    void whatIsSentInOtherWaysToRanksOfOtherHosts(String network, String what, @TempDir Path folder) {
        whatIsSentIsDropped(TwoHosts.run(new TestJob(), folder, 3, network), what);
    }

    private static void whatIsSentIsDropped(TestJob mpirun, String what) {
        TestJob.Ended ended = ended(LciLeaving.class, mpirun, what);
        assertEquals(0, ended.code(), ended::all);
        assertEquals(3, ended.out().lines().count(), ended::all);
    }

    @Tag("tier2")
    @Test
    void aWaitForARankOfAnotherHostThatHasLeftIsReported(@TempDir Path folder) {
        aWaitForARankThatHasLeftIsReported("tcp", folder);
    }

    @Tag("deep")
    @Test
    void aWaitOverUcxForARankThatHasLeftIsReported(@TempDir Path folder) {
        aWaitForARankThatHasLeftIsReported("ucx", folder);
    }

    /** The ranks of three hosts leave one after the other. */
    private static void aWaitForARankThatHasLeftIsReported(String network, Path folder) {
        TestJob onHosts = TwoHosts.run(new TestJob(), folder, "ann,ben,cat", network);
        TestJob.Ended ended = ended(LciLeaving.class, onHosts, "counter");
        assertEquals(123, ended.code(), ended::all);
        assertTrue(ended.err().contains("LCI: a counter, for rank 1"), ended::all);
        assertTrue(ended.err().contains("mpirun: ranks 1, 2 have ended"), ended::all);
    }

    @Tag("tier2")
    @Test
    void mpiAndLciWithInterruptsInOneProgram() {
        mpiAndLciInOneProgram("interrupts");
    }

    @Tag("deep")
    @Test
    void mpiAndLciInOneProgram() {
        mpiAndLciInOneProgram(new String[0]);
    }

    private static void mpiAndLciInOneProgram(String... args) {
        TestJob.Ended ended = ended(LciBesideMpi.class, new TestJob().with("-n", "2"), args);
        assertEquals(0, ended.code(), ended::all);
        assertEquals("both\n", ended.out(), ended::all);
    }

    @Test
    void mpiAndLciOnRanksOfOneJvm() {
        isRight(InThisJvm.run("thread", 2, LciBesideMpi.class));
        isRight(InThisJvm.simulated(2, BIP_BOARDS, LciBesideMpi.class));
    }

    /** There both are packets of the same boards. */
    @Test
    void mpiAndLciOnBoardsThatRunLci() {
        for (String retransmission : List.of("none", "host")) {
            isRight(InThisJvm.simulated(3, boards(retransmission, "host"), LciBesideMpi.class));
        }
    }

    @Tag("tier2")
    @Test
    void aDeadlockIsReportedWithWhatEachRankWaitsFor() {
        TestJob.Ended ended = ended(LciDeadlocked.class, new TestJob().with("-n", "2"));
        assertEquals(123, ended.code(), ended::all);
        saysWhatRanksWaitFor(ended.err());
        saysWhatRanksWaitFor(
                InThisJvm.simulated(2, BIP_BOARDS, LciDeadlocked.class).text());
    }

    private static void saysWhatRanksWaitFor(String report) {
        assertTrue(report.contains("LCI: a barrier, for rank 1"), report);
        assertTrue(report.contains("LCI: a group, for rank 0"), report);
    }

    @Test
    void aPacketAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int batch = 2000;
        AmTest.overSharedMemory(2, () -> {
            try (Lci lci = Lci.init()) {
                int[] got = new int[1];
                Channel channel = lci.open(Lci.MAX_CHANNEL, packet -> {
                    got[0] += packet.getInt(0);
                    return Disposal.RELEASE;
                });
                long least = Long.MAX_VALUE;
                for (int batches = 0; batches < 10; batches++) {
                    lci.barrier();
                    got[0] = 0;
                    lci.barrier();
                    long before = threads.getCurrentThreadAllocatedBytes();
                    for (int i = 0; i < batch; i++) {
                        SendPacket packet = channel.allocate();
                        packet.putInt(0, 1);
                        channel.unicast(1 - lci.rank(), packet, i % 2 == 0 ? 4 : 1024);
                        lci.poll();
                    }
                    while (got[0] < batch) {
                        lci.pollOrIdle();
                    }
                    least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
                }
                assertTrue(least < batch, least + " bytes for " + batch + " packets each way");
            }
        });
    }
}
