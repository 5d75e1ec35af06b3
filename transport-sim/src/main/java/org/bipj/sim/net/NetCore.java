package org.bipj.sim.net;

import java.util.Objects;
import org.bipj.sim.kernel.Kernel;

/**
 * What cables, worms and ports of one network share: time, settings, worms that are blocked, and to whom losses and faults
 * are reported. It knows none of them.
 */
final class NetCore {
    /** Observes faults that strike. */
    @FunctionalInterface
    interface FaultObserver {
        /**
         * A fault has struck.
         *
         * @param where an end of the cable, or the host, that it struck
         * @param what in words
         * @param content content of the worm that it struck; null if none
         */
        void fault(NetworkTopology.End where, String what, Object content);
    }

    final Kernel kernel;
    final NetSettings settings;
    final long charPs;
    /** Upper bound of the characters of one worm that are in a switch at the same time, if nothing holds them back. */
    final int passingChars;

    final BlockedWorms blocked;
    /** Where heads arrive in front of a host, which has no arbiter: never read. */
    final long[] noArbiter = new long[1];

    private NetObserver observer = (worm, why, where, now) -> {};
    private FaultObserver faultObserver = (where, what, content) -> {};
    private long lost;

    NetCore(Kernel kernel, NetSettings settings) {
        this.kernel = Objects.requireNonNull(kernel, "kernel");
        this.settings = settings;
        charPs = settings.charPs();
        passingChars = (int) (settings.passPs() / charPs) + 3;
        blocked = new BlockedWorms(kernel, settings.blockedPs());
    }

    /** Sets the observer of faults that strike. */
    void observeFaults(FaultObserver by) {
        faultObserver = by;
    }

    /** Sets the observer of lost worms. */
    void observe(NetObserver by) {
        observer = Objects.requireNonNull(by, "observer");
    }

    /** Number of worms that did not arrive whole, without probes. */
    long lost() {
        return lost;
    }

    /** Counts and reports a worm that is lost, in whole or in part. */
    void reportLoss(Worm worm, NetObserver.Loss why, NetworkTopology.End where) {
        if (!worm.lost && !worm.isProbe) {
            worm.lost = true;
            lost++;
        }
        reportFault(where, why.text(), worm.content);
        if (!worm.isProbe) {
            observer.lost(worm, why, where, kernel.now());
        }
    }

    /** Reports a fault that has struck; see {@link FaultObserver#fault}. */
    void reportFault(NetworkTopology.End where, String what, Object content) {
        faultObserver.fault(where, what, content);
    }
}
