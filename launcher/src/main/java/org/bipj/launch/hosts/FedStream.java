package org.bipj.launch.hosts;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Queue;

/** A stream of bytes that another thread feeds, which waits while there are many unread. */
final class FedStream extends InputStream {
    private static final int ROOM = 256 << 10;

    private final Queue<byte[]> chunks = new ArrayDeque<>();
    private int at;
    private int unread;
    private boolean ended;

    /** Adds bytes; none is the end of the stream. */
    synchronized void feed(byte[] bytes) {
        try {
            while (unread > ROOM && !ended) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (bytes.length == 0) {
            end();
        } else if (!ended) {
            chunks.add(bytes);
            unread += bytes.length;
            notifyAll();
        }
    }

    /** Ends the stream behind the bytes that were fed. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    @Override
    public synchronized int read(byte[] into, int from, int length) throws IOException {
        try {
            while (chunks.isEmpty() && !ended) {
                wait();
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        byte[] first = chunks.peek();
        if (first == null) {
            return -1;
        }
        int count = Math.min(length, first.length - at);
        System.arraycopy(first, at, into, from, count);
        at += count;
        unread -= count;
        if (at == first.length) {
            chunks.remove();
            at = 0;
        }
        notifyAll();
        return count;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public synchronized int available() {
        return unread;
    }

    @Override
    public synchronized void close() {
        chunks.clear();
        unread = 0;
        end();
    }
}
