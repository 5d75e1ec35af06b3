package org.bipj.mpi.contract;

import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Session;

/** Buffers of communicators, buffers without a limit, and what flushes them (MPI 4.1 section 3.6). */
public final class SendBufferSuite extends Suite {
    private static final int TAG = 3;
    /** Longer than what is sent without a buffer. */
    private static final int LONG = 70_000;

    /** Adds the cases. */
    public SendBufferSuite() {
        add("a communicator with a buffer uses that, others the process's", 2, SendBufferSuite::apart);
        add("automatic buffers have no limit", 2, SendBufferSuite::automatic);
        add("a session's buffer is for its communicators without one", 2, SendBufferSuite::ofSession);
        add("a flush ends when the messages before it have left", 2, SendBufferSuite::flush);
        add("a flush of a buffer that only this rank can empty is refused", 1, SendBufferSuite::alone);
        add("bad arguments and second buffers", 1, SendBufferSuite::errors);
        add("a freed communicator's buffered messages still arrive", 2, SendBufferSuite::free);
    }

    private static void receive(Comm comm, int seed) {
        byte[] room = new byte[LONG];
        comm.recv(room, LONG, MPI.BYTE, 0, TAG);
        Check.sameBytes(Pattern.bytes(LONG, seed), room, () -> "message " + seed);
    }

    private static void send(Comm comm, int seed) {
        comm.bSend(Pattern.bytes(LONG, seed), LONG, MPI.BYTE, 1, TAG);
    }

    private static void apart(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        Intracomm own = comm.dup();
        own.setErrhandler(MPI.ERRORS_RETURN);
        if (comm.getRank() == 0) {
            byte[] one = new byte[LONG + MPI.BSEND_OVERHEAD];
            byte[] two = new byte[2 * one.length];
            own.attachBuffer(one);
            Check.error(MPI.ERR_BUFFER, () -> send(comm, 0), "none is attached");
            rank.attachBuffer(two);
            // Rank 1 receives nothing yet: each message stays in its buffer.
            send(own, 1);
            Check.error(MPI.ERR_BUFFER, () -> send(own, 9), "of " + one.length + " attached");
            send(comm, 2);
            send(comm, 3);
            Check.error(MPI.ERR_BUFFER, () -> send(comm, 9), "of " + two.length + " attached");
            comm.barrier();
            Check.that(own.detachBuffer() == one, "the communicator's buffer");
            Check.that(own.detachBuffer() == null, "no longer attached");
            Check.that(rank.detachBuffer() == two, "the process's buffer");
        } else {
            comm.barrier();
            receive(comm, 2);
            receive(own, 1);
            receive(comm, 3);
        }
        own.free();
    }

    private static void automatic(Rank rank) {
        Intracomm comm = rank.comm();
        if (comm.getRank() == 0) {
            comm.attachBuffer(MPI.BUFFER_AUTOMATIC);
            for (int i = 0; i < 10; i++) {
                send(comm, i);
            }
            comm.barrier();
            Check.that(comm.detachBuffer() == MPI.BUFFER_AUTOMATIC, "what was attached");
            rank.attachBuffer(MPI.BUFFER_AUTOMATIC);
            send(comm, 10);
            Check.that(rank.detachBuffer() == MPI.BUFFER_AUTOMATIC, "the process's");
        } else {
            comm.barrier();
            for (int i = 0; i <= 10; i++) {
                receive(comm, i);
            }
        }
    }

    private static void ofSession(Rank rank) throws Exception {
        try (Session session = SessionSuite.open()) {
            Intracomm comm = SessionSuite.comm(SessionSuite.group(session, rank), "buffers");
            Intracomm derived = comm.dup();
            derived.setErrhandler(MPI.ERRORS_RETURN);
            if (comm.getRank() == 0) {
                byte[] room = new byte[LONG + MPI.BSEND_OVERHEAD];
                session.attachBuffer(room);
                Check.error(MPI.ERR_BUFFER, () -> session.attachBuffer(room), "a buffer is attached already");
                comm.attachBuffer(MPI.BUFFER_AUTOMATIC);
                send(derived, 1);
                Check.error(MPI.ERR_BUFFER, () -> send(derived, 9), "of " + room.length + " attached");
                send(comm, 2);
                Check.error(MPI.ERR_BUFFER, () -> send(rank.comm(), 9), "none is attached");
                Request flushed = session.iFlushBuffer();
                Check.that(!flushed.test(), "nothing has been received");
                comm.barrier();
                flushed.waitFor();
                session.flushBuffer();
                Check.that(session.detachBuffer() == room, "the session's buffer");
                Check.that(session.detachBuffer() == null, "no longer attached");
                Check.error(MPI.ERR_BUFFER, () -> session.attachBuffer(null), "attachBuffer", "null");
                comm.detachBuffer();
            } else {
                comm.barrier();
                receive(derived, 1);
                receive(comm, 2);
            }
            derived.free();
            comm.free();
        }
    }

    private static void flush(Rank rank) {
        Intracomm comm = rank.comm();
        Intracomm signals = comm.dup();
        if (comm.getRank() == 0) {
            comm.attachBuffer(MPI.BUFFER_AUTOMATIC);
            rank.attachBuffer(MPI.BUFFER_AUTOMATIC);
            comm.flushBuffer();
            Check.that(comm.iFlushBuffer().test() && rank.iFlushBuffer().test(), "flushes of empty buffers");
            send(comm, 0);
            send(comm, 1);
            Request ofTwo = comm.iFlushBuffer();
            Request ofNone = rank.iFlushBuffer();
            send(comm, 2);
            Check.that(!ofTwo.test(), "nothing has been received");
            Check.that(ofNone.test(), "the process's buffer is empty");
            signals.send(null, 0, MPI.INT, 1, 0);
            // Rank 1 receives two of the three, and then waits until the flush of those two has ended.
            ofTwo.waitFor();
            Check.that(!comm.iFlushBuffer().test(), "the third has not been received");
            signals.send(null, 0, MPI.INT, 1, 0);
            comm.flushBuffer();
            send(signals, 3);
            rank.flushBuffer();
            comm.detachBuffer();
            rank.detachBuffer();
        } else {
            signals.recv(null, 0, MPI.INT, 0, 0);
            receive(comm, 0);
            receive(comm, 1);
            signals.recv(null, 0, MPI.INT, 0, 0);
            receive(comm, 2);
            receive(signals, 3);
        }
        signals.free();
    }

    private static void alone(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        comm.attachBuffer(MPI.BUFFER_AUTOMATIC);
        comm.bSend(Pattern.bytes(LONG, 5), LONG, MPI.BYTE, 0, TAG);
        Check.error(MPI.ERR_OTHER, comm::flushBuffer, "deadlock", "flushes its buffer");
        Check.error(MPI.ERR_OTHER, comm::detachBuffer, "deadlock", "detaches its buffer");
        receive(comm, 5);
        comm.flushBuffer();
        comm.detachBuffer();
    }

    private static void errors(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        Check.error(MPI.ERR_BUFFER, () -> comm.attachBuffer(null), "attachBuffer", "null");
        comm.attachBuffer(new byte[10]);
        Check.error(MPI.ERR_BUFFER, () -> comm.attachBuffer(MPI.BUFFER_AUTOMATIC), "a buffer is attached already");
        Check.equal(10, comm.detachBuffer().length, "the first");
        comm.flushBuffer();
        comm.iFlushBuffer().waitFor();
        rank.flushBuffer();
    }

    private static void free(Rank rank) {
        Intracomm comm = rank.comm();
        Intracomm own = comm.dup();
        if (comm.getRank() == 0) {
            own.attachBuffer(MPI.BUFFER_AUTOMATIC);
            send(own, 6);
            send(own, 7);
            own.free();
            comm.barrier();
        } else {
            comm.barrier();
            receive(own, 6);
            receive(own, 7);
            own.free();
        }
    }
}
