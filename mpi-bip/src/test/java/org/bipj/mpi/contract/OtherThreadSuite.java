package org.bipj.mpi.contract;

import java.util.LinkedHashMap;
import java.util.Map;
import mpi.Datatype;
import mpi.File;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import mpi.Win;

/**
 * THREAD_SINGLE: only the thread that initialised calls (MPI 4.1 section 11.6.2). Calls of another thread are errors that change
 * nothing, except those that MPI always allows and those that read what does not change.
 */
public final class OtherThreadSuite extends Suite {
    private static final int TAG = 5;

    /** Adds the cases. */
    public OtherThreadSuite() {
        add("messages and collectives of a second thread are errors", 2, rank -> messages(rank.comm()));
        add("requests are not a second thread's to complete", 2, rank -> requests(rank.comm()));
        add("windows are not a second thread's to use", 2, rank -> windows(rank.comm()));
        add("files are not a second thread's to use", 2, OtherThreadSuite::files);
        add("buffers are not a second thread's to attach", 1, OtherThreadSuite::buffers);
        add("a second thread may read what does not change", 2, OtherThreadSuite::reads);
        add(
                "errors of a second thread do not disturb what the first one has begun",
                2,
                rank -> besidePosted(rank.comm()));
    }

    /** Runs something in a second thread and waits for its end. */
    private static void inOther(Check.Action action) throws Exception {
        Throwable[] failure = new Throwable[1];
        Thread other = Thread.ofPlatform().name("second").start(() -> {
            try {
                action.run();
            } catch (Throwable t) {
                failure[0] = t;
            }
        });
        other.join();
        if (failure[0] != null) {
            throw new AssertionError("second thread: " + failure[0], failure[0]);
        }
    }

    private static void refused(Map<String, Check.Action> calls) throws Exception {
        inOther(() -> {
            for (Map.Entry<String, Check.Action> call : calls.entrySet()) {
                refused(call.getKey(), call.getValue());
            }
        });
    }

    private static void refused(String name, Check.Action call) throws Exception {
        try {
            call.run();
        } catch (MPIException e) {
            Check.equal(MPI.ERR_OTHER, e.getErrorClass(), e.getMessage());
            Check.that(e.getMessage().startsWith(name + " ("), () -> name + ": " + e.getMessage());
            Check.that(e.getMessage().contains("called by thread \"second\""), e::getMessage);
            Check.that(e.getMessage().contains("MPI.InitThread"), e::getMessage);
            return;
        } catch (IllegalStateException e) {
            // In virtual time the port refuses.
            Check.that(e.getMessage().contains("called by thread \"second\""), e::getMessage);
            return;
        }
        throw new AssertionError(name + " is not refused");
    }

    /** All ranks exchange a message and a sum: everything still works. */
    private static void checkSound(Intracomm comm) {
        int[] ball = {comm.getRank()};
        comm.sendRecvReplace(ball, 1, MPI.INT, 1 - comm.getRank(), TAG, MPI.ANY_SOURCE, MPI.ANY_TAG);
        Check.equal(1 - comm.getRank(), ball[0], "ball");
        int[] sum = {1};
        comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
        Check.equal(2, sum[0], "sum");
    }

    private static void messages(Intracomm comm) throws Exception {
        int other = 1 - comm.getRank();
        int[] data = {7};
        Prequest persistent = comm.sendInit(data, 1, MPI.INT, other, TAG);
        Message probed = new Message();
        Request sent = comm.iSend(data, 1, MPI.INT, other, TAG);
        probed.mProbe(other, TAG, comm);
        Map<String, Check.Action> calls = new LinkedHashMap<>();
        calls.put("send", () -> comm.send(data, 1, MPI.INT, other, TAG));
        calls.put("iSend", () -> comm.iSend(data, 1, MPI.INT, other, TAG));
        calls.put("recv", () -> comm.recv(data, 1, MPI.INT, other, TAG));
        calls.put("iRecv", () -> comm.iRecv(data, 1, MPI.INT, other, TAG));
        calls.put("sendRecv", () -> comm.sendRecv(data, 1, MPI.INT, other, TAG, new int[1], 1, MPI.INT, other, TAG));
        calls.put("probe", () -> comm.probe(other, TAG));
        calls.put("iProbe", () -> comm.iProbe(other, TAG));
        calls.put("mProbe", () -> new Message().mProbe(other, TAG, comm));
        calls.put("mRecv", () -> probed.mRecv(data, 1, MPI.INT));
        calls.put("start", persistent::start);
        calls.put("sendObject", () -> comm.sendObject("object", other, TAG));
        calls.put("recvObject", () -> comm.recvObject(String.class, other, TAG));
        calls.put("barrier", comm::barrier);
        calls.put("bcast", () -> comm.bcast(data, 1, MPI.INT, 0));
        calls.put("allReduce", () -> comm.allReduce(data, 1, MPI.INT, MPI.SUM));
        calls.put("iBarrier", comm::iBarrier);
        calls.put("bcastObject", () -> comm.bcastObject(String.class, "object", 0));
        calls.put("dup", comm::dup);
        calls.put("split", () -> comm.split(0, 0));
        calls.put("free", comm::free);
        refused(calls);
        int[] received = new int[1];
        probed.mRecv(received, 1, MPI.INT);
        sent.waitFor();
        Check.equal(7, received[0], "the message that was probed before");
        persistent.free();
        checkSound(comm);
    }

    private static void requests(Intracomm comm) throws Exception {
        int other = 1 - comm.getRank();
        int[] room = new int[1];
        Request receive = comm.iRecv(room, 1, MPI.INT, other, TAG);
        Request[] all = {receive};
        Map<String, Check.Action> calls = new LinkedHashMap<>();
        calls.put("waitFor", receive::waitFor);
        calls.put("waitStatus", receive::waitStatus);
        calls.put("test", receive::test);
        calls.put("testStatus", receive::testStatus);
        calls.put("isDone", receive::isDone);
        calls.put("cancel", receive::cancel);
        calls.put("free", receive::free);
        calls.put("close", receive::close);
        calls.put("waitAll", () -> Request.waitAll(all));
        calls.put("waitAny", () -> Request.waitAny(all));
        calls.put("waitSome", () -> Request.waitSome(all));
        calls.put("testAll", () -> Request.testAll(all));
        calls.put("testAny", () -> Request.testAny(all));
        calls.put("testSome", () -> Request.testSome(all));
        refused(calls);
        comm.send(new int[] {8}, 1, MPI.INT, other, TAG);
        receive.waitFor();
        Check.equal(8, room[0], "the message");
        checkSound(comm);
    }

    private static void windows(Intracomm comm) throws Exception {
        int other = 1 - comm.getRank();
        int[] memory = {comm.getRank()};
        int[] data = {9};
        try (Win win = new Win(memory, 1, 1, MPI.INFO_NULL, comm)) {
            win.setErrhandler(MPI.ERRORS_RETURN);
            win.fence(0);
            Map<String, Check.Action> calls = new LinkedHashMap<>();
            calls.put("Win", () -> new Win(memory, 1, 1, MPI.INFO_NULL, comm));
            calls.put("put", () -> win.put(data, 1, MPI.INT, other, 0, 1, MPI.INT));
            calls.put("get", () -> win.get(data, 1, MPI.INT, other, 0, 1, MPI.INT));
            calls.put("rGet", () -> win.rGet(data, 1, MPI.INT, other, 0, 1, MPI.INT));
            calls.put("accumulate", () -> win.accumulate(data, 1, MPI.INT, other, 0, 1, MPI.INT, MPI.SUM));
            calls.put("fence", () -> win.fence(0));
            calls.put("lock", () -> win.lock(MPI.LOCK_SHARED, other, 0));
            calls.put("flush", () -> win.flush(other));
            calls.put("free", win::free);
            refused(calls);
            inOther(() -> Check.equal(memory, win.getAttr(MPI.WIN_BASE), "the window's memory"));
            int[] found = new int[1];
            win.get(found, 1, MPI.INT, other, 0, 1, MPI.INT);
            win.fence(0);
            Check.equal(other, found[0], "the other rank's number");
            Check.equal(9, data[0], "data of refused calls");
        }
        checkSound(comm);
    }

    private static void files(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        SharedFile.use(rank, path -> {
            byte[] data = {(byte) comm.getRank()};
            try (File file = new File(comm, path.toString(), MPI.MODE_CREATE | MPI.MODE_RDWR)) {
                Map<String, Check.Action> calls = new LinkedHashMap<>();
                calls.put("File", () -> new File(comm, path.toString(), MPI.MODE_RDWR));
                calls.put("writeAt", () -> file.writeAt(comm.getRank(), new byte[] {99}, 1, MPI.BYTE));
                calls.put("writeAll", () -> file.writeAll(data, 1, MPI.BYTE));
                calls.put("iWrite", () -> file.iWrite(data, 1, MPI.BYTE));
                calls.put("seek", () -> file.seek(1, MPI.SEEK_SET));
                calls.put("sync", file::sync);
                calls.put("close", file::close);
                refused(calls);
                file.writeAt(comm.getRank(), data, 1, MPI.BYTE);
            }
            Check.equal(new byte[] {0, 1}, SharedFile.bytes(rank, path), "the file");
        });
        checkSound(comm);
    }

    private static void buffers(Rank rank) throws Exception {
        byte[] buffer = new byte[1000];
        rank.attachBuffer(buffer);
        Map<String, Check.Action> calls = new LinkedHashMap<>();
        calls.put("attachBuffer", () -> rank.attachBuffer(new byte[10]));
        calls.put("detachBuffer", rank::detachBuffer);
        refused(calls);
        inOther(() -> Check.equal(1 << 20, rank.newByteBuffer(1 << 20).capacity(), "private memory"));
        Check.that(rank.detachBuffer() == buffer, "the buffer that was attached");
    }

    private static void reads(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        Status status = comm.sendRecv(new int[2], 2, MPI.INT, 1 - me, TAG, new int[2], 2, MPI.INT, 1 - me, TAG);
        Intracomm grid = comm.createCart(new int[] {2}, new boolean[] {true}, false);
        inOther(() -> {
            Check.equal(me, comm.getRank(), "rank");
            Check.equal(2, comm.getSize(), "size");
            Check.equal(2, comm.getGroup().getSize(), "size of the group");
            Check.that(!comm.isInter() && !comm.isNull(), "kind");
            Check.that(comm.getName() != null && comm.getErrhandler() != null, "name and error handler");
            Check.that(comm.getAttr(MPI.TAG_UB) != null, "attribute");
            Check.equal(MPI.IDENT, mpi.Comm.compare(comm, comm), "comparison");
            Check.equal(1 - me, status.getSource(), "source");
            Check.equal(TAG, status.getTag(), "tag");
            Check.equal(2, status.getCount(MPI.INT), "count");
            Check.equal(1, MPI.INT.getSize(), "size of a type");
            Check.equal(8, comm.packSize(2, MPI.INT), "bytes");
            Check.equal(MPI.CART, grid.getTopology(), "topology");
            Datatype.createContiguous(3, MPI.INT).free();
        });
        grid.free();
        checkSound(comm);
    }

    /** Rank 0 has posted a receive, and goes on once its second thread has tried everything often. */
    private static void besidePosted(Intracomm comm) throws Exception {
        if (comm.getRank() == 1) {
            comm.recv(new int[1], 1, MPI.INT, 0, TAG);
            comm.send(new int[] {11}, 1, MPI.INT, 0, TAG);
            return;
        }
        int[] room = new int[1];
        Request answer = comm.iRecv(room, 1, MPI.INT, 1, TAG);
        inOther(() -> {
            for (int i = 0; i < 100; i++) {
                refused("send", () -> comm.send(new int[1], 1, MPI.INT, 1, TAG));
                refused("waitFor", answer::waitFor);
                refused("barrier", comm::barrier);
            }
        });
        comm.send(new int[1], 1, MPI.INT, 1, TAG);
        answer.waitFor();
        Check.equal(11, room[0], "the answer");
    }
}
