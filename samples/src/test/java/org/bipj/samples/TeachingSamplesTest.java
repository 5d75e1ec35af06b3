package org.bipj.samples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import mpi.CartComm;
import mpi.MPI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The parts of the teaching samples: their arithmetic against known values, and whether their checks see a fault. */
@ExtendWith(OneRankJob.class)
class TeachingSamplesTest {

    /** A glider, which moves one cell down and to the right in four steps. */
    private static final int[] GLIDER = {1, 7, 10, 11, 12}; // cells of a board of 5 x 5, from .#. ..# ###

    @Test
    void cannonsCheckSeesOneWrongEntry() {
        int[] dims = {1, 1};
        try (CartComm torus = MPI.COMM_WORLD.createCart(dims, new boolean[] {true, true}, false)) {
            Cannon cannon = new Cannon(torus, 12);
            double[] product = cannon.multiply();
            assertTrue(cannon.isProduct(product));
            product[77]++;
            assertFalse(cannon.isProduct(product));
        }
    }

    @Test
    void theSortersCheckSeesLostChangedAndMisplacedKeys() {
        int[] keys = {5, -3, 9, 5, Integer.MIN_VALUE, Integer.MAX_VALUE};
        int[] sorted = SampleSort.sort(MPI.COMM_WORLD, keys.clone());
        assertArrayEquals(new int[] {Integer.MIN_VALUE, -3, 5, 5, 9, Integer.MAX_VALUE}, sorted);
        assertTrue(SampleSort.isSorted(MPI.COMM_WORLD, keys, sorted));
        int[][] faulty = {
            {Integer.MIN_VALUE, -3, 5, 5, 9},
            {Integer.MIN_VALUE, -3, 5, 6, 9, Integer.MAX_VALUE},
            {Integer.MIN_VALUE, 5, -3, 5, 9, Integer.MAX_VALUE},
        };
        for (int[] wrong : faulty) {
            assertFalse(SampleSort.isSorted(MPI.COMM_WORLD, keys, wrong), () -> Arrays.toString(wrong));
        }
    }

    @Test
    void aGliderGoesRoundTheBoard() {
        byte[] board = new byte[25];
        for (int cell : GLIDER) {
            board[cell] = 1;
        }
        byte[] moved = new byte[25];
        for (int cell : GLIDER) {
            moved[(cell / 5 + 1) % 5 * 5 + (cell % 5 + 1) % 5] = 1;
        }
        assertArrayEquals(moved, LifeBoard.play(board, 5, 4));
        assertArrayEquals(board, LifeBoard.play(board, 5, 20));
    }

    @Test
    void aBlockTakesItsHaloIntoAccount() {
        // One cell inside the halo: it lives on with two living neighbours, comes to life with three, dies with four.
        Map<String, Integer> cases = Map.of("100 010 001", 1, "100 000 001", 0, "100 001 001", 1, "111 010 001", 0);
        cases.forEach((halo, next) -> {
            byte[] cells = new byte[9];
            String flat = halo.replace(" ", "");
            for (int i = 0; i < 9; i++) {
                cells[i] = (byte) (flat.charAt(i) - '0');
            }
            assertEquals(next, (int) LifeBoard.step(cells, 1, 1)[4], halo);
        });
    }

    @Test
    void mergedMomentsAreThoseOfAllSamples() {
        double[] left = {3, 2, 2}; // of 1, 2, 3
        double[] right = {2, 7, 18}; // of 4, 10
        new MonteCarlo.Merge().call(left, right, 1, MPI.DOUBLE);
        assertArrayEquals(new double[] {5, 4, 50}, right, 1e-12); // of 1, 2, 3, 4, 10
        double[] none = new double[3];
        new MonteCarlo.Merge().call(left, none, 1, MPI.DOUBLE);
        assertArrayEquals(left, none, 0);
        new MonteCarlo.Merge().call(new double[3], none, 1, MPI.DOUBLE);
        assertArrayEquals(left, none, 0);
        assertArrayEquals(left, MonteCarlo.combine(MPI.COMM_WORLD, left), 0);
    }

    @Test
    void theSieveCountsPrimes() {
        Map<Integer, Long> known = Map.of(1, 0L, 2, 1L, 3, 2L, 4, 2L, 25, 9L, 100, 25L, 1_000_000, 78_498L);
        known.forEach((limit, primes) -> assertEquals(primes, Workers.sieve(limit), () -> "up to " + limit));
    }

    @Test
    void twoBodiesAttractEachOther() {
        double[] at0 = {0, 0, 0, 2};
        double[] at3 = {0, 3, 0, 5};
        double[] acceleration = new double[3];
        double potential = Gravity.attract(at0, acceleration, at3, 1);
        double distance = Math.sqrt(9.01); // with the softening
        assertArrayEquals(new double[] {0, 5 * 3 / Math.pow(distance, 3), 0}, acceleration, 1e-15);
        assertEquals(-0.5 * 2 * 5 / distance, potential, 1e-15);
    }

    @Test
    void allSamplesButTheMasterRunOnOneRank(@TempDir Path directory) {
        String picture = directory.resolve("life.svg").toString();
        assertCorrect(Cannon.run(MPI.COMM_WORLD, new String[] {"7"}));
        assertCorrect(SampleSort.run(MPI.COMM_WORLD, new String[] {"1"}));
        assertCorrect(Life.run(MPI.COMM_WORLD, new String[] {"9", "9", picture}));
        assertCorrect(NBody.run(MPI.COMM_WORLD, new String[] {"3", "100"}));
        assertCorrect(MonteCarlo.run(MPI.COMM_WORLD, new String[] {"1"}));
        Usage.WrongUsage alone =
                assertThrows(Usage.WrongUsage.class, () -> Workers.run(MPI.COMM_WORLD, new String[] {"10"}));
        assertEquals("needs at least 2 ranks, a master and a worker, but has 1", alone.getMessage());
    }

    private static void assertCorrect(Verdict verdict) {
        assertTrue(verdict.right(), verdict::found);
    }
}
