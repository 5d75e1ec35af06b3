package org.bipj.mpi.contract;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import mpi.Intracomm;
import mpi.MPI;

/** THREAD_FUNNELED: other threads compute, the one that initialised communicates (MPI 4.1 section 11.6.2). */
public final class FunneledSuite extends Suite {
    /** Adds the cases. */
    public FunneledSuite() {
        add("a second thread computes what the first one sends", 2, FunneledSuite::pipeline);
    }

    @Override
    public int threadLevel() {
        return MPI.THREAD_FUNNELED;
    }

    private static void pipeline(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int rounds = 300;
        int size = rank.sizes().eagerLimit() / 4 + 100;
        BlockingQueue<int[]> made = new ArrayBlockingQueue<>(4);
        Thread worker = Thread.ofPlatform().start(() -> {
            try {
                for (int i = 0; i < rounds; i++) {
                    made.put(Pattern.ints(size, i));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        int[] room = new int[size];
        for (int i = 0; i < rounds; i++) {
            int[] mine = made.take();
            comm.sendRecv(mine, size, MPI.INT, 1 - comm.getRank(), 0, room, size, MPI.INT, 1 - comm.getRank(), 0);
            Check.equal(mine, room, "both computed the same, round " + i);
        }
        worker.join();
    }
}
