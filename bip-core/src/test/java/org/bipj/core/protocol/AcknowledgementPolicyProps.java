package org.bipj.core.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class AcknowledgementPolicyProps {
    private static final int DELAY = 100;

    /** No data packet waits longer than the delay, half a window is never exceeded, and each packet is counted once. */
    @Property(tries = 200)
    void eachPacketIsAcknowledgedInTimeAndOnce(@ForAll @IntRange(min = 1, max = 16) int window, @ForAll long seed) {
        Random random = new Random(seed);
        AcknowledgementPolicy policy = new AcknowledgementPolicy(1, window, DELAY);
        int accepted = 0;
        int acknowledged = 0;
        long waitsSince = -1;
        for (long now = 0; now < 3_000; now++) {
            if (policy.due(now) != Deadlines.NONE) {
                assertEquals(waitsSince + DELAY, now);
                acknowledged += policy.take(0);
                waitsSince = -1;
            }
            assertTrue(waitsSince < 0 || now - waitsSince < DELAY, "too late at " + now);
            int draw = random.nextInt(60);
            if (draw < 2) {
                policy.arrived(0, now);
                waitsSince = waitsSince < 0 ? now : waitsSince;
                boolean isDuplicate = draw == 0;
                if (!isDuplicate && count(++accepted, acknowledged, policy, window)) {
                    acknowledged += policy.take(0);
                    waitsSince = -1;
                }
            } else if (draw == 2) {
                acknowledged += policy.take(0);
                waitsSince = -1;
            }
            assertEquals(accepted - acknowledged, policy.owed(0));
            assertEquals(waitsSince >= 0, policy.isPending(0));
            assertEquals(waitsSince < 0 ? Deadlines.NEVER : waitsSince + DELAY, policy.deadline());
        }
    }

    private static boolean count(int accepted, int acknowledged, AcknowledgementPolicy policy, int window) {
        boolean now = policy.owe(0);
        assertEquals(accepted - acknowledged >= Math.max(1, window / 2), now);
        return now;
    }

    @Example
    void creditsNeedNoTimer() {
        AcknowledgementPolicy policy = new AcknowledgementPolicy(2, 8, DELAY);
        for (int released = 1; released < 4; released++) {
            assertFalse(policy.owe(1));
        }
        assertTrue(policy.owe(1));
        assertEquals(Deadlines.NEVER, policy.deadline());
        assertEquals(4, policy.take(1));
        assertFalse(policy.isPending(1));
        assertThrows(IllegalArgumentException.class, () -> new AcknowledgementPolicy(1, 0, DELAY));
    }
}
