package org.bipj.mpi.contract;

import java.util.concurrent.atomic.AtomicReference;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Threads in which two groups meet at the same time, each on a communicator of its own (THREAD_MULTIPLE). */
public final class ConnectThreadSuite extends Suite {
    private static final int THREADS = 3;
    private static final int ROUNDS = Boolean.getBoolean("bipj.deep") ? 100 : 3;
    private static final int TAG = 19;

    /** Adds the cases. */
    public ConnectThreadSuite() {
        add("halves of a world meet at ports, one for each thread", 4, rank -> meet(rank, false));
        add("halves of a world meet at a port of all threads", 4, rank -> meet(rank, true));
        add("halves of a world make intercommunicators in all ways, each thread in another one", 4, rank -> {
            inThreads(rank, (whole, half, thread) -> {
                for (int round = 0; round < ROUNDS; round++) {
                    between(whole, half, thread, (thread + round) % 2);
                }
            });
        });
    }

    @Override
    public int threadLevel() {
        return MPI.THREAD_MULTIPLE;
    }

    private interface Body {
        void run(Intracomm whole, Intracomm half, int thread) throws Exception;
    }

    private static boolean isFirst(Intracomm comm) {
        return comm.getRank() < comm.getSize() / 2;
    }

    private static void inThreads(Rank rank, Body body) throws Exception {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Intracomm[] wholes = new Intracomm[THREADS];
        Intracomm[] halves = new Intracomm[THREADS];
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            wholes[i] = rank.comm().dup();
            halves[i] = wholes[i].split(isFirst(wholes[i]) ? 0 : 1, 0);
            threads[i] = Thread.ofPlatform().daemon().unstarted(() -> {
                try {
                    body.run(wholes[thread], halves[thread], thread);
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            });
        }
        for (Thread thread : threads) {
            thread.start();
        }
        ThreadSuite.join(threads, failure);
        for (int i = 0; i < THREADS; i++) {
            halves[i].free();
            wholes[i].free();
        }
    }

    /** The number of the rank at the same place of the other group. */
    private static void exchange(Intercomm other, int number) {
        int me = other.getRank();
        int[] found = new int[1];
        other.sendRecv(new int[] {number + me}, 1, MPI.INT, me, TAG, found, 1, MPI.INT, me, TAG);
        Check.equal(number + me, found[0], "the number of the other group");
    }

    private static void meet(Rank rank, boolean isOfAll) throws Exception {
        String port = port(rank.comm());
        if (port == null) {
            return;
        }
        inThreads(rank, (whole, half, thread) -> {
            String own = isOfAll ? port : port(whole);
            for (int round = 0; round < ROUNDS; round++) {
                // Rank 0 of the world has all ports.
                Intercomm other = isFirst(whole) ? half.accept(own, 0) : half.connect(own, round % half.getSize());
                exchange(other, isOfAll ? 10 : 10 * thread + round);
                other.disconnect();
            }
            if (!isOfAll && whole.getRank() == 0) {
                Intracomm.closePort(own);
            }
        });
        if (rank.comm().getRank() == 0) {
            Intracomm.closePort(port);
        }
    }

    /** The name of a new port of rank 0, at all ranks; null where jobs do not connect. */
    private static String port(Intracomm comm) {
        String port = null;
        if (comm.getRank() == 0) {
            try {
                port = Intracomm.openPort();
            } catch (MPIException e) {
                Check.equal(MPI.ERR_UNSUPPORTED_OPERATION, e.getErrorClass(), "class of: " + e.getMessage());
            }
        }
        return comm.bcastObject(String.class, port, 0);
    }

    private static void between(Intracomm whole, Intracomm half, int thread, int way) {
        Group mine = half.getGroup();
        Group others = Group.difference(whole.getGroup(), mine);
        Intercomm made;
        if (way == 0) {
            made = whole.createIntercomm(half, 0, isFirst(whole) ? whole.getSize() / 2 : 0, thread);
        } else {
            String tag = "halves " + thread;
            made = Intercomm.createFromGroups(mine, 0, others, 0, tag, MPI.INFO_NULL, MPI.ERRORS_ARE_FATAL);
        }
        exchange(made, 10 * thread);
        made.disconnect();
    }
}
