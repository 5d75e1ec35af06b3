package org.bipj.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bipj.launch.hosts.supervisor.RoundAnswer;
import org.bipj.shm.waiting.Collected;
import org.junit.jupiter.api.Test;

class JobRoundsTest {
    private static final Collected WAIT = new Collected(false, 0, false, false, 0, true, 0);

    private final AtomicInteger begun = new AtomicInteger();
    private final JobRounds rounds = new JobRounds(2, 4, 1, this::begin);

    /** The first host answers, and the second one is lost in the third round. */
    private void begin(int round) {
        assertEquals(begun.incrementAndGet(), round);
        rounds.answer(0, new RoundAnswer(round, WAIT));
        if (round < 3) {
            rounds.answer(1, new RoundAnswer(round, new Collected(true, 0, false, false, 0, true, 0)));
        } else {
            rounds.lost(1, 2);
        }
    }

    @Test
    void ranksThatWaitForEachOtherAreFoundAfterAHostIsLost() throws Exception {
        CompletableFuture.runAsync(() -> {
                    try {
                        rounds.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .get(60, TimeUnit.SECONDS);
        assertTrue(begun.get() > 3, "no deadlock while something changed: " + begun);
    }
}
