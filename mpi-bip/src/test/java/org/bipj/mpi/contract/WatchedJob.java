package org.bipj.mpi.contract;

import java.util.concurrent.atomic.AtomicReference;
import org.bipj.core.job.Job;
import org.bipj.core.nic.NicPort;
import org.bipj.testkit.StoppablePort;

/** A job whose ranks leave their polling loops once one of them has failed. */
final class WatchedJob implements Job {
    private final Job job;
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
        this.job = job;
        this.failure = failure;
    }

    Sizes sizes() {
        return sizes;
    }

    @Override
    public int rank() {
        return job.rank();
    }

    @Override
    public int size() {
        return job.size();
    }

    @Override
    public String node() {
        return job.node();
    }

    @Override
    public int localSize() {
        return job.localSize();
    }

    @Override
    public boolean isCrowded() {
        return job.isCrowded();
    }

    @Override
    public NicPort open() {
        NicPort port = job.open();
        sizes = Sizes.of(port.capabilities());
        return new StoppablePort(port, () -> {
            if (failure.get() != null) {
                throw new OtherFailed();
            }
        });
    }

    @Override
    public boolean checksTypes() {
        return job.checksTypes();
    }

    @Override
    public void started() {
        job.started();
    }

    @Override
    public boolean leave() {
        return job.leave();
    }

    @Override
    public boolean haveAllLeft() {
        return job.haveAllLeft();
    }

    @Override
    public void finished() {
        job.finished();
    }

    @Override
    public void abort(int code, String reason) {
        job.abort(code, reason);
    }
}
