package org.bipj.samples.race;

import mpi.Intracomm;
import mpi.MPI;

/**
 * Wrong: rank 0 asks for the length of a message of any rank, and then receives one of any rank, which may be another one.
 *
 * <pre>{@code ./bipj explore -n 3 java -cp target/dist/samples/samples.jar org.bipj.samples.race.Probe}</pre>
 *
 * <p>As Conduit's {@code recv_using_schema} before <a href="https://github.com/LLNL/conduit/issues/990">issue 990</a>. This library
 * receives the message that it has probed unless it explores; others need not. Right: receive from {@code status.getSource()}, with
 * {@code status.getTag()}, or use {@code mProbe}.
 */
public final class Probe {
    private static final int TAG = 1;

    private Probe() {}

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        MPI.Init(args);
        run(MPI.COMM_WORLD);
        MPI.Finalize();
    }

    static void run(Intracomm world) {
        int rank = world.getRank();
        if (rank > 0) {
            world.send(new int[rank], rank, MPI.INT, 0, TAG);
            return;
        }
        for (int i = 1; i < world.getSize(); i++) {
            int length = world.probe(MPI.ANY_SOURCE, TAG).getCount(MPI.INT);
            world.recv(new int[length], length, MPI.INT, MPI.ANY_SOURCE, TAG);
        }
        System.out.println("all messages have come");
    }
}
