package org.bipj.launch.hosts.supervisor;

import java.util.ArrayList;
import java.util.List;
import org.bipj.core.nic.PortException;

/** The parts of jobs that are on this host: each gets to know the others, with whose ranks its own ones share memory when they connect. */
final class HostKin {
    private final List<HostRanks> all = new ArrayList<>();

    /** Ranks are about to start. */
    synchronized void add(HostRanks one) {
        if (one.kin() != null) {
            for (HostRanks other : all) {
                other.met(one.kin());
                one.met(other.kin());
            }
            all.add(one);
        }
    }

    /** Ranks have ended. */
    synchronized void remove(HostRanks one) {
        if (all.remove(one)) {
            for (HostRanks other : all) {
                try {
                    other.left(one.kin());
                } catch (PortException e) {
                    // Its session has gone just now.
                    System.getLogger(HostKin.class.getName()).log(System.Logger.Level.DEBUG, "no session", e);
                }
            }
        }
    }
}
