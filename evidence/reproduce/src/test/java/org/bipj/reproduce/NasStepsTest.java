package org.bipj.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.RankClasses;
import org.bipj.reproduce.lab.RankProgram;
import org.bipj.reproduce.mpi.StepsProgram;
import org.junit.jupiter.api.Test;

/** What LU and SP charge for their computation, in class S on 4 nodes: 12 x 12 x 12 points, of which 10 x 10 x 10 change. */
class NasStepsTest {
    private static final int RANKS = 4;
    private static final int LU = 0;
    private static final int SP = 1;
    private static final double POINTS = 1000;

    /** Computation so slow that messages take no time beside it. */
    private static final String SLOW = "100 us";

    private static double[] run(int kernel, int steps, String rate) {
        Cluster cluster =
                SimulatedCluster.of("bip-ppro200", List.of("host.compute.lu=" + rate, "host.compute.sp=" + rate), 1);
        return RankClasses.run(
                cluster,
                RANKS,
                StepsProgram.class.asSubclass(RankProgram.class),
                new int[] {kernel, 'S', steps},
                "org.bipj.samples.");
    }

    /** A sweep of 10 planes through 2 x 2 ranks takes 12 stages: a rank begins a plane when those before it have it. */
    @Test
    void theSweepsOfLuPassTheRanksAsAWaveFront() {
        double sweeps = 2 * 794;
        double residual = 397;
        double share = (sweeps + residual) / (sweeps * 12 / 10 + residual);
        assertEquals(share, run(LU, 2, SLOW)[1], 0.01);
    }

    /** Each stage of a sweep keeps all ranks busy. */
    @Test
    void theSweepsOfSpLeaveNoRankWaiting() {
        assertTrue(run(SP, 2, SLOW)[1] > 0.99);
    }

    /** The leading terms of NPB's formulae: its operations for each point of a large grid. */
    @Test
    void aStepChargesNpbsOperationsForEachPoint() {
        assertEquals(1985, chargedPerPoint(LU, 2_045_968.16), 0.01);
        assertEquals(881, chargedPerPoint(SP, 966_727.232), 0.01);
    }

    /** @param operations what NPB counts for a step of class S */
    private static double chargedPerPoint(int kernel, double operations) {
        double[] result = run(kernel, 2, "1 us");
        double micros = operations / result[0];
        return RANKS * micros * result[1] / POINTS;
    }

    @Test
    void stepsAreAlike() {
        for (int kernel : new int[] {LU, SP}) {
            double few = run(kernel, 2, "1 us")[0];
            assertEquals(1, run(kernel, 6, "1 us")[0] / few, 0.001);
        }
    }

    @Test
    void withoutARateComputationIsFree() {
        for (int kernel : new int[] {LU, SP}) {
            assertEquals(0, run(kernel, 1, "0")[1]);
        }
    }
}
