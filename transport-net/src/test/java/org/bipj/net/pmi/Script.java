package org.bipj.net.pmi;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;

/** A launcher that expects certain requests and has an answer to each. It is silent where an answer is missing. */
final class Script implements ByteStream {
    /** Instead of an answer: the launcher closes the connection. */
    static final String CLOSES = "(closes)";

    private final Queue<String> requests = new ArrayDeque<>();
    private final Queue<String> answers = new ArrayDeque<>();
    private final StringBuilder pending = new StringBuilder();
    private int pieces = Integer.MAX_VALUE;
    private boolean closed;

    /** The next request, and its answer. */
    Script on(String request, String answer) {
        requests.add(request);
        answers.add(answer);
        return this;
    }

    /** Answers arrive in pieces of so many bytes. */
    Script inPieces(int bytes) {
        pieces = bytes;
        return this;
    }

    /** The dialogue of a process with this launcher. */
    Dialogue dialogue() {
        return new Dialogue(this, "test", 100);
    }

    /** True if all requests have come. */
    boolean isDone() {
        return requests.isEmpty();
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        String request = new String(bytes, StandardCharsets.UTF_8);
        if (!request.equals(requests.poll())) {
            throw new IOException("unexpected: " + request);
        }
        String answer = answers.remove();
        closed = answer.endsWith(CLOSES);
        pending.append(closed ? answer.substring(0, answer.length() - CLOSES.length()) : answer);
    }

    @Override
    public int read(byte[] into, int from, int timeoutMs) {
        if (pending.isEmpty()) {
            return closed ? -1 : 0;
        }
        byte[] bytes = pending.toString().getBytes(StandardCharsets.UTF_8);
        int length = Math.min(Math.min(bytes.length, pieces), into.length - from);
        System.arraycopy(bytes, 0, into, from, length);
        pending.delete(0, length);
        return length;
    }

    @Override
    public void close() {
        closed = true;
    }
}
