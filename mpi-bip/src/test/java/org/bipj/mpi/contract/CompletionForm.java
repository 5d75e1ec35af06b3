package org.bipj.mpi.contract;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

/**
 * A way to complete a request (MPI 4.1 sections 3.7.3 to 3.7.6). In arrays the request lies between two null ones, of both kinds.
 *
 * @param name of the method
 * @param complete completes the request, and returns its status; null where the form has none
 * @param nothing checks the form on a request that has nothing to complete
 */
record CompletionForm(String name, Function<Request, Status> complete, Consumer<Request> nothing) {
    private static final int AT = 1;

    /** All of them. */
    static List<CompletionForm> all() {
        return List.of(
                new CompletionForm("waitFor", CompletionForm::waitFor, Request::waitFor),
                new CompletionForm("waitStatus", Request::waitStatus, one -> empty(one.waitStatus(), 0)),
                new CompletionForm("test", CompletionForm::test, one -> Check.that(one.test(), "test of nothing")),
                new CompletionForm("testStatus", one -> polled(one::testStatus), one -> empty(one.testStatus(), 0)),
                new CompletionForm("getStatus", CompletionForm::look, one -> empty(one.getStatus(), 0)),
                new CompletionForm("free", CompletionForm::free, Request::free),
                new CompletionForm("get", CompletionForm::get, one -> Check.that(one.isDone(), "isDone of nothing")),
                new CompletionForm("close", CompletionForm::close, one -> Check.that(one.test(), "closed")),
                new CompletionForm("waitAny", CompletionForm::waitAny, CompletionForm::waitAnyOfNothing),
                new CompletionForm(
                        "waitAnyStatus",
                        one -> at(Request.waitAnyStatus(array(one))),
                        one -> empty(Request.waitAnyStatus(array(one)), MPI.UNDEFINED)),
                new CompletionForm("testAny", CompletionForm::testAny, CompletionForm::testAnyOfNothing),
                new CompletionForm(
                        "testAnyStatus",
                        one -> at(polled(() -> Request.testAnyStatus(array(one)))),
                        one -> empty(Request.testAnyStatus(array(one)), MPI.UNDEFINED)),
                new CompletionForm(
                        "getStatusAny",
                        one -> ended(one, at(polled(() -> Request.getStatusAny(array(one))))),
                        one -> empty(Request.getStatusAny(array(one)), MPI.UNDEFINED)),
                new CompletionForm(
                        "waitSome",
                        one -> ofSome(Request.waitSome(array(one))),
                        one -> Check.that(Request.waitSome(array(one)) == null, "waitSome of nothing")),
                new CompletionForm(
                        "waitSomeStatus",
                        one -> ofSome(Request.waitSomeStatus(array(one))),
                        one -> Check.that(Request.waitSomeStatus(array(one)) == null, "waitSomeStatus of nothing")),
                new CompletionForm(
                        "testSome",
                        one -> ofSome(polled(() -> some(Request.testSome(array(one))))),
                        one -> Check.that(Request.testSome(array(one)) == null, "testSome of nothing")),
                new CompletionForm(
                        "testSomeStatus",
                        one -> ofSome(polled(() -> some(Request.testSomeStatus(array(one))))),
                        one -> Check.that(Request.testSomeStatus(array(one)) == null, "testSomeStatus of nothing")),
                new CompletionForm(
                        "getStatusSome",
                        one -> ended(one, ofSome(polled(() -> some(Request.getStatusSome(array(one)))))),
                        one -> Check.that(Request.getStatusSome(array(one)) == null, "getStatusSome of nothing")),
                new CompletionForm("waitAll", CompletionForm::waitAll, one -> Request.waitAll(array(one))),
                new CompletionForm(
                        "waitAllStatus",
                        one -> ofAll(Request.waitAllStatus(array(one))),
                        one -> ofNone(Request.waitAllStatus(array(one)))),
                new CompletionForm(
                        "testAll",
                        CompletionForm::testAll,
                        one -> Check.that(Request.testAll(array(one)), "testAll of nothing")),
                new CompletionForm(
                        "testAllStatus",
                        one -> ofAll(polled(() -> Request.testAllStatus(array(one)))),
                        one -> ofNone(Request.testAllStatus(array(one)))),
                new CompletionForm(
                        "getStatusAll",
                        one -> ended(one, ofAll(polled(() -> Request.getStatusAll(array(one))))),
                        one -> ofNone(Request.getStatusAll(array(one)))));
    }

    /** True where the request is freed, also one that can be started again. */
    boolean frees() {
        return name.equals("free") || name.equals("close");
    }

    /** Fails unless a status is the empty one (section 3.7.3). */
    static void empty(Status status, int index) {
        Check.equal(MPI.ANY_SOURCE, status.getSource(), "source of an empty status");
        Check.equal(MPI.ANY_TAG, status.getTag(), "tag of an empty status");
        Check.equal(0, status.getCount(MPI.INT), "count of an empty status");
        Check.equal(0, status.getElements(MPI.INT), "elements of an empty status");
        Check.equal(MPI.SUCCESS, status.getError(), "error of an empty status");
        Check.that(!status.isCancelled(), "an empty status is not cancelled");
        Check.equal(index, status.getIndex(), "position of an empty status");
    }

    private static Request[] array(Request one) {
        return new Request[] {null, one, MPI.REQUEST_NULL};
    }

    private static <T> T polled(Supplier<T> test) {
        T found = test.get();
        while (found == null) {
            Thread.onSpinWait();
            found = test.get();
        }
        return found;
    }

    private static Status waitFor(Request one) {
        one.waitFor();
        return null;
    }

    private static Status test(Request one) {
        while (!one.test()) {
            Thread.onSpinWait();
        }
        return null;
    }

    /** The status of a complete request, which stays. */
    private static Status look(Request one) {
        return ended(one, polled(one::getStatus));
    }

    /** The request is still there, with the same status. */
    private static Status ended(Request one, Status seen) {
        Status status = one.waitStatus();
        Check.equal(seen.getSource(), status.getSource(), "source after a look");
        Check.equal(seen.getTag(), status.getTag(), "tag after a look");
        Check.equal(seen.getCount(MPI.INT), status.getCount(MPI.INT), "count after a look");
        Check.equal(seen.isCancelled(), status.isCancelled(), "cancelled after a look");
        return seen;
    }

    private static Status free(Request one) {
        Status seen = polled(one::getStatus);
        one.free();
        Check.that(one.isNull(), "null after free");
        return seen;
    }

    private static Status get(Request one) {
        try {
            return one.get();
        } catch (CancellationException e) {
            Check.that(one.isCancelled(), "cancelled");
            return null;
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    private static Status close(Request one) {
        one.close();
        Check.that(one.isNull(), "null after close");
        return null;
    }

    private static Status waitAny(Request one) {
        Check.equal(AT, Request.waitAny(array(one)), "waitAny");
        return null;
    }

    private static void waitAnyOfNothing(Request one) {
        Check.equal(MPI.UNDEFINED, Request.waitAny(array(one)), "waitAny of nothing");
    }

    private static Status testAny(Request one) {
        int found = polled(() -> defined(Request.testAny(array(one))));
        Check.equal(AT, found, "testAny");
        return null;
    }

    private static void testAnyOfNothing(Request one) {
        Check.equal(MPI.UNDEFINED, Request.testAny(array(one)), "testAny of nothing");
    }

    private static Integer defined(int position) {
        return position == MPI.UNDEFINED ? null : position;
    }

    private static Status at(Status status) {
        Check.equal(AT, status.getIndex(), "position");
        return status;
    }

    private static int[] some(int[] positions) {
        return positions == null || positions.length == 0 ? null : positions;
    }

    private static Status[] some(Status[] statuses) {
        return statuses == null || statuses.length == 0 ? null : statuses;
    }

    private static Status ofSome(int[] positions) {
        Check.equal(new int[] {AT}, positions, "positions");
        return null;
    }

    private static Status ofSome(Status[] statuses) {
        Check.equal(1, statuses.length, "statuses");
        return at(statuses[0]);
    }

    private static Status waitAll(Request one) {
        Request.waitAll(array(one));
        return null;
    }

    private static Status testAll(Request one) {
        while (!Request.testAll(array(one))) {
            Thread.onSpinWait();
        }
        return null;
    }

    private static Status ofAll(Status[] statuses) {
        Check.equal(3, statuses.length, "statuses");
        empty(statuses[0], 0);
        empty(statuses[2], 2);
        return at(statuses[AT]);
    }

    private static void ofNone(Status[] statuses) {
        Check.equal(3, statuses.length, "statuses");
        for (int i = 0; i < statuses.length; i++) {
            empty(statuses[i], i);
        }
    }
}
