package org.bipj.core.job;

import org.bipj.core.nic.NicPort;

/** A program started without a launcher: a job of one rank, which has no peers. */
final class SoloJob implements Job {
    @Override
    public int rank() {
        return 0;
    }

    @Override
    public int size() {
        return 1;
    }

    @Override
    public String node() {
        return ThisHost.NAME;
    }

    @Override
    public int localSize() {
        return 1;
    }

    @Override
    public NicPort open() {
        return new SoloPort();
    }

    @Override
    public void started(int client) {}

    @Override
    public void finished() {}

    @Override
    public void abort(int code, String reason) {
        System.err.println("bipj: rank 0: " + reason);
        System.err.flush();
        Runtime.getRuntime().halt(code);
    }
}
