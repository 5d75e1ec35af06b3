package org.bipj.mpi.engine;

/** Describes contexts, for reports: the engine knows no communicators. */
public interface ContextNames {
    /**
     * Describes the communicator of a context, with the rank that a world rank has there if the numbers differ; empty if this
     * rank has no such communicator.
     *
     * @param context negative: unknown
     * @param peer a world rank, or negative
     */
    String place(int context, int peer);

    /** Describes the call of this rank's that a message in a collective context belongs to; may be empty. */
    String call(int context, int tag);
}
