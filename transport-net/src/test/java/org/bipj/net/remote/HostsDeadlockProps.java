package org.bipj.net.remote;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

class HostsDeadlockProps {
    private static final int MOST_STEPS = 1_000_000;
    /** Enough for several rounds. */
    private static final int LAST_STEPS = 20_000;

    /**
     * In whatever order ranks, network and supervisors run: a verdict is true, and a deadlock gets one. Where several ranks have
     * finalised, one after the other, it may be missed.
     */
    @Property(tries = 100, shrinking = ShrinkingMode.OFF)
    void aVerdictIsTrueAndADeadlockGetsOne(@ForAll long seed) {
        Random random = new Random(seed);
        HostsModel model = new HostsModel(random);
        int eagerness = 1 + random.nextInt(10);
        for (int step = 0; !model.isOver(); step++) {
            model.step();
            if (random.nextInt(eagerness) == 0 && model.look(step)) {
                assertTrue(model.isDead(), "false alarm at step " + step + ", seed " + seed);
                return;
            }
            if (model.finished() > 1 && step % LAST_STEPS == 0 && model.isDead()) {
                return;
            }
            assertTrue(step < MOST_STEPS, "a deadlock is not found, seed " + seed);
        }
    }
}
