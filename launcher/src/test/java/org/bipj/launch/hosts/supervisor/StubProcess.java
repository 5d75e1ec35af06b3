package org.bipj.launch.hosts.supervisor;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Stands for the process of a launch agent and the supervisor behind it, which is threads of this JVM. */
final class StubProcess extends Process {
    private static final int PIPE_BYTES = 64 << 10;

    /** Larger than any number of a process. */
    private static final long NO_PROCESS = 2_000_000_000;

    private final PipedInputStream down = new PipedInputStream(PIPE_BYTES);
    private final PipedOutputStream toDown = new PipedOutputStream(down);
    private final PipedInputStream up = new PipedInputStream(PIPE_BYTES);
    private final PipedOutputStream toUp = new PipedOutputStream(up);
    private final CountDownLatch end = new CountDownLatch(1);

    StubProcess() throws IOException {
        // Its pipes can be made or not.
    }

    /** The supervisor's standard input. */
    InputStream in() {
        return down;
    }

    /** The supervisor's standard output. */
    OutputStream out() {
        return toUp;
    }

    /** The supervisor has ended. */
    void ended() {
        end.countDown();
    }

    @Override
    public OutputStream getOutputStream() {
        return toDown;
    }

    @Override
    public InputStream getInputStream() {
        return up;
    }

    @Override
    public InputStream getErrorStream() {
        return InputStream.nullInputStream();
    }

    @Override
    public int waitFor() throws InterruptedException {
        end.await();
        return 0;
    }

    @Override
    public boolean waitFor(long time, TimeUnit unit) throws InterruptedException {
        return end.await(time, unit);
    }

    @Override
    public int exitValue() {
        return 0;
    }

    @Override
    public long pid() {
        return NO_PROCESS;
    }

    @Override
    public void destroy() {
        ended();
    }
}
