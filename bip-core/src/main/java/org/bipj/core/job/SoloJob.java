package org.bipj.core.job;

import java.lang.foreign.MemorySegment;
import java.util.ServiceLoader;
import org.bipj.core.job.family.Connections;
import org.bipj.core.job.family.NameKeeping;
import org.bipj.core.machine.ThisHost;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PortException;
import org.jspecify.annotations.Nullable;

/**
 * A program started without a launcher: a job of one rank. It has no peers until it starts others, or meets them: then it becomes the
 * rank of a job that a launcher serves ({@link JobProvider#serve}), which this one stands for from then on.
 */
final class SoloJob implements Job {
    private final SoloConnections connections = new SoloConnections(this);
    private final SoloPort port = new SoloPort();
    /** The job that a launcher serves; null as long as none was needed. */
    private volatile @Nullable Job served;

    /** The client that the program has opened; negative before, and after it has closed all. */
    private int opened = -1;

    /** The job that a launcher serves; null as long as none was needed. */
    @Nullable
    Job served() {
        return served;
    }

    /**
     * Becomes the rank of a job that a launcher serves, if it is not yet.
     *
     * @throws PortException if there is no launcher
     */
    synchronized Job serve() {
        Job before = served;
        if (before != null) {
            return before;
        }
        for (JobProvider provider : ServiceLoader.load(JobProvider.class, SoloJob.class.getClassLoader())) {
            @Nullable Job job = provider.serve().orElse(null);
            if (job != null) {
                port.continueAs(job.open());
                if (opened >= 0) {
                    job.started(opened);
                }
                served = job;
                return job;
            }
        }
        throw new PortException("nothing on the class path can start processes; expected the library's transport-shm");
    }

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
    public String named(int number) {
        Job other = served;
        return other == null ? Integer.toString(number) : other.named(number);
    }

    @Override
    public String memory() {
        Job other = served;
        return other == null ? node() : other.memory();
    }

    @Override
    public int localSize() {
        return 1;
    }

    @Override
    public NicPort open() {
        return port;
    }

    @Override
    public boolean keep(int[] closed, Runnable end) {
        Job other = served;
        return other != null && other.keep(closed, end);
    }

    @Override
    public Connections connections() {
        return connections;
    }

    @Override
    public NameKeeping names() {
        Job other = served;
        return other == null ? NameKeeping.OF_PROCESS : other.names();
    }

    @Override
    public synchronized void started(int client) {
        opened = client;
        Job other = served;
        if (other != null) {
            other.started(client);
        }
    }

    @Override
    public boolean leave() {
        Job other = served;
        return other != null && other.leave();
    }

    @Override
    public boolean haveAllLeft() {
        Job other = served;
        return other == null || other.haveAllLeft();
    }

    @Override
    public synchronized void finished() {
        opened = -1;
        Job other = served;
        if (other != null) {
            other.finished();
        }
    }

    @Override
    public boolean hasFinished(int rank) {
        Job other = served;
        return other != null && other.hasFinished(rank);
    }

    @Override
    public boolean hasClosed(int rank, int client, int opening) {
        Job other = served;
        return other != null && other.hasClosed(rank, client, opening);
    }

    @Override
    public boolean isNear(int rank) {
        return rank == 0;
    }

    @Override
    public @Nullable MemorySegment shared(String name, long bytes) {
        return null;
    }

    @Override
    public void abort(int code, String reason) {
        Job other = served;
        if (other != null) {
            other.abort(code, reason);
        }
        System.err.println("bipj: rank 0: " + reason);
        System.err.flush();
        Runtime.getRuntime().halt(code);
    }
}
