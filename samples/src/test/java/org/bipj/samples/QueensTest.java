package org.bipj.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.bipj.executor.MpiExecutor;
import org.bipj.junit.Mode;
import org.bipj.junit.MpiTest;

class QueensTest {
    @MpiTest(
            ranks = {1, 3},
            init = false)
    void tasksThatSubmitTasksFindAllWays() throws Exception {
        MpiExecutor.overWorld(pool -> {
            assertEquals(1, pool.submit(() -> Queens.count(1, 0, 0, 0, 0)).get());
            assertEquals(92, pool.submit(() -> Queens.count(8, 0, 0, 0, 0)).get());
        });
    }

    @MpiTest(ranks = 4, mode = Mode.SIM, init = false)
    void soTheyDoInVirtualTime() throws Exception {
        MpiExecutor.overWorld(pool ->
                assertEquals(40, pool.submit(() -> Queens.count(7, 0, 0, 0, 0)).get()));
    }
}
