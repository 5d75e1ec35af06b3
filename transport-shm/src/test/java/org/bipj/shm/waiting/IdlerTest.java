package org.bipj.shm.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.report.Waiter;
import org.bipj.shm.ShmFabric;
import org.bipj.shm.board.Board;
import org.bipj.shm.memory.Native;
import org.bipj.testkit.Ranks;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sleeping and waking. Whom nobody wakes sleeps on for longer than a slow machine keeps anybody from running. */
class IdlerTest {
    private static final int LONG_FRUITLESS = 1_000_000;
    private static final long SLEEP_NS = 30_000_000_000L;
    private static final long LATE_NS = SLEEP_NS / 2;

    /** Counts packets and notes when the last one came. */
    private static final class Counter implements PacketSink {
        int packets;
        long sentAt;

        @Override
        public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long offset, int length) {
            packets++;
            sentAt = memory.get(java.lang.foreign.ValueLayout.JAVA_LONG, offset);
            return DONE;
        }

        @Override
        public void onCompletion(long cookie) {}
    }

    /** A rank that has not waited long sleeps without the native calls; these tests are about sleeping with them. */
    @BeforeAll
    static void linkNativeCalls() {
        Native.get();
    }

    private static ShmFabric fabric(boolean files, int ranks) {
        ShmFabric fabric = files ? ShmFabric.files(ranks) : ShmFabric.local(ranks);
        for (int rank = 0; rank < ranks; rank++) {
            fabric.idler(rank).sleepFor(SLEEP_NS);
        }
        return fabric;
    }

    private static void assertWoken(long sinceNs, String what) {
        long ns = System.nanoTime() - sinceNs;
        assertTrue(ns < LATE_NS, () -> what + " came after " + ns / 1_000_000 + " ms");
    }

    private static void send(NicPort port, int peer, int lane) {
        long at = port.claim(peer, lane, 8);
        port.memory(peer, lane).set(java.lang.foreign.ValueLayout.JAVA_LONG, at, System.nanoTime());
        port.commit(peer, lane, at, 8, 0);
    }

    /** Waits for packets as a rank does. */
    private static void await(NicPort port, Counter counter, int packets) {
        for (int fruitless = 0; counter.packets < packets; ) {
            fruitless = port.poll(counter, 64) > 0 ? 0 : fruitless + 1;
            if (fruitless > 0) {
                port.idle(fruitless);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 2", "3, 2", "64, 2", "200, 2", "4096, 8", "5, 1"})
    void ranksThatSleepBlindlyLeaveTheProcessorsToOthers(int ranks, int processors) {
        long ns = Idler.longestBlindSleep(ranks, processors);
        double wakesPerSecond = Math.max(ranks, processors) * 1e9 / ns;
        assertTrue(wakesPerSecond <= 2 * 2000 * processors, wakesPerSecond + " wake-ups a second");
        assertTrue(ns == 500_000 || ranks > processors, "a wake-up comes " + ns + " ns late without need");
    }

    /** Yields take as long as the time slices of others: seconds, where processors are short. */
    @Test
    void aRankThatYieldsAnswersARequestBeforeItSleeps() throws Exception {
        try (ShmFabric fabric = ShmFabric.local(1)) {
            Board board = Board.attach(fabric.store().open("board").memory(), 1);
            board.setState(0, Board.STARTED);
            Questions questions = new Questions(fabric.store(), board);
            NicPort port = fabric.port(0);
            port.waitReports().reportBy(() -> "a message");
            AtomicReference<Waiter> found = new AtomicReference<>();
            Thread asks = Thread.ofPlatform().start(() -> {
                try {
                    found.set(questions.waiters(10_000).get(0));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            while (asks.isAlive()) {
                // After the pauses, and before the first sleep.
                for (int fruitless = 2501; fruitless <= 2800; fruitless++) {
                    port.idle(fruitless);
                }
            }
            assertEquals("a message", found.get().waitsFor());
            double since = found.get().since();
            assertTrue(since >= 0 && since < 10, () -> "it has waited for " + since + " s");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoHasSomethingDoesNotSleep(boolean files) {
        try (ShmFabric fabric = fabric(files, 4)) {
            Counter counter = new Counter();
            int rounds = 150;
            for (int round = 0; round < rounds; round++) {
                // The first three are notices of new rings.
                send(fabric.port(1 + round % 3), 0, round % 2);
                long before = System.nanoTime();
                fabric.port(0).idle(LONG_FRUITLESS);
                assertWoken(before, "a rank that had packets");
                await(fabric.port(0), counter, round + 1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRankThatSleepsForASecondIsWokenAndCostsNoProcessor(boolean files) {
        try (ShmFabric fabric = fabric(files, 2)) {
            int rounds = 5;
            Ranks.run(fabric, job -> {
                NicPort port = job.open();
                if (job.rank() == 0) {
                    for (int round = 0; round < rounds; round++) {
                        Thread.sleep(round == 0 ? 1_000 : 200);
                        send(port, 1, NicPort.DATA);
                    }
                    return;
                }
                Counter counter = new Counter();
                long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                for (int round = 0; round < rounds; round++) {
                    await(port, counter, round + 1);
                    assertWoken(counter.sentAt, "the receiver in round " + round);
                }
                long burnt = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
                assertTrue(burnt < 900_000_000, "burnt " + burnt / 1_000_000 + " ms of processor time in 1.8 s");
            });
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSenderThatSleepsOnAFullRingIsWokenWhenThereIsRoom(boolean files) {
        int rounds = 60;
        AtomicLong drainedAt = new AtomicLong();
        AtomicInteger filled = new AtomicInteger();
        AtomicInteger drained = new AtomicInteger();
        try (ShmFabric fabric = fabric(files, 2)) {
            int bytes = fabric.port(0).capabilities().maxPacket();
            Ranks.run(fabric, job -> {
                NicPort port = job.open();
                if (job.rank() == 0) {
                    for (int round = 0; round < rounds; round++) {
                        // Or one would fill as fast as the other drains, without an end.
                        while (drained.get() < round) {
                            Thread.onSpinWait();
                        }
                        fill(port, bytes);
                        filled.set(round + 1);
                        for (int fruitless = LONG_FRUITLESS; !claims(port, bytes); fruitless++) {
                            port.idle(fruitless);
                        }
                        assertWoken(drainedAt.get(), "the sender in round " + round);
                    }
                } else {
                    Counter counter = new Counter();
                    for (int round = 0; round < rounds; round++) {
                        while (filled.get() <= round) {
                            Thread.onSpinWait();
                        }
                        Thread.sleep(3);
                        drainedAt.set(System.nanoTime());
                        while (port.poll(counter, 64) > 0) {
                            continue;
                        }
                        drained.set(round + 1);
                    }
                }
            });
        }
    }

    private static boolean claims(NicPort port, int bytes) {
        long at = port.claim(1, NicPort.DATA, bytes);
        if (at >= 0) {
            port.memory(1, NicPort.DATA).set(java.lang.foreign.ValueLayout.JAVA_LONG, at, 0);
            port.commit(1, NicPort.DATA, at, bytes, 0);
        }
        return at >= 0;
    }

    private static void fill(NicPort port, int bytes) {
        while (claims(port, bytes)) {
            continue;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void noWakeUpIsLostAtAnyMoment(boolean files) {
        wakeUps(files, 400);
    }

    @Tag("deep")
    @Test
    void noWakeUpIsLostInALongRun() {
        wakeUps(false, 20_000);
        wakeUps(true, 20_000);
    }

    /**
     * One rank answers, the other sends after a random pause that often falls into the moment when the first is about
     * to sleep; after more than half of the pauses it sleeps.
     */
    private static void wakeUps(boolean files, int rounds) {
        long seed = System.nanoTime();
        try (ShmFabric fabric = fabric(files, 2)) {
            Ranks.run(fabric, job -> {
                NicPort port = job.open();
                Counter counter = new Counter();
                Random random = new Random(seed);
                for (int round = 0; round < rounds; round++) {
                    if (job.rank() == 0) {
                        LockSupport.parkNanos(16_000L << random.nextInt(9));
                        send(port, 1, round % 2);
                        await(port, counter, round + 1);
                    } else {
                        await(port, counter, round + 1);
                        assertWoken(counter.sentAt, "round " + round + " with seed " + seed);
                        send(port, 0, round % 2);
                    }
                }
                assertEquals(rounds, counter.packets);
            });
        }
    }

    /** A thread of the rank wakes the one that sleeps, before, within and after its sleep. */
    @Test
    void aThreadOfTheRankWakesTheOneThatSleepsBesideIt() throws Exception {
        try (ShmFabric fabric = fabric(false, 2)) {
            NicPort port = fabric.port(0);
            boolean[] wanted = new boolean[1];
            long begin = System.nanoTime();
            assertTrue(port.sleepBeside(() -> true, SLEEP_NS), "it did not look");
            assertTrue(port.sleepBeside(
                    () -> {
                        port.wakeBeside();
                        return wanted[0];
                    },
                    SLEEP_NS));
            Thread other = Thread.ofPlatform().start(() -> {
                LockSupport.parkNanos(1_000_000);
                port.wakeBeside();
            });
            assertTrue(port.sleepBeside(() -> false, SLEEP_NS));
            other.join();
            assertWoken(begin, "the end of the sleeps");
        }
    }
}
