package org.bipj.executor;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiPredicate;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Message;
import mpi.Request;
import mpi.Status;

/**
 * The messages of one rank of a pool. No thread waits for a send: the thread that receives would wait for a peer whose thread
 * does the same.
 */
final class PoolMessages {
    private static final int TAG = 0;

    private final Intracomm comm;
    private final ReentrantLock lock = new ReentrantLock();
    /** Sends that may be under way, in their order. */
    private final Deque<Request> sends = new ArrayDeque<>();

    PoolMessages(Intracomm comm) {
        this.comm = comm;
    }

    /** Begins to send a frame, which nobody changes. */
    void send(int to, TaskFrame frame) {
        lock.lock();
        try {
            retire();
            sends.add(comm.iSend(frame.bytes(), frame.bytes().length, MPI.BYTE, to, TAG));
        } finally {
            lock.unlock();
        }
    }

    private void retire() {
        while (!sends.isEmpty() && sends.peek().test()) {
            sends.remove();
        }
    }

    /** Waits until all sends are over. */
    void flush() {
        lock.lock();
        try {
            while (!sends.isEmpty()) {
                sends.remove().waitFor();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Receives frames, and hands each on with its source, up to one for which {@code sink} returns true. */
    void receive(BiPredicate<Integer, TaskFrame> sink) {
        Message message = new Message();
        boolean isLast = false;
        while (!isLast) {
            Status status = message.mProbe(MPI.ANY_SOURCE, TAG, comm);
            byte[] bytes = new byte[status.getCount(MPI.BYTE)];
            message.mRecv(bytes, bytes.length, MPI.BYTE);
            isLast = sink.test(status.getSource(), new TaskFrame(bytes));
        }
    }
}
