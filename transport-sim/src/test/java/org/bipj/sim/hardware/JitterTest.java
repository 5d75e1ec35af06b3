package org.bipj.sim.hardware;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class JitterTest {
    private static final int MANY = 10_000;
    private static final long US = 1_000_000;

    private static long[] delays(long seed, int host) {
        Jitter jitter = Jitter.of(seed, host);
        return LongStream.generate(jitter::nextPs).limit(MANY).toArray();
    }

    private static long count(long[] delays, long from, long to) {
        return LongStream.of(delays).filter(ps -> ps >= from && ps < to).count();
    }

    @Test
    void delaysAreOfAllMagnitudesBelowTheLongest() {
        long[] delays = delays(1, 0);
        assertEquals(MANY, count(delays, 0, Jitter.LONGEST_PS));
        assertTrue(count(delays, 0, 1) > MANY * 0.45, "none");
        assertTrue(count(delays, 1, US) > MANY * 0.1, "below 1 us");
        assertTrue(count(delays, US, 10 * US) > MANY * 0.1, "1 to 10 us");
        assertTrue(count(delays, 50 * US, Jitter.LONGEST_PS) > MANY * 0.01, "above 50 us");
    }

    @Test
    void eachSeedAndEachHostHasItsOwn() {
        long sum = LongStream.of(delays(1, 0)).sum();
        assertEquals(sum, LongStream.of(delays(1, 0)).sum());
        assertTrue(sum != LongStream.of(delays(2, 0)).sum());
        assertTrue(sum != LongStream.of(delays(1, 1)).sum());
    }

    @Test
    void withoutJitterThereIsNoDelay() {
        assertEquals(0, LongStream.generate(Jitter.NONE::nextPs).limit(100).sum());
    }
}
