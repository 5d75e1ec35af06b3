package org.bipj.multigame;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SetupTest {
    @Test
    void settingsOutOfRangeAreRefusedByName() {
        Multigame.Setup setup = Multigame.setup();
        for (int jobs : new int[] {0, 1025}) {
            assertTrue(assertThrows(IllegalArgumentException.class, () -> setup.jobsPerMessage(jobs))
                    .getMessage()
                    .startsWith("jobsPerMessage " + jobs));
        }
        assertThrows(IllegalArgumentException.class, () -> setup.tablePositions(0));
        assertThrows(IllegalArgumentException.class, () -> setup.mostMoves(65_536));
    }
}
