package org.bipj.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Intracomm;
import mpi.MPI;
import org.bipj.junit.MpiTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OneRankJob.class)
class SamplesTest {

    @Test
    void anUnknownNameIsRefusedWithTheNamesThereAre() {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, () -> Samples.find("helo"));
        assertTrue(refusal.getMessage().contains("helo"), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("hello, "), refusal.getMessage());
    }

    @Test
    void piIsRight() {
        assertEquals(Math.PI, Pi.compute(MPI.COMM_WORLD, 100_000), 1e-10);
        assertEquals(3.2, Pi.compute(MPI.COMM_WORLD, 1), 1e-15); // one interval: 4 / (1 + 1/4)
    }

    @MpiTest(ranks = 3)
    void piIsRightOnSeveralRanks(Intracomm world) {
        double pi = Pi.compute(world, 100_000);
        if (world.getRank() == 0) {
            assertEquals(Math.PI, pi, 1e-10);
        }
    }

    @Test
    void numbersOutOfRangeAreRefusedByName() {
        String[] args = {"5", "0", "-1", "7x", "99999999999"};
        assertEquals(5, Usage.positive(args, 0, "STEPS", 1, 10));
        assertEquals(3, Usage.positive(args, 9, "STEPS", 3, 10));
        for (int bad = 1; bad < args.length; bad++) {
            int index = bad;
            Usage.WrongUsage refusal =
                    assertThrows(Usage.WrongUsage.class, () -> Usage.positive(args, index, "STEPS", 1, 10));
            assertEquals("STEPS must be a whole number from 1 to 10 but is: " + args[bad], refusal.getMessage());
        }
        assertThrows(Usage.WrongUsage.class, () -> Usage.positive(args, 0, "STEPS", 1, 4));
        Usage.atLeastRanks("SIZE", 3, 3);
        Usage.WrongUsage few = assertThrows(Usage.WrongUsage.class, () -> Usage.atLeastRanks("SIZE", 3, 4));
        assertEquals("SIZE must be at least the number of ranks, 4, but is: 3", few.getMessage());
        assertThrows(Usage.WrongUsage.class, () -> Usage.atMost(args, 4));
        Usage.atMost(args, 5);
    }
}
