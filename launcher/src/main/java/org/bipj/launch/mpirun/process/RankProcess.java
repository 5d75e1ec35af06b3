package org.bipj.launch.mpirun.process;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.bipj.launch.mpirun.output.LastOutput;
import org.bipj.launch.mpirun.output.LinePump;
import org.bipj.launch.mpirun.output.StartError;

/** A rank's process, with the threads that transfer its output and wait for its end. */
public final class RankProcess {
    private static final int STACK_BYTES = 128 << 10;

    private final int rank;
    private final RankChild process;
    private final LinePump out;
    private final LinePump err;
    private final List<Thread> pumps = new ArrayList<>();
    private volatile boolean ended;

    /**
     * A process that has been started.
     *
     * @param err null if standard error is part of standard output
     */
    public RankProcess(int rank, RankChild process, LinePump out, LinePump err) {
        this.rank = rank;
        this.process = process;
        this.out = out;
        this.err = err == null ? out : err;
        pumps.add(start("out", out));
        if (err != null) {
            pumps.add(start("err", err));
        }
    }

    private Thread start(String what, Runnable body) {
        Thread thread = new Thread(null, body, "rank " + rank + " " + what, STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** What happens when a rank's process has ended. */
    @FunctionalInterface
    interface ExitListener {
        /** The process has ended, with an exit code as a shell would see it, and its output is shown. */
        void exited(RankProcess rank, int code);
    }

    /** Calls the listener when the process has ended and its output is shown. */
    void watch(ExitListener listener) {
        start("end", () -> {
            try {
                int code = process.waitFor();
                ended = true;
                awaitOutput();
                listener.exited(this, code);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** Waits until the output of the ended process has been carried. */
    void awaitOutput() throws InterruptedException {
        LastOutput.await(pumps);
    }

    public int rank() {
        return rank;
    }

    long pid() {
        return process.pid();
    }

    /** True once the process has ended. */
    public boolean hasEnded() {
        return ended || !process.isAlive();
    }

    RankChild child() {
        return process;
    }

    /** The process's exit code, as a shell would see it; -1 while it runs. */
    int exitCode() {
        return process.isAlive() ? -1 : process.exitValue();
    }

    /** The last stack trace of the process, if it is still held; else null. */
    String trace() {
        return err.lines().trace();
    }

    /** As {@link #trace}; the trace is not shown any more. */
    String takeTrace() {
        return err.lines().takeTrace();
    }

    /** Shows what is held: a stack trace, or what a JVM says that cannot start. */
    void showHeld() {
        startErrors().forEach(StartError::pass);
        err.lines().passTrace();
    }

    /** What the rank's JVM has said that could not start, on each stream. */
    List<StartError> startErrors() {
        return err == out
                ? List.of(out.lines().startError())
                : List.of(out.lines().startError(), err.lines().startError());
    }

    /** Holds output back from now on, because the rank may be ended during its JVM's start-up. */
    void doubtOutput() {
        out.lines().doubt();
        err.lines().doubt();
    }

    /** Diverts standard output into a buffer from now on. */
    ByteArrayOutputStream captureOutput() {
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        out.lines().capture(captured);
        return captured;
    }
}
