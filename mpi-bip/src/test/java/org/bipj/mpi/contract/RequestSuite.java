package org.bipj.mpi.contract;

import java.util.Arrays;
import java.util.BitSet;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Request;
import mpi.Status;

/** Requests: waiting and testing in every form, cancelling, freeing (MPI 4.1 sections 3.7 and 3.8.4). */
public final class RequestSuite extends Suite {
    private static final int GO = 1000;

    /** Adds the cases. */
    public RequestSuite() {
        add("null requests are complete", 1, RequestSuite::nulls);
        add("free and cancel of requests that are done have no effect", 2, RequestSuite::freeDone);
        add("test and testStatus: not before the message, then null", 2, RequestSuite::testOne);
        add("getStatus leaves the request", 2, RequestSuite::getStatus);
        add("getStatusAny, All and Some leave the requests", 2, RequestSuite::getStatuses);
        add("a status takes what is set", 1, RequestSuite::setStatus);
        add("waitSome and testSome: an error hides neither another nor a status", 1, RequestSuite::someFailed);
        add("getStatus of a truncated receive tells, and leaves the error to the wait", 1, RequestSuite::statusOfError);
        add("waitAny: all complete, each once", 2, rank -> one(rank, Any.WAIT_ANY));
        add("waitAnyStatus: all complete, each once", 2, rank -> one(rank, Any.WAIT_ANY_STATUS));
        add("testAny: all complete, each once", 2, rank -> one(rank, Any.TEST_ANY));
        add("testAnyStatus: all complete, each once", 2, rank -> one(rank, Any.TEST_ANY_STATUS));
        add("waitAll and testAll: an error hides neither another nor a status", 1, RequestSuite::allFailed);
        add("waitSome: all complete, each once", 2, rank -> some(rank, Some.WAIT_SOME));
        add("waitSomeStatus: all complete, each once", 2, rank -> some(rank, Some.WAIT_SOME_STATUS));
        add("testSome: all complete, each once", 2, rank -> some(rank, Some.TEST_SOME));
        add("testSomeStatus: all complete, each once", 2, rank -> some(rank, Some.TEST_SOME_STATUS));
        add("testAll and testAllStatus: all or nothing", 2, RequestSuite::testAll);
        add("waitAllStatus: statuses in the order of requests, empty ones for nulls", 2, RequestSuite::waitAllStatus);
        add("waitAny starves nobody: a slow message among fast ones", 3, RequestSuite::fairness);
        add("a cancelled receive takes no message", 2, RequestSuite::cancelReceive);
        add("cancelling a matched receive changes nothing", 2, RequestSuite::cancelTooLate);
        add("a cancelled send is sent or not, and says which", 2, RequestSuite::cancelSend);
        add("a send to oneself is cancelled as long as nothing has matched it", 1, RequestSuite::cancelSendToSelf);
        add("freed requests complete by themselves", 2, RequestSuite::free);
        add("test makes progress", 2, RequestSuite::progress);
    }

    private static void nulls(Rank rank) throws Exception {
        Request[] all = {null, MPI.REQUEST_NULL, rank.comm().iRecv(null, 0, MPI.INT, MPI.PROC_NULL, 0)};
        all[2].waitFor();
        Check.that(all[2].isNull() && MPI.REQUEST_NULL.isNull(), "null after waiting");
        all[2].waitFor();
        Status status = all[2].waitStatus();
        Check.equal(MPI.ANY_SOURCE, status.getSource(), "source of an empty status");
        Check.equal(MPI.ANY_TAG, status.getTag(), "tag of an empty status");
        Check.equal(0, status.getCount(MPI.INT), "count of an empty status");
        Check.that(all[2].test() && all[2].testStatus() != null, "a null request is complete");
        Request.waitAll(all);
        Check.equal(3, Request.waitAllStatus(all).length, "statuses");
        Check.that(Request.testAll(all) && Request.testAllStatus(all).length == 3, "testAll");
        Check.equal(MPI.UNDEFINED, Request.waitAny(all), "waitAny");
        Check.equal(MPI.UNDEFINED, Request.waitAnyStatus(all).getIndex(), "waitAnyStatus");
        Check.equal(MPI.UNDEFINED, Request.testAny(all), "testAny");
        Check.equal(MPI.UNDEFINED, Request.testAnyStatus(all).getIndex(), "testAnyStatus");
        Check.that(Request.waitSome(all) == null && Request.testSome(all) == null, "waitSome and testSome");
        Check.that(Request.waitSomeStatus(all) == null && Request.testSomeStatus(all) == null, "with statuses");
        Request.waitAll(new Request[0]);
        Check.equal(MPI.UNDEFINED, Request.waitAny(new Request[0]), "waitAny of none");
        Check.that(Request.testAll(new Request[0]), "testAll of none");
        MPI.REQUEST_NULL.cancel();
        MPI.REQUEST_NULL.free();
        Check.that(!MPI.REQUEST_NULL.cancel(true), "a future without an operation");
        Request freed = rank.comm().iSend(new int[1], 1, MPI.INT, MPI.PROC_NULL, 0);
        freed.free();
        freed.free();
        freed.cancel();
        Check.that(freed.isNull() && freed.test(), "null as before");
    }

    /** As programs for Open MPI's bindings do it: each request is freed after its wait, or its test, of whatever kind it is. */
    private static void freeDone(Rank rank) {
        Intracomm comm = rank.comm();
        int other = 1 - rank.rank();
        int[] in = new int[4];
        for (int round = 0; round < 3; round++) {
            Request exchange =
                    comm.iSendRecv(new int[] {round + 3}, 1, MPI.INT, other, 3, MPI.slice(in, 3), 1, MPI.INT, other, 3);
            Request[] all = {
                comm.iSend(new int[] {round}, 1, MPI.INT, other, 1),
                comm.iRecv(MPI.slice(in, 0), 1, MPI.INT, other, 1),
                comm.isSend(new int[] {round + 1}, 1, MPI.INT, other, 2),
                comm.iRecv(MPI.slice(in, 1), 1, MPI.INT, other, 2),
                comm.iBarrier(),
                comm.iAllReduce(new int[] {1}, MPI.slice(in, 2), 1, MPI.INT, MPI.SUM),
                exchange
            };
            if (round == 0) {
                Request.waitAll(all);
            } else if (round == 1) {
                while (!Request.testAll(all)) {
                    Thread.onSpinWait();
                }
            } else {
                // Complete, but neither waited for nor tested.
                for (Request request : all) {
                    while (request.getStatus() == null) {
                        Thread.onSpinWait();
                    }
                }
            }
            Check.equal(new int[] {round, round + 1, 2, round + 3}, in, "what was received");
            for (Request request : all) {
                if (request != exchange) {
                    request.cancel();
                }
                request.free();
                request.free();
                request.cancel();
                request.waitFor();
                Check.that(request.isNull() && !request.waitStatus().isCancelled(), "null");
            }
        }
    }

    private static void testOne(Rank rank) {
        Intracomm comm = rank.comm();
        for (int size : new int[] {1, rank.sizes().large()}) {
            if (comm.getRank() == 0) {
                comm.recv(null, 0, MPI.BYTE, 1, GO);
                comm.send(new byte[size], size, MPI.BYTE, 1, 1);
                comm.send(new byte[size], size, MPI.BYTE, 1, 2);
                continue;
            }
            Request first = comm.iRecv(new byte[size], size, MPI.BYTE, 0, 1);
            Request second = comm.iRecv(new byte[size], size, MPI.BYTE, 0, 2);
            for (int i = 0; i < 1000; i++) {
                Check.that(!first.test() && second.testStatus() == null, "complete without a message");
            }
            comm.send(null, 0, MPI.BYTE, 0, GO);
            Status status;
            do {
                status = second.testStatus();
            } while (status == null);
            Check.equal(2, status.getTag(), "tag");
            Check.equal(size, status.getCount(MPI.BYTE), "count");
            while (!first.test()) {
                Thread.onSpinWait();
            }
            Check.that(first.isNull() && second.isNull(), "null after completion was told");
        }
    }

    private static void getStatus(Rank rank) {
        Intracomm comm = rank.comm();
        if (comm.getRank() == 0) {
            comm.recv(null, 0, MPI.BYTE, 1, GO);
            comm.send(new int[] {5}, 1, MPI.INT, 1, 1);
            return;
        }
        int[] room = new int[1];
        Request request = comm.iRecv(room, 1, MPI.INT, 0, 1);
        Check.that(request.getStatus() == null, "not complete yet");
        comm.send(null, 0, MPI.BYTE, 0, GO);
        while (request.getStatus() == null) {
            Thread.onSpinWait();
        }
        Check.equal(4, request.getStatus().getCount(MPI.BYTE), "asked twice");
        Check.that(!request.isNull(), "still there");
        Check.equal(1, request.waitStatus().getTag(), "waited for");
        Check.equal(5, room[0], "received");
    }

    private static void getStatuses(Rank rank) {
        Intracomm comm = rank.comm();
        if (comm.getRank() == 0) {
            comm.recv(null, 0, MPI.BYTE, 1, GO);
            comm.send(new int[] {5}, 1, MPI.INT, 1, 1);
            comm.recv(null, 0, MPI.BYTE, 1, GO);
            comm.send(new int[] {6}, 1, MPI.INT, 1, 0);
            return;
        }
        Request[] requests = {comm.iRecv(new int[1], 1, MPI.INT, 0, 0), null, comm.iRecv(new int[1], 1, MPI.INT, 0, 1)};
        Check.that(Request.getStatusAny(requests) == null, "none is complete");
        Check.that(Request.getStatusAll(requests) == null, "not all are complete");
        Check.equal(0, Request.getStatusSome(requests).length, "some");
        comm.send(null, 0, MPI.BYTE, 0, GO);
        while (Request.getStatusAny(requests) == null) {
            Thread.onSpinWait();
        }
        Status any = Request.getStatusAny(requests);
        Check.equal(2, any.getIndex(), "the one that is complete");
        Check.equal(1, any.getTag(), "its tag");
        Check.that(Request.getStatusAll(requests) == null, "not all are complete");
        Status[] some = Request.getStatusSome(requests);
        Check.equal(1, some.length, "one is complete");
        Check.equal(2, some[0].getIndex(), "its place");
        comm.send(null, 0, MPI.BYTE, 0, GO);
        while (Request.getStatusAll(requests) == null) {
            Thread.onSpinWait();
        }
        Status[] all = Request.getStatusAll(requests);
        Check.equal(3, all.length, "all, in their order");
        Check.equal(0, all[0].getTag(), "the first");
        Check.equal(MPI.ANY_SOURCE, all[1].getSource(), "of a null request");
        Check.that(!requests[0].isNull() && !requests[2].isNull(), "still there");
        Request.waitAll(requests);
        Check.equal(MPI.UNDEFINED, Request.getStatusAny(requests).getIndex(), "nothing to ask for");
        Check.that(Request.getStatusSome(requests) == null, "nothing to ask for");
        Check.equal(3, Request.getStatusAll(requests).length, "of null requests");
    }

    private static void setStatus(Rank rank) {
        Intracomm self = rank.self();
        Request send = self.iSend(new int[3], 3, MPI.INT, 0, 4);
        Status status = self.recv(new int[3], 3, MPI.INT, 0, 4);
        send.waitFor();
        Check.equal(3, status.getCountX(MPI.INT).getCount(), "elements");
        Check.equal(12, status.getCountX(MPI.BYTE).getCount(), "bytes");
        Check.equal(MPI.UNDEFINED, status.getCountX(MPI.LONG).getCount(), "no whole number");
        status.setSource(7);
        status.setTag(8);
        status.setError(MPI.ERR_OTHER);
        Check.equal(7, status.getSource(), "the source");
        Check.equal(8, status.getTag(), "the tag");
        Check.equal(MPI.ERR_OTHER, status.getError(), "the error");
    }

    private enum Any {
        WAIT_ANY,
        WAIT_ANY_STATUS,
        TEST_ANY,
        TEST_ANY_STATUS;

        int next(Request[] requests) {
            switch (this) {
                case WAIT_ANY:
                    return Request.waitAny(requests);
                case WAIT_ANY_STATUS:
                    return checked(Request.waitAnyStatus(requests));
                case TEST_ANY:
                    int at;
                    do {
                        at = Request.testAny(requests);
                    } while (at == MPI.UNDEFINED);
                    return at;
                default:
                    Status status;
                    do {
                        status = Request.testAnyStatus(requests);
                    } while (status == null);
                    return checked(status);
            }
        }
    }

    private static int checked(Status status) {
        int at = status.getIndex();
        Check.equal(at, status.getTag(), "tag of the request at this index");
        Check.equal(at % 3 == 0 ? 4 : 100_000, status.getCount(MPI.BYTE), "bytes of the request at this index");
        return at;
    }

    /** Receives of rank 1, number i with tag i; rank 0 sends them in another order. Every fifth is null from the start. */
    private static Request[] requests(Intracomm comm, int[][] rooms) {
        int n = rooms.length;
        Request[] requests = new Request[n];
        for (int i = 0; i < n; i++) {
            int at = comm.getRank() == 0 ? (7 * i + 3) % n : i;
            if (at % 5 == 4) {
                continue;
            }
            rooms[at] = new int[25_000];
            int count = at % 3 == 0 ? 1 : rooms[at].length;
            if (comm.getRank() == 0) {
                rooms[at][0] = 100 + at;
                requests[at] = comm.iSend(rooms[at], count, MPI.INT, 1, at);
            } else {
                requests[at] = comm.iRecv(rooms[at], count, MPI.INT, 0, at);
            }
        }
        return requests;
    }

    private static void one(Rank rank, Any how) {
        int[][] rooms = new int[24][];
        Request[] requests = requests(rank.comm(), rooms);
        BitSet seen = new BitSet();
        for (int i = 0; i < 24; i++) {
            if (i % 5 == 4) {
                continue;
            }
            // The sender's statuses are empty.
            int at = rank.rank() == 1 ? how.next(requests) : Request.waitAny(requests);
            seen(seen, at, rooms, requests);
        }
        Check.equal(MPI.UNDEFINED, Request.waitAny(requests), "none is left");
    }

    private static void seen(BitSet seen, int at, int[][] rooms, Request[] requests) {
        Check.that(at >= 0 && !seen.get(at), () -> "index " + at + " once; so far " + seen);
        seen.set(at);
        Check.equal(100 + at, rooms[at][0], "data of request " + at);
        Check.that(requests[at].isNull(), "null after completion was told");
    }

    private enum Some {
        WAIT_SOME,
        WAIT_SOME_STATUS,
        TEST_SOME,
        TEST_SOME_STATUS;

        int[] next(Request[] requests) {
            return switch (this) {
                case WAIT_SOME -> notEmpty(Request.waitSome(requests));
                case WAIT_SOME_STATUS -> notEmpty(indices(Request.waitSomeStatus(requests)));
                case TEST_SOME -> Request.testSome(requests);
                case TEST_SOME_STATUS -> indices(Request.testSomeStatus(requests));
            };
        }

        private static int[] notEmpty(int[] all) {
            Check.that(all == null || all.length > 0, "waitSome returned without a completion");
            return all;
        }

        private static int[] indices(Status[] statuses) {
            return statuses == null
                    ? null
                    : Arrays.stream(statuses).mapToInt(RequestSuite::checked).toArray();
        }
    }

    private static void some(Rank rank, Some how) {
        int[][] rooms = new int[24][];
        Request[] requests = requests(rank.comm(), rooms);
        if (rank.rank() == 0) {
            Request.waitAll(requests);
            return;
        }
        BitSet seen = new BitSet();
        for (int[] done = how.next(requests); done != null; done = how.next(requests)) {
            for (int at : done) {
                seen(seen, at, rooms, requests);
            }
        }
        Check.equal(20, seen.cardinality(), "completions");
    }

    private static void testAll(Rank rank) {
        Intracomm comm = rank.comm();
        for (boolean withStatus : new boolean[] {false, true}) {
            if (comm.getRank() == 0) {
                comm.send(new int[] {1}, 1, MPI.INT, 1, 1);
                comm.recv(null, 0, MPI.INT, 1, GO);
                comm.send(new int[] {2}, 1, MPI.INT, 1, 2);
                continue;
            }
            Request[] both = {comm.iRecv(new int[1], 1, MPI.INT, 0, 1), comm.iRecv(new int[1], 1, MPI.INT, 0, 2)};
            while (both[0].getStatus() == null) {
                Thread.onSpinWait();
            }
            for (int i = 0; i < 500; i++) {
                Check.that(withStatus ? Request.testAllStatus(both) == null : !Request.testAll(both), "one is missing");
            }
            Check.that(!both[0].isNull(), "completion has not been told");
            comm.send(null, 0, MPI.INT, 0, GO);
            if (withStatus) {
                Status[] statuses;
                do {
                    statuses = Request.testAllStatus(both);
                } while (statuses == null);
                Check.equal(2, statuses[1].getTag(), "tag of the second");
            } else {
                while (!Request.testAll(both)) {
                    Thread.onSpinWait();
                }
            }
            Check.that(both[0].isNull() && both[1].isNull(), "null after completion was told");
        }
    }

    private static void waitAllStatus(Rank rank) {
        int[][] rooms = new int[24][];
        Request[] requests = requests(rank.comm(), rooms);
        Status[] statuses = Request.waitAllStatus(requests);
        Check.equal(24, statuses.length, "statuses");
        for (int i = 0; i < 24 && rank.rank() == 1; i++) {
            Check.equal(i % 5 == 4 ? MPI.ANY_TAG : i, statuses[i].getTag(), "tag " + i);
            Check.equal(i % 5 == 4 ? MPI.ANY_SOURCE : 0, statuses[i].getSource(), "source " + i);
            Check.equal(i % 5 == 4 ? 0 : i % 3 == 0 ? 4 : 100_000, statuses[i].getCount(MPI.BYTE), "bytes " + i);
        }
    }

    /** Rank 1 sends again whenever its message was received, rank 2 once: its message must come out in the end. */
    private static void fairness(Rank rank) {
        Intracomm comm = rank.comm();
        int rounds = 2000;
        int[] room = new int[1];
        if (comm.getRank() == 2) {
            comm.send(new int[] {-1}, 1, MPI.INT, 0, 0);
        } else if (comm.getRank() == 1) {
            for (int i = 0; i < rounds; i++) {
                comm.send(new int[] {i}, 1, MPI.INT, 0, 0);
                comm.recv(room, 1, MPI.INT, 0, 0);
            }
        } else {
            int[] slow = {0};
            Request[] both = {comm.iRecv(room, 1, MPI.INT, 1, 0), comm.iRecv(slow, 1, MPI.INT, 2, 0)};
            for (int i = 0; i < rounds; ) {
                int at = Request.waitAny(both);
                if (at == 0) {
                    Check.equal(i++, room[0], "ball");
                    comm.send(room, 1, MPI.INT, 1, 0);
                    both[0] = i < rounds ? comm.iRecv(room, 1, MPI.INT, 1, 0) : null;
                } else {
                    Check.equal(-1, slow[0], "the slow message");
                }
            }
            Request.waitAll(both);
            Check.equal(-1, slow[0], "the slow message");
        }
    }

    private static void cancelReceive(Rank rank) {
        Intracomm comm = rank.comm();
        if (comm.getRank() == 0) {
            comm.recv(null, 0, MPI.INT, 1, GO);
            comm.send(new int[] {9}, 1, MPI.INT, 1, 4);
            comm.recv(null, 0, MPI.INT, 1, GO);
            comm.send(new int[] {10}, 1, MPI.INT, 1, 5);
            return;
        }
        int[] first = {-1};
        int[] second = {-1};
        int[] third = {-1};
        Request cancelled = comm.iRecv(first, 1, MPI.INT, 0, 4);
        Request wild = comm.iRecv(second, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        Request kept = comm.iRecv(third, 1, MPI.INT, 0, 4);
        cancelled.cancel();
        wild.cancel();
        Check.that(cancelled.waitStatus().isCancelled(), "cancelled");
        Check.that(wild.testStatus().isCancelled(), "cancelled, with wildcards");
        comm.send(null, 0, MPI.INT, 0, GO);
        Check.that(!kept.waitStatus().isCancelled(), "the other one is not cancelled");
        Check.equal(-1, first[0], "the cancelled receive's buffer");
        Check.equal(-1, second[0], "the other cancelled receive's buffer");
        Check.equal(9, third[0], "the message");
        // With one receive for one source, and one from any that is cancelled.
        Request only = comm.iRecv(third, 1, MPI.INT, 0, 5);
        Request other = comm.iRecv(second, 1, MPI.INT, MPI.ANY_SOURCE, 6);
        other.cancel();
        Check.that(other.waitStatus().isCancelled(), "cancelled, from any source");
        comm.send(null, 0, MPI.INT, 0, GO);
        only.waitFor();
        Check.equal(10, third[0], "the message of the receive that is left");
    }

    private static void cancelTooLate(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        for (int size : new int[] {1, rank.sizes().large()}) {
            if (comm.getRank() == 0) {
                comm.send(new byte[size], size, MPI.BYTE, 1, 4);
            } else {
                comm.probe(0, 4);
                Request request = comm.iRecv(new byte[size], size, MPI.BYTE, 0, 4);
                request.cancel();
                Status status = request.waitStatus();
                Check.that(!status.isCancelled(), "matched, not cancelled");
                Check.equal(size, status.getCount(MPI.BYTE), "count");
                request.cancel();
                Check.that(!request.waitStatus().isCancelled(), "null, not cancelled");
            }
        }
    }

    private static void cancelSendToSelf(Rank rank) {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        int size = rank.sizes().large();
        byte[] first = Pattern.bytes(size, 1);
        byte[] second = Pattern.bytes(size, 2);
        Request[] sends = {
            comm.iSend(first, size, MPI.BYTE, me, 5),
            comm.iSend(second, size, MPI.BYTE, me, 5),
            comm.isSend(first, 1, MPI.BYTE, me, 6),
            comm.iSend(first, size, MPI.BYTE, me, 7)
        };
        Message probed = new Message();
        probed.mProbe(me, 7, comm);
        for (int i : new int[] {0, 2, 3}) {
            sends[i].cancel();
        }
        Check.that(sends[0].waitStatus().isCancelled(), "the first");
        Check.that(sends[2].testStatus().isCancelled(), "the synchronous one");
        Check.that(sends[3].testStatus() == null, "a message that a probe has taken");
        byte[] room = new byte[size];
        comm.recv(room, size, MPI.BYTE, me, 5);
        Check.sameBytes(second, room, () -> "the second");
        Check.that(!sends[1].waitStatus().isCancelled(), "the second");
        probed.mRecv(room, size, MPI.BYTE);
        Check.sameBytes(first, room, () -> "the probed one");
        Check.that(!sends[3].waitStatus().isCancelled(), "the probed one");
        Check.that(comm.iProbe(me, MPI.ANY_TAG) == null, "something is left");
    }

    private static void cancelSend(Rank rank) {
        Intracomm comm = rank.comm();
        int size = rank.sizes().large();
        int messages = 200;
        if (comm.getRank() == 0) {
            Request[] requests = new Request[messages];
            for (int i = 0; i < messages; i++) {
                byte[] data = new byte[size];
                data[0] = data[size - 1] = (byte) i;
                requests[i] = comm.iSend(data, size, MPI.BYTE, 1, 5);
            }
            int[] sent = new int[messages + 1];
            for (int i = 0; i < messages; i += 2) {
                requests[i].cancel();
            }
            comm.send(null, 0, MPI.INT, 1, GO);
            for (int i = 0; i < messages; i++) {
                if (!requests[i].waitStatus().isCancelled()) {
                    sent[1 + sent[0]++] = i;
                }
            }
            comm.send(sent, sent.length, MPI.INT, 1, 6);
            return;
        }
        comm.recv(null, 0, MPI.INT, 0, GO);
        int[] found = new int[messages + 1];
        byte[] room = new byte[size];
        int[] sent = new int[messages + 1];
        Request list = comm.iRecv(sent, sent.length, MPI.INT, 0, 6);
        while (!list.test() || comm.iProbe(0, 5) != null) {
            if (comm.iProbe(0, 5) != null) {
                comm.recv(room, size, MPI.BYTE, 0, 5);
                Check.equal(room[0], room[size - 1], "both ends of a message");
                found[1 + found[0]++] = room[0] & 0xff;
            }
        }
        Check.equal(sent, found, "messages that were sent, and that came");
    }

    private static void free(Rank rank) {
        Intracomm comm = rank.comm();
        for (int size : new int[] {8, rank.sizes().large()}) {
            byte[] data = Pattern.bytes(size, 1);
            if (comm.getRank() == 0) {
                Request send = comm.iSend(data, size, MPI.BYTE, 1, 1);
                send.free();
                Check.that(send.isNull(), "null after free");
                comm.recv(null, 0, MPI.BYTE, 1, 2);
            } else {
                byte[] room = new byte[size];
                comm.iRecv(room, size, MPI.BYTE, 0, 1).free();
                // Only the data can tell that it is complete.
                while (!Arrays.equals(data, room)) {
                    Check.that(comm.iProbe(0, 7) == null, "no such message");
                }
                comm.send(null, 0, MPI.BYTE, 0, 2);
            }
        }
    }

    /** Nobody calls anything but test: the long message moves all the same. */
    private static void progress(Rank rank) {
        Intracomm comm = rank.comm();
        int size = 10 * rank.sizes().large();
        byte[] data = comm.getRank() == 0 ? Pattern.bytes(size, 1) : new byte[size];
        Request request =
                comm.getRank() == 0 ? comm.iSend(data, size, MPI.BYTE, 1, 1) : comm.iRecv(data, size, MPI.BYTE, 0, 1);
        while (!request.test()) {
            Thread.onSpinWait();
        }
        Check.sameBytes(Pattern.bytes(size, 1), data, () -> "moved by test");
    }

    private static void someFailed(Rank rank) throws Exception {
        Intracomm self = rank.self();
        for (Some some : Some.values()) {
            Request[] sends = new Request[4];
            Request[] requests = new Request[5];
            for (int i = 0; i < 4; i++) {
                requests[i] = self.iRecv(new int[1], 1, MPI.INT, 0, i);
                // Numbers 1 and 2 are too long.
                sends[i] = self.iSend(new int[2], i == 1 || i == 2 ? 2 : 1, MPI.INT, 0, i);
            }
            Request.waitAll(sends);
            Request late = self.iRecv(new int[1], 1, MPI.INT, 0, 9);
            requests[4] = late;
            MPIException e =
                    Check.error(MPI.ERR_IN_STATUS, () -> some.next(requests), "Some", "2 of 4", "requests[1]", "tag 1");
            int[] places = new int[4];
            int[] errors = new int[4];
            for (int i = 0; i < 4; i++) {
                Status status = e.getStatuses()[i];
                places[i] = status.getIndex();
                errors[i] = status.getError();
                Check.equal(i, status.getTag(), "tag of " + i);
                Check.equal(1, status.getCount(MPI.INT), "what " + i + " has received");
            }
            Check.equal(new int[] {0, 1, 2, 3}, places, some + ": those that have ended");
            Check.equal(new int[] {0, MPI.ERR_TRUNCATE, MPI.ERR_TRUNCATE, 0}, errors, some + ": the error of each");
            Check.equal(2, e.getSuppressed().length, "the requests' own errors");
            Check.that(requests[3].isNull() && !late.isNull(), "one is left");
            self.send(new int[2], 2, MPI.INT, 0, 9);
            MPIException last = Check.error(MPI.ERR_IN_STATUS, () -> some.next(requests), "1 of 1", "requests[4]");
            Check.equal(4, last.getStatuses()[0].getIndex(), "its place");
            Check.that(Request.waitSome(requests) == null, "all are null");
        }
    }

    private static void allFailed(Rank rank) throws Exception {
        Intracomm self = rank.self();
        for (int way = 0; way < 4; way++) {
            Request[] sends = new Request[4];
            Request[] requests = new Request[5];
            for (int i = 0; i < 4; i++) {
                requests[i] = self.iRecv(new int[2], i == 3 ? 2 : 1, MPI.INT, 0, i);
                // Numbers 1 and 2 are too long.
                sends[i] = self.iSend(new int[2], i == 0 ? 1 : 2, MPI.INT, 0, i);
            }
            Request.waitAll(sends);
            Check.Action[] ways = {
                () -> Request.waitAll(requests),
                () -> Request.waitAllStatus(requests),
                () -> Request.testAll(requests),
                () -> Request.testAllStatus(requests)
            };
            MPIException e = Check.error(MPI.ERR_IN_STATUS, ways[way], "All", "2 of 5", "requests[1]", "tag 1");
            int[] errors = new int[5];
            int[] counts = new int[5];
            for (Status status : e.getStatuses()) {
                errors[status.getIndex()] = status.getError();
                counts[status.getIndex()] = status.getCount(MPI.INT);
            }
            Check.equal(new int[] {0, MPI.ERR_TRUNCATE, MPI.ERR_TRUNCATE, 0, 0}, errors, "the error of each");
            Check.equal(new int[] {1, 1, 1, 2, 0}, counts, "what each has received");
            Check.equal(2, e.getSuppressed().length, "the requests' own errors");
            Check.that(e.getSuppressed()[1].getMessage().contains("tag 2"), "the second error");
            Check.that(Request.waitSome(requests) == null, "all are null");
        }
        Check.equal(0, Check.error(MPI.ERR_REQUEST, () -> Request.waitAll(null)).getStatuses().length, "other errors");
    }

    private static void statusOfError(Rank rank) throws Exception {
        Intracomm self = rank.self();
        Request request = self.iRecv(new int[1], 1, MPI.INT, 0, 1);
        self.iSend(new int[2], 2, MPI.INT, 0, 1).waitFor();
        Check.equal(MPI.ERR_TRUNCATE, request.getStatus().getError(), "error in the status");
        Check.error(MPI.ERR_TRUNCATE, request::waitStatus, "tag 1");
    }
}
