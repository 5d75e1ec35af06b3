package org.bipj.testkit;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.bipj.core.job.Job;
import org.bipj.core.nic.NicPort;

/** Membership of a rank that is a thread of a test. An abort fails the test. */
public final class TestJob implements Job {
    private final Fabric fabric;
    private final int rank;
    private final AtomicBoolean stop;
    /** Ranks that wait for the end of all; of a job that survives deaths, where all ranks run by turns. */
    private final Set<Integer> left;

    private boolean started;
    private boolean finished;

    /** A rank that a test runs by itself. */
    public TestJob(Fabric fabric, int rank) {
        this(fabric, rank, new AtomicBoolean(), new HashSet<>());
    }

    TestJob(Fabric fabric, int rank, AtomicBoolean stop, Set<Integer> left) {
        this.fabric = fabric;
        this.rank = rank;
        this.stop = stop;
        this.left = left;
    }

    /** What connects the ranks. */
    public Fabric fabric() {
        return fabric;
    }

    /** True once the library was initialised. */
    public boolean isStarted() {
        return started;
    }

    /** True once the library was finalised. */
    public boolean isFinished() {
        return finished;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return fabric.size();
    }

    @Override
    public String node() {
        return "test";
    }

    @Override
    public int localSize() {
        return fabric.size();
    }

    /** The rank's port, which stops with an error once another rank has failed. */
    @Override
    public NicPort open() {
        return new StoppablePort(fabric.port(rank), () -> {
            if (stop.get()) {
                throw new AssertionError("rank " + rank + " stops, because another rank has failed");
            }
        });
    }

    /** Tests know what types they send. */
    @Override
    public boolean checksTypes() {
        return true;
    }

    @Override
    public void started(int client) {
        started = true;
    }

    @Override
    public boolean survivesDeaths() {
        return fabric.survivesDeaths();
    }

    @Override
    public boolean leave() {
        if (fabric.survivesDeaths()) {
            left.add(rank);
        }
        return fabric.survivesDeaths();
    }

    @Override
    public boolean haveAllLeft() {
        return !fabric.survivesDeaths()
                || IntStream.range(0, fabric.size()).allMatch(other -> fabric.isDead(other) || left.contains(other));
    }

    @Override
    public boolean hasFinished(int other) {
        return fabric.isClosed(other) || fabric.isDead(other);
    }

    @Override
    public void finished() {
        finished = true;
    }

    @Override
    public void abort(int code, String reason) {
        throw new AssertionError("rank " + rank + " aborts the job with code " + code + ": " + reason);
    }
}
