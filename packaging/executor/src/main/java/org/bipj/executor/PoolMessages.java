package org.bipj.executor;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Request;
import mpi.Status;

/**
 * The messages of one rank of a pool. A rank that has died neither gets nor sends any, where the job goes on without it. No thread waits for a send: the thread that receives would wait for a peer whose thread
 * does the same.
 */
final class PoolMessages {
    private static final int TAG = 0;

    /** What takes what comes; each method returns true if nothing more is to come. */
    interface Sink {
        /** Takes a frame. */
        boolean received(int source, TaskFrame frame);

        /** A rank has died, each once. */
        boolean died(int rank, String why);
    }

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
        } catch (MPIException e) {
            checkDeath(e);
        } finally {
            lock.unlock();
        }
    }

    private void retire() {
        while (!sends.isEmpty() && isOver(sends.peek())) {
            sends.remove();
        }
    }

    private static boolean isOver(Request send) {
        try {
            return send.test();
        } catch (MPIException e) {
            checkDeath(e);
            return true;
        }
    }

    /** What is sent to a rank that has died is lost: the thread that receives hears of it. */
    private static void checkDeath(MPIException e) {
        if (e.getErrorClass() != MPI.ERR_PROC_FAILED) {
            throw e;
        }
    }

    /** Waits until all sends are over. */
    void flush() {
        lock.lock();
        try {
            while (!sends.isEmpty()) {
                try {
                    sends.remove().waitFor();
                } catch (MPIException e) {
                    checkDeath(e);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Receives frames, and hands each on with its source, up to one after which {@code sink} wants no more. */
    void receive(Sink sink) {
        Message message = new Message();
        int deaths = 0;
        boolean isLast = false;
        while (!isLast) {
            Status status;
            try {
                status = message.mProbe(MPI.ANY_SOURCE, TAG, comm);
            } catch (MPIException e) {
                checkDeath(e);
                isLast = sink.died(dead(deaths), why(e));
                // The exception was of the first one that had not been acknowledged.
                comm.ackFailed(++deaths);
                continue;
            }
            byte[] bytes = new byte[status.getCount(MPI.BYTE)];
            try {
                message.mRecv(bytes, bytes.length, MPI.BYTE);
            } catch (MPIException e) {
                checkDeath(e);
                continue;
            }
            isLast = sink.received(status.getSource(), new TaskFrame(bytes));
        }
    }

    /** Without the call and its communicator. */
    private static String why(MPIException e) {
        String text = e.getMessage();
        return text.substring(text.indexOf("): ") + "): ".length());
    }

    /** The rank that has died after so many others. */
    private int dead(int after) {
        Group failed = comm.getFailed();
        Group all = comm.getGroup();
        int rank = Group.translateRanks(failed, new int[] {after}, all)[0];
        failed.free();
        all.free();
        return rank;
    }
}
