package org.bipj.shm.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.report.Waiter;
import org.bipj.shm.NoPackets;
import org.bipj.shm.ShmFabric;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.BoardFile;
import org.bipj.shm.memory.Native;
import org.bipj.testkit.Ranks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeadlockDetectorTest {
    private static final int RANKS = 3;
    private static final int TURNS = Boolean.getBoolean("bipj.deep") ? 2000 : 100;

    private final Board board = Board.make(Arena.ofAuto().allocate(Board.bytes(RANKS), 64), RANKS);

    private void allAre(int state) {
        for (int rank = 0; rank < RANKS; rank++) {
            board.setState(rank, state);
        }
    }

    /** All ranks answer the current round, with the same mark. */
    private void allAnswer(long mark) {
        for (int rank = 0; rank < RANKS; rank++) {
            board.answer(rank, board.round(), mark, 0, true);
        }
    }

    @Test
    void theThirdRoundOfTheSameMarksAfterThePatienceIsADeadlock() {
        allAre(Board.STARTED);
        DeadlockDetector detector = new DeadlockDetector(board, 100);
        for (long now : List.of(1000, 1050, 1099)) {
            allAnswer(7);
            assertFalse(detector.look(now));
        }
        allAnswer(7);
        assertTrue(detector.look(1100));
    }

    @Test
    void aRankThatMovedOrLeftBeginsANewPatience() {
        allAre(Board.STARTED);
        DeadlockDetector detector = new DeadlockDetector(board, 0);
        for (int i = 0; i < 10; i++) {
            allAnswer(i / 2);
            assertFalse(detector.look(i));
        }
        for (int i = 0; i < RANKS; i++) {
            allAnswer(9);
            assertFalse(detector.look(i));
            allAnswer(9);
            assertFalse(detector.look(i));
            board.leave(0);
        }
    }

    @Test
    void ranksThatHaveFinalisedAreNotAskedAndOthersMustAnswer() {
        allAre(Board.FINISHED);
        board.setState(1, Board.STARTED);
        DeadlockDetector detector = new DeadlockDetector(board, 0);
        for (int i = 0; i < 10; i++) {
            assertFalse(detector.look(i), "rank 1 has not answered");
        }
        for (int i = 0; i < 2; i++) {
            board.answer(1, board.round(), 1, 0, true);
            assertFalse(detector.look(i));
        }
        board.answer(1, board.round(), 1, 0, true);
        assertTrue(detector.look(3));
    }

    /** It may start again, and between two rounds it may have done so. */
    @Test
    void aRankThatIsDormantCountsWhereItCanEndNoWait() {
        allAre(Board.STARTED);
        board.setDormant(0, true);
        board.setState(0, Board.FINISHED);
        DeadlockDetector detector = new DeadlockDetector(board, 0);
        for (int i = 0; i < 10; i++) {
            othersAnswer(true);
            assertFalse(detector.look(i), "it may answer");
        }
        for (int i = 0; i < 10; i++) {
            board.setState(0, Board.STARTED);
            board.setDormant(0, true);
            board.setState(0, Board.FINISHED);
            othersAnswer(false);
            assertFalse(detector.look(i), "it has been there");
        }
        othersAnswer(false);
        assertFalse(detector.look(20));
        othersAnswer(false);
        assertTrue(detector.look(21));
    }

    private void othersAnswer(boolean awaitsDormant) {
        board.answer(1, board.round(), 1, 0, awaitsDormant);
        board.answer(2, board.round(), 1, 0, false);
    }

    @ParameterizedTest
    @ValueSource(ints = {Board.ABSENT, Board.FINISHED, Board.ABORTED})
    void noDeadlockWhereNoRankWaits(int state) {
        allAre(state);
        DeadlockDetector detector = new DeadlockDetector(board, 0);
        for (int i = 0; i < 10; i++) {
            allAnswer(0);
            assertFalse(detector.look(i));
        }
    }

    /**
     * Over ports whose ranks sleep by the system's calls, the detector waits for nothing: as long as a packet is handed
     * on from rank to rank there is no verdict, and once it is not there is one. Then each rank says where it waits.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPacketOnItsWayKeepsAJobAlive(boolean files) {
        // A rank that has not waited for long sleeps without them.
        Native.get();
        try (ShmFabric fabric = files ? ShmFabric.files(RANKS) : ShmFabric.local(RANKS)) {
            Board shared = Board.attach(fabric.store().open(BoardFile.NAME).memory(), RANKS);
            for (int rank = 0; rank < RANKS; rank++) {
                shared.setState(rank, Board.STARTED);
            }
            Watch watch = new Watch(new Questions(fabric.store(), shared));
            Thread thread = Thread.ofPlatform().daemon().start(watch);
            Ranks.run(fabric, job -> {
                NicPort port = job.open();
                port.waitReports().reportBy(() -> "packet " + job.rank());
                handOn(port, new Random(watch.seed + job.rank()));
                watch.atEnd.incrementAndGet();
                for (int fruitless = 0; !watch.over; fruitless++) {
                    assertEquals(0, port.poll(new NoPackets(), 1));
                    port.idle(fruitless);
                }
            });
            thread.join();
            assertEquals(RANKS, watch.atEndWhenDead, "found dead too early, seed " + watch.seed);
            assertEquals(List.of("packet 0", "packet 1", "packet 2"), watch.waitsFor);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits for the packet, and hands it on after a pause that is often long enough for all to sleep. */
    private static void handOn(NicPort port, Random random) {
        int next = (port.rank() + 1) % RANKS;
        for (int turn = 0; turn < TURNS; turn++) {
            if (turn > 0 || port.rank() > 0) {
                awaitPacket(port);
            }
            LockSupport.parkNanos(1L << 14 + random.nextInt(12));
            int lane = random.nextInt(2);
            long at = port.claim(next, lane, 8);
            port.commit(next, lane, at, 8, 0);
        }
        if (port.rank() == 0) {
            awaitPacket(port);
        }
    }

    private static void awaitPacket(NicPort port) {
        Arrived packet = new Arrived();
        for (int fruitless = 0; !packet.here; fruitless++) {
            if (port.poll(packet, 1) == 0) {
                port.idle(fruitless);
            }
        }
    }

    private static final class Arrived implements PacketSink {
        private boolean here;

        @Override
        public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long offset, int length) {
            here = true;
            return DONE;
        }

        @Override
        public void onCompletion(long cookie) {}
    }

    /** Looks all the time, and asks the ranks once they are dead. */
    private static final class Watch implements Runnable {
        private final Questions questions;
        private final long seed = System.nanoTime();
        private final AtomicInteger atEnd = new AtomicInteger();
        private int atEndWhenDead;
        private List<String> waitsFor = List.of();
        private volatile boolean over;

        Watch(Questions questions) {
            this.questions = questions;
        }

        @Override
        public void run() {
            DeadlockDetector detector = questions.detector(0);
            while (!detector.look(System.nanoTime())) {
                Thread.onSpinWait();
            }
            atEndWhenDead = atEnd.get();
            try {
                waitsFor = questions.waiters(10_000).values().stream()
                        .map(Waiter::waitsFor)
                        .toList();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            over = true;
        }
    }
}
