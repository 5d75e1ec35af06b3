package org.bipj.mpi.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import mpi.Grequest;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** Generalized requests that the thread completes which waits for them (MPI 4.1 section 13.2). */
public final class GrequestSuite extends Suite {
    private static final int TAG = 5;

    /** Adds the cases. */
    public GrequestSuite() {
        add("a wait or test calls the query, then the free function, once each", 1, GrequestSuite::functions);
        add("a test finds it once it is complete", 1, GrequestSuite::test);
        add("getStatus calls the query, and leaves the request", 1, GrequestSuite::look);
        add("among sends and receives in arrays", 2, GrequestSuite::arrays);
        add("cancelling asks the program", 1, GrequestSuite::cancel);
        add("a request that is freed first gives back when it is complete", 1, GrequestSuite::free);
        add("what the functions throw is the request's error", 1, GrequestSuite::errors);
        add("completed twice: an error", 1, GrequestSuite::twice);
        add("as a future", 1, GrequestSuite::future);
    }

    private static void functions(Rank rank) {
        List<String> calls = new ArrayList<>();
        for (int way = 0; way < 4; way++) {
            calls.clear();
            Grequest request = Grequest.start(
                    status -> {
                        calls.add("query");
                        Check.equal(0, status.getCount(MPI.BYTE), "elements as it comes");
                        status.setElements(MPI.INT, 7);
                        status.setSource(3);
                        status.setTag(11);
                    },
                    () -> calls.add("free"),
                    complete -> calls.add("cancel"));
            Check.that(!request.isNull() && !request.test(), "active");
            request.complete();
            Check.equal(List.of(), calls, "before the wait");
            Request[] all = {null, request};
            Status status = switch (way) {
                case 0 -> request.waitStatus();
                case 1 -> request.testStatus();
                case 2 -> Request.waitAllStatus(all)[1];
                default -> Request.testSomeStatus(all)[0];
            };
            Check.equal(List.of("query", "free"), calls, "calls of way " + way);
            Check.that(request.isNull(), "null afterwards");
            Check.equal(7, status.getCount(MPI.INT), "elements");
            Check.equal(3, status.getSource(), "source");
            Check.equal(11, status.getTag(), "tag");
        }
        calls.clear();
        Grequest request = Grequest.start(status -> calls.add("query"), () -> calls.add("free"), null);
        request.complete();
        request.waitFor();
        request.waitFor();
        Check.equal(List.of("query", "free"), calls, "calls of a wait without a status");
    }

    private static void test(Rank rank) {
        Grequest request = Grequest.start(null, null, null);
        Check.that(!request.test() && request.testStatus() == null && request.getStatus() == null, "before");
        Check.that(Request.testAny(new Request[] {request}) == MPI.UNDEFINED, "testAny before");
        Check.that(!Request.testAll(new Request[] {request}), "testAll before");
        request.complete();
        Check.equal(0, Request.testAny(new Request[] {request}), "testAny");
        Check.that(request.isNull(), "null");
    }

    private static void look(Rank rank) {
        int[] queries = new int[2];
        Grequest request = Grequest.start(
                status -> {
                    queries[0]++;
                    status.setElements(MPI.BYTE, queries[0]);
                },
                () -> queries[1]++,
                null);
        request.complete();
        Check.equal(1, request.getStatus().getCount(MPI.BYTE), "first");
        Check.equal(2, Request.getStatusAll(new Request[] {request})[0].getCount(MPI.BYTE), "second");
        Check.equal(0, queries[1], "not freed");
        request.waitFor();
        Check.equal(new int[] {3, 1}, queries, "queries and frees");
    }

    private static void arrays(Rank rank) {
        Intracomm comm = rank.comm();
        int other = 1 - comm.getRank();
        int[] room = new int[1];
        for (int round = 0; round < 3; round++) {
            Grequest own = Grequest.start(status -> status.setElements(MPI.BYTE, 9), null, null);
            Request[] all = {
                comm.iRecv(room, 1, MPI.INT, other, TAG), own, comm.iSend(new int[] {round}, 1, MPI.INT, other, TAG)
            };
            if (round < 2) {
                // The others complete although this one does not.
                int[] seen = new int[3];
                for (int i = 0; i < 2; i++) {
                    seen[Request.waitAny(all)]++;
                }
                Check.equal(new int[] {1, 0, 1}, seen, "completed by waitAny");
                own.complete();
                Check.equal(1, Request.waitSomeStatus(all)[0].getIndex(), "completed by waitSome");
            } else {
                own.complete();
                Check.equal(9, Request.waitAllStatus(all)[1].getCount(MPI.BYTE), "completed by waitAll");
            }
            Check.equal(round, room[0], "the message");
        }
    }

    private static void cancel(Rank rank) {
        List<Boolean> asked = new ArrayList<>();
        Grequest[] request = new Grequest[1];
        request[0] = Grequest.start(status -> status.setCancelled(!asked.getFirst()), null, complete -> {
            asked.add(complete);
            if (!complete) {
                request[0].complete();
            }
        });
        request[0].cancel();
        request[0].cancel();
        Check.that(request[0].waitStatus().isCancelled(), "cancelled");
        Check.equal(List.of(false, true), asked, "what the function was told");
        request[0].cancel();
        Check.equal(2, asked.size(), "calls for a null request");
        Grequest plain = Grequest.start(null, null, null);
        plain.cancel();
        Check.that(!plain.test(), "cancelled without a function");
        plain.complete();
        Check.that(!plain.waitStatus().isCancelled(), "complete");
    }

    private static void free(Rank rank) {
        List<String> calls = new ArrayList<>();
        Grequest early = Grequest.start(status -> calls.add("query"), () -> calls.add("free"), null);
        early.free();
        Check.that(early.isNull() && calls.isEmpty(), "freed, not given back");
        early.complete();
        Check.equal(List.of("free"), calls, "given back");
        early.waitFor();
        Grequest late = Grequest.start(status -> calls.add("query"), () -> calls.add("free"), null);
        late.complete();
        late.free();
        late.free();
        Check.equal(List.of("free", "free"), calls, "given back at once");
    }

    private static void errors(Rank rank) throws Exception {
        rank.self().setErrhandler(MPI.ERRORS_RETURN);
        Grequest failing = Grequest.start(status -> rank.self().send(null, 0, MPI.INT, 7, TAG), null, null);
        failing.complete();
        Check.equal(MPI.ERR_RANK, failing.getStatus().getError(), "error in the status");
        Check.error(MPI.ERR_RANK, failing::waitFor);
        Check.that(failing.isNull(), "null after an error");
        Grequest both = Grequest.start(null, () -> rank.self().send(null, 0, MPI.INT, 0, -7), null);
        both.complete();
        Request[] all = {Grequest.start(null, null, null), both};
        ((Grequest) all[0]).complete();
        MPIException failure = Check.error(MPI.ERR_IN_STATUS, () -> Request.waitAll(all));
        Check.equal(MPI.SUCCESS, failure.getStatuses()[0].getError(), "the one that is well");
        Check.equal(MPI.ERR_TAG, failure.getStatuses()[1].getError(), "the one that failed");
        Grequest foreign = Grequest.start(
                status -> {
                    throw new IllegalArgumentException("the program's");
                },
                null,
                null);
        foreign.complete();
        try {
            foreign.waitFor();
            throw new AssertionError("nothing thrown");
        } catch (IllegalArgumentException e) {
            Check.equal("the program's", e.getMessage(), "a foreign exception");
        }
    }

    private static void twice(Rank rank) throws Exception {
        Grequest request = Grequest.start(null, null, null);
        request.complete();
        Check.error(MPI.ERR_REQUEST, request::complete, "completed before");
        request.waitFor();
        Check.error(MPI.ERR_REQUEST, request::complete, "completed before");
    }

    private static void future(Rank rank) throws Exception {
        Grequest request = Grequest.start(status -> status.setElements(MPI.BYTE, 4), null, null);
        Check.that(!request.isDone(), "not done");
        request.complete();
        Check.that(request.isDone() && !request.isCancelled(), "done");
        Check.equal(4, request.get().getCount(MPI.BYTE), "elements");
        Grequest[] stopped = new Grequest[1];
        stopped[0] = Grequest.start(status -> status.setCancelled(true), null, complete -> stopped[0].complete());
        Check.that(stopped[0].cancel(false) && stopped[0].isCancelled(), "cancelled");
        try {
            stopped[0].get();
            throw new AssertionError("got a status");
        } catch (CancellationException e) {
            Check.that(stopped[0].isDone(), "still done");
        }
    }
}
