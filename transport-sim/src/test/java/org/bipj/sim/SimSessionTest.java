package org.bipj.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.bipj.bip.Bip;
import org.bipj.core.job.Compute;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.sim.kernel.DeadlockException;
import org.bipj.sim.kernel.FiberException;
import org.bipj.sim.kernel.TimeLimitException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A job in virtual time, on a machine that does no more than pass packets on. */
@Timeout(60)
class SimSessionTest {
    private final List<String> log = new ArrayList<>();

    private static SimSession session(int ranks) {
        return new SimSession(new FakeMachine(4), ranks, SimSession.Listener.NONE);
    }

    @Test
    void eachRankRunsInItsJob() {
        try (SimSession session = session(3)) {
            session.run(rank -> {
                Job job = Jobs.of(null);
                assertSame(session.job(rank), job);
                log.add(job.rank() + " of " + job.size() + " on " + job.node() + ", " + job.localSize() + " here");
            });
        }
        assertEquals(List.of("0 of 3 on host 0, 1 here", "1 of 3 on host 1, 1 here", "2 of 3 on host 2, 1 here"), log);
    }

    @Test
    void moreRanksThanHostsAreRefused() {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> session(5));
        assertTrue(e.getMessage().startsWith("5 ranks on platform fake, which has 4 hosts"), e.getMessage());
    }

    @Test
    void computationTakesVirtualTimeWhereItIsCharged() {
        try (SimSession session = session(1)) {
            session.run(rank -> {
                Compute.charge(1500);
                Compute.operations(100);
                Compute.operations("slow", 10);
                Compute.operations("of no rate", 1_000_000);
                assertThrows(IllegalArgumentException.class, () -> Compute.charge(-1));
                assertThrows(IllegalArgumentException.class, () -> Compute.operations(-1));
                assertThrows(IllegalArgumentException.class, () -> Compute.operations("slow", -1));
                String late = assertThrows(IllegalArgumentException.class, () -> Compute.charge(1e16))
                        .getMessage();
                assertTrue(late.startsWith("rank 0: ns: 1.0E16 ns of computation at "), late);
            });
            assertEquals(2_500_000, session.endedPs());
            assertEquals(2_500_000, session.computedPs(0));
            assertTrue(
                    session.summary()
                            .startsWith("simulated: 1 ranks on fake, 2.500 us of virtual time (rank 0 ended last), "),
                    session.summary());
            assertTrue(session.summary().endsWith("fake summary\n"), session.summary());
        }
    }

    @Test
    void whoeverReadsTheSameTimeAgainPaysForIt() {
        try (SimSession session = session(1)) {
            session.run(rank -> {
                for (int i = 0; i < 11; i++) {
                    log.add(Long.toString(session.nanoTime(rank)));
                }
            });
            assertEquals("[0, 200, 400, 600, 800, 1000, 1200, 1400, 1600, 1800, 2000]", log.toString());
        }
    }

    @Test
    void theRunEndsAtTheMomentThatIsSetForIt() {
        try (SimSession session = session(3)) {
            session.endAt(5_000_000_000L);
            TimeLimitException limit = assertThrows(
                    TimeLimitException.class,
                    () -> session.run(rank -> {
                        for (int i = 0; i < 10 * rank; i++) {
                            session.sleep(rank, 1_000_000);
                            log.add(rank + " at " + session.clockPs(rank) / 1_000_000_000);
                        }
                    }));
            assertEquals(5_000_000_000L, limit.atPs());
            // What would happen at that moment does not.
            assertEquals("[1 at 1, 2 at 1, 1 at 2, 2 at 2, 1 at 3, 2 at 3, 1 at 4, 2 at 4]", log.toString());
            assertEquals(
                    "ranks 1, 2 wait in its program for the end of a sleep",
                    session.explain(limit).lines().findFirst().orElseThrow());
            assertTrue(session.summary().contains(", 5000.000 us of virtual time (the limit), "), session.summary());
        }
    }

    @Test
    void theRunDoesNotWaitForARankThatServesOthers() {
        try (SimSession session = session(3)) {
            session.serves(1);
            session.run(rank -> {
                session.sleep(rank, rank == 1 ? 1_000_000_000_000L : 1000);
                log.add("rank " + rank);
            });
            assertEquals("[rank 0, rank 2]", log.toString());
            assertEquals(1_000_000, session.endedPs());
        }
    }

    @Test
    void aRunInWhichAllServeIsRefused() {
        try (SimSession session = session(1)) {
            session.serves(0);
            assertThrows(IllegalStateException.class, () -> session.run(rank -> {}));
        }
    }

    @Test
    void aSleepLetsTheOthersGoOnAndTakesItsTime() {
        try (SimSession session = session(3)) {
            session.run(rank -> {
                session.sleep(rank, 3_000_000_000L - 1000L * rank);
                log.add(rank + " at " + session.clockPs(rank));
                assertThrows(IllegalStateException.class, () -> session.sleep((rank + 1) % 3, 1));
                assertThrows(IllegalArgumentException.class, () -> session.sleep(rank, -1));
            });
        }
        assertEquals(List.of("2 at 2999998000000", "1 at 2999999000000", "0 at 3000000000000"), log);
    }

    /** What comes for a rank that sleeps does not wake it, not even out of a sleep without end. */
    @Test
    void messagesWakeNoSleeper() {
        try (SimSession session = session(2)) {
            DeadlockException deadlock = assertThrows(
                    DeadlockException.class,
                    () -> session.run(rank -> {
                        Bip bip = Bip.init();
                        if (rank == 0) {
                            for (int i = 0; i < 3; i++) {
                                bip.tsend(1, 3, new int[1], 1);
                                session.sleep(rank, 5_000_000);
                            }
                            return;
                        }
                        session.sleep(rank, 7_000_000);
                        log.add("woke at " + session.clockPs(rank));
                        session.sleep(rank, Long.MAX_VALUE);
                        log.add("never");
                    }));
            assertTrue(
                    SimSession.describe(deadlock)
                            .contains("rank 1 waits in its program for the end of a sleep that is longer than a run"),
                    SimSession.describe(deadlock));
        }
        assertEquals(List.of("woke at 7000000000"), log);
    }

    @Test
    void onlyASimulatedRanksTimeIsVirtual() {
        try (SimSession session = session(1)) {
            session.run(rank -> assertTrue(Compute.isVirtual()));
        }
        assertFalse(Compute.isVirtual());
    }

    @Test
    void theSummarySaysWhichRankEndedLastAndWhen() {
        try (SimSession session = session(3)) {
            session.run(rank -> Compute.charge(rank == 1 ? 3000 : 2000));
            assertTrue(
                    session.summary()
                            .startsWith("simulated: 3 ranks on fake, 3.000 us of virtual time (rank 1 ended last), "),
                    session.summary());
        }
    }

    @Test
    void messagesTakeVirtualTime() {
        try (SimSession session = session(2)) {
            session.run(rank -> {
                Bip bip = Bip.init();
                int[] words = {rank + 40};
                if (rank == 0) {
                    bip.tsend(1, 3, words, 1);
                } else {
                    bip.trecv(3, words, 1);
                    log.add("got " + words[0]);
                }
                bip.close();
            });
            assertTrue(session.endedPs() >= 1_000_000, () -> session.endedPs() + " ps");
        }
        assertEquals(List.of("got 40"), log);
    }

    @Test
    void aDeadlockIsToldWithEachRanksCall() {
        try (SimSession session = session(2)) {
            DeadlockException deadlock = assertThrows(DeadlockException.class, () -> session.run(this::waitForever));
            String text = SimSession.describe(deadlock);
            assertTrue(
                    text.matches(
                            "(?s)deadlock at [0-9.]+ us of virtual time: nothing can happen any more, and 2 ranks.*"),
                    text);
            assertTrue(text.contains("ranks 0, 1 wait in org.bipj.bip.Bip.trecv for packets, since "), text);
            assertTrue(text.contains("SimSessionTest.waitForever"), text);
            assertFalse(text.contains("java.lang.VirtualThread"), text);
        }
    }

    private void waitForever(int rank) {
        Bip bip = Bip.init();
        bip.trecv(3, new int[1], 1);
    }

    @Test
    void whoAbortsEndsTheRun() {
        FakeMachine machine = new FakeMachine(2);
        SimSession.Listener listener = (rank, code, reason) -> log.add(rank + ", " + code + ", " + reason);
        try (SimSession session = new SimSession(machine, 2, listener)) {
            IllegalStateException e = assertThrows(
                    IllegalStateException.class,
                    () -> session.run(rank -> {
                        if (rank == 1) {
                            Jobs.of(null).abort(7, "enough");
                        }
                    }));
            assertEquals("rank 1 ended the job with code 7: enough", e.getMessage());
            assertEquals(SimSession.State.ABORTED, session.state(1));
        }
        assertEquals(List.of("1, 7, enough"), log);
        assertTrue(machine.isClosed());
    }

    @Test
    void aRankThatLeavesLetsTheOthersGoOn() {
        try (SimSession session = session(2)) {
            session.run(rank -> {
                try {
                    Compute.charge(1000);
                    if (rank == 0) {
                        session.leave();
                    }
                    log.add("rank " + rank + " returns");
                } finally {
                    log.add("finally " + rank);
                }
            });
            assertEquals(List.of("rank 1 returns", "finally 1"), log);
            assertEquals(1_000_000, session.endedPs());
        }
    }

    @Test
    void aThreadOfTheProgramMayNotCommunicate() {
        Throwable[] seen = new Throwable[1];
        try (SimSession session = session(2)) {
            session.run(rank -> {
                Bip bip = Bip.init();
                if (rank == 0) {
                    Thread helper = new Thread(
                            () -> seen[0] =
                                    assertThrows(IllegalStateException.class, () -> bip.trecv(3, new int[1], 1)),
                            "helper");
                    helper.start();
                    join(helper);
                }
            });
        }
        assertTrue(
                seen[0].getMessage().contains("rank 0: called by thread \"helper\"; in virtual time only"),
                seen[0].getMessage());
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void anExceptionOfAProgramReachesWhoRunsIt() {
        try (SimSession session = session(2)) {
            FiberException e = assertThrows(
                    FiberException.class,
                    () -> session.run(rank -> {
                        throw new IllegalArgumentException("bad");
                    }));
            assertEquals("rank 0: java.lang.IllegalArgumentException: bad", e.getMessage());
        }
    }
}
