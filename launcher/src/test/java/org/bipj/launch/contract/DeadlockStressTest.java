package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Random jobs: each deadlock is found, and nothing else is taken for one. */
class DeadlockStressTest {
    private static final boolean DEEP = Boolean.getBoolean("bipj.deep");
    private static final int JOBS = DEEP ? 1000 : 30;
    private static final long PATIENCE_NS = 20_000_000;
    /** Random jobs in a test. */
    private static final int BATCH = 10;

    private static Stream<DynamicTest> batches(java.util.function.LongConsumer one) {
        long first = Long.getLong("bipj.seed", System.nanoTime() % 1_000_000_000);
        return LongStream.range(0, JOBS / BATCH)
                .map(batch -> first + batch * BATCH)
                .mapToObj(from -> DynamicTest.dynamicTest(
                        "seeds from " + from,
                        () -> LongStream.range(from, from + BATCH).forEach(one)));
    }

    @TestFactory
    Stream<DynamicTest> aRandomDeadlockIsFound() {
        return batches(seed -> {
            RandomProgram program = new RandomProgram(seed, 20);
            boolean dead = DetectedJob.isFoundDead(program.ranks(), PATIENCE_NS, (mpi, rank) -> {
                program.traffic(mpi, rank);
                program.standstill(mpi, rank);
            });
            assertTrue(dead, "seed " + seed);
        });
    }

    /** However impatient the detector is: it looks all the time, and a deadlock need not last at all. */
    @TestFactory
    Stream<DynamicTest> aJobThatGoesOnIsNotTakenForDead() {
        return batches(seed -> {
            RandomProgram program = new RandomProgram(seed, 100);
            assertFalse(DetectedJob.isFoundDead(program.ranks(), 0, program::traffic), "seed " + seed);
        });
    }
}
