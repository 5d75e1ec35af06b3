package org.bipj.shm.waiting;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

class DeadlockDetectorProps {
    private static final int MOST_STEPS = 1_000_000;

    /** In whatever order ranks and launcher run: a verdict is true, and a deadlock gets one. */
    @Property(tries = 3000, shrinking = ShrinkingMode.OFF)
    void aVerdictIsTrueAndADeadlockGetsOne(@ForAll long seed) {
        Random random = new Random(seed);
        DeadlockModel model = new DeadlockModel(random, 1 + random.nextInt(4));
        DeadlockDetector detector = new DeadlockDetector(model.board, 0);
        int eagerness = 1 + random.nextInt(30);
        for (int step = 0; !model.isOver(); step++) {
            model.step();
            if (random.nextInt(eagerness) == 0 && detector.look(step)) {
                assertTrue(model.isDead(), "false alarm at step " + step + ", seed " + seed);
                return;
            }
            assertTrue(step < MOST_STEPS, "a deadlock is not found, seed " + seed);
        }
    }
}
