package org.bipj.mpi.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mpi.Datatype;
import mpi.Freeable;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import mpi.Win;

/** Handles the Java way: the end of a try block gives them back, and requests are futures. */
public final class HandleSuite extends Suite {
    private static final int TAG = 4;

    /** Adds the cases. */
    public HandleSuite() {
        add("the end of a block frees what it opened", 2, HandleSuite::blocks);
        add("close does nothing for what is free or predefined", 1, HandleSuite::closeTwice);
        add("the end of a block waits for a request", 2, HandleSuite::requests);
        add("a block with a persistent request", 2, HandleSuite::persistent);
        add("a request is a future of its status", 2, HandleSuite::futures);
        add("a future that has failed", 2, HandleSuite::failed);
        add("a future that is cancelled, and one that cannot be", 2, HandleSuite::cancelled);
        add("futures that make progress: of a barrier, and within a time", 2, HandleSuite::progress);
    }

    private static void blocks(Rank rank) {
        List<Freeable> all = new ArrayList<>();
        try (Intracomm comm = rank.comm().dup();
                Group group = comm.getGroup();
                Datatype pair = Datatype.createContiguous(2, MPI.INT);
                Op op = new Op((in, inOut, count, type) -> {}, true);
                Info info = new Info();
                Win win = new Win(new int[1], 1, 1, MPI.INFO_NULL, comm)) {
            all.addAll(List.of(comm, group, pair, op, info, win));
            pair.commit();
            win.fence(0);
            win.fence(0);
            Check.equal(rank.rank(), group.getRank(), "the group is in use");
            Check.that(info.size() == 0 && !op.isNull() && !pair.isNull(), "all are in use");
        }
        Check.that(((Intracomm) all.get(0)).isNull(), "communicator");
        Check.that(((Group) all.get(1)).isNull(), "group");
        Check.that(((Datatype) all.get(2)).isNull(), "datatype");
        Check.that(((Op) all.get(3)).isNull(), "operation");
        Check.that(((Info) all.get(4)).isNull(), "info");
        Check.that(((Win) all.get(5)).isNull(), "window");
        for (Freeable freed : all) {
            freed.close();
            expectRefused(freed);
        }
    }

    private static void expectRefused(Freeable freed) {
        try {
            freed.free();
        } catch (MPIException e) {
            return;
        }
        throw new AssertionError(freed + " was freed twice");
    }

    private static void closeTwice(Rank rank) {
        List<Freeable> predefined = List.of(
                rank.comm(),
                rank.self(),
                MPI.GROUP_EMPTY,
                MPI.INT,
                MPI.DATATYPE_NULL,
                MPI.SUM,
                MPI.INFO_NULL,
                MPI.INFO_ENV,
                MPI.REQUEST_NULL);
        boolean isWorld = rank.comm().getName().equals("MPI_COMM_WORLD");
        for (Freeable one : predefined.subList(isWorld ? 0 : 1, predefined.size())) {
            one.close();
        }
        Check.that(!rank.comm().isNull() && !rank.self().isNull(), "communicators stay");
        Check.that(!MPI.GROUP_EMPTY.isNull() && !MPI.INT.isNull() && !MPI.SUM.isNull(), "constants stay");
        Check.that(MPI.INFO_ENV.size() > 0, "the environment stays");
        int[] sum = {0};
        rank.self().allReduce(new int[] {3}, sum, 1, MPI.INT, MPI.SUM);
        Check.equal(3, sum[0], "they work");
    }

    private static void requests(Rank rank) {
        Intracomm comm = rank.comm();
        int other = 1 - rank.rank();
        int size = rank.sizes().large();
        byte[] room = new byte[size];
        Request receive;
        try (Request in = comm.iRecv(room, size, MPI.BYTE, other, TAG);
                Request out = comm.iSend(Pattern.bytes(size, rank.rank()), size, MPI.BYTE, other, TAG);
                Request barrier = comm.iBarrier()) {
            Check.that(!in.isNull() && !out.isNull() && !barrier.isNull(), "under way");
            receive = in;
        }
        Check.sameBytes(Pattern.bytes(size, other), room, () -> "received by the end of the block");
        Check.that(receive.isNull(), "the request is null");
        receive.close();
    }

    private static void persistent(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int[] room = {0};
        Prequest kept;
        try (Prequest request = rank.rank() == 0
                ? comm.sendInit(new int[] {8}, 1, MPI.INT, 1, TAG)
                : comm.recvInit(room, 1, MPI.INT, 0, TAG)) {
            request.start();
            request.get();
            Check.that(request.isDone() && !request.isNull(), "done, and inactive");
            request.start();
            kept = request;
        }
        Check.that(kept.isNull(), "freed");
        Check.equal(rank.rank() == 0 ? 0 : 8, room[0], "received");
        kept.close();
        Check.error(MPI.ERR_REQUEST, kept::start, "freed");
    }

    private static void futures(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        if (rank.rank() == 0) {
            comm.sendObject("begin", 1, TAG);
            comm.send(new int[3], 3, MPI.INT, 1, TAG);
            return;
        }
        int[] room = new int[4];
        comm.recvObject(String.class, 0, TAG);
        Future<Status> future = comm.iRecv(room, 4, MPI.INT, 0, MPI.ANY_TAG);
        Status status = future.get();
        Check.equal(3, status.getCount(MPI.INT), "count");
        Check.equal(TAG, status.getTag(), "tag");
        Check.that(future.get() == status && future.get(0, TimeUnit.SECONDS) == status, "the same again");
        Check.that(future.isDone() && !future.isCancelled(), "done");
        Check.that(future.resultNow() == status, "result");
        Check.equal(Future.State.SUCCESS, future.state(), "state");
        Check.that(((Request) future).isNull(), "the request is null");
        Check.that(!future.cancel(true), "too late to cancel");
        Check.equal(MPI.ANY_SOURCE, MPI.REQUEST_NULL.get().getSource(), "of no request, an empty status");
    }

    private static void failed(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        if (rank.rank() == 0) {
            comm.send(new int[4], 4, MPI.INT, 1, TAG);
            comm.send(new int[1], 1, MPI.INT, 1, TAG);
            return;
        }
        int[] room = new int[1];
        Future<Status> future = comm.iRecv(room, 1, MPI.INT, 0, TAG);
        for (int i = 0; i < 2; i++) {
            try {
                future.get();
                throw new AssertionError("a longer message was received");
            } catch (ExecutionException e) {
                Check.equal(MPI.ERR_TRUNCATE, ((MPIException) e.getCause()).getErrorClass(), e.getMessage());
            }
        }
        Check.equal(Future.State.FAILED, future.state(), "state");
        Check.that(future.exceptionNow() instanceof MPIException, "the exception");
        Check.that(!future.cancel(false) && !future.isCancelled(), "not cancelled");
        comm.recv(room, 1, MPI.INT, 0, TAG);
    }

    private static void cancelled(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        Future<Status> receive = comm.iRecv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, TAG);
        Check.that(receive.cancel(true) && receive.isCancelled() && receive.isDone(), "cancelled");
        Check.equal(Future.State.CANCELLED, receive.state(), "state");
        for (int i = 0; i < 2; i++) {
            try {
                receive.get();
                throw new AssertionError("a cancelled receive has a status");
            } catch (CancellationException e) {
                Check.that(receive.isCancelled(), "still");
            }
        }
        Future<Status> barrier = comm.iBarrier();
        Check.that(!barrier.cancel(true), "a collective operation cannot be cancelled");
        barrier.get();
    }

    private static void progress(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        Future<Status> barrier = comm.iBarrier();
        while (!barrier.isDone()) {
            Thread.onSpinWait();
        }
        barrier.get();
        int[] room = {0};
        if (rank.rank() == 0) {
            Future<Status> receive = comm.iRecv(room, 1, MPI.INT, 1, TAG);
            try {
                receive.get(2, TimeUnit.MILLISECONDS);
                throw new AssertionError("received what was not sent");
            } catch (TimeoutException e) {
                Check.that(!receive.isDone() && !receive.isCancelled(), "it goes on");
            }
            comm.send(new int[] {1}, 1, MPI.INT, 1, TAG);
            receive.get(100, TimeUnit.SECONDS);
            Check.equal(7, room[0], "received");
        } else {
            comm.recv(room, 1, MPI.INT, 0, TAG);
            comm.send(new int[] {7}, 1, MPI.INT, 0, TAG);
        }
    }
}
