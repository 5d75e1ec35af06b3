package org.bipj.samples.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.MPI;
import org.bipj.samples.OneRankJob;
import org.bipj.samples.nas.cg.ConjugateGradient;
import org.bipj.samples.nas.ep.EmbarrassinglyParallel;
import org.bipj.samples.nas.is.IntegerSort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Class S of each kernel in a job of one rank. */
@ExtendWith(OneRankJob.class)
class KernelsTest {

    private static void assertVerified(NasReport report) {
        assertTrue(report.verified(), report::toString);
        assertEquals('S', report.problemClass());
        assertEquals(1, report.ranks());
        assertTrue(report.seconds() > 0 && report.mops() > 0, report::toString);
    }

    @Test
    void integerSortRanksTheTestKeysAsPublished() {
        assertVerified(IntegerSort.run(MPI.COMM_WORLD, 'S'));
    }

    @Test
    void embarrassinglyParallelFindsThePublishedSums() {
        assertVerified(EmbarrassinglyParallel.run(MPI.COMM_WORLD, 'S'));
    }

    @Test
    void conjugateGradientFindsThePublishedEigenvalue() {
        assertVerified(ConjugateGradient.run(MPI.COMM_WORLD, 'S'));
    }
}
