package mpi;

import java.util.Arrays;
import java.util.function.Supplier;

/** {@link RequestCalls} that listeners see. Those that return no status ask for it, too, since listeners want it. */
final class ListeningRequests extends RequestCalls {
    private final Listening listening;

    ListeningRequests(Listening listening) {
        this.listening = listening;
    }

    private Status seeOne(MpiCall call, Supplier<Status> plain) {
        return listening.see(call, () -> completed(call, plain.get()));
    }

    private Status[] seeAll(MpiCall call, Supplier<Status[]> plain) {
        return listening.see(call, () -> call.completed(plain.get()));
    }

    private static Status completed(MpiCall call, Status status) {
        if (status != null) {
            call.completed(status);
        }
        return status;
    }

    private static int[] places(Status[] statuses) {
        return statuses == null
                ? null
                : Arrays.stream(statuses).mapToInt(Status::getIndex).toArray();
    }

    @Override
    Status waitStatus(Request request, String method) {
        return seeOne(listening.call(method).on(request), () -> super.waitStatus(request, method));
    }

    @Override
    void waitFor(Request request) {
        seeOne(listening.call("waitFor").on(request), () -> super.waitStatus(request, "waitFor"));
    }

    @Override
    Status testStatus(Request request, String method) {
        return seeOne(listening.call(method).on(request), () -> super.testStatus(request, method));
    }

    @Override
    Status getStatus(Request request) {
        return listening.see(listening.call("getStatus").on(request), () -> super.getStatus(request));
    }

    @Override
    boolean test(Request request) {
        MpiCall call = listening.call("test").on(request);
        return listening.see(call, () -> completed(call, super.testStatus(request, "test")) != null);
    }

    @Override
    Status get(Request request) {
        return seeOne(listening.call("get").on(request), () -> super.get(request));
    }

    @Override
    boolean isDone(Request request) {
        return listening.see(listening.call("isDone").on(request), () -> super.isDone(request));
    }

    @Override
    void cancel(Request request, String method) {
        listening.see(listening.call(method).on(request), () -> super.cancel(request, method));
    }

    @Override
    void free(Request request, String method) {
        listening.see(listening.call(method).on(request), () -> super.free(request, method));
    }

    @Override
    void close(Request request) {
        seeOne(listening.call("close").on(request), () -> super.waitStatus(request, "close"));
    }

    @Override
    void start(Prequest request, String method) {
        listening.see(listening.call(method).on(request), () -> super.start(request, method));
    }

    @Override
    Status waitAnyStatus(Request[] requests, String method) {
        return seeOne(listening.call(method).on(requests), () -> super.waitAnyStatus(requests, method));
    }

    @Override
    int waitAny(Request[] requests) {
        MpiCall call = listening.call("waitAny").on(requests);
        return listening.see(
                call,
                () -> completed(call, super.waitAnyStatus(requests, "waitAny")).getIndex());
    }

    @Override
    Status testAnyStatus(Request[] requests, String method) {
        return seeOne(listening.call(method).on(requests), () -> super.testAnyStatus(requests, method));
    }

    @Override
    int testAny(Request[] requests) {
        MpiCall call = listening.call("testAny").on(requests);
        return listening.see(call, () -> {
            Status status = completed(call, super.testAnyStatus(requests, "testAny"));
            return status == null ? Predefined.UNDEFINED : status.getIndex();
        });
    }

    @Override
    Status[] waitAllStatus(Request[] requests, String method) {
        return seeAll(listening.call(method).on(requests), () -> super.waitAllStatus(requests, method));
    }

    @Override
    void waitAll(Request[] requests) {
        seeAll(listening.call("waitAll").on(requests), () -> super.waitAllStatus(requests, "waitAll"));
    }

    @Override
    Status[] testAllStatus(Request[] requests, String method) {
        return seeAll(listening.call(method).on(requests), () -> super.testAllStatus(requests, method));
    }

    @Override
    boolean testAll(Request[] requests) {
        MpiCall call = listening.call("testAll").on(requests);
        return listening.see(call, () -> call.completed(super.testAllStatus(requests, "testAll")) != null);
    }

    @Override
    Status[] waitSomeStatus(Request[] requests, String method) {
        return seeAll(listening.call(method).on(requests), () -> super.waitSomeStatus(requests, method));
    }

    @Override
    int[] waitSome(Request[] requests) {
        MpiCall call = listening.call("waitSome").on(requests);
        return listening.see(call, () -> places(call.completed(super.waitSomeStatus(requests, "waitSome"))));
    }

    @Override
    Status[] testSomeStatus(Request[] requests, String method) {
        return seeAll(listening.call(method).on(requests), () -> super.testSomeStatus(requests, method));
    }

    @Override
    int[] testSome(Request[] requests) {
        MpiCall call = listening.call("testSome").on(requests);
        return listening.see(call, () -> places(call.completed(super.testSomeStatus(requests, "testSome"))));
    }
}
