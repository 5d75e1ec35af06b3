package org.bipj.mpi.contract;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;
import org.bipj.core.job.Job;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.Region;
import org.bipj.core.payload.Payload;

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
    public NicPort open() {
        NicPort port = job.open();
        sizes = Sizes.of(port.capabilities());
        return new WatchedPort(port, failure);
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

    private record WatchedPort(NicPort port, AtomicReference<Throwable> failure) implements NicPort {
        @Override
        public int poll(PacketSink sink, int limit) {
            if (failure.get() != null) {
                throw new OtherFailed();
            }
            return port.poll(sink, limit);
        }

        @Override
        public int rank() {
            return port.rank();
        }

        @Override
        public int size() {
            return port.size();
        }

        @Override
        public Capabilities capabilities() {
            return port.capabilities();
        }

        @Override
        public long claim(int peer, int lane, int bytes) {
            return port.claim(peer, lane, bytes);
        }

        @Override
        public MemorySegment memory(int peer, int lane) {
            return port.memory(peer, lane);
        }

        @Override
        public void commit(int peer, int lane, long claim, int bytes, int immediate) {
            port.commit(peer, lane, claim, bytes, immediate);
        }

        @Override
        public void abort(int peer, int lane, long claim) {
            port.abort(peer, lane, claim);
        }

        @Override
        public void expect(int peer) {
            port.expect(peer);
        }

        @Override
        public void release(int peer, int lane, long offset) {
            port.release(peer, lane, offset);
        }

        @Override
        public Region register(long bytes) {
            return port.register(bytes);
        }

        @Override
        public long expose(Payload payload) {
            return port.expose(payload);
        }

        @Override
        public void conceal(long key) {
            port.conceal(key);
        }

        @Override
        public int get(int peer, long key, Payload into, long bytes, long cookie) {
            return port.get(peer, key, into, bytes, cookie);
        }

        @Override
        public int put(int peer, long key, Payload from, long bytes, long cookie) {
            return port.put(peer, key, from, bytes, cookie);
        }

        @Override
        public int tableBytes() {
            return port.tableBytes();
        }

        @Override
        public void lay(Payload data) {
            port.lay(data);
        }

        @Override
        public boolean isTableLaid() {
            return port.isTableLaid();
        }

        @Override
        public void pick(Payload into, long bytes) {
            port.pick(into, bytes);
        }

        @Override
        public long now() {
            return port.now();
        }

        @Override
        public void idle(int fruitless) {
            port.idle(fruitless);
        }

        @Override
        public void charge(long ns) {
            port.charge(ns);
        }

        @Override
        public void close() {
            port.close();
        }
    }
}
