package org.bipj.net.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * A connection whose end tells something, and which carries nothing more; watched by the {@link Connector}. Between jobs that are
 * connected it ends with {@link #BYE}, else the other job has failed. A connection of two ranks that disconnect is read until the other
 * end is closed: what a closed connection leaves unread would make its kernel break it.
 */
public final class Lifeline {
    /** The other job ends the connection in good order. */
    private static final byte BYE = 1;

    /** How long the other end may take to close. */
    private static final long CLOSE_NS = 10_000_000_000L;

    private final SocketChannel channel;
    /** Called on the connector's thread; null where the end was said. */
    private final Runnable onBroken;

    private final ByteBuffer bytes = ByteBuffer.allocate(1 << 12);
    private volatile boolean isClosing;
    private volatile long closeBy;

    private Lifeline(SocketChannel channel, Runnable onBroken) {
        this.channel = channel;
        this.onBroken = onBroken;
    }

    /** The lifeline of two jobs. */
    static Lifeline of(SocketChannel channel, Runnable onBroken) {
        return new Lifeline(channel, onBroken);
    }

    /** A connection over which all was said. */
    static Lifeline ended(SocketChannel channel) {
        Lifeline line = new Lifeline(channel, null);
        line.shut();
        return line;
    }

    SocketChannel channel() {
        return channel;
    }

    boolean isClosing() {
        return isClosing;
    }

    boolean isLate(long now) {
        return isClosing && now - closeBy >= 0;
    }

    /** Says the end. */
    void close() {
        if (isClosing) {
            return;
        }
        // Before it is said: the other end may close at once.
        closeBy = System.nanoTime() + CLOSE_NS;
        isClosing = true;
        try {
            channel.write(ByteBuffer.wrap(new byte[] {BYE}));
        } catch (IOException e) {
            System.getLogger(Lifeline.class.getName())
                    .log(System.Logger.Level.DEBUG, "the other job has ended the connection before", e);
        }
        shut();
    }

    private void shut() {
        closeBy = System.nanoTime() + CLOSE_NS;
        isClosing = true;
        try {
            channel.shutdownOutput();
        } catch (IOException e) {
            System.getLogger(Lifeline.class.getName()).log(System.Logger.Level.DEBUG, "closing", e);
        }
    }

    /** Reads what has come; true if this was the end. */
    boolean read() {
        boolean isOver = false;
        boolean isBroken = false;
        try {
            int n;
            while ((n = channel.read(bytes.clear())) > 0) {
                isOver |= !isClosing;
            }
            isBroken = n < 0 && !isOver;
        } catch (IOException e) {
            isBroken = !isOver;
        }
        if (isBroken && !isClosing) {
            onBroken.run();
        }
        return isOver || isBroken;
    }
}
