package org.bipj.mpi.testkit;

import org.bipj.core.job.Job;
import org.bipj.core.nic.NicPort;

/** One rank's membership in a job of threads. */
public final class QueueJob implements Job {
    private final QueueFabric fabric;
    private final int rank;
    private final String node;
    private volatile int abortCode;
    private volatile String abortReason;
    private volatile boolean started;
    private volatile boolean finished;

    QueueJob(QueueFabric fabric, int rank, String node) {
        this.fabric = fabric;
        this.rank = rank;
        this.node = node;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return fabric.ranks;
    }

    @Override
    public String node() {
        return node;
    }

    @Override
    public int localSize() {
        return fabric.ranks;
    }

    @Override
    public NicPort open() {
        return new QueuePort(fabric, rank);
    }

    @Override
    public void started(int client) {
        started = true;
    }

    @Override
    public void finished() {
        finished = true;
    }

    @Override
    public void abort(int code, String reason) {
        abortCode = code;
        abortReason = reason;
        fabric.abort(reason);
        fabric.checkAborted();
    }

    /** The code this rank ended the job with; 0 if it did not. */
    public int abortCode() {
        return abortCode;
    }

    /** The reason this rank ended the job for; null if it did not. */
    public String abortReason() {
        return abortReason;
    }

    /** True if the library has told that it is initialised. */
    public boolean isStarted() {
        return started;
    }

    /** True if the library has told that it is finalised. */
    public boolean isFinished() {
        return finished;
    }
}
