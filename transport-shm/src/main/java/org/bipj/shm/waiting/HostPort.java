package org.bipj.shm.waiting;

import org.bipj.core.nic.LookAhead;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.RemoteMemory;

/** The port of a rank to those of its own host, as a port needs it that reaches other hosts, too. Ranks are places on the host. */
public interface HostPort extends NicPort, LookAhead, RemoteMemory, WaitingPort {
    /**
     * What the job of one host has opened.
     *
     * @throws IllegalArgumentException if it is no port over shared memory
     */
    static HostPort of(NicPort port) {
        if (port instanceof HostPort own) {
            return own;
        }
        throw new IllegalArgumentException(
                "expected a port over shared memory but got " + port.getClass().getName());
    }
}
