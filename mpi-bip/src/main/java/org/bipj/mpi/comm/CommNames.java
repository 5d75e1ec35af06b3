package org.bipj.mpi.comm;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.engine.ContextNames;
import org.jspecify.annotations.Nullable;

/** Names of the communicators of one rank, by context: for reports of what it waits for. */
final class CommNames implements ContextNames {
    /** By context, of which each communicator has two. */
    private @Nullable CommCore[] communicators = new CommCore[4];

    void add(CommCore communicator) {
        int at = communicator.context() / 2;
        if (at >= communicators.length) {
            communicators = Arrays.copyOf(communicators, Math.max(2 * communicators.length, at + 1));
        }
        communicators[at] = communicator;
    }

    void remove(int context) {
        if (context / 2 < communicators.length) {
            communicators[context / 2] = null;
        }
    }

    @Override
    public String place(int context, int peer) {
        CommCore communicator = communicator(context);
        if (communicator == null) {
            return "";
        }
        int there = communicator.rankOf(peer);
        return communicator.where() + (there == peer || there < 0 ? "" : " (rank " + there + " there)");
    }

    /** The communicators, those behind windows and files among them. */
    Stream<CommCore> all() {
        return Arrays.stream(communicators).filter(Objects::nonNull);
    }

    private @Nullable CommCore communicator(int context) {
        int at = context / 2;
        return context >= 0 && at < communicators.length ? communicators[at] : null;
    }

    @Override
    public String call(int context, int tag) {
        CommCore communicator = communicator(context);
        return communicator == null ? "" : communicator.collectives().callDetail(tag);
    }

    /**
     * The first error of a communicator whose ranks have made different collective calls; null if there is none.
     *
     * @param others contexts of communicators that are not looked at
     */
    @Nullable
    EngineException leftCalls(IntPredicate others) {
        for (CommCore communicator : communicators) {
            EngineException failure = communicator == null || others.test(communicator.context())
                    ? null
                    : communicator.collectives().leftCalls();
            if (failure != null) {
                return failure;
            }
        }
        return null;
    }
}
