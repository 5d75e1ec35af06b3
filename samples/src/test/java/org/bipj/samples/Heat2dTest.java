package org.bipj.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Intracomm;
import mpi.MPI;
import org.bipj.junit.Mode;
import org.bipj.junit.MpiTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OneRankJob.class)
class Heat2dTest {

    /** The plate after some steps, written down from the definition; with its edges, row after row. */
    private static double[] plateAfter(int size, int steps) {
        double[][] now = new double[size + 2][size + 2];
        for (int column = 0; column < size + 2; column++) {
            now[0][column] = 100;
        }
        for (int step = 0; step < steps; step++) {
            double[][] next = new double[size + 2][];
            for (int row = 0; row < size + 2; row++) {
                next[row] = now[row].clone();
            }
            for (int row = 1; row <= size; row++) {
                for (int column = 1; column <= size; column++) {
                    double across = now[row][column - 1] + now[row][column + 1];
                    next[row][column] = 0.25 * (now[row - 1][column] + now[row + 1][column] + across);
                }
            }
            now = next;
        }
        double[] points = new double[(size + 2) * (size + 2)];
        for (int row = 0; row < size + 2; row++) {
            System.arraycopy(now[row], 0, points, row * (size + 2), size + 2);
        }
        return points;
    }

    @Test
    void theSequentialRunIsJacobiIteration() {
        for (int size : new int[] {2, 7, 20}) {
            Heat2d.Result result = Heat2d.sequential(size, 13);
            assertEquals(Heat2d.checksum(plateAfter(size, 13), size, size, 0, 0, size), result.checksum());
            assertEquals(13, result.steps());
        }
    }

    @Test
    void aJobOfOneRankComputesTheSameAsTheSequentialRun() {
        assertEquals(Heat2d.sequential(37, 101), Heat2d.solve(MPI.COMM_WORLD, 37, 101));
    }

    @MpiTest(ranks = {2, 3, 5})
    void severalRanksComputeTheSameAsTheSequentialRun(Intracomm world) {
        assertEquals(Heat2d.sequential(37, 101), Heat2d.solve(world, 37, 101));
    }

    @MpiTest(ranks = 4, mode = Mode.SIM, seeds = 5)
    void inWhateverOrderEdgesArriveThePlateIsTheSame(Intracomm world) {
        assertEquals(Heat2d.sequential(9, 20), Heat2d.solve(world, 9, 20));
    }

    @Test
    void theRunEndsWhenNothingChangesAnyMore() {
        Heat2d.Result result = Heat2d.solve(MPI.COMM_WORLD, 16, 1_000_000);
        assertTrue(result.steps() < 10_000, result::toString);
        assertTrue(result.change() <= 1e-3, result::toString);
        assertEquals(Heat2d.sequential(16, 1_000_000), result);
    }

    @Test
    void theChecksumSeesASmallChangeAndASwapOfTwoPoints() {
        double[] points = plateAfter(5, 4);
        long sum = Heat2d.checksum(points, 5, 5, 0, 0, 5);
        double kept = points[8];
        points[8] = Math.nextUp(kept);
        assertNotEquals(sum, Heat2d.checksum(points, 5, 5, 0, 0, 5));
        points[8] = points[15];
        points[15] = kept;
        assertNotEquals(sum, Heat2d.checksum(points, 5, 5, 0, 0, 5));
    }
}
