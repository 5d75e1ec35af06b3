package org.bipj.mpi.contract;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import mpi.Intracomm;
import mpi.MPI;

/** THREAD_SERIALIZED: any thread communicates, one at a time (MPI 4.1 section 11.6.2). */
public final class SerializedSuite extends Suite {
    /** Adds the cases. */
    public SerializedSuite() {
        add("four threads take turns", 2, SerializedSuite::turns);
    }

    @Override
    public int threadLevel() {
        return MPI.THREAD_SERIALIZED;
    }

    private static void turns(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        ReentrantLock lock = new ReentrantLock(true);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            int tag = t;
            threads[t] = Thread.ofPlatform().start(() -> {
                try {
                    for (int i = 0; i < 100; i++) {
                        exchange(comm, lock, tag, 100 * tag + i, rank.sizes());
                    }
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            });
        }
        ThreadSuite.join(threads, failure);
    }

    /** Nobody waits with the lock in its hands, or the other rank's threads might wait for each other. */
    private static void exchange(Intracomm comm, ReentrantLock lock, int tag, int seed, Sizes sizes) {
        int size = seed % 2 == 0 ? 50 : sizes.large();
        byte[] room = new byte[size];
        mpi.Request[] both = new mpi.Request[2];
        lock.lock();
        try {
            both[0] = comm.iRecv(room, size, MPI.BYTE, 1 - comm.getRank(), tag);
            both[1] = comm.iSend(Pattern.bytes(size, seed), size, MPI.BYTE, 1 - comm.getRank(), tag);
        } finally {
            lock.unlock();
        }
        boolean done = false;
        while (!done) {
            lock.lock();
            try {
                done = mpi.Request.testAll(both);
            } finally {
                lock.unlock();
            }
        }
        Check.sameBytes(Pattern.bytes(size, seed), room, () -> "message " + seed);
    }
}
