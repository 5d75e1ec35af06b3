package mpi;

import java.util.Arrays;
import java.util.function.Supplier;
import org.bipj.mpi.engine.FreeChoices;
import org.jspecify.annotations.Nullable;

/** {@link RequestCalls} that listeners see. Those that return no status ask for it, too, since listeners want it. */
final class ListeningRequests extends RequestCalls {
    private final Listening listening;

    ListeningRequests(Listening listening, @Nullable FreeChoices open) {
        super(open);
        this.listening = listening;
    }

    private <S extends @Nullable Status> S seeOne(MpiCall call, Supplier<S> plain) {
        return listening.see(call, () -> {
            S status = plain.get();
            completed(call, status);
            return status;
        });
    }

    private Status @Nullable [] seeSome(MpiCall call, Supplier<Status @Nullable []> plain) {
        return listening.see(call, () -> completed(call, plain.get()));
    }

    private static @Nullable Status completed(MpiCall call, @Nullable Status status) {
        if (status != null) {
            call.completed(status);
        }
        return status;
    }

    private static Status @Nullable [] completed(MpiCall call, Status @Nullable [] statuses) {
        if (statuses != null) {
            call.completed(statuses);
        }
        return statuses;
    }

    private static int @Nullable [] places(Status @Nullable [] statuses) {
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
    @Nullable
    Status testStatus(Request request, String method) {
        return seeOne(listening.call(method).on(request), () -> super.testStatus(request, method));
    }

    @Override
    @Nullable
    Status getStatus(Request request) {
        return listening.see(listening.call("getStatus").on(request), () -> super.getStatus(request));
    }

    @Override
    @Nullable
    Status getStatusAny(@Nullable Request[] requests) {
        return listening.see(listening.call("getStatusAny").on(requests), () -> super.getStatusAny(requests));
    }

    @Override
    Status @Nullable [] getStatusAll(@Nullable Request[] requests) {
        return listening.see(listening.call("getStatusAll").on(requests), () -> super.getStatusAll(requests));
    }

    @Override
    Status @Nullable [] getStatusSome(@Nullable Request[] requests) {
        return listening.see(listening.call("getStatusSome").on(requests), () -> super.getStatusSome(requests));
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
    Status waitAnyStatus(@Nullable Request[] requests, String method) {
        return seeOne(listening.call(method).on(requests), () -> super.waitAnyStatus(requests, method));
    }

    @Override
    int waitAny(@Nullable Request[] requests) {
        MpiCall call = listening.call("waitAny").on(requests);
        return listening.see(call, () -> {
            Status status = super.waitAnyStatus(requests, "waitAny");
            call.completed(status);
            return status.getIndex();
        });
    }

    @Override
    @Nullable
    Status testAnyStatus(@Nullable Request[] requests, String method) {
        return seeOne(listening.call(method).on(requests), () -> super.testAnyStatus(requests, method));
    }

    @Override
    int testAny(@Nullable Request[] requests) {
        MpiCall call = listening.call("testAny").on(requests);
        return listening.see(call, () -> {
            Status status = completed(call, super.testAnyStatus(requests, "testAny"));
            return status == null ? Predefined.UNDEFINED : status.getIndex();
        });
    }

    @Override
    Status[] waitAllStatus(@Nullable Request[] requests, String method) {
        MpiCall call = listening.call(method).on(requests);
        return listening.see(call, () -> {
            Status[] statuses = super.waitAllStatus(requests, method);
            call.completed(statuses);
            return statuses;
        });
    }

    @Override
    void waitAll(@Nullable Request[] requests) {
        waitAllStatus(requests, "waitAll");
    }

    @Override
    Status @Nullable [] testAllStatus(@Nullable Request[] requests, String method) {
        return seeSome(listening.call(method).on(requests), () -> super.testAllStatus(requests, method));
    }

    @Override
    boolean testAll(@Nullable Request[] requests) {
        MpiCall call = listening.call("testAll").on(requests);
        return listening.see(call, () -> completed(call, super.testAllStatus(requests, "testAll")) != null);
    }

    @Override
    Status @Nullable [] waitSomeStatus(@Nullable Request[] requests, String method) {
        return seeSome(listening.call(method).on(requests), () -> super.waitSomeStatus(requests, method));
    }

    @Override
    int @Nullable [] waitSome(@Nullable Request[] requests) {
        MpiCall call = listening.call("waitSome").on(requests);
        return listening.see(call, () -> places(completed(call, super.waitSomeStatus(requests, "waitSome"))));
    }

    @Override
    Status @Nullable [] testSomeStatus(@Nullable Request[] requests, String method) {
        return seeSome(listening.call(method).on(requests), () -> super.testSomeStatus(requests, method));
    }

    @Override
    int @Nullable [] testSome(@Nullable Request[] requests) {
        MpiCall call = listening.call("testSome").on(requests);
        return listening.see(call, () -> places(completed(call, super.testSomeStatus(requests, "testSome"))));
    }
}
