package mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.bipj.core.replay.ChoiceWord.Call;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.engine.FreeChoices;
import org.bipj.mpi.engine.LoggedChoices;
import org.bipj.mpi.engine.OpenChoices;
import org.bipj.mpi.engine.Progress;
import org.jspecify.annotations.Nullable;

/** What the methods of {@link Request} and {@link Prequest} do: waits and tests, of one request and of arrays. See {@link Calls}. */
class RequestCalls {
    private static final int UNDEFINED = Predefined.UNDEFINED;

    private final Completions completions;

    RequestCalls() {
        this(null);
    }

    /** Calls of a rank whose runs are explored, recorded or replayed; null: they are not. */
    RequestCalls(@Nullable FreeChoices open) {
        completions = open instanceof OpenChoices explored
                ? new Chosen(explored)
                : open instanceof LoggedChoices log ? new Logged(log) : Completions.PLAIN;
    }

    Status waitStatus(Request request, String method) {
        request.await(method);
        return request.end(method, 0);
    }

    void waitFor(Request request) {
        request.await("waitFor");
        request.endQuietly("waitFor");
    }

    @Nullable
    Status testStatus(Request request, String method) {
        return completions.isComplete(request) ? request.end(method, 0) : null;
    }

    @Nullable
    Status getStatus(Request request) {
        return completions.isComplete(request) ? request.look(0) : null;
    }

    @Nullable
    Status getStatusAny(@Nullable Request[] requests) {
        int at = completions.testOne(requests);
        if (at >= 0) {
            return requests[at].look(at);
        }
        return allNull(requests) ? empty(UNDEFINED) : null;
    }

    Status @Nullable [] getStatusAll(@Nullable Request[] requests) {
        if (!completions.allComplete(requests)) {
            return null;
        }
        Status[] statuses = new Status[requests.length];
        for (int i = 0; i < statuses.length; i++) {
            Request request = requests[i];
            statuses[i] = request == null || !request.isActive() ? empty(i) : request.look(i);
        }
        return statuses;
    }

    Status @Nullable [] getStatusSome(@Nullable Request[] requests) {
        if (allNull(requests)) {
            return null;
        }
        return completions.testSome(requests) < 0
                ? new Status[0]
                : Arrays.stream(completions.findSome(requests))
                        .mapToObj(at -> requests[at].look(at))
                        .toArray(Status[]::new);
    }

    boolean test(Request request) {
        boolean complete = completions.isComplete(request);
        if (complete) {
            request.endQuietly("test");
        }
        return complete;
    }

    /** Waits for the outcome of {@link Request#get()}. */
    Status get(Request request) {
        request.await("get");
        return request.end("get", 0);
    }

    boolean isDone(Request request) {
        return completions.isComplete(request);
    }

    /** Polls until a request is complete, or the time is up: then false. */
    boolean isDoneBefore(Request request, BooleanSupplier isLate) {
        if (completions instanceof Logged logged) {
            return logged.see(Call.TIMED, request, () -> isBefore(request::isComplete, isLate), request::isOver);
        }
        // Where runs are explored, the test before was a choice already: it has failed, so the time is up.
        return !(completions instanceof Chosen) && isBefore(() -> isDone(request), isLate);
    }

    private static boolean isBefore(BooleanSupplier isDone, BooleanSupplier isLate) {
        while (!isDone.getAsBoolean()) {
            if (isLate.getAsBoolean()) {
                return false;
            }
            Thread.onSpinWait();
        }
        return true;
    }

    /** Whether a partition has arrived. */
    boolean hasArrived(Request request, BooleanSupplier arrived) {
        // Wrong arguments fail before anything is recorded.
        boolean now = arrived.getAsBoolean();
        if (request.isActive() && completions instanceof Chosen chosen) {
            return chosen.sees(request, now, arrived);
        }
        return completions instanceof Logged logged && request.isActive()
                ? logged.see(Call.ARRIVED, request, () -> now, arrived)
                : now;
    }

    void cancel(Request request, String method) {
        request.cancelOperation(method);
    }

    void free(Request request, String method) {
        request.release(method);
    }

    void close(Request request) {
        request.await("close");
        request.endQuietly("close");
    }

    void start(Prequest request, String method) {
        request.startOperation(method);
    }

    Status waitAnyStatus(@Nullable Request[] requests, String method) {
        int at = completions.awaitOne(method, requests);
        return at == UNDEFINED ? empty(UNDEFINED) : requests[at].end(method, at);
    }

    int waitAny(@Nullable Request[] requests) {
        int at = completions.awaitOne("waitAny", requests);
        if (at != UNDEFINED) {
            requests[at].endQuietly("waitAny");
        }
        return at;
    }

    @Nullable
    Status testAnyStatus(@Nullable Request[] requests, String method) {
        int at = completions.testOne(requests);
        if (at >= 0) {
            return requests[at].end(method, at);
        }
        return at == UNDEFINED && allNull(requests) ? empty(UNDEFINED) : null;
    }

    int testAny(@Nullable Request[] requests) {
        int at = completions.testOne(requests);
        if (at >= 0) {
            requests[at].endQuietly("testAny");
        }
        return at;
    }

    Status[] waitAllStatus(@Nullable Request[] requests, String method) {
        awaitAll(method, requests);
        return endAll(method, requests);
    }

    void waitAll(@Nullable Request[] requests) {
        awaitAll("waitAll", requests);
        endAllQuietly("waitAll", requests);
    }

    Status @Nullable [] testAllStatus(@Nullable Request[] requests, String method) {
        return completions.allComplete(requests) ? endAll(method, requests) : null;
    }

    boolean testAll(@Nullable Request[] requests) {
        boolean complete = completions.allComplete(requests);
        if (complete) {
            endAllQuietly("testAll", requests);
        }
        return complete;
    }

    Status @Nullable [] waitSomeStatus(@Nullable Request[] requests, String method) {
        return completions.awaitSome(method, requests) == UNDEFINED ? null : endDone(method, requests);
    }

    int @Nullable [] waitSome(@Nullable Request[] requests) {
        return completions.awaitSome("waitSome", requests) == UNDEFINED ? null : endDoneQuietly("waitSome", requests);
    }

    Status @Nullable [] testSomeStatus(@Nullable Request[] requests, String method) {
        if (allNull(requests)) {
            return null;
        }
        return completions.testSome(requests) >= 0 ? endDone(method, requests) : new Status[0];
    }

    int @Nullable [] testSome(@Nullable Request[] requests) {
        if (allNull(requests)) {
            return null;
        }
        return completions.testSome(requests) >= 0 ? endDoneQuietly("testSome", requests) : new int[0];
    }

    /** True where there is nothing to wait for: also a persistent request that is not started. */
    private static boolean isNull(@Nullable Request request) {
        return request == null || !request.isActive();
    }

    private static Status empty(int index) {
        return new Status(CommCore.ANY_SOURCE, CommCore.ANY_TAG, 0, false, 0, index);
    }

    private static void check(@Nullable Request[] requests) {
        ValueChecks.notNull(requests, ErrorClass.REQUEST, "Request: the array of requests");
    }

    private static boolean allNull(@Nullable Request[] requests) {
        return anyOf(requests) == null;
    }

    /** One of the requests that are not null, or null. */
    private static @Nullable Request anyOf(@Nullable Request[] requests) {
        check(requests);
        for (Request request : requests) {
            if (!isNull(request)) {
                return request;
            }
        }
        return null;
    }

    private static @Nullable Object[] operations(@Nullable Request[] requests) {
        return Stream.of(requests)
                .filter(each -> !isNull(each))
                .map(Request::operation)
                .toArray();
    }

    /** The request that says how to wait: one that a thread ends, if there is any, as a wait for messages would sleep through its end. */
    private static Request pacing(@Nullable Request[] requests, Request any) {
        for (Request request : requests) {
            if (request != null && request.isByThread()) {
                return request;
            }
        }
        return any;
    }

    /** True if nothing that other ranks do ends one of the requests, none of which is done. */
    private static boolean areUpToSelf(@Nullable Request[] requests) {
        for (Request request : requests) {
            if (!isNull(request) && !request.isSelfDeadlock()) {
                return false;
            }
        }
        return true;
    }

    private static void awaitAll(String method, @Nullable Request[] requests) {
        check(requests);
        for (Request request : requests) {
            if (request != null) {
                request.await(method);
            }
        }
    }

    /** Ends all requests, and then reports those that failed, so that no request is left half done. */
    private static Status[] endAll(String method, @Nullable Request[] requests) {
        return endAt(method, requests, null);
    }

    /** The same for the requests at some positions; null: for all. */
    private static Status[] endAt(String method, @Nullable Request[] requests, int @Nullable [] positions) {
        Status[] statuses = new Status[positions == null ? requests.length : positions.length];
        List<MPIException> failures = new ArrayList<>();
        RuntimeException foreign = null;
        int first = UNDEFINED;
        for (int i = 0; i < statuses.length; i++) {
            int at = positions == null ? i : positions[i];
            Request request = requests[at];
            statuses[i] = isNull(request) ? empty(at) : request.status(at);
            try {
                if (request != null) {
                    request.endQuietly(method);
                }
            } catch (MPIException e) {
                first = failures.isEmpty() ? at : first;
                failures.add(e);
                statuses[i] = statuses[i].failed(e.getErrorClass());
            } catch (RuntimeException e) {
                // Of a user's reduction function.
                foreign = e;
            }
        }
        if (foreign != null) {
            throw foreign;
        }
        if (!failures.isEmpty()) {
            String which = failures.size() + " of " + statuses.length + " requests failed, first requests[" + first;
            throw new MPIException("Request." + method + ": " + which + "]: ", statuses, failures);
        }
        return statuses;
    }

    private static void endAllQuietly(String method, @Nullable Request[] requests) {
        boolean failed = false;
        for (Request request : requests) {
            failed |= request != null && request.hasFailed();
        }
        if (failed) {
            endAll(method, requests);
            return;
        }
        for (Request request : requests) {
            if (request != null) {
                request.endQuietly(method);
            }
        }
    }

    private Status[] endDone(String method, @Nullable Request[] requests) {
        return endAt(method, requests, completions.findSome(requests));
    }

    private int[] endDoneQuietly(String method, @Nullable Request[] requests) {
        int[] positions = completions.findSome(requests);
        boolean failed = false;
        for (int position : positions) {
            failed |= requests[position].hasFailed();
        }
        if (failed) {
            endAt(method, requests, positions);
            return positions;
        }
        for (int position : positions) {
            requests[position].endQuietly(method);
        }
        return positions;
    }

    // ---- which requests are complete -----------------------------------------------------------------------------

    /** Which requests are complete: for tests, and for waits for one or some of several. */
    private static class Completions {
        static final Completions PLAIN = new Completions();

        boolean isComplete(Request request) {
            return request.isComplete();
        }

        /** Position of a request that is complete and not null, or UNDEFINED (negative). */
        static int findDone(@Nullable Request[] requests) {
            for (int i = 0; i < requests.length; i++) {
                if (!isNull(requests[i]) && requests[i].isOver()) {
                    return i;
                }
            }
            return UNDEFINED;
        }

        /** The same, after a round of progress where needed. */
        int testOne(@Nullable Request[] requests) {
            Request any = anyOf(requests);
            if (any != null) {
                any.checkCaller();
            }
            int at = findDone(requests);
            return at < 0 && any != null && any.progress() > 0 ? findDone(requests) : at;
        }

        int awaitOne(String method, @Nullable Request[] requests) {
            Request any = anyOf(requests);
            if (any != null) {
                any.checkCaller();
            }
            int at = findDone(requests);
            if (at < 0 && any != null && areUpToSelf(requests)) {
                any.await(method);
            }
            if (at < 0 && any != null) {
                for (Request request : requests) {
                    if (!isNull(request)) {
                        request.settle();
                    }
                }
                at = findDone(requests);
            }
            if (at >= 0 || any == null) {
                return at;
            }
            Request pacing = pacing(requests, any);
            Progress progress = pacing.core().engine().progress();
            boolean said = false;
            try {
                for (int fruitless = 0; at < 0; at = findDone(requests)) {
                    if (progress.says(fruitless)) {
                        said = true;
                        progress.awaitsAny(operations(requests));
                    }
                    fruitless = pacing.advance(fruitless);
                }
            } finally {
                if (said) {
                    progress.awaitsAny(null);
                }
            }
            return at;
        }

        /** True if all are. */
        boolean allComplete(@Nullable Request[] requests) {
            check(requests);
            boolean complete = true;
            for (Request request : requests) {
                complete &= isNull(request) || isComplete(request);
            }
            return complete;
        }

        /** Positions of the requests that a wait or test for some ends: all that are complete. */
        int[] findSome(@Nullable Request[] requests) {
            int[] found = new int[requests.length];
            int n = 0;
            for (int i = 0; i < requests.length; i++) {
                Request request = requests[i];
                if (!isNull(request) && request.isOver()) {
                    found[n++] = i;
                }
            }
            return Arrays.copyOf(found, n);
        }

        /** As {@link #awaitOne}; {@link #findSome} has the positions then. */
        int awaitSome(String method, @Nullable Request[] requests) {
            return awaitOne(method, requests);
        }

        /** As {@link #testOne}; {@link #findSome} has the positions then. */
        int testSome(@Nullable Request[] requests) {
            return testOne(requests);
        }
    }

    /** The same where a call for one or some of several need not end those that are complete first. */
    private abstract static class Decided extends Completions {
        static boolean areAllOver(@Nullable Request[] requests) {
            return Arrays.stream(requests).allMatch(each -> isNull(each) || each.isOver());
        }

        static final int[] NONE = {};

        private int[] some = NONE;

        /** Positions of the requests that a call ends, none of which is null; empty: it fails. */
        abstract int[] ended(Call call, Request any, @Nullable Request[] requests, String method);

        @Override
        int testOne(@Nullable Request[] requests) {
            return first(Call.TEST_ANY, requests, "testAny");
        }

        @Override
        int testSome(@Nullable Request[] requests) {
            return first(Call.TEST_SOME, requests, "testSome");
        }

        @Override
        int awaitOne(String method, @Nullable Request[] requests) {
            return first(Call.WAIT_ANY, requests, method);
        }

        @Override
        int awaitSome(String method, @Nullable Request[] requests) {
            return first(Call.WAIT_SOME, requests, method);
        }

        @Override
        int[] findSome(@Nullable Request[] requests) {
            return some;
        }

        /** The first position of those that end, or UNDEFINED. */
        private int first(Call call, @Nullable Request[] requests, String method) {
            Request any = anyOf(requests);
            if (any == null) {
                return UNDEFINED;
            }
            any.checkCaller();
            some = ended(call, any, requests, method);
            return some.length == 0 ? UNDEFINED : some[0];
        }
    }

    /** The same where MPI leaves open whether a test sees what is complete, and which requests of several a call ends. */
    private static final class Chosen extends Decided {
        private final OpenChoices open;

        Chosen(OpenChoices open) {
            this.open = open;
        }

        @Override
        boolean isComplete(Request request) {
            request.checkCaller();
            return !request.isActive() || open.awaitPoll(request, request::isOver, request::advance);
        }

        /** Whether a call sees what only this rank can look for. */
        boolean sees(Request request, boolean now, BooleanSupplier isThere) {
            boolean[] seen = {now};
            return open.awaitPoll(request, () -> seen[0], fruitless -> {
                int round = request.advance(fruitless);
                seen[0] |= isThere.getAsBoolean();
                return round;
            });
        }

        @Override
        boolean allComplete(@Nullable Request[] requests) {
            Request any = anyOf(requests);
            return any == null || open.awaitPoll(any, () -> areAllOver(requests), any::advance);
        }

        @Override
        int[] ended(Call call, Request any, @Nullable Request[] requests, String method) {
            for (Request request : requests) {
                if (call.waits() && !isNull(request)) {
                    request.settle();
                }
            }
            return open.awaitSome(
                    any,
                    requests.length,
                    at -> !isNull(requests[at]) && requests[at].isOver(),
                    call.endsSome(),
                    call.waits(),
                    any::advance);
        }
    }

    /** The same where it is recorded which tests succeed, and which requests of several a call ends, or done as it was recorded. */
    private static final class Logged extends Decided {
        private final LoggedChoices log;

        Logged(LoggedChoices log) {
            this.log = log;
        }

        @Override
        boolean isComplete(Request request) {
            request.checkCaller();
            if (!request.isActive()) {
                return true;
            }
            return see(Call.TEST, request, () -> PLAIN.isComplete(request), request::isOver);
        }

        /**
         * What a call sees that need not see what is there.
         *
         * @param plain does so where nothing is recorded
         * @param isThere true once it can succeed
         */
        boolean see(Call call, Request request, BooleanSupplier plain, BooleanSupplier isThere) {
            return switch (log.result(call)) {
                case OPEN -> {
                    boolean success = plain.getAsBoolean();
                    if (success) {
                        log.succeeded(call, 0);
                    } else {
                        log.failed(call);
                    }
                    yield success;
                }
                case FAILS -> {
                    // Others may wait for what this rank does in its calls.
                    request.progress();
                    yield false;
                }
                case SUCCEEDS -> {
                    await(request, isThere);
                    yield true;
                }
            };
        }

        private static void await(Request request, BooleanSupplier isThere) {
            for (int fruitless = 0; !isThere.getAsBoolean(); ) {
                fruitless = request.advance(fruitless);
            }
        }

        @Override
        boolean allComplete(@Nullable Request[] requests) {
            Request any = anyOf(requests);
            if (any == null) {
                return true;
            }
            any.checkCaller();
            return see(
                    Call.TEST_ALL,
                    pacing(requests, any),
                    () -> PLAIN.allComplete(requests),
                    () -> areAllOver(requests));
        }

        @Override
        int[] ended(Call call, Request any, @Nullable Request[] requests, String method) {
            switch (log.result(call)) {
                case OPEN -> {
                    int at = call.waits() ? PLAIN.awaitOne(method, requests) : PLAIN.testOne(requests);
                    if (at < 0) {
                        log.failed(call);
                    } else if (call.endsSome()) {
                        int[] ended = PLAIN.findSome(requests);
                        log.ended(call, ended);
                        return ended;
                    } else {
                        log.succeeded(call, at);
                        return new int[] {at};
                    }
                }
                case FAILS -> any.progress();
                case SUCCEEDS -> {
                    for (int at : log.positions()) {
                        Request request = at < requests.length ? requests[at] : null;
                        if (request == null || isNull(request)) {
                            log.differs(call.words() + ", of which requests[" + at + "] is not active,");
                        } else {
                            request.settle();
                            await(request, request::isOver);
                        }
                    }
                    return log.positions();
                }
            }
            return NONE;
        }
    }
}
