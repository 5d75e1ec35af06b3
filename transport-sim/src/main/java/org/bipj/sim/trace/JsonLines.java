package org.bipj.sim.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Writes the elements of a JSON array, one on each line, through a buffer. Allocates nothing per element, except for
 * text that is not ASCII.
 */
final class JsonLines {
    private static final int PICOS_PER_MICRO = 1_000_000;
    private static final int FRACTION_DIGITS = 6;

    /** The most digits of a {@code long}. */
    private static final int MAX_DIGITS = 19;

    private final OutputStream out;
    private final byte[] buffer = new byte[1 << 16];
    private final byte[] digits = new byte[MAX_DIGITS];
    private int used;
    private boolean any;
    private IOException failure;
    private Consumer<IOException> onFailure = e -> {};

    JsonLines(OutputStream out) {
        this.out = out;
    }

    /** Sets the listener for the first write error before {@link #close}, which throws that error. */
    void onFailure(Consumer<IOException> whom) {
        onFailure = whom;
    }

    /** Begins a new line for the next element of the array. */
    JsonLines line() {
        raw(any ? ",\n" : "\n");
        any = true;
        return this;
    }

    /** Writes ASCII text as it is, without escapes. */
    JsonLines raw(String text) {
        for (int i = 0; i < text.length(); i++) {
            character(text.charAt(i));
        }
        return this;
    }

    JsonLines character(char c) {
        if (used == buffer.length) {
            boolean wrote = failure == null;
            flush();
            if (wrote && failure != null) {
                onFailure.accept(failure);
            }
        }
        buffer[used++] = (byte) c;
        return this;
    }

    /** Writes a string in quotes, with escapes. */
    JsonLines string(String text) {
        character('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                character('\\').character(c);
            } else if (c < ' ') {
                raw(String.format("\\u%04x", (int) c));
            } else if (c < 0x7f) {
                character(c);
            } else {
                int point = text.codePointAt(i);
                for (byte b : Character.toString(point).getBytes(StandardCharsets.UTF_8)) {
                    character((char) (b & 0xff));
                }
                i += Character.charCount(point) - 1;
            }
        }
        return character('"');
    }

    /** Writes a number that is not negative. */
    JsonLines number(long value) {
        return digits(value, 1);
    }

    /** Picoseconds, not negative, as microseconds; exact. */
    JsonLines micros(long picos) {
        digits(picos / PICOS_PER_MICRO, 1);
        int fraction = (int) (picos % PICOS_PER_MICRO);
        if (fraction == 0) {
            return this;
        }
        return character('.').digits(fraction, FRACTION_DIGITS);
    }

    private JsonLines digits(long value, int atLeast) {
        int count = 0;
        for (long left = value; left > 0 || count < atLeast; left /= 10) {
            digits[count++] = (byte) ('0' + left % 10);
        }
        while (count > 0) {
            character((char) digits[--count]);
        }
        return this;
    }

    private void flush() {
        if (failure == null) {
            try {
                out.write(buffer, 0, used);
            } catch (IOException e) {
                failure = e;
            }
        }
        used = 0;
    }

    /** Flushes the buffer and closes the stream; throws the first write error. */
    void close() throws IOException {
        flush();
        try {
            out.close();
        } catch (IOException e) {
            if (failure == null) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
