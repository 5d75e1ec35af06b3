package org.bipj.shm.waiting;

import org.bipj.core.nic.LookAhead;
import org.bipj.core.nic.NicPort;

/** A port to ranks of other hosts, as a port needs it that has ranks of this host beside them. */
public interface NetworkPort extends NicPort, LookAhead {
    /** Sleeps in the kernel until something comes or can be sent, at most so many milliseconds. */
    void sleep(int ms);

    /** True if a poll would find something without asking the kernel. */
    boolean hasSomething();
}
