package org.bipj.launch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Carries one output stream of one rank to where it goes, in whole lines, byte for byte. */
final class LinePump implements Runnable {
    private static final int CHUNK = 64 << 10;
    /** A line longer than this is passed on in pieces, between which other ranks' lines may appear. */
    private static final int LONGEST_LINE = 8 << 20;

    private static final int PROMPT_POLLS = 5;
    private static final long PROMPT_POLL_MS = 20;

    private final InputStream from;
    private final Terminal terminal;
    private final boolean toErr;
    private byte[] tag = {};
    private byte[] dropped = {};
    private OutputStream copy;
    private boolean shown = true;
    private boolean prompts;
    private volatile ByteArrayOutputStream capture;

    private byte[] buffer = new byte[CHUNK];
    /** Bytes of an unfinished line at the front of the buffer. */
    private int held;
    /** The end of what was emitted last was in the middle of a line. */
    private boolean inLine;

    private final ByteArrayOutputStream lines = new ByteArrayOutputStream();

    LinePump(InputStream from, Terminal terminal, boolean toErr) {
        this.from = from;
        this.terminal = terminal;
        this.toErr = toErr;
    }

    /** Puts a text before each line. */
    LinePump tag(String text) {
        tag = text.getBytes(StandardCharsets.UTF_8);
        return this;
    }

    /** Leaves lines out that begin with a text. */
    LinePump drop(String beginning) {
        dropped = beginning.getBytes(StandardCharsets.UTF_8);
        return this;
    }

    /**
     * Writes all bytes to a stream, which is closed at the end.
     *
     * @param andShow false: and nowhere else
     */
    LinePump copy(OutputStream stream, boolean andShow) {
        copy = stream;
        shown = andShow;
        return this;
    }

    /** Shows an unfinished line after a moment: it asks a user for input. */
    LinePump prompts() {
        prompts = true;
        return this;
    }

    /** From now on nothing is shown, but all is written to a stream. */
    void capture(ByteArrayOutputStream stream) {
        capture = stream;
    }

    @Override
    public void run() {
        OutputStream file = copy;
        try (from;
                file) {
            int n;
            while ((n = read()) > 0) {
                if (file != null) {
                    file.write(buffer, held, n);
                }
                take(n);
            }
        } catch (IOException e) {
            terminal.say("mpirun: output of a rank is lost: " + e.getMessage());
        } finally {
            emit(held);
            held = 0;
        }
    }

    private int read() throws IOException {
        if (prompts && held > 0 && isQuiet()) {
            emit(held);
            held = 0;
        }
        return from.read(buffer, held, buffer.length - held);
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

    private void take(int n) {
        int end = held + n;
        int complete = end;
        while (complete > held && buffer[complete - 1] != '\n') {
            complete--;
        }
        if (complete > held) {
            emit(complete);
            System.arraycopy(buffer, complete, buffer, 0, end - complete);
            held = end - complete;
        } else {
            held = end;
            if (held == buffer.length) {
                makeRoom();
            }
        }
    }

    private void makeRoom() {
        if (buffer.length < LONGEST_LINE) {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        } else {
            emit(held);
            held = 0;
        }
    }

    private void emit(int end) {
        ByteArrayOutputStream captured = capture;
        if (captured != null) {
            captured.write(buffer, 0, end);
        } else if (shown && tag.length == 0 && dropped.length == 0) {
            terminal.write(toErr, this, buffer, 0, end);
        } else if (shown) {
            lines.reset();
            int start = 0;
            for (int i = 0; i < end; i++) {
                if (buffer[i] == '\n' || i == end - 1) {
                    line(start, i + 1);
                    start = i + 1;
                }
            }
            byte[] edited = lines.toByteArray();
            terminal.write(toErr, this, edited, 0, edited.length);
        }
    }

    private void line(int start, int end) {
        boolean begins = !inLine;
        inLine = buffer[end - 1] != '\n';
        if (begins && dropped.length > 0 && startsWith(dropped, start, end)) {
            inLine = false;
            return;
        }
        if (begins) {
            lines.writeBytes(tag);
        }
        lines.write(buffer, start, end - start);
    }

    private boolean startsWith(byte[] text, int start, int end) {
        return end - start >= text.length && Arrays.equals(buffer, start, start + text.length, text, 0, text.length);
    }
}
