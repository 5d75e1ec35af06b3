package org.bipj.launch.hosts;

import java.util.function.Consumer;
import org.bipj.launch.mpirun.process.RankChild;

/** The process of a rank on another host, as its supervisor reports it. */
final class RemoteChild implements RankChild {
    /** Exit code of a process of a lost host, which ends it: that of a process killed by SIGKILL. */
    private static final int LOST = 137;

    private final long pid;
    private final Consumer<String> signal;
    private final FedStream out = new FedStream();
    private final FedStream err = new FedStream();
    private boolean ended;
    private boolean lost;
    private int code;

    /**
     * A process that has been started.
     *
     * @param signal sends a signal to it
     */
    RemoteChild(long pid, Consumer<String> signal) {
        this.pid = pid;
        this.signal = signal;
    }

    FedStream stream(boolean ofErrors) {
        return ofErrors ? err : out;
    }

    /** Notes the end of the process, unless it is known. */
    synchronized void ended(int exitCode) {
        if (!ended) {
            ended = true;
            code = exitCode;
            notifyAll();
        }
    }

    /** The host is lost: nothing will be known of the process any more. */
    void lost() {
        out.end();
        err.end();
        synchronized (this) {
            lost |= !ended;
        }
        ended(LOST);
    }

    @Override
    public synchronized boolean isLost() {
        return lost;
    }

    @Override
    public long pid() {
        return pid;
    }

    @Override
    public synchronized boolean isAlive() {
        return !ended;
    }

    @Override
    public synchronized int exitValue() {
        return code;
    }

    @Override
    public synchronized int waitFor() throws InterruptedException {
        while (!ended) {
            wait();
        }
        return code;
    }

    @Override
    public void terminate() {
        signal.accept("TERM");
    }

    @Override
    public void kill() {
        signal.accept("KILL");
    }
}
