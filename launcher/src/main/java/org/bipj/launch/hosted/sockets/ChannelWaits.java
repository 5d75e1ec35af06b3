package org.bipj.launch.hosted.sockets;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.Channel;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.channels.UnsupportedAddressTypeException;
import java.nio.channels.WritableByteChannel;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.bipj.launch.hosted.threads.RankThreads;
import org.bipj.sim.kernel.Fiber;

/** How channels wait, write and close. An interrupt closes the channel in which the thread waits. */
final class ChannelWaits {
    private static final long PS_PER_MS = 1_000_000_000;

    private ChannelWaits() {}

    /** Closes a channel whose caller is interrupted, before it waits or after. */
    static void checkInterrupt(Channel channel) throws IOException {
        if (Thread.currentThread().isInterrupted()) {
            channel.close();
            throw new ClosedByInterruptException();
        }
    }

    /**
     * Waits until something is ready.
     *
     * @throws AsynchronousCloseException if another thread closes the channel
     * @throws ClosedByInterruptException if the caller is interrupted
     */
    static void await(Channel channel, BooleanSupplier isReady, String what) throws IOException {
        await(channel, isReady, 0, what);
    }

    /**
     * The same with a time limit.
     *
     * @param timeoutMs 0: there is none
     * @return false if nothing was ready in time
     */
    static boolean await(Channel channel, BooleanSupplier isReady, int timeoutMs, String what) throws IOException {
        Fiber self = Fiber.current();
        checkInterrupt(channel);
        boolean isInTime = self.waitFor(
                () -> isReady.getAsBoolean() || !channel.isOpen() || self.isInterrupted(),
                timeoutMs == 0 ? Fiber.FOREVER : self.clock() + timeoutMs * PS_PER_MS,
                what);
        checkInterrupt(channel);
        if (!channel.isOpen()) {
            throw new AsynchronousCloseException();
        }
        return isInTime;
    }

    /**
     * Closes a socket in a fiber of its own: the caller holds a monitor of the JDK's, and may not wait. The rank lives until then.
     *
     * @param shuts the output is shut before
     */
    static void closeLater(RankSocketImpl socket, boolean shuts) {
        socket.close(shuts);
        RankThreads.startHelper("close of a channel", socket::release);
    }

    /** Writes buffers one after the other, until one of them is not written whole. */
    static long write(WritableByteChannel to, ByteBuffer[] from, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, from.length);
        long all = 0;
        for (int i = offset; i < offset + length; i++) {
            all += to.write(from[i]);
            if (from[i].hasRemaining()) {
                break;
            }
        }
        return all;
    }

    /** As {@link #checked}, with the exceptions of sockets. */
    static InetSocketAddress checkedOfSocket(SocketAddress address) throws IOException {
        if (address == null) {
            throw new IllegalArgumentException("connect: The address can't be null");
        }
        if (!(address instanceof InetSocketAddress of)) {
            throw new IllegalArgumentException("Unsupported address type");
        }
        if (of.isUnresolved()) {
            throw new UnknownHostException(RankAddresses.getHostString(of));
        }
        return of;
    }

    static InetSocketAddress checked(SocketAddress address) {
        if (!(Objects.requireNonNull(address) instanceof InetSocketAddress of)) {
            throw new UnsupportedAddressTypeException();
        }
        if (of.isUnresolved()) {
            throw new UnresolvedAddressException();
        }
        return of;
    }
}
