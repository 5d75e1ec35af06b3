package org.bipj.launch;

import java.io.IOException;
import java.io.InputStream;

/** Carries an output stream of a process to the lines of its rank. */
final class LinePump implements Runnable {
    private static final int CHUNK = 64 << 10;
    private static final int PROMPT_POLLS = 5;
    private static final long PROMPT_POLL_MS = 20;

    private final InputStream from;
    private final RankLines lines;
    private final boolean prompts;

    /**
     * A pump.
     *
     * @param prompts true to show an unfinished line after a moment: it may ask a user for input
     */
    LinePump(InputStream from, RankLines lines, boolean prompts) {
        this.from = from;
        this.lines = lines;
        this.prompts = prompts;
    }

    /** Where the pump carries to. */
    RankLines lines() {
        return lines;
    }

    @Override
    public void run() {
        byte[] chunk = new byte[CHUNK];
        try (from) {
            int n;
            while ((n = read(chunk)) > 0) {
                lines.accept(chunk, 0, n);
            }
        } catch (IOException e) {
            System.err.println("mpirun: output of a rank is lost: " + e.getMessage());
        } finally {
            lines.finish();
        }
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
                Thread.sleep(PROMPT_POLL_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return from.available() == 0;
    }
}
