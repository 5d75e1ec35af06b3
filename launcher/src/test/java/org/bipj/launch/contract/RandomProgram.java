package org.bipj.launch.contract;

import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MpiRank;
import mpi.Request;

/** A program out of a seed: traffic in an order that all ranks share, so that it ends, and then perhaps a deadlock. */
final class RandomProgram {
    private static final int MOST_RANKS = 5;
    private static final int LONG = 100_000;
    private static final long LONGEST_PAUSE_NS = 40_000_000;

    /** Of messages that nobody receives, by their senders; and of messages that nobody sends. */
    private static final int NEVER_RECEIVED = 1000;

    private static final int NEVER_SENT = 2000;

    private final long seed;
    private final int ranks;
    private final int steps;

    /**
     * A program.
     *
     * @param steps most steps of its traffic
     */
    RandomProgram(long seed, int steps) {
        this.seed = seed;
        Random random = new Random(seed);
        ranks = 2 + random.nextInt(MOST_RANKS - 1);
        this.steps = random.nextInt(steps);
    }

    int ranks() {
        return ranks;
    }

    /** Messages, collective operations and pauses, which all come to an end. */
    void traffic(MpiRank mpi, int rank) {
        Random random = new Random(seed + 1);
        Intracomm comm = mpi.world();
        for (int step = 0; step < steps; step++) {
            int one = random.nextInt(ranks);
            int other = (one + 1 + random.nextInt(ranks - 1)) % ranks;
            byte[] bytes = new byte[random.nextInt(3) == 0 ? LONG : 1 + random.nextInt(100)];
            long pause = random.nextLong(LONGEST_PAUSE_NS);
            switch (random.nextInt(7)) {
                case 0 -> comm.barrier();
                case 1 -> comm.bcast(bytes, bytes.length, MPI.BYTE, one);
                case 2 -> swap(comm, rank, one, other, bytes);
                case 3 -> {
                    if (rank == one) {
                        LockSupport.parkNanos(pause);
                    }
                }
                default -> pass(comm, rank, one, other, bytes, step);
            }
        }
    }

    private static void pass(Intracomm comm, int rank, int from, int to, byte[] bytes, int tag) {
        if (rank == from) {
            comm.send(bytes, bytes.length, MPI.BYTE, to, tag);
        } else if (rank == to) {
            int source = tag % 2 == 0 ? from : MPI.ANY_SOURCE;
            comm.recv(bytes, bytes.length, MPI.BYTE, source, tag);
        }
    }

    private static void swap(Intracomm comm, int rank, int one, int other, byte[] bytes) {
        if (rank == one || rank == other) {
            int peer = one + other - rank;
            Request receive = comm.iRecv(new byte[bytes.length], bytes.length, MPI.BYTE, peer, 0);
            Request send = comm.iSend(bytes, bytes.length, MPI.BYTE, peer, 0);
            Request.waitAll(new Request[] {receive, send});
        }
    }

    /** A call that never returns, whatever it is on the other ranks. */
    void standstill(MpiRank mpi, int rank) {
        Random random = new Random(seed + 2 + rank);
        Intracomm comm = mpi.world();
        int peer = (rank + 1 + random.nextInt(ranks - 1)) % ranks;
        int unsent = NEVER_SENT + random.nextInt(100);
        int unreceived = NEVER_RECEIVED + rank;
        byte[] bytes = new byte[LONG];
        // Rank 0 takes part in no collective operation, and does not finalise. All others that call one call the same:
        // different ones are an error, not a deadlock. Finalize begins with a barrier.
        boolean reduces = new Random(seed + 1).nextBoolean();
        switch (random.nextInt(rank == 0 ? 8 : 10)) {
            case 0 -> comm.recv(bytes, LONG, MPI.BYTE, peer, unsent);
            case 1 -> comm.recv(bytes, LONG, MPI.BYTE, MPI.ANY_SOURCE, unsent);
            case 2 -> comm.probe(peer, unsent);
            case 3 -> comm.send(bytes, LONG, MPI.BYTE, peer, unreceived);
            case 4 -> comm.sSend(bytes, 1, MPI.BYTE, peer, unreceived);
            case 5 ->
                comm.sendRecv(new byte[LONG], LONG, MPI.BYTE, peer, unreceived, bytes, LONG, MPI.BYTE, peer, unsent);
            case 6 -> {
                Request[] all = new Request[3];
                for (int i = 0; i < all.length; i++) {
                    all[i] = comm.iRecv(new byte[1], 1, MPI.BYTE, peer, unsent + i);
                }
                Request.waitAny(all);
            }
            case 7 -> {
                mpi.attachBuffer(new byte[2 * LONG]);
                comm.bSend(bytes, LONG, MPI.BYTE, peer, unreceived);
                mpi.detachBuffer();
            }
            case 8 -> {
                if (reduces) {
                    comm.allReduce(new double[1], new double[1], 1, MPI.DOUBLE, MPI.SUM);
                } else {
                    comm.barrier();
                }
            }
            default -> {
                if (reduces) {
                    comm.probe(peer, unsent);
                } else {
                    mpi.shutDown();
                }
            }
        }
    }
}
