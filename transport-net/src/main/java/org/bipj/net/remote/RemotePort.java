package org.bipj.net.remote;

import org.bipj.core.nic.LookAhead;
import org.bipj.core.nic.NicPort;

/**
 * The port to ranks of other hosts. A job uses one implementation for all of its ranks, so calls through this interface have
 * one target.
 */
public interface RemotePort extends NicPort, LookAhead {
    /** Sleeps in the kernel until something comes or can be sent, at most so many milliseconds. */
    void sleep(int ms);

    /** True if a poll would find something without asking the kernel. */
    boolean hasSomething();

    /** Bytes that have been given to the network, for those who check which transport carried. */
    long bytesWritten();
}
