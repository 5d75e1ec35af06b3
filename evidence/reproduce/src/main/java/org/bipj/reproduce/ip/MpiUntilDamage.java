package org.bipj.reproduce.ip;

import mpi.Intracomm;
import mpi.MPI;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.RankProgram;

/**
 * Messages of MPI, one after the other, until the first bit error ends the job. Arguments: the words of a message, and the number of the run
 * for {@link UntilDamage#received}.
 */
public final class MpiUntilDamage implements RankProgram {
    private static final int TAG = 1;
    private static final int READY = 2;

    /** Called by reflection. */
    public MpiUntilDamage() {}

    @Override
    public double[] run(Cluster.Rank rank, int[] arguments) {
        MPI.Init(new String[0]);
        Intracomm world = MPI.COMM_WORLD;
        int words = arguments[0];
        int[] buffer = new int[words];
        while (true) {
            if (rank.number() == 0) {
                world.recv(new int[1], 1, MPI.INT, 1, READY);
                world.send(buffer, words, MPI.INT, 1, TAG);
            } else {
                world.send(new int[1], 1, MPI.INT, 0, READY);
                world.recv(buffer, words, MPI.INT, 0, TAG);
                UntilDamage.received(arguments[1]);
            }
        }
    }
}
