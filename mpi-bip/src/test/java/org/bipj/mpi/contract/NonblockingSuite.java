package org.bipj.mpi.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** Non-blocking and persistent collective operations, on communicators of 1 to 8 ranks (MPI 4.1 sections 6.12 and 6.13). */
public final class NonblockingSuite extends Suite {
    private static final int[] COUNTS = {0, 1, 600};
    private static final int STARTS = 2;

    /** Adds the cases. */
    public NonblockingSuite() {
        each("every operation, non-blocking", NonblockingSuite::nonBlocking);
        each("every operation, persistent, started several times", NonblockingSuite::persistent);
        each("all operations at once, completed in every way and order", NonblockingSuite::atOnce);
        each("blocking ones and messages between the start and the end of others", NonblockingSuite::between);
        each("a barrier is complete once all ranks have started it, and no earlier", NonblockingSuite::barrier);
        add("progress in every call that waits or tests", 3, NonblockingSuite::progress);
        add("long messages of several operations pass each other", 4, NonblockingSuite::longOnes);
        add("persistent operations are started in any order", 3, NonblockingSuite::anyOrder);
        add("unequal counts fail at the wait of the operation, and at no other call", 2, NonblockingSuite::mismatch);
        add("a reduction function that throws fails the wait", 2, NonblockingSuite::throwing);
        add("cancel and free of an active operation are errors", 2, NonblockingSuite::notFreed);
        add("a freed communicator ends what was started on it", 3, NonblockingSuite::freedCommunicator);
        add("a persistent operation that is freed when active completes by itself", 2, NonblockingSuite::freedActive);
        add("wrong arguments are errors of the call that starts or makes it", 2, NonblockingSuite::arguments);
    }

    private static void nonBlocking(Intracomm comm) {
        for (int count : COUNTS) {
            int seed = count;
            for (CollectiveCall call : CollectiveCalls.all(comm, count, count + 1, count)) {
                call.fill(++seed);
                Request request = call.nonBlocking().get();
                Status status = request.waitStatus();
                Check.equal(MPI.ANY_SOURCE, status.getSource(), "source of " + call);
                Check.that(request.isNull(), "not null after the wait");
                call.check(seed, "non-blocking");
            }
        }
    }

    private static void persistent(Intracomm comm) {
        for (int count : new int[] {2, 500}) {
            int seed = 1000 * count;
            for (CollectiveCall call : CollectiveCalls.all(comm, count, count + 2, count + 1)) {
                Prequest request = call.persistent().get();
                for (int i = 0; i < STARTS; i++) {
                    call.fill(++seed);
                    request.start();
                    request.waitFor();
                    Check.that(!request.isNull(), "null before free");
                    call.check(seed, "start " + i);
                }
                request.free();
                Check.that(request.isNull(), "not null after free");
            }
        }
    }

    /** The ways are the same on all ranks, the orders are not. */
    private static void atOnce(Intracomm comm) {
        for (int way = 0; way < 4; way++) {
            List<CollectiveCall> calls = new ArrayList<>(CollectiveCalls.all(comm, 5 + 100 * way, way, way));
            calls.addAll(CollectiveCalls.all(comm, 3, way + 1, way));
            Request[] requests = new Request[calls.size()];
            for (int i = 0; i < requests.length; i++) {
                calls.get(i).fill(i);
                requests[i] = calls.get(i).nonBlocking().get();
            }
            complete(requests, way, new Random(comm.getRank()));
            for (int i = 0; i < requests.length; i++) {
                Check.that(requests[i].isNull(), "complete");
                calls.get(i).check(i, "at once");
            }
        }
    }

    private static void complete(Request[] requests, int way, Random random) {
        switch (way) {
            case 0 -> Request.waitAll(requests);
            case 1 -> {
                for (int at = Request.waitAny(requests); at != MPI.UNDEFINED; at = Request.waitAny(requests)) {
                    Check.that(requests[at].isNull(), "null after waitAny");
                }
            }
            case 2 -> {
                List<Request> shuffled = new ArrayList<>(Arrays.asList(requests));
                Collections.shuffle(shuffled, random);
                shuffled.forEach(Request::waitFor);
            }
            default -> {
                while (!Request.testAll(requests)) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    private static void between(Intracomm comm) {
        int n = comm.getSize();
        int me = comm.getRank();
        List<CollectiveCall> started = CollectiveCalls.all(comm, 20, 1, 2);
        List<CollectiveCall> blocking = CollectiveCalls.all(comm, 21, 0, 3);
        Request[] requests = new Request[started.size()];
        for (int i = 0; i < requests.length; i++) {
            started.get(i).fill(i);
            requests[i] = started.get(i).nonBlocking().get();
            blocking.get(i).fill(7 * i);
            blocking.get(i).blocking().run();
            blocking.get(i).check(7 * i, "blocking, between others");
            int[] token = {me};
            comm.sendRecvReplace(token, 1, MPI.INT, (me + 1) % n, 1, (me + n - 1) % n, 1);
            Check.equal((me + n - 1) % n, token[0], "message between operations");
        }
        Request.waitAll(requests);
        for (int i = 0; i < requests.length; i++) {
            started.get(i).check(i, "with others between");
        }
    }

    private static void barrier(Intracomm comm) {
        int n = comm.getSize();
        for (int late = 0; late < n; late++) {
            if (comm.getRank() == late) {
                // Whoever has gone too early has told so.
                for (int r = 0; r < n; r++) {
                    if (r != late) {
                        comm.recv(null, 0, MPI.INT, r, 1);
                    }
                }
                comm.iBarrier().waitFor();
                continue;
            }
            Request request = comm.iBarrier();
            for (int i = 0; i < 20; i++) {
                Check.that(!request.test(), "complete before a rank has started it");
            }
            comm.send(null, 0, MPI.INT, late, 1);
            request.waitFor();
        }
    }

    /** Rank 1 passes on what comes from rank 0 to nobody but in calls that have nothing to do with it. */
    private static void progress(Rank rank) {
        Intracomm comm = rank.comm();
        Intracomm other = comm.dup();
        for (int way = 0; way < 8; way++) {
            int count = way % 2 == 0 ? 1 : rank.sizes().large();
            byte[] data = comm.getRank() == 0 ? Pattern.bytes(count, way) : new byte[count];
            byte[] all = new byte[3 * count];
            Request request = comm.iAllGather(data, count, MPI.BYTE, all, count, MPI.BYTE);
            if (comm.getRank() == 1) {
                elsewhere(other, way);
            } else {
                request.waitFor();
                Check.equal(Pattern.bytes(count, way), Arrays.copyOf(all, count), "data of rank 0");
                if (comm.getRank() == 0) {
                    // Only now may the others' calls end: so rank 1 has made progress in its own.
                    other.recv(null, 0, MPI.INT, 2, 3);
                    end(other, way);
                } else {
                    other.send(null, 0, MPI.INT, 0, 3);
                    if (way == 4) {
                        other.barrier();
                    }
                }
            }
            request.waitFor();
            Check.equal(Pattern.bytes(count, way), Arrays.copyOf(all, count), "data of rank 0 at rank 1");
        }
        other.free();
    }

    private static void elsewhere(Intracomm other, int way) {
        byte[] one = new byte[1];
        switch (way) {
            case 0 -> other.recv(one, 1, MPI.BYTE, 0, 5);
            case 1 -> other.recv(one, 1, MPI.BYTE, MPI.ANY_SOURCE, MPI.ANY_TAG);
            case 2 -> {
                other.probe(0, 5);
                other.recv(one, 1, MPI.BYTE, 0, 5);
            }
            case 3 -> {
                while (other.iProbe(0, 5) == null) {
                    Thread.onSpinWait();
                }
                other.recv(one, 1, MPI.BYTE, 0, 5);
            }
            case 4 -> other.barrier();
            case 5 -> {
                Request receive = other.iRecv(one, 1, MPI.BYTE, 0, 5);
                while (!receive.test()) {
                    Thread.onSpinWait();
                }
            }
            case 6 -> other.sSend(one, 1, MPI.BYTE, 0, 5);
            default -> Request.waitAny(new Request[] {other.iRecv(one, 1, MPI.BYTE, 0, 5), null});
        }
    }

    private static void end(Intracomm other, int way) {
        if (way == 4) {
            other.barrier();
        } else if (way == 6) {
            other.recv(new byte[1], 1, MPI.BYTE, 1, 5);
        } else {
            other.send(new byte[1], 1, MPI.BYTE, 1, 5);
        }
    }

    private static void longOnes(Rank rank) {
        Intracomm comm = rank.comm();
        int count = rank.sizes().large() / 4 + 1;
        List<CollectiveCall> calls = CollectiveCalls.all(comm, count, 2, 0);
        Request[] requests = new Request[calls.size()];
        for (int i = 0; i < requests.length; i++) {
            calls.get(i).fill(i);
            requests[i] = calls.get(i).nonBlocking().get();
        }
        Request.waitAll(requests);
        for (int i = 0; i < requests.length; i++) {
            calls.get(i).check(i, "long");
        }
    }

    private static void anyOrder(Rank rank) {
        Intracomm comm = rank.comm();
        List<CollectiveCall> calls = CollectiveCalls.all(comm, 40, 1, 4);
        List<Prequest> requests = new ArrayList<>();
        calls.forEach(call -> requests.add(call.persistent().get()));
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            order.add(i);
        }
        Random random = new Random(comm.getRank());
        for (int round = 0; round < STARTS; round++) {
            Collections.shuffle(order, random);
            for (int i : order) {
                calls.get(i).fill(100 * round + i);
            }
            Prequest.startAll(order.stream().map(requests::get).toArray(Prequest[]::new));
            Collections.shuffle(order, random);
            for (int i : order) {
                requests.get(i).waitFor();
                calls.get(i).check(100 * round + i, "in any order");
            }
        }
        requests.forEach(Prequest::free);
    }

    private static void mismatch(Rank rank) {
        Intracomm comm = rank.comm();
        boolean short1 = comm.getRank() == 0;
        Request wrong = comm.iBcast(new int[3], short1 ? 2 : 3, MPI.INT, 0);
        // The error is found in here, and is none of its.
        comm.barrier();
        if (short1) {
            wrong.waitFor();
        } else {
            Status status;
            do {
                status = wrong.getStatus();
            } while (status == null);
            Check.equal(MPI.ERR_TRUNCATE, status.getError(), "error in the status");
            Check.error(MPI.ERR_TRUNCATE, "contributed 8 bytes", () -> wrong.waitFor());
            Check.that(wrong.isNull(), "an operation that failed has ended");
        }
        int[] all = new int[2];
        comm.iAllGather(new int[] {comm.getRank()}, 1, MPI.INT, all, 1, MPI.INT).waitFor();
        Check.equal(new int[] {0, 1}, all, "the next operation");
    }

    private static void throwing(Rank rank) {
        Intracomm comm = rank.comm();
        Op bad = new Op(
                (in, inOut, count, type) -> {
                    throw new IllegalStateException("as written by a user");
                },
                true);
        Request first = comm.iAllReduce(new int[] {1}, new int[1], 1, MPI.INT, bad);
        Request second = comm.iBarrier();
        try {
            Request.waitAll(new Request[] {second, first});
            throw new AssertionError("no error");
        } catch (IllegalStateException e) {
            Check.equal("as written by a user", e.getMessage(), "the function's own exception");
        }
        Check.that(first.isNull() && second.isNull(), "both have ended");
        comm.barrier();
    }

    private static void notFreed(Rank rank) {
        Intracomm comm = rank.comm();
        if (comm.getRank() == 0) {
            comm.recv(null, 0, MPI.INT, 1, 1);
            comm.iBarrier().waitFor();
            return;
        }
        Request request = comm.iBarrier();
        Check.error(MPI.ERR_REQUEST, "freed", () -> request.free());
        Check.error(MPI.ERR_REQUEST, "cancelled", () -> request.cancel());
        comm.send(null, 0, MPI.INT, 0, 1);
        request.waitFor();
        request.free();
        request.cancel();
    }

    private static void freedCommunicator(Rank rank) {
        for (int round = 0; round < 3; round++) {
            Intracomm comm = rank.comm().dup();
            List<CollectiveCall> calls = CollectiveCalls.all(comm, 10, round, round);
            Request[] requests = new Request[calls.size()];
            for (int i = 0; i < requests.length; i++) {
                calls.get(i).fill(i);
                requests[i] = calls.get(i).nonBlocking().get();
            }
            comm.free();
            Intracomm next = rank.comm().dup();
            next.setErrhandler(MPI.ERRORS_RETURN);
            int[] sum = {1};
            next.iAllReduce(sum, 1, MPI.INT, MPI.SUM).waitFor();
            Check.equal(next.getSize(), sum[0], "on a communicator that is made meanwhile");
            Request.waitAll(requests);
            for (int i = 0; i < requests.length; i++) {
                calls.get(i).check(i, "on a freed communicator");
            }
            next.free();
        }
    }

    private static void freedActive(Rank rank) {
        Intracomm comm = rank.comm();
        int[] in = {comm.getRank() + 1};
        int[] out = new int[1];
        Prequest request = comm.allReduceInit(in, out, 1, MPI.INT, MPI.SUM);
        request.start();
        request.free();
        Check.that(request.isNull(), "null after free");
        for (int i = 0; out[0] != 3; i++) {
            Check.that(i < 10_000_000, "not complete");
            comm.iProbe(MPI.ANY_SOURCE, 9);
        }
        comm.barrier();
    }

    private static void arguments(Rank rank) {
        Intracomm comm = rank.comm();
        int[] one = new int[1];
        Check.error(MPI.ERR_ROOT, "iBcast", () -> comm.iBcast(one, 1, MPI.INT, 2));
        Check.error(MPI.ERR_BUFFER, "bcastInit", () -> comm.bcastInit(one, 2, MPI.INT, 0));
        Check.error(MPI.ERR_BUFFER, "bcastInit", () -> comm.bcastInit(one, 2, MPI.INT, 0, MPI.INFO_NULL));
        Check.error(MPI.ERR_INFO, "the info object is null", () -> comm.bcastInit(one, 1, MPI.INT, 0, null));
        Check.error(MPI.ERR_INFO, "the info object is null", () -> comm.barrierInit(null));
        Check.error(MPI.ERR_OP, "iAllReduce", () -> comm.iAllReduce(one, new int[1], 1, MPI.INT, null));
        Check.error(MPI.ERR_TYPE, "scanInit", () -> comm.scanInit(one, 1, null, MPI.SUM));
        Check.error(MPI.ERR_COUNT, "iGather", () -> comm.iGather(one, -1, MPI.INT, 0));
        Check.error(MPI.ERR_ARG, "iAllGatherv", () -> comm.iAllGatherv(one, new int[1], new int[1], MPI.INT));
        int[] sum = {1};
        comm.iAllReduce(sum, 1, MPI.INT, MPI.SUM).waitFor();
        Check.equal(2, sum[0], "the next operation");
    }
}
