package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.mpi.contract.BesideBipSuite;
import org.bipj.sim.SimOptions;
import org.bipj.sim.SimSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A job goes on with BIP where MPI is finalised, on transports that end a job by themselves. */
@Timeout(60)
class BesideBipTest {
    @Test
    void overSharedMemory() throws Exception {
        ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        List<Job> jobs = ThreadsOverShmTest.open(2, (rank, code, reason) -> failures.add(new AssertionError(reason)));
        for (Job job : jobs) {
            threads.add(Thread.ofPlatform().daemon().start(() -> {
                Jobs.enter(job);
                try {
                    BesideBipSuite.bipAfterMpi();
                } catch (Throwable t) {
                    failures.add(t);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(List.of(), List.copyOf(failures));
    }

    @Test
    void onASimulatedCluster() {
        try (SimSession session = SimSession.open(2, SimOptions.of("das64"), SimSession.Listener.NONE)) {
            session.run(rank -> {
                try {
                    BesideBipSuite.bipAfterMpi();
                } catch (Exception e) {
                    throw new AssertionError("rank " + rank + ": " + e, e);
                }
            });
        }
    }
}
