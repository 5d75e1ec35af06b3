package org.bipj.launch.mpirun.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EndingTest {
    private static final long MINUTE_MS = 60_000;

    @Test
    void processesThatEndAreNotWaitedForAnyLonger() {
        StubRank one = new StubRank(0);
        StubRank other = new StubRank(1);
        long start = System.nanoTime();
        Ending.end(List.of(one, other), null, MINUTE_MS);
        assertTrue(System.nanoTime() - start < TimeUnit.MILLISECONDS.toNanos(MINUTE_MS));
        assertFalse(one.isAlive() || other.isAlive());
        // SIGKILL for what they may have left in their groups.
        assertEquals(List.of("TERM", "KILL"), one.signals());
        assertEquals(143, one.exitValue());
    }

    @Test
    void thoseThatIgnoreTermAreKilledAfterTheGracePeriod() {
        StubRank deaf = new StubRank(0).ignoringTerm();
        StubRank other = new StubRank(1);
        long start = System.nanoTime();
        Ending.end(List.of(deaf, other), null, 50);
        assertTrue(System.nanoTime() - start >= TimeUnit.MILLISECONDS.toNanos(50), "there was a grace period");
        assertEquals(137, deaf.exitValue());
        assertEquals(143, other.exitValue());
    }

    @Test
    void theGroupOfAProcessThatHasEndedIsKilledToo() {
        StubRank failed = new StubRank(0).ended(1);
        Ending.end(List.of(), failed, MINUTE_MS);
        assertEquals(List.of("KILL"), failed.signals());
    }
}
