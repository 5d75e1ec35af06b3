package org.bipj.mpi.contract;

import java.util.Arrays;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** A send and a receive at the same time, without blocking (MPI 4.1 section 3.10). */
public final class ExchangeSuite extends Suite {
    private static final int TAG = 2;

    /** Adds the cases. */
    public ExchangeSuite() {
        add("around a ring, every size, with and without replacing", 3, ExchangeSuite::ring);
        add("several at once, completed in every way", 2, ExchangeSuite::severalAtOnce);
        add("complete when both parts are", 2, ExchangeSuite::bothParts);
        add("with PROC_NULL, and with oneself", 2, ExchangeSuite::nobody);
        add("a received message that is too long: the send is complete", 2, ExchangeSuite::truncated);
        add("replacing data of a datatype with gaps", 2, ExchangeSuite::gaps);
        add("it is freed, and not cancelled", 2, ExchangeSuite::freed);
        add("arguments", 2, ExchangeSuite::arguments);
    }

    private static void ring(Rank rank) {
        Intracomm comm = rank.comm();
        int n = comm.getSize();
        int me = comm.getRank();
        int right = (me + 1) % n;
        int left = (me + n - 1) % n;
        for (int size : rank.sizes().all()) {
            byte[] room = new byte[size];
            byte[] replaced = Pattern.bytes(size, me + 10);
            Request one = comm.iSendRecv(
                    Pattern.bytes(size, me), size, MPI.BYTE, right, TAG, room, size, MPI.BYTE, left, TAG);
            Request other = comm.iSendRecvReplace(replaced, size, MPI.BYTE, right, TAG, MPI.ANY_SOURCE, MPI.ANY_TAG);
            Status status = one.waitStatus();
            Check.equal(size, status.getCount(MPI.BYTE), "count");
            Check.equal(left, status.getSource(), "source");
            Check.equal(TAG, status.getTag(), "tag");
            Check.equal(left, other.waitStatus().getSource(), "source from any");
            Check.that(one.isNull() && other.isNull(), "null");
            Check.sameBytes(Pattern.bytes(size, left), room, () -> "ring, " + size);
            Check.sameBytes(Pattern.bytes(size, left + 10), replaced, () -> "ring in place, " + size);
        }
    }

    private static void severalAtOnce(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int other = 1 - comm.getRank();
        int n = 6;
        for (int size : new int[] {8, rank.sizes().large()}) {
            byte[][] data = new byte[n][];
            Request[] all = new Request[n];
            for (int i = 0; i < n; i++) {
                data[i] = Pattern.bytes(size, 10 * comm.getRank() + i);
                // The messages cross in the opposite order.
                int tag = comm.getRank() == 0 ? i : n - 1 - i;
                all[i] = comm.iSendRecvReplace(data[i], size, MPI.BYTE, other, tag, other, tag);
            }
            Request[] others = Arrays.copyOfRange(all, 2, n);
            int first = Request.waitAny(others);
            Check.that(others[first].isNull(), "waitAny");
            while (!all[0].test()) {
                Request.testSome(others);
            }
            Check.equal(size, all[1].get().getCount(MPI.BYTE), "a future");
            Request.waitAll(all);
            for (int i = 0; i < n; i++) {
                int number = n - 1 - i;
                Check.sameBytes(Pattern.bytes(size, 10 * other + number), data[i], () -> "message " + number);
            }
        }
    }

    /** The receive has ended, and the long send has not: its receiver waits to be called. */
    private static void bothParts(Rank rank) {
        Intracomm comm = rank.comm();
        int size = rank.sizes().large();
        byte[] data = Pattern.bytes(size, 1);
        int[] room = {0};
        if (comm.getRank() == 0) {
            comm.barrier();
            Request request = comm.iSendRecv(data, size, MPI.BYTE, 1, TAG, room, 1, MPI.INT, 1, TAG);
            comm.recv(null, 0, MPI.BYTE, 1, TAG + 1);
            boolean done = request.test();
            Check.that(!done, "the message was not received yet");
            Check.that(request.getStatus() == null, "no status yet");
            comm.send(null, 0, MPI.BYTE, 1, TAG + 2);
            request.waitFor();
            Check.equal(7, room[0], "received");
        } else {
            comm.barrier();
            comm.send(new int[] {7}, 1, MPI.INT, 0, TAG);
            comm.send(null, 0, MPI.BYTE, 0, TAG + 1);
            comm.recv(null, 0, MPI.BYTE, 0, TAG + 2);
            byte[] found = new byte[size];
            comm.recv(found, size, MPI.BYTE, 0, TAG);
            Check.sameBytes(data, found, () -> "sent");
        }
    }

    private static void nobody(Rank rank) {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        int up = me == 0 ? 1 : MPI.PROC_NULL;
        int down = me == 1 ? 0 : MPI.PROC_NULL;
        int[] in = {-1};
        Status status = comm.iSendRecv(new int[] {me + 10}, 1, MPI.INT, up, 0, in, 1, MPI.INT, down, 0)
                .waitStatus();
        Check.equal(me == 1 ? 10 : -1, in[0], "received");
        Check.equal(me == 1 ? 0 : MPI.PROC_NULL, status.getSource(), "source");
        int[] both = {me + 20};
        status = comm.iSendRecvReplace(both, 1, MPI.INT, up, 0, down, 0).waitStatus();
        Check.equal(20, both[0], "replaced at rank 1, kept at rank 0");
        Check.equal(me == 1 ? 0 : MPI.PROC_NULL, status.getSource(), "source in place");
        comm.iSendRecv(null, 0, MPI.INT, MPI.PROC_NULL, 0, null, 0, MPI.INT, MPI.PROC_NULL, 0)
                .waitFor();
        for (int size : new int[] {4, rank.sizes().large()}) {
            byte[] mine = Pattern.bytes(size, 3);
            byte[] found = new byte[size];
            rank.self()
                    .iSendRecv(mine, size, MPI.BYTE, 0, 1, found, size, MPI.BYTE, 0, 1)
                    .waitFor();
            Check.sameBytes(mine, found, () -> "from oneself, " + size);
            rank.self().iSendRecvReplace(found, size, MPI.BYTE, 0, 1, 0, 1).waitFor();
            Check.sameBytes(mine, found, () -> "from oneself in place, " + size);
        }
    }

    private static void truncated(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int other = 1 - comm.getRank();
        int size = rank.sizes().large();
        int mine = comm.getRank() == 0 ? size : 8;
        byte[] data = Pattern.bytes(mine, comm.getRank());
        byte[] room = new byte[comm.getRank() == 0 ? size : size - 1];
        Request request = comm.iSendRecv(data, mine, MPI.BYTE, other, TAG, room, room.length, MPI.BYTE, other, TAG);
        if (comm.getRank() == 0) {
            Check.equal(8, request.waitStatus().getCount(MPI.BYTE), "count");
        } else {
            MPIException e = Check.error(MPI.ERR_IN_STATUS, () -> Request.waitAll(new Request[] {request}));
            Check.equal(MPI.ERR_TRUNCATE, e.getStatuses()[0].getError(), "error of the receive");
        }
        Check.that(request.isNull(), "ended");
        comm.barrier();
    }

    private static void gaps(Rank rank) {
        Intracomm comm = rank.comm();
        int other = 1 - comm.getRank();
        Datatype type = Datatype.createVector(3, 1, 2, MPI.INT);
        type.commit();
        int me = 10 * comm.getRank();
        int[] data = {me + 1, -1, me + 2, -1, me + 3, -1};
        comm.iSendRecvReplace(data, 1, type, other, TAG, other, TAG).waitFor();
        int them = 10 * other;
        Check.equal(new int[] {them + 1, -1, them + 2, -1, them + 3, -1}, data, "replaced");
        type.free();
    }

    private static void freed(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int other = 1 - comm.getRank();
        int[] room = {0};
        Request request = comm.iSendRecv(new int[] {5}, 1, MPI.INT, other, TAG, room, 1, MPI.INT, other, TAG);
        Check.error(MPI.ERR_REQUEST, request::cancel, "Request.cancel", "send and a receive");
        Check.that(!request.cancel(true), "a future that cannot be cancelled");
        request.waitFor();
        Check.equal(5, room[0], "received");
        room[0] = 8 + comm.getRank();
        Request freed = comm.iSendRecvReplace(room, 1, MPI.INT, other, TAG, other, TAG);
        freed.free();
        Check.that(freed.isNull(), "freed");
        while (room[0] != 8 + other) {
            Check.that(comm.iProbe(other, TAG + 1) == null, "nothing but progress");
        }
        comm.barrier();
    }

    private static void arguments(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int[] one = new int[1];
        int[] two = new int[2];
        Check.error(
                MPI.ERR_RANK,
                () -> comm.iSendRecv(one, 1, MPI.INT, 2, 0, two, 1, MPI.INT, 0, 0),
                "iSendRecv",
                "dest is 2");
        Check.error(MPI.ERR_RANK, () -> comm.iSendRecv(one, 1, MPI.INT, 0, 0, two, 1, MPI.INT, 7, 0), "source is 7");
        Check.error(MPI.ERR_TAG, () -> comm.iSendRecv(one, 1, MPI.INT, 0, -3, two, 1, MPI.INT, 0, 0), "tag is -3");
        Check.error(MPI.ERR_BUFFER, () -> comm.iSendRecv(one, 1, MPI.INT, 0, 0, one, 1, MPI.INT, 0, 0), "one object");
        Check.error(MPI.ERR_BUFFER, () -> comm.iSendRecv(one, 2, MPI.INT, 0, 0, two, 1, MPI.INT, 0, 0), "4 bytes");
        Check.error(MPI.ERR_BUFFER, () -> comm.iSendRecv(one, 1, MPI.INT, 0, 0, two, 3, MPI.INT, 0, 0), "8 bytes");
        Check.error(MPI.ERR_COUNT, () -> comm.iSendRecvReplace(one, -1, MPI.INT, 0, 0, 0, 0), "iSendRecvReplace");
        Check.error(MPI.ERR_BUFFER, () -> comm.iSendRecvReplace(one, 2, MPI.INT, 0, 0, 0, 0), "4 bytes");
        Check.error(MPI.ERR_TYPE, () -> comm.iSendRecvReplace(one, 1, MPI.DATATYPE_NULL, 0, 0, 0, 0), "DATATYPE_NULL");
    }
}
