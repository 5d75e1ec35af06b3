package org.bipj.mpi.testkit;

/** Ends a rank of a job that was aborted; its message is the reason. */
public final class JobEnded extends Error {
    private static final long serialVersionUID = 1L;

    JobEnded(String reason) {
        super(reason);
    }
}
