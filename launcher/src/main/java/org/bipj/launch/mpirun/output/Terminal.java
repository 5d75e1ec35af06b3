package org.bipj.launch.mpirun.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntConsumer;
import org.bipj.core.report.FailureText;
import org.bipj.launch.support.Interruption;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.launch.support.OwnProcess;

/**
 * Standard output and standard error of the launcher, which all ranks share. Callers write whole lines. If the last
 * line of a rank is unfinished, the output of the next rank begins on a new line.
 */
public final class Terminal {
    /** Exit code of a job whose standard output has been closed by its reader: that of a process ended by SIGPIPE. */
    static final int OUTPUT_CLOSED = 141;

    /** The system's message for a write to a pipe without a reader. */
    private static final String BROKEN_PIPE = "Broken pipe";

    private final OutputStream out;
    private final OutputStream err;
    private final IntConsumer onClosed;
    private Object unfinishedOut;
    private Object unfinishedErr;
    private boolean closed;
    private boolean incomplete;
    /** Kinds of the stack traces that were shown. */
    private final Set<String> traces = new HashSet<>();

    /**
     * The two streams.
     *
     * @param onClosed called once when standard output cannot be written any more, with the exit code of such a job
     */
    Terminal(OutputStream out, OutputStream err, IntConsumer onClosed) {
        this.out = out;
        this.err = err;
        this.onClosed = onClosed;
    }

    /** The terminal of this process: its standard output and error. */
    public static Terminal ofProcess(IntConsumer onClosed) {
        OwnProcess own = OwnProcess.current();
        return new Terminal(own.standardOutput(), own.standardError(), onClosed);
    }

    /** Writes lines of a source. The last line may be unfinished only if that source continues it, or has ended. */
    synchronized void write(boolean toErr, Object source, byte[] bytes, int from, int to) {
        if (from == to || closed && !toErr) {
            return;
        }
        try {
            OutputStream stream = toErr ? err : out;
            Object unfinished = toErr ? unfinishedErr : unfinishedOut;
            if (unfinished != null && unfinished != source) {
                stream.write('\n');
            }
            stream.write(bytes, from, to - from);
            Object now = bytes[to - 1] == '\n' ? null : source;
            if (toErr) {
                unfinishedErr = now;
            } else {
                unfinishedOut = now;
            }
        } catch (IOException e) {
            if (!toErr) {
                closed = true;
                close(e);
            }
        }
    }

    /** A reader that has gone away needs no message. Otherwise output is lost. */
    private void close(IOException e) {
        if (BROKEN_PIPE.equals(e.getMessage())) {
            onClosed.accept(OUTPUT_CLOSED);
        } else {
            say("mpirun: cannot write to standard output: " + e.getMessage());
            onClosed.accept(1);
        }
    }

    /** True for the first stack trace that is to be shown. */
    synchronized boolean firstTrace(String trace) {
        return traces.isEmpty() && traces.add(FailureText.kind(trace));
    }

    /** True if a stack trace with the same message was to be shown before, but for its numbers. */
    synchronized boolean knowsTrace(String trace) {
        return !traces.add(FailureText.kind(trace));
    }

    /** Reports that an output file cannot be written, for which a successful job fails. */
    synchronized void sayIncomplete(IOException e) {
        incomplete = true;
        say("mpirun: a rank's output file is incomplete: " + e.getMessage());
    }

    /** The exit code of a job that has gone well. */
    public synchronized int success() {
        return incomplete ? 1 : 0;
    }

    /** Writes a line of the launcher itself to standard error, unless a signal is ending it. */
    public synchronized void say(String line) {
        if (Interruption.hasCome()) {
            return;
        }
        if (unfinishedOut != null && LauncherVariables.isTrue(LauncherVariables.TERMINAL)) {
            // Both streams show on the same screen.
            write(false, unfinishedOut, new byte[] {'\n'}, 0, 1);
        }
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        write(true, this, bytes, 0, bytes.length);
    }
}
