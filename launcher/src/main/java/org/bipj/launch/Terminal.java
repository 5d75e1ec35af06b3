package org.bipj.launch;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Standard output and standard error of the launcher, which all ranks share. Whoever writes gives whole lines; where a
 * rank's last line is unfinished, the next rank's begins on a new line.
 */
final class Terminal {
    private final OutputStream out;
    private final OutputStream err;
    private final Runnable onClosed;
    private Object unfinishedOut;
    private Object unfinishedErr;
    private boolean closed;

    /**
     * The two streams.
     *
     * @param onClosed called once when nobody reads standard output any more
     */
    Terminal(OutputStream out, OutputStream err, Runnable onClosed) {
        this.out = out;
        this.err = err;
        this.onClosed = onClosed;
    }

    /** The streams of this process. */
    static Terminal ofProcess(Runnable onClosed) {
        return new Terminal(
                new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err), onClosed);
    }

    /** Writes lines of a source; the last one may be unfinished only if that source goes on with it, or has ended. */
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
                onClosed.run();
            }
        }
    }

    /** Writes a line of the launcher itself to standard error. */
    synchronized void say(String line) {
        if (unfinishedOut != null && Boolean.getBoolean("bipj.terminal")) {
            // Both streams show on the same screen.
            write(false, unfinishedOut, new byte[] {'\n'}, 0, 1);
        }
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        write(true, this, bytes, 0, bytes.length);
    }
}
