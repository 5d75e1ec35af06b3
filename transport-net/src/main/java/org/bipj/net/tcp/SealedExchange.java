package org.bipj.net.tcp;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.LockSupport;
import jdk.net.ExtendedSocketOptions;

/**
 * One text each way over a connection that does not block, sealed by a key of the connection. It stays open afterwards, as the {@link
 * Lifeline} of both jobs.
 *
 * <pre>
 *   length (4)   sealed text
 * </pre>
 */
final class SealedExchange {
    /** Longest text: names and addresses of some hundred thousand processes. */
    private static final int LONGEST = 16 << 20;

    private static final int HEADER = Integer.BYTES;
    private static final long NAP_NS = 100_000;
    private static final long SEND_NS = 10_000_000_000L;
    /** After how many silent seconds the kernel looks whether the other end is still there. */
    private static final int SILENT_S = 10;

    private final SocketChannel channel;
    private final byte[] key;
    private ByteBuffer in = ByteBuffer.allocate(HEADER);
    private boolean isBody;

    /** @param timeoutS seconds of silence of a host until it counts as lost */
    SealedExchange(SocketChannel channel, byte[] key, int timeoutS) throws IOException {
        this.channel = channel;
        this.key = key.clone();
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        keepAlive(timeoutS);
    }

    /** A host that has halted, or was cut off, ends the connection: nothing else travels on it. */
    private void keepAlive(int timeoutS) throws IOException {
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        try {
            int silent = Math.clamp(timeoutS / 2, 1, SILENT_S);
            channel.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, silent);
            channel.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, silent);
            channel.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, Math.max(1, timeoutS / silent - 1));
        } catch (UnsupportedOperationException e) {
            System.getLogger(SealedExchange.class.getName())
                    .log(System.Logger.Level.DEBUG, "this system's own times for lost hosts", e);
        }
    }

    SocketChannel channel() {
        return channel;
    }

    /** Sends the own text; the other end reads meanwhile. */
    void send(String text) throws IOException {
        byte[] sealed = Sealed.seal(key, text);
        ByteBuffer out = ByteBuffer.allocate(HEADER + sealed.length)
                .putInt(sealed.length)
                .put(sealed)
                .flip();
        long until = System.nanoTime() + SEND_NS;
        while (out.hasRemaining()) {
            if (channel.write(out) == 0) {
                if (System.nanoTime() - until > 0) {
                    throw new IOException("it takes no data");
                }
                LockSupport.parkNanos(NAP_NS);
            }
        }
    }

    /**
     * The other end's text; null as long as it is not complete.
     *
     * @throws IOException if there will be none
     */
    String poll() throws IOException {
        while (channel.read(in) > 0 || !in.hasRemaining()) {
            if (in.hasRemaining()) {
                continue;
            }
            if (isBody) {
                return Sealed.open(key, in.array());
            }
            int length = in.getInt(0);
            if (length <= 0 || length > LONGEST) {
                throw new IOException("a text of " + length + " bytes; expected 1 to " + LONGEST);
            }
            in = ByteBuffer.allocate(length);
            isBody = true;
        }
        if (!channel.isOpen() || isEnded()) {
            throw new EOFException("the connection was closed");
        }
        return null;
    }

    /** A read that has returned nothing says whether there will be more. */
    private boolean isEnded() throws IOException {
        return in.hasRemaining() && channel.read(in) < 0;
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            System.getLogger(SealedExchange.class.getName()).log(System.Logger.Level.DEBUG, "closing", e);
        }
    }
}
