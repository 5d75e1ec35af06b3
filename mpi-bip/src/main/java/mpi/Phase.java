package mpi;

import org.bipj.mpi.call.TimelineMarks;

/**
 * A part of the program that it has named with {@link MPI#phase}, which {@code mpirun --timeline} shows. It ends by {@link #close}, in
 * the thread that has begun it.
 */
public final class Phase implements AutoCloseable {
    /** All phases of jobs that are not recorded. */
    private static final Phase NOT_RECORDED = new Phase(0);

    private final long handle;

    private Phase(long handle) {
        this.handle = handle;
    }

    /** The same as {@link MPI#phase}. */
    public static Phase begin(String name) {
        long handle = TimelineMarks.begin(name);
        return handle == 0 ? NOT_RECORDED : new Phase(handle);
    }

    /** Ends the phase. */
    @Override
    public void close() {
        TimelineMarks.end(handle);
    }
}
