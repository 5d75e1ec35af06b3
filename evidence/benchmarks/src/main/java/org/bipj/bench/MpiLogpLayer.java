package org.bipj.bench;

import mpi.Comm;
import mpi.MPI;

/** MPI: blocking sends and receives. A poll is a probe, and a receive of what it finds. */
final class MpiLogpLayer extends LogpLayer {
    private static final int ASK = 1;
    private static final int ANSWER = 2;

    private final Comm comm = MPI.COMM_WORLD;
    private final int[] out = {1, 2, 3, 4};
    private final int[] in = new int[WORDS];

    MpiLogpLayer(int window) {
        super(window);
    }

    @Override
    String name() {
        return "MPI";
    }

    @Override
    double time() {
        return MPI.wtime();
    }

    @Override
    void send() {
        comm.send(out, WORDS, MPI.INT, 1, ASK);
    }

    @Override
    int receive(boolean wait) {
        if (!wait && comm.iProbe(1, ANSWER) == null) {
            return 0;
        }
        comm.recv(in, WORDS, MPI.INT, 1, ANSWER);
        return 1;
    }

    @Override
    void serve() {
        while (comm.recv(in, WORDS, MPI.INT, 0, ASK).getCount(MPI.INT) > 0) {
            comm.send(in, WORDS, MPI.INT, 0, ANSWER);
        }
    }

    @Override
    void stop() {
        comm.send(out, 0, MPI.INT, 1, ASK);
    }
}
