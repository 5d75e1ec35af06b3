package org.bipj.testkit;

import org.bipj.core.job.Job;
import org.bipj.core.nic.NicPort;

/** A membership that hands every call on to another one; what is to differ is overridden. */
public abstract class DelegatingJob implements Job {
    private final Job job;

    /** A membership in front of another one. */
    protected DelegatingJob(Job job) {
        this.job = job;
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
    public NicPort open() {
        return job.open();
    }

    @Override
    public void started(int client) {
        job.started(client);
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
    public boolean hasFinished(int rank) {
        return job.hasFinished(rank);
    }

    @Override
    public void watch(int rank, boolean on) {
        job.watch(rank, on);
    }

    @Override
    public void finished() {
        job.finished();
    }

    @Override
    public boolean allowsThreads() {
        return job.allowsThreads();
    }

    @Override
    public void compute(double ns) {
        job.compute(ns);
    }

    @Override
    public void computeOperations(String kind, long count) {
        job.computeOperations(kind, count);
    }

    @Override
    public void abort(int code, String reason) {
        job.abort(code, reason);
    }
}
