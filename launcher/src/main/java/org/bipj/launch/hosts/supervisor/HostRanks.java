package org.bipj.launch.hosts.supervisor;

import java.io.IOException;
import java.nio.file.Path;
import org.bipj.launch.hosts.wire.ControlFrame;

/** The ranks of a host, for its supervisor. */
interface HostRanks extends AutoCloseable {
    /**
     * Starts them.
     *
     * @throws IOException if one cannot be started
     */
    void start() throws IOException;

    /** A folder is to be removed if the supervisor is killed. */
    default void guard(Path folder) throws IOException {}

    /**
     * The part of a job on this host.
     *
     * @param address by what other jobs name the job
     * @param session of its ranks here
     */
    record Kin(String address, Path session) {}

    /** What ranks of other jobs of this host are to know of these; null if they share no memory with them. */
    default Kin kin() {
        return null;
    }

    /** Ranks of another job of this host share memory with these, if they connect. */
    default void met(Kin other) {}

    /** That other part is over. */
    default void left(Kin other) {}

    /** Handles a frame of mpirun that concerns the ranks. */
    void perform(ControlFrame frame);

    /** Ends those that still run, and removes the session. */
    @Override
    void close();
}
