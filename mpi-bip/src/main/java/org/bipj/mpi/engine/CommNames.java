package org.bipj.mpi.engine;

import java.util.Arrays;
import java.util.List;
import org.bipj.core.job.WaitReport;
import org.bipj.mpi.call.EngineException;

/** Names of the communicators of one rank, by context: for reports of what it waits for. */
final class CommNames {
    /** Longer lists of ranks are replaced by their number. */
    private static final int LONGEST = 40;

    /** By context, of which each communicator has two. */
    private CommCore[] communicators = new CommCore[4];

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

    /**
     * Describes the communicator of a context, with the rank that a world rank has there if the numbers differ; empty if this
     * rank has no such communicator.
     *
     * @param context negative: unknown
     * @param peer a world rank, or negative
     */
    String place(int context, int peer) {
        CommCore communicator = communicator(context);
        if (communicator == null) {
            return "";
        }
        int there = communicator.rankOf(peer);
        return in(communicator) + (there == peer || there < 0 ? "" : " (rank " + there + " there)");
    }

    private CommCore communicator(int context) {
        int at = context / 2;
        return context >= 0 && at < communicators.length ? communicators[at] : null;
    }

    /** Describes the call of this rank's that a message in a collective context belongs to; may be empty. */
    String call(int context, int tag) {
        CommCore communicator = communicator(context);
        return communicator == null ? "" : communicator.callDetail(tag);
    }

    /** The first error of a communicator whose ranks have made different collective calls; null if there is none. */
    EngineException leftCalls() {
        for (CommCore communicator : communicators) {
            EngineException failure = communicator == null ? null : communicator.leftCalls();
            if (failure != null) {
                return failure;
            }
        }
        return null;
    }

    /** A communicator in words. */
    static String in(CommCore communicator) {
        return " in " + name(communicator);
    }

    private static String name(CommCore communicator) {
        if (!communicator.name().isEmpty()) {
            return communicator.name().replaceAll("\\p{Cntrl}", " ");
        }
        List<Integer> members = communicator.sortedWorldRanks();
        String ranks = WaitReport.ranks(members);
        return "the communicator of " + (ranks.length() <= LONGEST ? ranks : members.size() + " ranks");
    }
}
