package org.bipj.launch.seeing.view;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Reads the events of a Chrome trace one after the other: objects of the array {@code traceEvents}, or of the outermost array. */
final class JsonEvents {
    private static final int END = -1;

    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private int at;
    private int filled;
    private long before;
    private byte[] text = new byte[256];

    private JsonEvents(InputStream in) {
        this.in = in;
    }

    /**
     * Reads all events; the members of {@code args} are among their own, with {@code args.} before their names.
     *
     * @param about takes the members beside the events
     * @throws IOException if it is no such file; the message says where
     */
    static void read(InputStream in, Consumer<Map<String, String>> about, Consumer<Map<String, String>> each)
            throws IOException {
        JsonEvents events = new JsonEvents(in);
        int first = events.next();
        if (first == '[') {
            events.array(each);
            return;
        }
        events.expect(first, '{');
        Map<String, String> beside = new HashMap<>();
        for (int c = events.next(); c != '}'; c = events.next()) {
            if (c == ',') {
                continue;
            }
            events.expect(c, '"');
            String name = events.string();
            events.expect(events.next(), ':');
            int value = events.next();
            if (name.equals("traceEvents")) {
                events.expect(value, '[');
                events.array(each);
            } else {
                events.value(value, name, beside);
            }
        }
        about.accept(beside);
    }

    private void array(Consumer<Map<String, String>> each) throws IOException {
        for (int c = next(); c != ']'; c = next()) {
            if (c == ',') {
                continue;
            }
            expect(c, '{');
            Map<String, String> event = new HashMap<>();
            members("", event);
            each.accept(event);
        }
    }

    private void members(String prefix, Map<String, String> into) throws IOException {
        for (int c = next(); c != '}'; c = next()) {
            if (c == ',') {
                continue;
            }
            expect(c, '"');
            String name = string();
            expect(next(), ':');
            value(next(), prefix + name, into);
        }
    }

    private void value(int c, String name, Map<String, String> into) throws IOException {
        if (c == '"') {
            into.put(name, string());
        } else if (c == '{') {
            members(name + ".", into);
        } else if (c == '[') {
            int number = 0;
            for (int element = next(); element != ']'; element = next()) {
                if (element != ',') {
                    value(element, name + "." + number++, into);
                }
            }
        } else {
            StringBuilder word = new StringBuilder();
            int digit = c;
            while (digit != END && digit != ',' && digit != '}' && digit != ']' && digit > ' ') {
                word.append((char) digit);
                digit = read();
            }
            at--;
            into.put(name, word.toString());
        }
    }

    private String string() throws IOException {
        int size = 0;
        boolean isEscaped = false;
        for (int c = read(); c != '"'; c = read()) {
            expect(c == END ? END : '.', '.');
            if (c == '\\') {
                isEscaped = true;
                size = put(size, c);
                c = read();
            }
            size = put(size, c);
        }
        String raw = new String(text, 0, size, StandardCharsets.UTF_8);
        return isEscaped ? plain(raw) : raw;
    }

    private int put(int size, int c) {
        if (size == text.length) {
            text = Arrays.copyOf(text, 2 * size);
        }
        text[size] = (byte) c;
        return size + 1;
    }

    private String plain(String raw) throws IOException {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            char escape = raw.charAt(++i);
            if (escape == 'u') {
                try {
                    out.append((char) Integer.parseInt(raw.substring(i + 1, i + 5), 16));
                } catch (NumberFormatException | IndexOutOfBoundsException e) {
                    throw new IOException("bad escape before byte " + (before + at));
                }
                i += 4;
            } else {
                int known = "nrtbf".indexOf(escape);
                out.append(known < 0 ? escape : "\n\r\t\b\f".charAt(known));
            }
        }
        return out.toString();
    }

    private void expect(int found, char wanted) throws IOException {
        if (found != wanted) {
            throw new IOException("byte " + (before + at - 1) + ": expected " + wanted + " and found "
                    + (found == END ? "the end" : Character.toString(found)));
        }
    }

    /** The next byte that is no space. */
    private int next() throws IOException {
        int c = read();
        while (c != END && c <= ' ') {
            c = read();
        }
        if (c == END) {
            throw new IOException("it ends early: was it cut?");
        }
        return c;
    }

    private int read() throws IOException {
        if (at == filled) {
            before += filled;
            filled = in.read(buffer, 1, buffer.length - 1);
            if (filled <= 0) {
                filled = 0;
                at = 0;
                return END;
            }
            // One byte before the others, so that one can be read again.
            filled++;
            at = 1;
        }
        return buffer[at++] & 0xff;
    }
}
