package org.bipj.mpi.engine;

import org.bipj.core.channel.Channel;
import org.bipj.core.nic.HostTime;
import org.bipj.core.nic.NicPort;
import org.bipj.core.runtime.ProgressLock;
import org.jspecify.annotations.Nullable;

/** Progress of a rank whose waits are seen. Loaded only for jobs that are checked. */
final class WatchedProgress extends Progress {
    /** Is notified of waits; null until one is set. */
    private @Nullable WaitObserver observer;

    WatchedProgress(Channel channel, NicPort port, HostTime time, int self, ProgressLock lock) {
        super(channel, port, time, self, lock);
    }

    void observe(WaitObserver by) {
        observer = by;
    }

    void changing() {
        if (observer != null) {
            observer.changing();
        }
    }

    @Override
    int awaitRound(int fruitless) {
        if (observer == null) {
            return super.awaitRound(fruitless);
        }
        observer.waiting(fruitless);
        int next = super.awaitRound(fruitless);
        if (next == 0) {
            observer.changing();
        }
        return next;
    }

    @Override
    public void advanceBackgrounds() {
        if (hasBackgrounds()) {
            changing();
        }
        super.advanceBackgrounds();
    }
}
