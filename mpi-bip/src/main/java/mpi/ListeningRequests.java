package mpi;

/** {@link RequestCalls} that listeners see. */
final class ListeningRequests extends RequestCalls {
    private final Listening listening;

    ListeningRequests(Listening listening) {
        this.listening = listening;
    }

    @Override
    Status waitStatus(Request request, String method) {
        return listening.see(listening.call(method).on(request), () -> super.waitStatus(request, method));
    }

    @Override
    void waitFor(Request request) {
        listening.see(listening.call("waitFor").on(request), () -> super.waitFor(request));
    }

    @Override
    Status testStatus(Request request, String method) {
        return listening.see(listening.call(method).on(request), () -> super.testStatus(request, method));
    }

    @Override
    Status getStatus(Request request) {
        return listening.see(listening.call("getStatus").on(request), () -> super.getStatus(request));
    }

    @Override
    boolean test(Request request) {
        return listening.see(listening.call("test").on(request), () -> super.test(request));
    }

    @Override
    Status get(Request request) {
        return listening.see(listening.call("get").on(request), () -> super.get(request));
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
        listening.see(listening.call("close").on(request), () -> super.close(request));
    }

    @Override
    void start(Prequest request, String method) {
        listening.see(listening.call(method).on(request), () -> super.start(request, method));
    }

    @Override
    Status waitAnyStatus(Request[] requests, String method) {
        return listening.see(listening.call(method).on(requests), () -> super.waitAnyStatus(requests, method));
    }

    @Override
    int waitAny(Request[] requests) {
        return listening.see(listening.call("waitAny").on(requests), () -> super.waitAny(requests));
    }

    @Override
    Status testAnyStatus(Request[] requests, String method) {
        return listening.see(listening.call(method).on(requests), () -> super.testAnyStatus(requests, method));
    }

    @Override
    int testAny(Request[] requests) {
        return listening.see(listening.call("testAny").on(requests), () -> super.testAny(requests));
    }

    @Override
    Status[] waitAllStatus(Request[] requests, String method) {
        return listening.see(listening.call(method).on(requests), () -> super.waitAllStatus(requests, method));
    }

    @Override
    void waitAll(Request[] requests) {
        listening.see(listening.call("waitAll").on(requests), () -> super.waitAll(requests));
    }

    @Override
    Status[] testAllStatus(Request[] requests, String method) {
        return listening.see(listening.call(method).on(requests), () -> super.testAllStatus(requests, method));
    }

    @Override
    boolean testAll(Request[] requests) {
        return listening.see(listening.call("testAll").on(requests), () -> super.testAll(requests));
    }

    @Override
    Status[] waitSomeStatus(Request[] requests, String method) {
        return listening.see(listening.call(method).on(requests), () -> super.waitSomeStatus(requests, method));
    }

    @Override
    int[] waitSome(Request[] requests) {
        return listening.see(listening.call("waitSome").on(requests), () -> super.waitSome(requests));
    }

    @Override
    Status[] testSomeStatus(Request[] requests, String method) {
        return listening.see(listening.call(method).on(requests), () -> super.testSomeStatus(requests, method));
    }

    @Override
    int[] testSome(Request[] requests) {
        return listening.see(listening.call("testSome").on(requests), () -> super.testSome(requests));
    }
}
