package org.bipj.mpi.contract;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.CartComm;
import mpi.Comm;
import mpi.Datatype;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Request;
import mpi.Status;

/** What goes wrong, and how it is told (MPI 4.1 chapter 9 and the errors named in chapter 3). */
public final class ErrorSuite extends Suite {
    /** Adds the cases. */
    public ErrorSuite() {
        add("truncation: an error, and nothing behind the buffer is written", 2, ErrorSuite::truncation);
        add("truncation of non-blocking receives", 2, ErrorSuite::truncationOfRequests);
        add("truncation of a message to oneself, and of a probed one", 1, ErrorSuite::truncationToSelf);
        add("arguments: count, tag, rank, type, buffer", 2, ErrorSuite::arguments);
        add("arguments of receives and probes", 2, ErrorSuite::receiveArguments);
        add("buffers: too small, null, of no known kind", 2, ErrorSuite::buffers);
        add("more data than a long can count", 1, ErrorSuite::beyondLong);
        add("a failed call sends nothing", 2, ErrorSuite::nothingSent);
        add("sendRecv that fails has sent nothing", 2, ErrorSuite::nothingExchanged);
        add("an exchange with oneself that never ends leaves no receive", 1, ErrorSuite::selfExchange);
        add("sendRecvReplace of more than an array holds", 1, ErrorSuite::hugeReplace);
        add("a blocking send to oneself without a receive: a deadlock is told", 1, ErrorSuite::selfSend);
        add("a receive from oneself without a message: a deadlock is told", 1, ErrorSuite::selfReceive);
        add("requests that only the rank itself could end: a deadlock is told", 2, ErrorSuite::selfRequests);
        add("null where an object is expected", 1, ErrorSuite::nulls);
        add("a buffer with a message to oneself is detached: a deadlock is told", 1, ErrorSuite::selfBuffered);
        add("messages name the method, the rank and the communicator", 2, ErrorSuite::words);
        add("an error handler is inherited by dup and split", 2, ErrorSuite::inherited);
        add("attachBuffer twice, and null", 1, ErrorSuite::attach);
        add("use after free", 1, ErrorSuite::freed);
    }

    /** Sixteen elements of 2^60 bytes are 2^64 bytes, which are 0 where nobody looks. */
    private static void beyondLong(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        comm.setErrhandler(MPI.ERRORS_RETURN);
        Datatype part = Datatype.createContiguous(1 << 30, MPI.BYTE);
        Datatype dense = Datatype.createContiguous(1 << 30, part);
        Datatype apart = Datatype.createResized(part, 0, Integer.MAX_VALUE);
        Datatype gaps = Datatype.createVector(1 << 10, 1, 1 << 20, apart);
        Datatype wide = Datatype.createResized(Datatype.createContiguous(2, gaps), 0, 4);
        byte[] small = new byte[8];
        for (Datatype type : new Datatype[] {dense, gaps, wide}) {
            type.commit();
            for (int count : new int[] {16, 1 << 24, Integer.MAX_VALUE}) {
                Check.error(MPI.ERR_BUFFER, () -> comm.iSend(small, count, type, 0, 1));
                Check.error(MPI.ERR_BUFFER, () -> comm.iRecv(small, count, type, 0, 1));
                Check.error(MPI.ERR_BUFFER, () -> comm.bcast(small, count, type, 0));
            }
        }
        Check.that(comm.iProbe(0, 1) == null, "a message was sent");
    }

    private static void truncation(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        for (int size : rank.sizes().all()) {
            if (size == 0) {
                continue;
            }
            for (int room : new int[] {0, size / 3, size / 2, size - 1}) {
                for (boolean early : new boolean[] {false, true}) {
                    truncated(comm, size, room, early);
                }
            }
        }
    }

    private static void truncated(Intracomm comm, int size, int room, boolean early) throws Exception {
        if (comm.getRank() == 0) {
            if (!early) {
                comm.recv(null, 0, MPI.BYTE, 1, 1);
            }
            comm.send(Pattern.bytes(size, size), size, MPI.BYTE, 1, 2);
            return;
        }
        byte[] buffer = new byte[room + 64];
        Arrays.fill(buffer, (byte) 55);
        byte[] expected = Arrays.copyOf(Pattern.bytes(size, size), room + 64);
        Arrays.fill(expected, room, room + 64, (byte) 55);
        if (early) {
            comm.probe(0, 2);
            String length = size + " bytes, and the receive has room for " + room;
            Check.error(MPI.ERR_TRUNCATE, () -> comm.recv(buffer, room, MPI.BYTE, 0, 2), "rank 0", "tag 2", length);
        } else {
            Request request = comm.iRecv(buffer, room, MPI.BYTE, 0, 2);
            comm.send(null, 0, MPI.BYTE, 0, 1);
            Check.error(MPI.ERR_TRUNCATE, request::waitFor, "rank 0", "tag 2", size + " bytes");
        }
        byte[] head = Arrays.copyOf(buffer, room + 64);
        for (int i = room; i < head.length; i++) {
            Check.equal(55, head[i], "byte " + (i - room) + " behind a buffer of " + room + ", message of " + size);
        }
        // What fits has come or not; what stands there is nothing else.
        Check.that(
                Arrays.equals(expected, head) || head[0] == 55,
                () -> "the first " + room + " bytes of a message of " + size);
    }

    private static void truncationOfRequests(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int large = rank.sizes().large();
        if (comm.getRank() == 0) {
            for (int tag = 0; tag < 6; tag++) {
                comm.send(new byte[large], large, MPI.BYTE, 1, tag);
            }
            return;
        }
        Request[] requests = new Request[3];
        byte[][] rooms = new byte[3][large];
        for (int i = 0; i < 3; i++) {
            requests[i] = comm.iRecv(rooms[i], i == 1 ? 5 : large, MPI.BYTE, 0, i);
        }
        Check.error(MPI.ERR_IN_STATUS, () -> Request.waitAll(requests), "waitAll", "requests[1]", "tag 1");
        for (Request request : requests) {
            Check.that(request.isNull(), "all requests have ended");
        }
        Request any = comm.iRecv(rooms[0], 5, MPI.BYTE, 0, 3);
        Check.error(MPI.ERR_TRUNCATE, () -> Request.waitAny(new Request[] {null, any}), "waitAny");
        Request some = comm.iRecv(rooms[0], 5, MPI.BYTE, 0, 4);
        Check.error(MPI.ERR_IN_STATUS, () -> Request.waitSome(new Request[] {some}), "waitSome", "1 of 1");
        Request test = comm.iRecv(rooms[0], 5, MPI.BYTE, 0, 5);
        Check.error(
                MPI.ERR_TRUNCATE,
                () -> {
                    while (!test.test()) {
                        Thread.onSpinWait();
                    }
                },
                "test");
    }

    private static void truncationToSelf(Rank rank) throws Exception {
        Intracomm self = rank.self();
        for (int size : new int[] {8, rank.sizes().large()}) {
            byte[] room = new byte[16];
            Request late = self.iSend(new byte[size], size, MPI.BYTE, 0, 1);
            Check.error(MPI.ERR_TRUNCATE, () -> self.recv(room, 7, MPI.BYTE, 0, 1), "recv");
            late.waitFor();
            Request posted = self.iRecv(room, 7, MPI.BYTE, 0, 1);
            self.send(new byte[size], size, MPI.BYTE, 0, 1);
            Check.error(MPI.ERR_TRUNCATE, posted::waitFor, "waitFor");
            Request probed = self.iSend(new byte[size], size, MPI.BYTE, 0, 1);
            Message message = new Message();
            message.mProbe(0, 1, self);
            Check.error(MPI.ERR_TRUNCATE, () -> message.mRecv(room, 7, MPI.BYTE));
            probed.waitFor();
        }
    }

    private static void arguments(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int[] buf = new int[4];
        Datatype open = Datatype.createContiguous(2, MPI.INT);
        Check.error(MPI.ERR_COUNT, () -> comm.send(buf, -1, MPI.INT, 0, 0), "count is -1");
        Check.error(MPI.ERR_TAG, () -> comm.send(buf, 1, MPI.INT, 0, -1), "tag is -1");
        Check.error(MPI.ERR_TAG, () -> comm.send(buf, 1, MPI.INT, 0, MPI.ANY_TAG), "tag");
        Check.error(MPI.ERR_RANK, () -> comm.send(buf, 1, MPI.INT, 2, 0), "dest is 2", "0 to 1");
        Check.error(MPI.ERR_RANK, () -> comm.send(buf, 1, MPI.INT, MPI.ANY_SOURCE, 0), "dest");
        Check.error(MPI.ERR_TYPE, () -> comm.send(buf, 1, null, 0, 0), "datatype");
        Check.error(MPI.ERR_TYPE, () -> comm.send(buf, 1, MPI.DATATYPE_NULL, 0, 0), "DATATYPE_NULL");
        Check.error(MPI.ERR_TYPE, () -> comm.send(buf, 1, open, 0, 0), "not committed");
        for (Check.Action action : new Check.Action[] {
            () -> comm.sSend(buf, -1, MPI.INT, 0, 0),
            () -> comm.bSend(buf, -1, MPI.INT, 0, 0),
            () -> comm.rSend(buf, -1, MPI.INT, 0, 0),
            () -> comm.iSend(buf, -1, MPI.INT, 0, 0),
            () -> comm.isSend(buf, -1, MPI.INT, 0, 0),
            () -> comm.ibSend(buf, -1, MPI.INT, 0, 0),
            () -> comm.irSend(buf, -1, MPI.INT, 0, 0),
            () -> comm.sendRecv(buf, -1, MPI.INT, 0, 0, new int[1], 1, MPI.INT, 0, 0),
            () -> comm.sendRecvReplace(buf, -1, MPI.INT, 0, 0, 0, 0)
        }) {
            Check.error(MPI.ERR_COUNT, action, "count");
        }
        Datatype gone = Datatype.createContiguous(2, MPI.INT);
        gone.commit();
        gone.free();
        Check.error(MPI.ERR_TYPE, () -> comm.send(buf, 1, gone, 0, 0), "freed");
    }

    private static void receiveArguments(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int[] buf = new int[4];
        Check.error(MPI.ERR_COUNT, () -> comm.recv(buf, -1, MPI.INT, 0, 0), "count is -1");
        Check.error(MPI.ERR_TAG, () -> comm.recv(buf, 1, MPI.INT, 0, -2), "tag is -2", "ANY_TAG");
        Check.error(MPI.ERR_RANK, () -> comm.recv(buf, 1, MPI.INT, 2, 0), "source is 2", "ANY_SOURCE");
        Check.error(MPI.ERR_RANK, () -> comm.recv(buf, 1, MPI.INT, -3, 0), "source is -3");
        Check.error(MPI.ERR_TYPE, () -> comm.recv(buf, 1, null, 0, 0), "datatype");
        Check.error(MPI.ERR_RANK, () -> comm.iRecv(buf, 1, MPI.INT, 2, 0), "iRecv");
        Check.error(MPI.ERR_RANK, () -> comm.probe(2, 0), "probe", "source");
        Check.error(MPI.ERR_TAG, () -> comm.iProbe(0, -2), "iProbe");
        Check.error(MPI.ERR_RANK, () -> new Message().mProbe(2, 0, comm), "mProbe");
        Check.error(MPI.ERR_TAG, () -> new Message().imProbe(0, -2, comm), "imProbe");
        Check.error(
                MPI.ERR_BUFFER,
                () -> comm.sendRecv(buf, 1, MPI.INT, 0, 0, buf, 1, MPI.INT, 0, 0),
                "sendRecv",
                "one object");
    }

    private static ByteBuffer otherOrder(ByteBuffer buffer) {
        boolean little = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
        return buffer.order(little ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    }

    private static void buffers(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        Datatype wide = Datatype.createVector(2, 1, 10, MPI.INT);
        wide.commit();
        Datatype before = Datatype.createHIndexed(new int[] {1}, new int[] {-4}, MPI.INT);
        before.commit();
        for (Check.Action action : new Check.Action[] {
            () -> comm.send(new int[4], 5, MPI.INT, 0, 0),
            () -> comm.send(new int[10], 1, wide, 0, 0),
            () -> comm.send(new int[4], 1, before, 0, 0),
            () -> comm.send(null, 1, MPI.INT, 0, 0),
            () -> comm.send("text", 1, MPI.BYTE, 0, 0),
            () -> comm.send(new Integer[] {1}, 1, MPI.INT, 0, 0),
            () -> comm.send(new int[1][1], 1, MPI.INT, 0, 0),
            () -> comm.iSend(new int[4], 5, MPI.INT, 0, 0),
            () -> comm.iSend("text", 1, MPI.BYTE, 0, 0),
            () -> comm.send(CharBuffer.wrap("text"), 4, MPI.CHAR, 0, 0),
            () -> comm.iSend(CharBuffer.wrap("text"), 4, MPI.CHAR, 0, 0),
            () -> comm.pack(CharBuffer.wrap("text"), 4, MPI.CHAR, new byte[8], 0),
            () -> comm.send(otherOrder(ByteBuffer.allocate(8)).asIntBuffer(), 2, MPI.INT, 0, 0),
            () -> comm.recv(otherOrder(ByteBuffer.allocateDirect(8)).asDoubleBuffer(), 1, MPI.DOUBLE, 0, 0),
            () -> comm.recv(new int[4], 5, MPI.INT, 0, 0),
            () -> comm.recv(new int[10], 1, wide, 0, 0),
            () -> comm.recv(null, 1, MPI.INT, 0, 0),
            () -> comm.iRecv(new Object(), 1, MPI.INT, 0, 0),
            () -> comm.recv(MPI.slice(new int[4], 2), 3, MPI.INT, 0, 0),
            () -> comm.send(rank.newByteBuffer(7), 2, MPI.INT, 0, 0),
            () -> comm.bcast(new int[3], 4, MPI.INT, 0),
        }) {
            Check.error(MPI.ERR_BUFFER, action, "buffer");
        }
        for (Check.Action action : new Check.Action[] {
            () -> comm.send(null, 4, MPI.INT, 0, 0),
            () -> comm.iSend(null, 4, MPI.INT, 0, 0),
            () -> comm.bSend(null, 4, MPI.INT, 0, 0),
            () -> comm.recv(null, 4, MPI.INT, 0, 0),
            () -> comm.iRecv(null, 4, MPI.INT, 0, 0),
            () -> comm.sendRecvReplace(null, 4, MPI.INT, 0, 0, 0, 0),
            () -> comm.bcast(null, 4, MPI.INT, 0)
        }) {
            Check.error(MPI.ERR_BUFFER, action, "the buffer is null; expected room for 4 elements of INT");
        }
        // No data: no buffer is needed.
        Status status = comm.sendRecv(null, 0, MPI.INT, 1 - comm.getRank(), 0, null, 0, MPI.INT, 1 - comm.getRank(), 0);
        Check.equal(0, status.getCount(MPI.INT), "count");
        comm.barrier();
    }

    private static void nothingSent(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        if (comm.getRank() == 0) {
            Check.error(MPI.ERR_BUFFER, () -> comm.send(new int[1], 2, MPI.INT, 1, 0));
            Check.error(MPI.ERR_BUFFER, () -> comm.iSend(new int[1], 2, MPI.INT, 1, 0));
            Check.error(MPI.ERR_BUFFER, () -> comm.bSend(new int[1 << 20], 1 << 20, MPI.INT, 1, 0));
            comm.send(new int[] {5}, 1, MPI.INT, 1, 0);
        } else {
            int[] room = new int[2];
            Check.equal(1, comm.recv(room, 2, MPI.INT, 0, 0).getCount(MPI.INT), "count");
            Check.equal(5, room[0], "the only message");
            // A failed receive is not posted: it takes no message.
            Check.error(MPI.ERR_BUFFER, () -> comm.iRecv(new int[1], 2, MPI.INT, 0, 1));
        }
        comm.barrier();
        if (comm.getRank() == 0) {
            comm.send(new int[] {6}, 1, MPI.INT, 1, 1);
        } else {
            int[] room = new int[1];
            comm.recv(room, 1, MPI.INT, 0, 1);
            Check.equal(6, room[0], "the message that a failed receive has not taken");
        }
    }

    private static void selfSend(Rank rank) throws Exception {
        Intracomm self = rank.self();
        int large = rank.sizes().large();
        Check.error(MPI.ERR_OTHER, () -> self.send(new byte[large], large, MPI.BYTE, 0, 3), "deadlock", "tag 3");
        Check.error(MPI.ERR_OTHER, () -> self.sSend(new byte[1], 1, MPI.BYTE, 0, 4), "deadlock", "tag 4");
        Check.that(self.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG) == null, "the failed sends have left no message");
        Request started = self.isSend(new byte[] {8}, 1, MPI.BYTE, 0, 6);
        Check.error(MPI.ERR_OTHER, started::waitFor, "deadlock", "to itself");
        byte[] one = new byte[1];
        self.recv(one, 1, MPI.BYTE, 0, 6);
        started.waitFor();
        Check.equal(8, one[0], "the message of the send that was waited for too early");
        // Short messages in standard mode are kept, as they would be by a peer.
        int size = Math.min(4, rank.sizes().eagerLimit());
        self.send(Pattern.bytes(size, 7), size, MPI.BYTE, 0, 5);
        byte[] room = new byte[size];
        self.recv(room, size, MPI.BYTE, 0, 5);
        Check.sameBytes(Pattern.bytes(size, 7), room, () -> "the short message");
    }

    private static void nulls(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        Group group = comm.getGroup();
        Datatype open = Datatype.createContiguous(2, MPI.INT);
        Status nobody = comm.recv(null, 0, MPI.INT, MPI.PROC_NULL, 0);
        Check.error(MPI.ERR_ARG, () -> nobody.setElementsX(MPI.INT, null), "setElementsX", "count is null");
        Check.error(MPI.ERR_ARG, () -> comm.setName(null), "setName", "name is null");
        Check.error(MPI.ERR_INFO, () -> comm.setInfo(null), "setInfo", "is null");
        Check.error(MPI.ERR_INFO_KEY, () -> new Info().get(null), "get", "key is null");
        new Info().set("k".repeat(MPI.MAX_INFO_KEY), "v".repeat(MPI.MAX_INFO_VAL));
        String longKey = "k".repeat(MPI.MAX_INFO_KEY + 1);
        Check.error(MPI.ERR_INFO_KEY, () -> new Info().set(longKey, "v"), "set", "37", "36");
        String longValue = "v".repeat(MPI.MAX_INFO_VAL + 1);
        Check.error(MPI.ERR_INFO_VALUE, () -> new Info().set("k", longValue), "set", "key k", "257", "256");
        Check.error(MPI.ERR_INFO_KEY, () -> new Info().delete(null), "delete", "key is null");
        Check.error(MPI.ERR_ARG, () -> CartComm.createDims(6, null), "createDims", "dims is null");
        Check.error(MPI.ERR_ARG, () -> group.incl(null), "incl", "ranks is null");
        Check.error(MPI.ERR_ARG, () -> group.rangeExcl(null), "rangeExcl", "ranges is null");
        Check.error(MPI.ERR_GROUP, () -> Group.union(null, group), "union", "group is null");
        Check.error(MPI.ERR_COMM, () -> Comm.compare(comm, null), "compare", "second communicator is null");
        Check.error(MPI.ERR_REQUEST, () -> Request.waitAll(null), "array of requests is null");
        Check.error(MPI.ERR_REQUEST, () -> Request.waitAnyStatus(null), "array of requests is null");
        Check.error(MPI.ERR_REQUEST, () -> Request.testSome(null), "array of requests is null");
        Check.error(MPI.ERR_REQUEST, () -> Request.testAll(null), "array of requests is null");
        Check.error(MPI.ERR_COMM, () -> new Message().mProbe(0, 0, null), "mProbe", "communicator is null");
        Check.error(MPI.ERR_BUFFER, () -> rank.attachBuffer(null), "attachBuffer", "buffer is null");
        Check.error(MPI.ERR_TYPE, () -> comm.send(null, 0, open, 0, 0), "datatype of INT is not committed");
        Status status = comm.sendRecv(null, 0, MPI.INT, comm.getRank(), 1, null, 0, MPI.INT, comm.getRank(), 1);
        Check.error(MPI.ERR_TYPE, () -> status.getCount(null), "getCount", "datatype is null");
        Check.error(MPI.ERR_ARG, () -> open.setName(null), "setName", "name is null");
        Check.error(MPI.ERR_RANK, () -> comm.send(null, 0, MPI.INT, 99, 0), "dest is 99", comm.getName());
    }

    private static void selfBuffered(Rank rank) throws Exception {
        Intracomm self = rank.self();
        int large = rank.sizes().large();
        rank.attachBuffer(new byte[large + MPI.BSEND_OVERHEAD]);
        self.bSend(Pattern.bytes(large, 4), large, MPI.BYTE, 0, 3);
        Check.error(MPI.ERR_OTHER, rank::detachBuffer, "deadlock", "detach");
        byte[] room = new byte[large];
        self.recv(room, large, MPI.BYTE, 0, 3);
        Check.sameBytes(Pattern.bytes(large, 4), room, () -> "the buffered message");
        Check.equal(large + MPI.BSEND_OVERHEAD, rank.detachBuffer().length, "the buffer");
    }

    private static void selfReceive(Rank rank) throws Exception {
        Intracomm self = rank.self();
        int[] room = {1};
        Check.error(MPI.ERR_OTHER, () -> self.recv(room, 1, MPI.INT, 0, 3), "deadlock", "tag 3");
        Check.error(MPI.ERR_OTHER, () -> self.probe(0, 3), "deadlock", "tag 3");
        Check.error(MPI.ERR_OTHER, () -> new Message().mProbe(0, 3, self), "deadlock", "tag 3");
        Check.error(MPI.ERR_OTHER, () -> self.recv(room, 1, MPI.INT, MPI.ANY_SOURCE, 3), "deadlock", "tag 3");
        Request posted = self.iRecv(room, 1, MPI.INT, 0, 3);
        Check.error(MPI.ERR_OTHER, posted::waitFor, "deadlock", "tag 3");
        posted.cancel();
        Check.that(posted.waitStatus().isCancelled(), "still there after the failed wait");
        Request send = self.iSend(new int[] {2}, 1, MPI.INT, 0, 3);
        self.recv(room, 1, MPI.INT, 0, 3);
        send.waitFor();
        Check.equal(2, room[0], "the failed receive has taken no message");
    }

    private static void selfRequests(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int me = rank.rank();
        byte[] one = new byte[1];
        byte[] other = {2};
        Request receive = comm.iRecv(one, 1, MPI.BYTE, me, 3);
        Request second = comm.iRecv(other, 1, MPI.BYTE, me, 4);
        Request send = comm.isSend(new byte[] {8}, 1, MPI.BYTE, me, 5);
        Request[] all = {null, receive, MPI.REQUEST_NULL, second, send};
        String from = "rank " + me + " receives from itself with tag 3";
        Check.error(MPI.ERR_OTHER, () -> Request.waitAny(all), "waitAny", "deadlock", from);
        Check.error(MPI.ERR_OTHER, () -> Request.waitAnyStatus(all), "waitAnyStatus", "deadlock", from);
        Check.error(MPI.ERR_OTHER, () -> Request.waitSome(all), "waitSome", "deadlock", from);
        Check.error(MPI.ERR_OTHER, () -> Request.waitSomeStatus(all), "waitSomeStatus", "deadlock", from);
        Check.error(MPI.ERR_OTHER, () -> Request.waitAll(all), "waitAll", "deadlock", from);
        Check.error(
                MPI.ERR_OTHER, () -> Request.waitAny(new Request[] {send}), "deadlock", "send of 1 bytes to itself");
        // What is from others too may come.
        byte[] late = new byte[1];
        Request any = comm.iRecv(late, 1, MPI.BYTE, MPI.ANY_SOURCE, 6);
        comm.send(new byte[] {6}, 1, MPI.BYTE, 1 - me, 6);
        Check.equal(1, Request.waitAny(new Request[] {receive, any, send}), "the message of the other rank");
        Check.equal(6, late[0], "the message of the other rank");
        // The requests have lost nothing by the failed waits.
        comm.send(new byte[] {4}, 1, MPI.BYTE, me, 4);
        Check.equal(3, Request.waitAny(all), "the second receive");
        Check.equal(4, other[0], "the second receive");
        comm.recv(other, 1, MPI.BYTE, me, 5);
        Check.equal(8, other[0], "the send");
        comm.send(new byte[] {3}, 1, MPI.BYTE, me, 3);
        Check.equal(new int[] {1, 4}, Request.waitSome(all), "what is left");
        Check.equal(3, one[0], "the first receive");
    }

    private static void words(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        comm.setName("ring of two");
        String place = "rank " + comm.getRank() + " of ring of two";
        MPIException e = Check.error(MPI.ERR_TAG, () -> comm.send(null, 0, MPI.INT, 0, -5), "send", place, "tag is -5");
        Check.equal(e.getErrorClass(), e.getErrorCode(), "code and class");
        Check.error(MPI.ERR_ROOT, () -> comm.bcast(new int[1], 1, MPI.INT, 2), "bcast", place, "root is 2", "0 to 1");
    }

    private static void inherited(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        Intracomm dup = comm.dup();
        Intracomm split = comm.split(comm.getRank(), 0);
        Check.that(dup.getErrhandler() == MPI.ERRORS_RETURN, "of dup");
        Check.that(split.getErrhandler() == MPI.ERRORS_RETURN, "of split");
        Check.error(MPI.ERR_TAG, () -> dup.send(null, 0, MPI.INT, 0, -5));
        Check.error(MPI.ERR_RANK, () -> split.send(null, 0, MPI.INT, 1, 0), "0 to 0");
        Check.error(MPI.ERR_ARG, () -> comm.setErrhandler(null));
        dup.free();
        split.free();
    }

    private static void attach(Rank rank) throws Exception {
        Check.error(MPI.ERR_BUFFER, () -> rank.attachBuffer(null), "attachBuffer", "null");
        rank.attachBuffer(new byte[1000]);
        Check.error(MPI.ERR_BUFFER, () -> rank.attachBuffer(new byte[1000]), "attachBuffer", "already");
        rank.detachBuffer();
        rank.attachBuffer(new byte[500]);
        Check.equal(500, rank.detachBuffer().length, "the second buffer");
    }

    private static void freed(Rank rank) throws Exception {
        Intracomm comm = rank.comm().dup();
        comm.free();
        Check.that(comm.isNull(), "null after free");
        Check.error(MPI.ERR_COMM, () -> comm.send(null, 0, MPI.INT, 0, 0), "null");
        Check.error(MPI.ERR_COMM, comm::getRank);
        Check.error(MPI.ERR_COMM, comm::barrier);
        Check.error(MPI.ERR_COMM, comm::free);
        comm.close();
        Check.error(MPI.ERR_COMM, () -> rank.self().free(), "COMM_SELF");
    }

    private static void nothingExchanged(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int other = 1 - comm.getRank();
        int[] mine = {5};
        for (Object room : new Object[] {new int[1], null, IntBuffer.allocate(2).asReadOnlyBuffer(), "text"}) {
            Check.error(
                    MPI.ERR_BUFFER,
                    () -> comm.sendRecv(mine, 1, MPI.INT, other, 1, room, 2, MPI.INT, other, 1),
                    "buffer");
        }
        Check.error(
                MPI.ERR_BUFFER,
                () -> comm.sendRecv(mine, 1, MPI.INT, other, 1, "text", 0, MPI.INT, other, 1),
                "String");
        int[] room = new int[2];
        int[] more = {6, 7};
        Status status = comm.sendRecv(more, 2, MPI.INT, other, 1, room, 2, MPI.INT, other, 1);
        Check.equal(2, status.getCount(MPI.INT), "the only message");
        Check.equal(more, room, "the only message");
        // Nothing comes from nobody: no room is needed.
        if (other == 1) {
            comm.sendRecv(mine, 1, MPI.INT, other, 2, null, 2, MPI.INT, MPI.PROC_NULL, 2);
        } else {
            comm.recv(room, 2, MPI.INT, other, 2);
        }
    }

    private static void selfExchange(Rank rank) throws Exception {
        Intracomm self = rank.self();
        int[] buf = {1};
        int[] room = {2};
        Check.error(MPI.ERR_OTHER, () -> self.sendRecvReplace(buf, 1, MPI.INT, 0, 1, 0, 2), "deadlock");
        Check.error(MPI.ERR_OTHER, () -> self.sendRecv(buf, 1, MPI.INT, 0, 1, room, 1, MPI.INT, 0, 2), "deadlock");
        int large = rank.sizes().large();
        byte[] bytes = new byte[large];
        Check.error(MPI.ERR_OTHER, () -> self.sendRecvReplace(bytes, large, MPI.BYTE, 0, 1, 0, 2), "deadlock");
        int[] found = new int[1];
        Request send = self.iSend(new int[] {77}, 1, MPI.INT, 0, 2);
        self.recv(found, 1, MPI.INT, 0, 2);
        send.waitFor();
        Check.equal(77, found[0], "a message after the failed exchanges");
        Check.equal(1, buf[0], "replaced by nothing");
        Check.equal(2, room[0], "received nothing");
        // Their short messages had left.
        while (self.iProbe(0, 1) != null) {
            self.recv(found, 1, MPI.INT, 0, 1);
        }
    }

    private static void hugeReplace(Rank rank) throws Exception {
        Datatype mebibyte = Datatype.createResized(Datatype.createContiguous(1 << 20, MPI.BYTE), 0, 0);
        mebibyte.commit();
        byte[] buf = new byte[1 << 20];
        Check.error(
                MPI.ERR_COUNT, () -> rank.self().sendRecvReplace(buf, 3000, mebibyte, 0, 1, 0, 1), "3145728000 bytes");
        // The copy would be larger than most heaps, and need not be made.
        int most = Integer.MAX_VALUE - 8;
        Check.error(MPI.ERR_BUFFER, () -> rank.self().sendRecvReplace(buf, most, MPI.BYTE, 0, 1, 0, 1), "1048576");
    }
}
