package mpi;

import org.bipj.mpi.engine.CommCore;

/** What is behind communicators, for tests of the library's inside. */
public final class Cores {
    private Cores() {}

    /** The engine's side of a communicator. */
    public static CommCore of(Comm comm) {
        return comm.core();
    }
}
