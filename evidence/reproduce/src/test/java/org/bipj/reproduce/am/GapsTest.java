package org.bipj.reproduce.am;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bipj.reproduce.TestClusters;
import org.bipj.reproduce.lab.Cluster;
import org.junit.jupiter.api.Test;

class GapsTest {
    private static Cluster now(String... changes) {
        return TestClusters.of("now100", List.of(changes)).with("nic.firmware", "am2");
    }

    /** Without channels the board is as busy as the host, and which one waits for the other depends on how a run began. */
    @Test
    void aMeanIsThatOfItsSeeds() {
        Cluster unreliable = now("am.reliability=false");
        Gaps gaps = Gaps.of(unreliable, 1);
        assertEquals(gaps, Gaps.of(unreliable, 1));
        Gaps others = Gaps.of(unreliable, 100);
        assertNotEquals(gaps, others);
        assertTrue(gaps.spread() > 1, gaps::toString);
        assertEquals(gaps.mean(), others.mean(), gaps.spread() / 100 * gaps.mean());
    }

    @Test
    void aGapThatOneUnitAloneDecidesDoesNotDependOnTheSeed() {
        Gaps gaps = Gaps.of(now(), 1);
        assertTrue(gaps.spread() < 1, gaps::toString);
        assertEquals(LogP.of(now()).gap(), gaps.mean(), 0.01 * gaps.mean());
    }
}
