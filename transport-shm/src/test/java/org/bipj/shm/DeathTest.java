package org.bipj.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.bipj.core.job.Job;
import org.bipj.core.job.RankEndedError;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.PeerFailedException;
import org.bipj.shm.board.Board;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The deaths of ranks of a job that goes on. */
class DeathTest {
    private static final String HOW = "was ended by signal 9 (SIGKILL)";
    private static final int POLLS = 100;
    /** A round of a wait that takes so long was a sleep. */
    private static final long SLEEP_NS = 1_000_000;

    @AutoClose
    private final ShmSession session = ShmSession.forThreads(3);

    /** Notes what a port hands over. */
    private static final class Notes implements PacketSink {
        final List<String> all = new ArrayList<>();
        boolean keeps;
        long keptAt = -1;

        @Override
        public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long offset, int length) {
            all.add("packet " + immediate + " of " + peer);
            keptAt = offset;
            return keeps ? KEEP : DONE;
        }

        @Override
        public void onCompletion(long cookie) {
            all.add("completion");
        }

        @Override
        public void onFailure(int peer, String why, boolean unsent) {
            all.add(peer + ": " + why + (unsent ? ", unsent" : ""));
        }
    }

    private static void send(NicPort port, int peer, int number) {
        long at = port.claim(peer, NicPort.DATA, 8);
        port.memory(peer, NicPort.DATA).set(ValueLayout.JAVA_LONG, at, number);
        port.commit(peer, NicPort.DATA, at, 8, number);
    }

    private static List<String> polled(NicPort port) {
        Notes notes = new Notes();
        for (int poll = 0; poll < POLLS; poll++) {
            port.poll(notes, 1);
        }
        return notes.all;
    }

    private NicPort open(int rank) {
        Job job = session.job(rank);
        NicPort port = job.open();
        job.started(0);
        return port;
    }

    @Test
    void aDeathIsReportedOnceAfterAllThatTheDeadRankHadPublished() {
        session.surviveDeaths();
        try (NicPort near = open(0);
                NicPort dying = open(1);
                NicPort far = open(2)) {
            send(dying, 0, 7);
            send(dying, 0, 8);
            // It was about to write a third one.
            long at = dying.claim(0, NicPort.DATA, 8);
            dying.memory(0, NicPort.DATA).set(ValueLayout.JAVA_LONG, at, 9);
            send(near, 1, 1);
            session.died(1, HOW);
            assertEquals(List.of("packet 7 of 1", "packet 8 of 1", "1: rank 1 " + HOW), polled(near));
            assertEquals(List.of(), polled(near));
            PeerFailedException failed = assertThrows(PeerFailedException.class, () -> near.claim(1, NicPort.DATA, 8));
            assertEquals(1, failed.peer());
            assertEquals("rank 1 " + HOW, failed.getMessage());
            // It had never met that rank.
            assertEquals(List.of("1: rank 1 " + HOW), polled(far));
            send(near, 2, 3);
            assertEquals(List.of("packet 3 of 0"), polled(far));
        }
    }

    @Test
    void whatAThreadOfADeadRankStillDoesIsDropped() {
        session.surviveDeaths();
        try (NicPort near = open(0);
                NicPort dying = open(1)) {
            send(dying, 0, 7);
            assertEquals(List.of("packet 7 of 1"), polled(near));
            session.died(1, HOW);
            assertEquals(List.of("1: rank 1 " + HOW), polled(near));
            send(dying, 0, 8);
            assertEquals(List.of(), polled(near));
            assertThrows(RankEndedError.class, () -> polled(dying));
            assertThrows(RankEndedError.class, () -> {
                for (int fruitless = 1; ; fruitless++) {
                    dying.idle(fruitless);
                }
            });
        }
    }

    @Test
    void packetsOfADeadRankThatAreKeptStayUntilTheyAreReleased() {
        session.surviveDeaths();
        try (NicPort near = open(0);
                NicPort dying = open(1)) {
            send(dying, 0, 7);
            Notes notes = new Notes();
            notes.keeps = true;
            while (notes.all.isEmpty()) {
                near.poll(notes, 1);
            }
            session.died(1, HOW);
            assertEquals(List.of("1: rank 1 " + HOW), polled(near));
            near.release(1, NicPort.DATA, notes.keptAt);
            assertThrows(
                    IllegalArgumentException.class, () -> near.release(1, NicPort.DATA, notes.keptAt), "a second time");
        }
    }

    @Test
    void aRankThatSleepsIsWoken() throws Exception {
        session.surviveDeaths();
        CountDownLatch sleeps = new CountDownLatch(1);
        CompletableFuture<List<String>> told = CompletableFuture.supplyAsync(() -> {
            try (NicPort waiting = session.job(2).open()) {
                Notes notes = new Notes();
                for (int fruitless = 1; notes.all.isEmpty(); fruitless++) {
                    long begin = System.nanoTime();
                    int ignored = waiting.pollOrIdle(notes, 1, fruitless);
                    if (System.nanoTime() - begin > SLEEP_NS) {
                        sleeps.countDown();
                    }
                }
                return notes.all;
            }
        });
        sleeps.await();
        session.died(1, HOW);
        assertEquals(List.of("1: rank 1 " + HOW), told.get(60, TimeUnit.SECONDS));
    }

    @Test
    void theDeadAreNotWaitedFor() {
        session.surviveDeaths();
        List<Job> jobs = List.of(session.job(0), session.job(1), session.job(2));
        jobs.forEach(job -> job.started(0));
        assertTrue(jobs.getFirst().leave());
        // It dies in Finalize, and counts once.
        assertTrue(jobs.get(1).leave());
        session.died(1, HOW);
        assertFalse(jobs.getFirst().haveAllLeft());
        assertTrue(jobs.getFirst().hasFinished(1));
        assertFalse(jobs.getFirst().hasFinished(2));
        session.died(2, HOW);
        assertTrue(jobs.getFirst().haveAllLeft());
        assertEquals(Board.DEAD, session.board().state(2));
    }

    @Test
    void ranksShareNoTurnsWhereOneMayDie() {
        try (NicPort port = open(0)) {
            assertNotNull(port.sharedGroups());
        }
        session.surviveDeaths();
        try (NicPort port = open(1)) {
            assertNull(port.sharedGroups());
        }
    }

    @Test
    void theLauncherReadsOfProcessesThatTheDeadHaveLeft() {
        try (ShmSession processes = ShmSession.forProcesses(2, ShmSession.planDirectory())) {
            processes.surviveDeaths();
            assertTrue(processes.memory().board().survivesDeaths());
            processes.memory().board().leave(1);
            assertEquals(1, processes.left());
            processes.died(0, HOW);
            assertEquals(2, processes.left());
            assertEquals(Board.DEAD, processes.board().state(0));
            assertEquals(HOW, processes.board().reason(0));
            assertTrue(processes.board().isOver(0));
        }
    }
}
