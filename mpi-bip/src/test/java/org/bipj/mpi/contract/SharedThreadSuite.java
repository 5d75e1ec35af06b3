package org.bipj.mpi.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import mpi.Cores;
import mpi.Intracomm;
import mpi.MPI;
import org.bipj.mpi.coll.SharedMemory;

/** Collective operations over shared memory by several threads of each rank, each on a communicator of its own. */
public final class SharedThreadSuite extends Suite {
    private static final int THREADS = 3;
    private static final int ROUNDS = 60;

    /** Adds the case. */
    public SharedThreadSuite() {
        add("over shared memory: threads on communicators of their own", 4, SharedThreadSuite::threads);
    }

    @Override
    public int threadLevel() {
        return MPI.THREAD_MULTIPLE;
    }

    private static void threads(Rank rank) throws Exception {
        SharedMemory.force(Cores.of(rank.comm()));
        List<Callable<Long>> parts = new ArrayList<>();
        List<Intracomm> comms = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Intracomm comm = rank.comm().dup();
            comms.add(comm);
            parts.add(() -> {
                for (int round = 0; round < ROUNDS; round++) {
                    SharedSuite.operations(comm, round % 3 == 0 ? 20_000 : 10, round);
                }
                return SharedMemory.turns(Cores.of(comm));
            });
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            for (Future<Long> part : threads.invokeAll(parts)) {
                Check.that(
                        rank.checksTypes() || part.get() > 0, "shared memory was not used: " + part.get() + " turns");
            }
        }
        for (Intracomm comm : comms) {
            comm.free();
        }
    }
}
