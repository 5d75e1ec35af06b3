package org.bipj.launch.contract;

import mpi.MPI;
import org.bipj.am2.ActiveMessages;
import org.bipj.am2.AmEndpoint;
import org.bipj.am2.Bundle;
import org.bipj.am2.BundleMode;
import org.bipj.am2.Status;
import org.bipj.core.job.Compute;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;

/**
 * Rank 0 of three sends to the others, which it has not met, once they have left Active Messages: to rank 1 while that uses
 * MPI, and to rank 2 when that has finalised. It prints why its requests come back.
 */
public final class AmLeaving {
    private AmLeaving() {}

    /** Runs the ranks. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        ActiveMessages am = ActiveMessages.init();
        if (rank > 0) {
            am.close();
            MPI.COMM_WORLD.barrier();
            MPI.COMM_WORLD.barrier();
            MPI.Finalize();
            return;
        }
        Bundle bundle = am.allocateBundle(BundleMode.SEQUENTIAL);
        AmEndpoint endpoint = bundle.allocateEndpoint();
        endpoint.setReturnedHandler((status, opcode, message) ->
                System.out.println("rank " + message.source().rank() + ": " + status));
        MPI.COMM_WORLD.barrier();
        send(bundle, endpoint, 1);
        MPI.COMM_WORLD.barrier();
        MPI.Finalize();
        awaitEnd(2);
        send(bundle, endpoint, 2);
        am.close();
        System.out.println("closed " + Status.UNREACHABLE.code());
    }

    /** A rank that is still finalising would answer. In virtual time it has ended. */
    private static void awaitEnd(int rank) {
        Job job = Jobs.of(null);
        job.watch(rank, true);
        while (!Compute.isVirtual() && !job.hasFinished(rank)) {
            Thread.onSpinWait();
        }
        job.watch(rank, false);
    }

    private static void send(Bundle bundle, AmEndpoint endpoint, int to) {
        endpoint.map(to, to, 7);
        endpoint.request(to, 1);
        while (endpoint.outstanding() > 0) {
            bundle.pollOrIdle();
        }
    }
}
