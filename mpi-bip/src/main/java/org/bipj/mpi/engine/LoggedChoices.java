package org.bipj.mpi.engine;

import org.bipj.core.replay.ChoiceWord.Call;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;

/** Choices of a rank that are recorded, or done as they were recorded. Loaded only there. */
public abstract class LoggedChoices implements FreeChoices {
    /** What a call does that need not do the same in each run. */
    public enum Result {
        /** Whatever comes first; {@link #failed}, {@link #succeeded} or {@link #ended} is told what. */
        OPEN,
        /** It fails, although it may be able to succeed. */
        FAILS,
        /** It succeeds, and waits until it can. */
        SUCCEEDS
    }

    LoggedChoices(Progress progress, int rank) {
        if (!progress.isAlone()) {
            throw new EngineException(
                    ErrorClass.UNSUPPORTED_OPERATION,
                    "rank " + rank + ": --record and --replay serve programs in which one thread of a rank at a time"
                            + " calls MPI; expected THREAD_SINGLE, THREAD_FUNNELED or THREAD_SERIALIZED");
        }
    }

    /** What a call has to do. */
    public abstract Result result(Call call);

    /** After {@link Result#SUCCEEDS}, of a call for one or some of several requests: those that end. */
    public abstract int[] positions();

    /** A call has failed that was {@link Result#OPEN}. */
    public void failed(Call call) {}

    /**
     * A call has succeeded that was {@link Result#OPEN}.
     *
     * @param position of the request that it ends, if it is for one of several; else 0
     */
    public void succeeded(Call call, int position) {}

    /** A call has ended some of several requests, and was {@link Result#OPEN}. */
    public void ended(Call call, int[] positions) {}

    /**
     * A recorded call is not possible here.
     *
     * @param found what the program does instead
     */
    public void differs(String found) {
        throw new IllegalStateException(found);
    }
}
