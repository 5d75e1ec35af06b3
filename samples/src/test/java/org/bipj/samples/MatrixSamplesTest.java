package org.bipj.samples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Intracomm;
import mpi.MPI;
import org.bipj.junit.MpiTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The samples of the LCI paper that use MPI: their arithmetic, and whether their checks see a fault. */
@ExtendWith(OneRankJob.class)
class MatrixSamplesTest {
    private static final int SIZE = 37;

    private static double[] diagonal(Intracomm comm) {
        Qr qr = new Qr(comm, SIZE);
        qr.factorize();
        return qr.diagonal();
    }

    @Test
    void theDiagonalShrinks() {
        double[] diagonal = diagonal(MPI.COMM_WORLD);
        for (int i = 1; i < SIZE; i++) {
            assertTrue(Math.abs(diagonal[i]) <= Math.abs(diagonal[i - 1]) * (1 + 1e-12), "element " + i);
        }
    }

    @MpiTest(ranks = 3)
    void factorsAreTheSameOnAnyNumberOfRanks(Intracomm world) {
        assertArrayEquals(diagonal(MPI.COMM_SELF), diagonal(world));
    }

    @MpiTest(ranks = 3)
    void moreRanksThanColumns(Intracomm world) {
        Qr qr = new Qr(world, 2);
        qr.factorize();
        assertTrue(qr.residual() < 1e-14);
    }

    @Test
    void theResidualSeesOneWrongElement() {
        Qr qr = new Qr(MPI.COMM_WORLD, SIZE);
        qr.factorize();
        assertTrue(qr.residual() < 1e-14);
        qr.spoil();
        assertTrue(qr.residual() > 1e-9);
    }

    @Test
    void theMiddleOfTheSquareIsAQuarter() {
        int size = 33;
        Sor sor = new Sor(MPI.COMM_WORLD, size);
        int iterations = sor.relax(1000);
        assertTrue(iterations < 100, () -> iterations + " iterations");
        double[] grid = sor.gather();
        assertEquals(0.25, grid[(size / 2 - 1) * size + size / 2], 1e-5);
    }
}
