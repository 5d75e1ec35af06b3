package org.bipj.mpi.contract;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** Persistent point-to-point requests (MPI 4.1 section 3.9). */
public final class PersistentSuite extends Suite {
    private static final int STARTS = 4;

    /** Adds the cases. */
    public PersistentSuite() {
        add(
                "sendInit, sSendInit, rSendInit and recvInit: each start sends what the buffer holds",
                2,
                rank -> modes(rank));
        add("bSendInit sends out of the attached buffer at each start", 2, PersistentSuite::buffered);
        add("an inactive request is complete, empty and not null", 1, PersistentSuite::inactive);
        add("start of an active or freed request is an error", 1, PersistentSuite::startTwice);
        add("startAll, and every wait and test for several", 3, PersistentSuite::several);
        add("a freed active request completes by itself", 2, PersistentSuite::free);
        add("a cancelled receive can be started again", 2, PersistentSuite::cancel);
        add("recvInit from any source with any tag, and from nobody", 3, PersistentSuite::wildcards);
        add(
                "getStatus of an active request leaves it; a truncated receive fails at its wait",
                1,
                PersistentSuite::failing);
        add("a freed communicator serves its persistent requests", 2, PersistentSuite::freedCommunicator);
        add("arguments are checked when the request is made", 2, PersistentSuite::arguments);
        add("all kinds of buffers", 2, PersistentSuite::buffers);
    }

    private static void modes(Rank rank) {
        Intracomm comm = rank.comm();
        for (int size : new int[] {0, 8, rank.sizes().large()}) {
            byte[] data = new byte[size];
            for (int mode = 0; mode < 3; mode++) {
                Prequest request;
                if (comm.getRank() == 1) {
                    request = comm.recvInit(data, size, MPI.BYTE, 0, 7);
                } else if (mode == 0) {
                    request = comm.sendInit(data, size, MPI.BYTE, 1, 7);
                } else if (mode == 1) {
                    request = comm.sSendInit(data, size, MPI.BYTE, 1, 7);
                } else {
                    request = comm.rSendInit(data, size, MPI.BYTE, 1, 7);
                }
                for (int i = 0; i < STARTS; i++) {
                    byte[] expected = Pattern.bytes(size, 10 * mode + i);
                    if (comm.getRank() == 0) {
                        System.arraycopy(expected, 0, data, 0, size);
                        comm.recv(null, 0, MPI.BYTE, 1, 8);
                        request.start();
                        request.waitFor();
                    } else {
                        request.start();
                        comm.send(null, 0, MPI.BYTE, 0, 8);
                        Status status = request.waitStatus();
                        Check.equal(size, status.getCount(MPI.BYTE), "count");
                        Check.equal(expected, data, "data of start " + i + " in mode " + mode);
                    }
                    Check.that(!request.isNull(), "null after a wait");
                }
                request.free();
                Check.that(request.isNull(), "not null after free");
            }
        }
    }

    private static void buffered(Rank rank) {
        Intracomm comm = rank.comm();
        int size = rank.sizes().large();
        byte[] data = new byte[size];
        if (comm.getRank() == 0) {
            rank.attachBuffer(new byte[STARTS * (size + MPI.BSEND_OVERHEAD)]);
            Prequest request = comm.bSendInit(data, size, MPI.BYTE, 1, 7);
            for (int i = 0; i < STARTS; i++) {
                System.arraycopy(Pattern.bytes(size, i), 0, data, 0, size);
                request.start();
                Check.that(request.test(), "a buffered send waits for nobody");
                Arrays.fill(data, (byte) -1);
            }
            request.free();
            comm.send(null, 0, MPI.BYTE, 1, 8);
            rank.detachBuffer();
        } else {
            comm.recv(null, 0, MPI.BYTE, 0, 8);
            for (int i = 0; i < STARTS; i++) {
                comm.recv(data, size, MPI.BYTE, 0, 7);
                Check.equal(Pattern.bytes(size, i), data, "data of start " + i);
            }
        }
    }

    private static void inactive(Rank rank) throws Exception {
        Prequest request = rank.comm().recvInit(new int[1], 1, MPI.INT, 0, 0);
        Prequest[] all = {request, null};
        request.waitFor();
        Check.that(request.test() && request.testStatus() != null, "an inactive request is complete");
        Status status = request.getStatus();
        Check.equal(MPI.ANY_SOURCE, status.getSource(), "source of an empty status");
        Check.equal(0, status.getCount(MPI.INT), "count of an empty status");
        Check.equal(MPI.UNDEFINED, Request.waitAny(all), "waitAny");
        Check.equal(MPI.UNDEFINED, Request.testAny(all), "testAny");
        Check.that(Request.waitSome(all) == null && Request.testSomeStatus(all) == null, "waitSome and testSome");
        Request.waitAll(all);
        Check.that(Request.testAll(all), "testAll");
        Check.that(!request.isNull(), "inactive is not null");
        request.free();
        Check.that(request.isNull(), "null once freed");
        request.free();
        request.cancel();
        Check.that(request.isNull() && request.test(), "null as before");
        request.close();
    }

    private static void startTwice(Rank rank) {
        Prequest request = rank.comm().recvInit(new int[1], 1, MPI.INT, 0, 0);
        request.start();
        Check.error(MPI.ERR_REQUEST, "active", () -> request.start());
        rank.comm().send(new int[] {5}, 1, MPI.INT, 0, 0);
        request.waitFor();
        request.free();
        Check.error(MPI.ERR_REQUEST, "freed", () -> request.start());
        Check.error(MPI.ERR_REQUEST, "requests[1]", () -> Prequest.startAll(new Prequest[] {request, null}));
    }

    /** Each rank sends its number and the round to all, by persistent requests, and waits in another way each round. */
    private static void several(Rank rank) {
        Intracomm comm = rank.comm();
        int n = comm.getSize();
        int me = comm.getRank();
        int[] mine = new int[1];
        int[] theirs = new int[n];
        Prequest[] all = new Prequest[2 * n];
        for (int r = 0; r < n; r++) {
            all[r] = comm.recvInit(MPI.slice(theirs, r), 1, MPI.INT, r, 3);
            all[n + r] = comm.sendInit(mine, 1, MPI.INT, r, 3);
        }
        for (int round = 0; round < 8; round++) {
            mine[0] = 100 * me + round;
            Arrays.fill(theirs, -1);
            Prequest.startAll(all);
            complete(all, round);
            for (int r = 0; r < n; r++) {
                Check.equal(100 * r + round, theirs[r], "from rank " + r + " in round " + round);
            }
        }
        for (Prequest request : all) {
            request.free();
        }
    }

    private static void complete(Prequest[] all, int way) {
        int done = 0;
        switch (way) {
            case 0 -> Request.waitAll(all);
            case 1 -> Check.equal(all.length, Request.waitAllStatus(all).length, "statuses");
            case 2 -> {
                while (!Request.testAll(all)) {
                    Thread.onSpinWait();
                }
            }
            case 3 -> {
                while (Request.waitAny(all) != MPI.UNDEFINED) {
                    done++;
                }
                Check.equal(all.length, done, "each once");
            }
            case 4 -> {
                while (done < all.length) {
                    done += Request.testAny(all) != MPI.UNDEFINED ? 1 : 0;
                }
            }
            case 5 -> {
                for (int[] some = Request.waitSome(all); some != null; some = Request.waitSome(all)) {
                    done += some.length;
                }
                Check.equal(all.length, done, "each once");
            }
            case 6 -> {
                for (Status[] some = Request.testSomeStatus(all); some != null; some = Request.testSomeStatus(all)) {
                    done += some.length;
                }
                Check.equal(all.length, done, "each once");
            }
            default -> {
                for (Prequest request : all) {
                    while (request.testStatus() == null) {
                        Thread.onSpinWait();
                    }
                }
            }
        }
    }

    private static void free(Rank rank) {
        Intracomm comm = rank.comm();
        int size = rank.sizes().large();
        byte[] expected = Pattern.bytes(size, 1);
        if (comm.getRank() == 0) {
            Prequest request = comm.sendInit(expected, size, MPI.BYTE, 1, 7);
            request.start();
            request.free();
            Check.that(request.isNull(), "null after free");
            comm.recv(null, 0, MPI.BYTE, 1, 8);
        } else {
            byte[] data = new byte[size];
            Prequest request = comm.recvInit(data, size, MPI.BYTE, 0, 7);
            request.start();
            request.free();
            // Only the data can tell that it is complete.
            while (!Arrays.equals(expected, data)) {
                Check.that(comm.iProbe(0, 9) == null, "no such message");
            }
            comm.send(null, 0, MPI.BYTE, 0, 8);
        }
    }

    private static void cancel(Rank rank) {
        Intracomm comm = rank.comm();
        if (comm.getRank() == 0) {
            comm.recv(null, 0, MPI.BYTE, 1, 8);
            comm.send(new int[] {5}, 1, MPI.INT, 1, 7);
            return;
        }
        int[] data = new int[1];
        Prequest request = comm.recvInit(data, 1, MPI.INT, 0, 7);
        request.start();
        request.cancel();
        Check.that(request.waitStatus().isCancelled(), "cancelled");
        request.start();
        comm.send(null, 0, MPI.BYTE, 0, 8);
        Check.that(!request.waitStatus().isCancelled(), "not cancelled at the next start");
        Check.equal(5, data[0], "data");
        request.free();
    }

    private static void wildcards(Rank rank) {
        Intracomm comm = rank.comm();
        if (comm.getRank() > 0) {
            comm.send(new int[] {comm.getRank()}, 1, MPI.INT, 0, 10 + comm.getRank());
            return;
        }
        int[] data = new int[1];
        Prequest any = comm.recvInit(data, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        int seen = 0;
        for (int i = 1; i < comm.getSize(); i++) {
            any.start();
            Status status = any.waitStatus();
            Check.equal(status.getSource(), data[0], "source");
            Check.equal(10 + data[0], status.getTag(), "tag");
            seen |= 1 << data[0];
        }
        Check.equal((1 << comm.getSize()) - 2, seen, "one of each");
        any.free();
        Prequest nobody = comm.recvInit(null, 3, MPI.INT, MPI.PROC_NULL, 0);
        Prequest toNobody = comm.sSendInit(null, 3, MPI.INT, MPI.PROC_NULL, 0);
        for (int i = 0; i < 2; i++) {
            Prequest.startAll(new Prequest[] {nobody, toNobody});
            Check.equal(MPI.PROC_NULL, nobody.waitStatus().getSource(), "from nobody");
            toNobody.waitFor();
        }
        nobody.free();
        toNobody.free();
    }

    private static void failing(Rank rank) {
        Intracomm comm = rank.comm();
        int[] data = new int[1];
        Prequest request = comm.recvInit(data, 1, MPI.INT, 0, 7);
        request.start();
        Check.that(request.getStatus() == null, "not complete yet");
        comm.send(new int[] {1, 2}, 2, MPI.INT, 0, 7);
        Check.equal(MPI.ERR_TRUNCATE, request.getStatus().getError(), "error in the status");
        Check.error(MPI.ERR_TRUNCATE, "8 bytes", request::waitFor);
        request.start();
        comm.send(new int[] {3}, 1, MPI.INT, 0, 7);
        Check.equal(0, request.waitStatus().getError(), "after an error it starts anew");
        Check.equal(3, data[0], "data");
        request.free();
    }

    private static void freedCommunicator(Rank rank) {
        Intracomm comm = rank.comm().dup();
        int me = comm.getRank();
        int[] data = {me == 0 ? 6 : 0};
        Prequest request = me == 0 ? comm.sendInit(data, 1, MPI.INT, 1, 7) : comm.recvInit(data, 1, MPI.INT, 0, 7);
        comm.free();
        Intracomm other = rank.comm().dup();
        other.setErrhandler(MPI.ERRORS_RETURN);
        int[] twice = {me == 0 ? 8 : 0};
        Request concurrent = me == 0 ? other.iSend(twice, 1, MPI.INT, 1, 7) : other.iRecv(twice, 1, MPI.INT, 0, 7);
        request.start();
        request.waitFor();
        concurrent.waitFor();
        Check.equal(6, data[0], "on the freed communicator");
        Check.equal(8, twice[0], "on the new one");
        request.free();
        other.free();
    }

    private static void arguments(Rank rank) {
        Intracomm comm = rank.comm();
        int[] one = new int[1];
        Check.error(MPI.ERR_COUNT, "count is -1", () -> comm.sendInit(one, -1, MPI.INT, 1, 0));
        Check.error(MPI.ERR_RANK, "dest is 2", () -> comm.sSendInit(one, 1, MPI.INT, 2, 0));
        Check.error(MPI.ERR_TAG, "tag is -1", () -> comm.rSendInit(one, 1, MPI.INT, 1, -1));
        Check.error(MPI.ERR_BUFFER, "4 bytes", () -> comm.bSendInit(one, 2, MPI.INT, 1, 0));
        Check.error(MPI.ERR_BUFFER, "4 bytes", () -> comm.recvInit(one, 2, MPI.INT, 1, 0));
        Check.error(
                MPI.ERR_BUFFER,
                "read-only",
                () -> comm.recvInit(IntBuffer.allocate(1).asReadOnlyBuffer(), 1, MPI.INT, 1, 0));
        Check.error(MPI.ERR_TYPE, "datatype", () -> comm.recvInit(one, 1, null, 1, 0));
    }

    private static void buffers(Rank rank) {
        Intracomm comm = rank.comm();
        try (Arena arena = Arena.ofShared()) {
            MemorySegment segment = arena.allocate(8, 8);
            Object[] kinds = {new int[2], IntBuffer.allocate(2), rank.newByteBuffer(8), ByteBuffer.allocate(8), segment
            };
            for (Object kind : kinds) {
                boolean sends = comm.getRank() == 0;
                int[] check = {3, 4};
                Prequest request =
                        sends ? comm.sendInit(kind, 2, MPI.INT, 1, 7) : comm.recvInit(kind, 2, MPI.INT, 0, 7);
                if (sends) {
                    comm.sendRecv(check, 2, MPI.INT, 0, 9, kind, 2, MPI.INT, 0, 9);
                }
                request.start();
                request.waitFor();
                int[] got = new int[2];
                comm.sendRecv(kind, 2, MPI.INT, comm.getRank(), 9, got, 2, MPI.INT, comm.getRank(), 9);
                Check.equal(check, got, kind.getClass().getSimpleName());
                request.free();
            }
        }
    }
}
