package org.bipj.multigame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class JobQueueTest {
    private static final int DEPTHS = 200;

    /** Any sequence of additions and removals, against a list. */
    @Property(tries = 100)
    void theNextJobIsTheShallowestOrTheDeepest(@ForAll long seed, @ForAll @IntRange(min = 1, max = 50) int most) {
        Random random = new Random(seed);
        JobQueue queue = new JobQueue(most);
        List<Integer> depths = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            assertEquals(depths.isEmpty(), queue.isEmpty());
            if (depths.isEmpty() || random.nextInt(5) < 3) {
                int depth = random.nextInt(DEPTHS);
                queue.add(i, depth, -i, Job.state(1, 1, DEPTHS, depth));
                depths.add(depth);
            } else {
                Integer expected = depths.size() <= most
                        ? depths.stream().min(Comparator.naturalOrder()).orElseThrow()
                        : depths.stream().max(Comparator.naturalOrder()).orElseThrow();
                queue.take();
                assertEquals((int) expected, Job.depth(queue.word(Job.STATE)));
                assertEquals((long) expected, queue.word(Job.LOW));
                assertTrue(queue.word(Job.HIGH) == -queue.word(Job.PARENT));
                depths.remove(expected);
            }
        }
    }
}
