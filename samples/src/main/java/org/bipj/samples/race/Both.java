package org.bipj.samples.race;

import mpi.Intracomm;
import mpi.MPI;
import org.bipj.samples.Usage;

/**
 * Wrong: ranks 0 and 1 each take one of two messages first, by which each decides whether it sends to the other before it receives. If
 * both take the later one, both receive first and wait for ever; one that does so alone does no harm.
 *
 * <pre>{@code ./bipj explore -n 4 java -cp target/dist/samples/samples.jar org.bipj.samples.race.Both}</pre>
 *
 * <p>A deadlock that depends on how several receives match, as those of V. Forejt, S. Joshi, D. Kroening, G. Narayanaswamy and S. Sharma,
 * <i>A Precise Predictive Analysis for Discovering Communication Deadlocks in MPI Programs</i>, ACM Transactions on Programming Languages
 * and Systems 39(4), 2017. Right: {@code sendRecv}.
 */
public final class Both {
    private static final int FIRST = 1;
    private static final int SECOND = 2;
    private static final int WORK_MICROS = 130;

    private Both() {}

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        MPI.Init(args);
        if (MPI.COMM_WORLD.getSize() != 4) {
            Usage.refuse("race-both -n 4", "needs 4 ranks but has " + MPI.COMM_WORLD.getSize());
            return;
        }
        run(MPI.COMM_WORLD);
        MPI.Finalize();
    }

    static void run(Intracomm world) {
        int rank = world.getRank();
        int[] data = {rank};
        if (rank > 1) {
            Pause.ofMicros(WORK_MICROS * (rank - 2));
            world.send(data, 1, MPI.INT, 0, FIRST);
            world.send(data, 1, MPI.INT, 1, FIRST);
            return;
        }
        int other = 1 - rank;
        int first = world.recv(data, 1, MPI.INT, MPI.ANY_SOURCE, FIRST).getSource();
        world.recv(data, 1, MPI.INT, MPI.ANY_SOURCE, FIRST);
        if (first == 2) {
            world.send(data, 1, MPI.INT, other, SECOND);
            world.recv(data, 1, MPI.INT, other, SECOND);
        } else {
            world.recv(data, 1, MPI.INT, other, SECOND);
            world.send(data, 1, MPI.INT, other, SECOND);
        }
        System.out.println("exchanged");
    }
}
