package org.bipj.launch.supervisor;

import java.io.IOException;
import org.bipj.launch.wire.ControlFrame;

/** The ranks of a host, for its supervisor. */
interface HostRanks extends AutoCloseable {
    /**
     * Starts them.
     *
     * @throws IOException if one cannot be started
     */
    void start() throws IOException;

    /** Handles a frame of mpirun that concerns the ranks. */
    void perform(ControlFrame frame);

    /** Ends those that still run, and removes the session. */
    @Override
    void close();
}
