package org.bipj.reproduce.am;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import mpi.MPI;
import org.bipj.reproduce.TestClusters;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.RankClasses;
import org.bipj.reproduce.lab.RankProgram;
import org.junit.jupiter.api.Test;

/** Boards with Active Messages II's firmware carry no MPI, and MPI.Init says so. */
class MpiOnAmBoardsTest {
    /** Initialises MPI. */
    public static final class Program implements RankProgram {
        /** The program. */
        public Program() {}

        @Override
        public double[] run(Cluster.Rank rank, int[] arguments) throws Exception {
            MPI.Init(new String[0]);
            return new double[0];
        }
    }

    @Test
    void initFailsWithTheConstantsName() {
        Cluster cluster = TestClusters.of("now100", List.of("nic.firmware=am2"));
        Throwable failure =
                assertThrows(RuntimeException.class, () -> RankClasses.run(cluster, 2, Program.class, new int[0]));
        StringBuilder messages = new StringBuilder();
        for (Throwable t = failure; t != null; t = t.getCause()) {
            messages.append(t.getMessage()).append('\n');
        }
        assertTrue(
                messages.toString().contains("nic.firmware = am2), which carries no messages of MPI"),
                messages::toString);
    }
}
