package org.bipj.mpi.contract;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import mpi.Grequest;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** THREAD_SERIALIZED: any thread communicates, one at a time (MPI 4.1 section 11.6.2). */
public final class SerializedSuite extends Suite {
    /** Adds the cases. */
    public SerializedSuite() {
        add("four threads take turns", 2, SerializedSuite::turns);
        add("a thread completes generalized requests while another waits", 1, SerializedSuite::generalized);
        add("a thread that calls while another one waits: its call is refused", 2, SerializedSuite::overlap);
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

    /** Messages go on meanwhile. One rank, as nothing but the port keeps threads apart where the simulator does not know them. */
    private static void generalized(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int other = comm.getRank();
        for (int round = 0; round < 10; round++) {
            Grequest[] own = {Grequest.start(null, null, null), Grequest.start(null, null, null)};
            byte[] room = new byte[rank.sizes().large()];
            byte[] data = Pattern.bytes(room.length, round);
            Request[] all = {
                comm.iRecv(room, room.length, MPI.BYTE, other, round),
                own[0],
                comm.iSend(data, data.length, MPI.BYTE, other, round),
                own[1]
            };
            CountDownLatch first = new CountDownLatch(1);
            Thread thread = Thread.ofPlatform().start(() -> {
                own[0].complete();
                first.countDown();
            });
            Thread second = Thread.ofPlatform().start(() -> {
                try {
                    first.await();
                    Thread.sleep(1);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                own[1].complete();
            });
            if (round % 3 == 0) {
                Request.waitAll(all);
            } else if (round % 3 == 1) {
                int[] seen = new int[all.length];
                for (int i = 0; i < all.length; i++) {
                    seen[Request.waitAny(all)]++;
                }
                Check.equal(new int[] {1, 1, 1, 1}, seen, "completed by waitAny");
            } else {
                own[1].waitFor();
                own[0].waitFor();
                Request.waitAll(all);
            }
            Check.sameBytes(data, room, () -> "the message");
            thread.join();
            second.join();
        }
    }

    /** Rank 1 answers late and again, so that rank 0's first thread waits until a call of its second thread was refused. */
    private static void overlap(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int[] goesOn = {1};
        if (comm.getRank() == 1) {
            for (comm.recv(goesOn, 1, MPI.INT, 0, 0); goesOn[0] == 1; comm.recv(goesOn, 1, MPI.INT, 0, 0)) {
                Thread.sleep(20);
                comm.send(goesOn, 1, MPI.INT, 0, 0);
            }
            return;
        }
        AtomicReference<Throwable> found = new AtomicReference<>();
        Thread second = Thread.ofPlatform().name("second").start(() -> {
            while (found.get() == null) {
                try {
                    // Where it is not refused, it changes nothing.
                    comm.setErrhandler(MPI.ERRORS_RETURN);
                    Thread.onSpinWait();
                } catch (Throwable e) {
                    found.set(e);
                }
            }
        });
        while (found.get() == null) {
            comm.send(goesOn, 1, MPI.INT, 1, 0);
            comm.recv(goesOn, 1, MPI.INT, 1, 0);
        }
        second.join();
        comm.send(new int[1], 1, MPI.INT, 1, 0);
        if (!(found.get() instanceof MPIException refused)) {
            throw new AssertionError("second thread: " + found.get(), found.get());
        }
        Check.equal(MPI.ERR_OTHER, refused.getErrorClass(), refused.getMessage());
        Check.that(refused.getMessage().contains("is inside a call"), refused::getMessage);
        Check.that(refused.getMessage().contains("MPI.THREAD_MULTIPLE"), refused::getMessage);
    }

    /** Nobody waits with the lock in its hands, or the other rank's threads might wait for each other. */
    private static void exchange(Intracomm comm, ReentrantLock lock, int tag, int seed, Sizes sizes) {
        int size = seed % 2 == 0 ? 50 : sizes.large();
        byte[] room = new byte[size];
        Request[] both = new Request[2];
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
                done = Request.testAll(both);
            } finally {
                lock.unlock();
            }
        }
        Check.sameBytes(Pattern.bytes(size, seed), room, () -> "message " + seed);
    }
}
