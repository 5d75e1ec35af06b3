package org.bipj.net.remote;

import org.bipj.shm.waiting.NetworkPort;

/**
 * The port to ranks of other hosts. A job uses one implementation for all of its ranks, so calls through this interface have
 * one target.
 */
public interface RemotePort extends NetworkPort {
    /**
     * True if this rank does nothing more for its peers unless something comes from the network or from its program: all that was
     * committed has been given to the network, nothing that has come waits for a poll, and no connection has failed.
     */
    boolean isQuiet();

    /** Units that have been given to the network and received from it, which are bytes or frames; never falls. */
    long traffic();

    /**
     * This rank's part of the {@link Balance} of all ranks. What is sent to a rank that has closed its port does not count any more:
     * once the peer has received BYE, and at that rank itself from then on.
     */
    long balance();

    /** Bytes that have been given to the network, for those who check which transport carried. */
    long bytesWritten();
}
