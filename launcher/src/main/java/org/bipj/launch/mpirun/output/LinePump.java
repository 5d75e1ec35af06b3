package org.bipj.launch.mpirun.output;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bipj.launch.support.OwnProcess;

/** Transfers an output stream of a process to the lines of its rank. */
public final class LinePump implements Runnable {
    private static final int CHUNK = 64 << 10;
    private static final int PROMPT_POLLS = 5;
    /** After this time a JVM that has printed a stack trace is assumed to continue with other threads. */
    private static final long TRACE_MS = 2000;

    private static final long POLL_MS = 20;

    private final InputStream from;
    private final RankLines lines;
    private final boolean prompts;
    private final AtomicBoolean watchesTrace = new AtomicBoolean();

    /**
     * A pump.
     *
     * @param prompts true to show an unfinished line after a moment: it may ask a user for input
     */
    public LinePump(InputStream from, RankLines lines, boolean prompts) {
        this.from = from;
        this.lines = lines;
        this.prompts = prompts;
    }

    /** The lines to which the pump transfers. */
    public RankLines lines() {
        return lines;
    }

    @Override
    public void run() {
        byte[] chunk = new byte[CHUNK];
        try (from) {
            int n;
            while ((n = read(chunk)) > 0) {
                lines.accept(chunk, 0, n);
                if (lines.holdsBack() && !watchesTrace.getAndSet(true)) {
                    startWatch();
                }
            }
        } catch (IOException e) {
            OwnProcess.current().err().println("mpirun: output of a rank is lost: " + e.getMessage());
        } finally {
            lines.finish();
        }
    }

    private void startWatch() {
        try {
            Thread.ofPlatform().daemon().name("held trace").start(this::watchTrace);
        } catch (OutOfMemoryError e) {
            // No thread can be started.
            lines.passTrace();
            lines.startError().pass();
        }
    }

    /** Passes a stack trace on if the process has not ended after a while. */
    private void watchTrace() {
        try {
            Thread.sleep(TRACE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        watchesTrace.set(false);
        lines.passTrace();
        lines.startError().pass();
    }

    private int read(byte[] chunk) throws IOException {
        if (prompts && lines.holds() && isQuiet()) {
            lines.passHeld();
        }
        return from.read(chunk);
    }

    private boolean isQuiet() throws IOException {
        try {
            for (int i = 0; i < PROMPT_POLLS && from.available() == 0; i++) {
                Thread.sleep(POLL_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return from.available() == 0;
    }
}
