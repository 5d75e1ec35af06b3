package org.bipj.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.bipj.core.job.RankEndedError;
import org.bipj.core.nic.NicPort;
import org.junit.jupiter.api.Test;

/** The end of ranks that are threads of a JVM which goes on. */
class EndRanksTest {
    /** A round of a wait that takes so long was a sleep. */
    private static final long SLEEP_NS = 1_000_000;

    /** A rank that waits for what never comes. */
    private static CompletableFuture<Void> waiting(ShmSession session, int rank, CountDownLatch sleeps) {
        return CompletableFuture.runAsync(
                () -> {
                    try (NicPort port = session.job(rank).open()) {
                        for (int fruitless = 1; ; fruitless++) {
                            long begin = System.nanoTime();
                            port.idle(fruitless);
                            if (System.nanoTime() - begin > SLEEP_NS) {
                                sleeps.countDown();
                            }
                        }
                    }
                },
                task -> Thread.ofPlatform().daemon().start(task));
    }

    @Test
    void ranksThatSleepOrComeToSleepLeaveTheLibrary() throws InterruptedException {
        try (ShmSession session = ShmSession.forThreads(2)) {
            CountDownLatch sleeps = new CountDownLatch(1);
            CompletableFuture<Void> early = waiting(session, 0, sleeps);
            sleeps.await();
            session.endRanks();
            CompletableFuture<Void> late = waiting(session, 1, new CountDownLatch(1));
            for (CompletableFuture<Void> rank : List.of(early, late)) {
                CompletionException end = assertThrows(
                        CompletionException.class,
                        () -> rank.orTimeout(60, TimeUnit.SECONDS).join());
                assertEquals(RankEndedError.class, end.getCause().getClass());
            }
        }
    }

    @Test
    void aRankThatHasFailedIsNotAsked() throws InterruptedException {
        try (ShmSession session = ShmSession.forThreads(1)) {
            session.job(0).started(0);
            session.failed(0);
            long begin = System.nanoTime();
            assertEquals(Map.of(), session.questions().waiters(TimeUnit.SECONDS.toMillis(60)));
            assertTrue(System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(30));
        }
    }

    @Test
    void processesAreNotEndedSo() {
        try (ShmSession session = ShmSession.forProcesses(1, ShmSession.planDirectory())) {
            assertThrows(IllegalStateException.class, session::endRanks);
        }
    }
}
