package org.bipj.net.pmi;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.bipj.core.nic.PortException;

/**
 * Requests to a launcher and its answers, one at a time, as lines or as blocks whose length is known. An answer takes a minute at
 * most. Only where the launcher waits for other processes, it may begin at any time.
 */
final class Dialogue implements AutoCloseable {
    static final int MESSAGE_MAX = 64 << 10;
    private static final int SLICE_MS = 1000;

    private final ByteStream stream;
    private final String name;
    private final int answerMs;
    private byte[] buffer = new byte[1024];
    private int from;
    private int to;
    private boolean ended;

    /**
     * A dialogue.
     *
     * @param name of the protocol and its launcher, for messages
     * @param answerMs how long an answer may take
     */
    Dialogue(ByteStream stream, String name, int answerMs) {
        this.stream = stream;
        this.name = name;
        this.answerMs = answerMs;
    }

    /** Makes an error of the dialogue, with what was expected. */
    PortException error(String what) {
        return new PortException(name + ": " + what);
    }

    private PortException error(IOException e) {
        return new PortException(name + ": the connection with the launcher failed: " + e.getMessage(), e);
    }

    void send(String text) {
        try {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            synchronized (stream) {
                stream.write(bytes);
            }
        } catch (IOException e) {
            throw error(e);
        }
    }

    /**
     * The next line, without its end.
     *
     * @param waits true if the launcher waits for others before it answers
     */
    String line(boolean waits) {
        int at = from;
        boolean begun = from < to || !waits;
        while (true) {
            for (; at < to; at++) {
                if (buffer[at] == '\n') {
                    return take(at - from, 1);
                }
            }
            at -= from;
            receive(begun);
            at += from;
            begun = true;
        }
    }

    /** The next so many bytes, as text. */
    String block(int bytes, boolean waits) {
        boolean begun = from < to || !waits;
        while (to - from < bytes) {
            receive(begun);
            begun = true;
        }
        return take(bytes, 0);
    }

    private String take(int bytes, int skip) {
        String text = new String(buffer, from, bytes, StandardCharsets.UTF_8);
        from += bytes + skip;
        return text;
    }

    /** Waits until at least one byte has been received. */
    private void receive(boolean inTime) {
        if (to - from >= MESSAGE_MAX) {
            throw error("the launcher's answer exceeds " + MESSAGE_MAX + " bytes");
        }
        long until = System.nanoTime() + answerMs * 1_000_000L;
        while (!receive(inTime ? Math.min(answerMs, SLICE_MS) : SLICE_MS)) {
            if (ended) {
                throw error("the launcher has closed the connection");
            }
            if (inTime && System.nanoTime() - until >= 0) {
                throw error("no answer from the launcher within " + answerMs + " ms"
                        + (from < to ? ", after the first " + (to - from) + " bytes of one" : ""));
            }
        }
    }

    private boolean receive(int timeoutMs) {
        if (to == buffer.length) {
            buffer = Arrays.copyOfRange(buffer, from, Math.max(buffer.length, 2 * (to - from)) + from);
            to -= from;
            from = 0;
        }
        try {
            int read = stream.read(buffer, to, timeoutMs);
            ended |= read < 0;
            to += Math.max(read, 0);
            return read > 0;
        } catch (IOException e) {
            ended = true;
            throw error(e);
        }
    }

    /** True if the launcher has closed the connection. To be called where no answer is expected. */
    boolean hasEnded() {
        if (!ended && to == from) {
            try {
                boolean ignored = receive(1);
            } catch (PortException e) {
                System.getLogger(Dialogue.class.getName()).log(System.Logger.Level.DEBUG, "no launcher any more", e);
            }
        }
        return ended;
    }

    @Override
    public void close() {
        try {
            stream.close();
        } catch (IOException e) {
            System.getLogger(Dialogue.class.getName()).log(System.Logger.Level.DEBUG, "closing", e);
        }
    }
}
