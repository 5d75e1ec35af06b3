package org.bipj.mpi.contract;

/** Of {@link SharedSuite} what may differ where ranks are processes: memory that they map, for several communicators, and its end. */
public final class SharedProcessSuite extends Suite {
    /** Adds the cases. */
    public SharedProcessSuite() {
        SharedSuite.own().forEach(this::add);
    }
}
