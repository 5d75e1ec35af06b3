package org.bipj.launch.supervisor;

import java.io.IOException;
import java.nio.file.Path;
import org.bipj.launch.wire.ControlFrame;

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

    /** Handles a frame of mpirun that concerns the ranks. */
    void perform(ControlFrame frame);

    /** Ends those that still run, and removes the session. */
    @Override
    void close();
}
