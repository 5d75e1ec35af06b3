package org.bipj.mpi.contract;

import java.util.concurrent.atomic.AtomicReference;
import org.bipj.core.job.Job;
import org.bipj.core.nic.NicPort;
import org.bipj.testkit.DelegatingJob;
import org.bipj.testkit.StoppablePort;

/** A job whose ranks leave their polling loops once one of them has failed. */
final class WatchedJob extends DelegatingJob {
    private final AtomicReference<Throwable> failure;
    private Sizes sizes;

    /** Ends a rank because another one has failed. */
    static final class OtherFailed extends Error {
        private static final long serialVersionUID = 1L;

        OtherFailed() {
            super("another rank has failed");
        }
    }

    WatchedJob(Job job, AtomicReference<Throwable> failure) {
        super(job);
        this.failure = failure;
    }

    Sizes sizes() {
        return sizes;
    }

    @Override
    public NicPort open() {
        NicPort port = super.open();
        sizes = Sizes.of(port.capabilities());
        return new StoppablePort(port, () -> {
            if (failure.get() != null) {
                throw new OtherFailed();
            }
        });
    }
}
