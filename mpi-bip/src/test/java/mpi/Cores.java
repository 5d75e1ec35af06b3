package mpi;

import org.bipj.mpi.coll.port.CollPort;

/** What is behind communicators, for tests of the library's inside. */
public final class Cores {
    private Cores() {}

    /** Nanoseconds of the rank's clock, in virtual time those of the simulated cluster. */
    public static long now(Comm comm) {
        return comm.core().engine().now();
    }

    /** The collective half of a communicator. */
    public static CollPort of(Comm comm) {
        return comm.core().collectives();
    }
}
