package org.bipj.mpi.contract;

import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** THREAD_MULTIPLE: threads communicate at the same time (MPI 4.1 section 11.6). */
public final class ThreadSuite extends Suite {
    static final int THREADS = 4;

    /** Adds the cases. */
    public ThreadSuite() {
        add("four threads with a tag each", 2, rank -> each(rank, ThreadSuite::tags));
        add("four threads with a communicator each, collectives too", 3, ThreadSuite::communicators);
        add("four threads with non-blocking and persistent collectives each", 3, ThreadSuite::nonBlocking);
        add("four threads receive from anybody: every message once", 3, ThreadSuite::shared);
        add("matching probes of four threads: every message once, whole", 2, ThreadSuite::matchingProbes);
        add("a probe's status is of one message, whatever other threads receive meanwhile", 2, ThreadSuite::probes);
        add("four threads make communicators at the same time", 2, ThreadSuite::makeCommunicators);
        add("a thread waits while another one sends to the same rank", 1, ThreadSuite::toSelf);
        add("four threads make partitions of one send ready", 2, ThreadSuite::partitions);
        add("four threads wait for some of their requests", 2, rank -> each(rank, ThreadSuite::requests));
    }

    @Override
    public int threadLevel() {
        return MPI.THREAD_MULTIPLE;
    }

    /** On the other side each thread waits for the partitions of another one. */
    private static void partitions(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int each = 8;
        int count = Math.max(rank.sizes().large() / each, 1);
        byte[] data = new byte[THREADS * each * count];
        boolean sends = comm.getRank() == 0;
        Prequest request = sends
                ? comm.pSendInit(data, THREADS * each, count, MPI.BYTE, 1, 3, MPI.INFO_NULL)
                : comm.pRecvInit(data, THREADS * each, count, MPI.BYTE, 0, 3, MPI.INFO_NULL);
        for (int round = 0; round < 3; round++) {
            byte[] expected = Pattern.bytes(data.length, round);
            request.start();
            each(rank, (self, thread) -> {
                for (int i = 0; i < each; i++) {
                    int partition = thread * each + i;
                    if (sends) {
                        System.arraycopy(expected, partition * count, data, partition * count, count);
                        request.pReady(partition);
                    } else {
                        while (!request.pArrived(partition)) {
                            Thread.onSpinWait();
                        }
                        int last = (partition + 1) * count - 1;
                        Check.equal(expected[last], data[last], "last byte of partition " + partition);
                    }
                }
            });
            request.waitFor();
            Check.sameBytes(expected, data, () -> "the partitions");
        }
        request.free();
    }

    /** What one thread does. */
    @FunctionalInterface
    interface Body {
        void run(Rank rank, int thread) throws Exception;
    }

    /** Runs the threads of a rank, and throws the first failure. */
    static void each(Rank rank, Body body) throws Exception {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread[] threads = new Thread[THREADS];
        for (int t = 0; t < THREADS; t++) {
            int thread = t;
            threads[t] = Thread.ofPlatform()
                    .name("thread " + t + " of rank " + rank.rank())
                    .daemon()
                    .start(() -> {
                        try {
                            body.run(rank, thread);
                        } catch (Throwable e) {
                            failure.compareAndSet(null, e);
                        }
                    });
        }
        join(threads, failure);
    }

    /** Waits for all threads, or for the first failure. */
    static void join(Thread[] threads, AtomicReference<Throwable> failure) throws InterruptedException {
        for (Thread thread : threads) {
            while (thread.isAlive() && failure.get() == null) {
                thread.join(20);
            }
        }
        if (failure.get() != null) {
            throw new AssertionError(failure.get().toString(), failure.get());
        }
    }

    private static void tags(Rank rank, int thread) {
        Intracomm comm = rank.comm();
        int other = 1 - comm.getRank();
        for (int i = 0; i < 200; i++) {
            int size = i % 10 == 0 ? rank.sizes().large() : i;
            byte[] data = Pattern.bytes(size, 1000 * thread + i);
            byte[] room = new byte[size];
            if (i % 2 == 0) {
                comm.sendRecv(data, size, MPI.BYTE, other, thread, room, size, MPI.BYTE, other, thread);
            } else if (comm.getRank() == 0) {
                comm.send(data, size, MPI.BYTE, other, thread);
                comm.recv(room, size, MPI.BYTE, other, thread);
            } else {
                comm.probe(other, thread);
                comm.recv(room, size, MPI.BYTE, other, thread);
                comm.sSend(data, size, MPI.BYTE, other, thread);
            }
            int number = i;
            Check.sameBytes(data, room, () -> "message " + number + " of thread " + thread);
        }
    }

    /** Whichever thread makes progress does the steps of all. */
    private static void nonBlocking(Rank rank) throws Exception {
        Intracomm[] comms = new Intracomm[THREADS];
        for (int t = 0; t < THREADS; t++) {
            comms[t] = rank.comm().dup();
        }
        each(rank, (r, thread) -> {
            Intracomm comm = comms[thread];
            for (int round = 0; round < 4; round++) {
                List<CollectiveCall> calls = CollectiveCalls.all(comm, 10 + 300 * round, thread, round);
                Request[] requests = new Request[calls.size()];
                for (int i = 0; i < requests.length; i++) {
                    calls.get(i).fill(i);
                    if ((i + round) % 2 == 0) {
                        requests[i] = calls.get(i).nonBlocking().get();
                    } else {
                        Prequest request = calls.get(i).persistent().get();
                        request.start();
                        requests[i] = request;
                    }
                }
                Intracomm copy = comm.iDup();
                Request.waitAll(requests);
                for (int i = 0; i < requests.length; i++) {
                    calls.get(i).check(i, "thread " + thread);
                    if (requests[i] instanceof Prequest request) {
                        request.free();
                    }
                }
                copy.getRequest().waitFor();
                copy.free();
            }
        });
        for (Intracomm comm : comms) {
            comm.free();
        }
    }

    private static void communicators(Rank rank) throws Exception {
        Intracomm[] comms = new Intracomm[THREADS];
        for (int t = 0; t < THREADS; t++) {
            comms[t] = rank.comm().dup();
        }
        each(rank, (r, thread) -> {
            Intracomm comm = comms[thread];
            int n = comm.getSize();
            int me = comm.getRank();
            for (int i = 0; i < 60; i++) {
                int[] sum = {thread + i};
                comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
                Check.equal(n * (thread + i), sum[0], "sum");
                int[] ball = {100 * thread + me};
                comm.sendRecvReplace(ball, 1, MPI.INT, (me + 1) % n, 0, MPI.ANY_SOURCE, MPI.ANY_TAG);
                Check.equal(100 * thread + (me + n - 1) % n, ball[0], "ball");
                comm.barrier();
            }
        });
        for (Intracomm comm : comms) {
            comm.free();
        }
    }

    private static void shared(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int each = 200;
        int total = each * THREADS * (comm.getSize() - 1);
        BitSet seen = new BitSet();
        AtomicInteger left = new AtomicInteger(total);
        each(rank, (r, thread) -> {
            if (comm.getRank() != 0) {
                for (int i = 0; i < each; i++) {
                    int number = (comm.getRank() - 1) * each * THREADS + thread * each + i;
                    comm.send(new int[] {number}, 1, MPI.INT, 0, thread);
                }
                return;
            }
            int[] room = new int[1];
            while (left.getAndDecrement() > 0) {
                Status status = comm.recv(room, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
                synchronized (seen) {
                    Check.that(!seen.get(room[0]), () -> "message " + room[0] + " came twice");
                    seen.set(room[0]);
                }
                Check.equal(1 + room[0] / (each * THREADS), status.getSource(), "source");
                Check.equal(room[0] / each % THREADS, status.getTag(), "tag");
            }
        });
        Check.equal(comm.getRank() == 0 ? total : 0, seen.cardinality(), "messages");
    }

    private static void matchingProbes(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int each = 100;
        AtomicInteger left = new AtomicInteger(each * THREADS);
        BitSet seen = new BitSet();
        each(rank, (r, thread) -> {
            if (comm.getRank() == 0) {
                for (int i = 0; i < each; i++) {
                    int number = thread * each + i;
                    int size = number % 7 == 0 ? r.sizes().large() + number : number;
                    comm.send(Pattern.bytes(size, number), size, MPI.BYTE, 1, number);
                }
                return;
            }
            while (left.getAndDecrement() > 0) {
                Message message = new Message();
                Status status = message.mProbe(0, MPI.ANY_TAG, comm);
                int size = status.getCount(MPI.BYTE);
                byte[] room = new byte[size];
                message.mRecv(room, size, MPI.BYTE);
                Check.sameBytes(Pattern.bytes(size, status.getTag()), room, () -> "message " + status.getTag());
                synchronized (seen) {
                    Check.that(!seen.get(status.getTag()), () -> "message " + status.getTag() + " came twice");
                    seen.set(status.getTag());
                }
            }
        });
    }

    /** Size and tag go together. Two threads only probe, the other two receive. */
    private static void probes(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int messages = 60_000;
        AtomicInteger left = new AtomicInteger(messages);
        each(rank, (r, thread) -> {
            if (comm.getRank() == 0) {
                for (int i = thread; i < messages; i += THREADS) {
                    comm.send(new byte[i % 100], i % 100, MPI.BYTE, 1, i % 100);
                }
            } else if (thread < 2) {
                while (left.get() > 0) {
                    Status status = comm.iProbe(0, MPI.ANY_TAG);
                    if (status != null) {
                        Check.equal(status.getTag(), status.getCount(MPI.BYTE), "size of a message, by its tag");
                    }
                }
            } else {
                while (left.getAndDecrement() > 0) {
                    comm.recv(new byte[100], 100, MPI.BYTE, 0, MPI.ANY_TAG);
                }
            }
        });
    }

    private static void makeCommunicators(Rank rank) throws Exception {
        Intracomm[] parents = new Intracomm[THREADS];
        for (int t = 0; t < THREADS; t++) {
            parents[t] = rank.comm().dup();
        }
        each(rank, (r, thread) -> {
            for (int i = 0; i < 20; i++) {
                Intracomm child = parents[thread].dup();
                int other = 1 - child.getRank();
                int[] ball = {thread};
                child.sendRecvReplace(ball, 1, MPI.INT, other, 0, MPI.ANY_SOURCE, MPI.ANY_TAG);
                Check.equal(thread, ball[0], "a message of this thread's communicator");
                child.free();
            }
        });
        for (Intracomm parent : parents) {
            parent.free();
        }
    }

    /** With threads, waiting for a message from oneself is no deadlock. */
    private static void toSelf(Rank rank) throws Exception {
        Intracomm self = rank.self();
        each(rank, (r, thread) -> {
            for (int i = 0; i < 100; i++) {
                int size = i % 4 == 0 ? r.sizes().large() : 10;
                byte[] data = Pattern.bytes(size, i);
                if (thread % 2 == 0) {
                    byte[] room = new byte[size];
                    if (i % 3 == 0) {
                        self.probe(0, thread);
                    }
                    if (i % 5 == 0) {
                        Request[] only = {self.iRecv(room, size, MPI.BYTE, 0, thread)};
                        Check.equal(0, Request.waitAny(only), "the only request");
                    } else {
                        self.recv(room, size, MPI.BYTE, 0, thread);
                    }
                    Check.sameBytes(data, room, () -> "from the other thread");
                } else {
                    self.send(data, size, MPI.BYTE, 0, thread - 1);
                }
            }
        });
    }

    private static void requests(Rank rank, int thread) {
        Intracomm comm = rank.comm();
        int other = 1 - comm.getRank();
        for (int round = 0; round < 20; round++) {
            Request[] requests = new Request[20];
            byte[][] rooms = new byte[10][];
            for (int i = 0; i < 10; i++) {
                int size = i == 5 ? rank.sizes().large() : 10 * i;
                rooms[i] = new byte[size];
                requests[i] = comm.iRecv(rooms[i], size, MPI.BYTE, other, 10 * thread + i);
                requests[10 + i] = comm.iSend(Pattern.bytes(size, i), size, MPI.BYTE, other, 10 * thread + i);
            }
            if (round % 2 == 0) {
                Request.waitAll(requests);
            } else {
                while (Request.waitSome(requests) != null) {
                    Thread.onSpinWait();
                }
            }
            for (int i = 0; i < 10; i++) {
                int number = i;
                Check.sameBytes(Pattern.bytes(rooms[i].length, i), rooms[i], () -> "message " + number);
            }
        }
    }
}
