package org.bipj.samples.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import mpi.MPI;
import org.bipj.samples.OneRankJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OneRankJob.class)
class NasProgramTest {
    private final AtomicInteger performed = new AtomicInteger();

    @Test
    void aWarmUpEndsAfterItsSteps() {
        NasProgram.warmUp(MPI.COMM_WORLD, 7, performed::incrementAndGet);
        assertEquals(7, performed.get());
    }

    @Test
    void aStepThatWouldNotEndWithinASecondIsNotBegun() {
        long start = System.nanoTime();
        NasProgram.warmUp(MPI.COMM_WORLD, 1_000_000, () -> {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(300);
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            performed.incrementAndGet();
        });
        assertTrue(performed.get() <= 3, () -> performed + " steps in " + (System.nanoTime() - start) + " ns");
    }
}
