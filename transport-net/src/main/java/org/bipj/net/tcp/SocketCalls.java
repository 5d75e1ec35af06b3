package org.bipj.net.tcp;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.bipj.core.machine.HostSystem;

/**
 * The counts of Linux (tcp(7), {@code TCP_INFO}). Java does not say which descriptor a channel has: it is the one whose two ends
 * are those of the channel. Of one thread.
 *
 * <p>{@code TCP_USER_TIMEOUT} would not do: it ends connections with a peer that computes, too, once its window has had no room for that
 * time, though its host answers each probe.
 */
final class SocketCalls {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfShort NETWORK_SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private static final int IPPROTO_TCP = 6;
    private static final int TCP_INFO = 11;

    // struct tcp_info, as far as it has been the same since Linux 2.4.
    private static final int RETRANSMITS = 2;
    private static final int PROBES = 3;
    private static final int UNACKED = 24;
    private static final int LAST_ACK_RECV = 56;
    private static final int INFO_BYTES = 60;

    // struct sockaddr_in and sockaddr_in6.
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int PORT = 2;
    private static final int ADDRESS_4 = 4;
    private static final int ADDRESS_6 = 8;
    private static final int NAME_BYTES = 28;

    private static final System.Logger LOG = System.getLogger(SocketCalls.class.getName());

    /** Links the functions when they are first used. */
    private static final class Handles {
        static final MethodHandle GETSOCKOPT = link("getsockopt", INT, INT);
        static final MethodHandle GETSOCKNAME = link("getsockname");
        static final MethodHandle GETPEERNAME = link("getpeername");

        private Handles() {}

        /** A function of a descriptor, further numbers, memory and its length. */
        @SuppressWarnings("restricted")
        private static MethodHandle link(String name, ValueLayout.OfInt... more) {
            Linker linker = HostSystem.linker();
            SymbolLookup library = linker.defaultLookup();
            FunctionDescriptor function = FunctionDescriptor.of(INT, INT)
                    .appendArgumentLayouts(more)
                    .appendArgumentLayouts(ValueLayout.ADDRESS, ValueLayout.ADDRESS);
            return linker.downcallHandle(library.findOrThrow(name), function);
        }
    }

    private final Arena arena = Arena.ofAuto();
    private final MemorySegment memory = arena.allocate(Math.max(INFO_BYTES, NAME_BYTES), Long.BYTES);
    private final MemorySegment length = arena.allocate(INT);

    /**
     * Finds a connection.
     *
     * @return reads its counts, or null once they cannot be read; null where the system does not have them
     */
    Supplier<TcpCounts> of(SocketChannel channel) {
        if (HostSystem.isPortable()) {
            return null;
        }
        try {
            int descriptor = descriptor(channel);
            return descriptor < 0 ? null : () -> counts(descriptor, channel);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "no counts of a connection", e);
            return null;
        }
    }

    /** Null if the channel was closed: another file may have its descriptor. */
    private TcpCounts counts(int descriptor, SocketChannel channel) {
        boolean isRead;
        length.set(INT, 0, INFO_BYTES);
        try {
            isRead = (int) Handles.GETSOCKOPT.invokeExact(descriptor, IPPROTO_TCP, TCP_INFO, memory, length) == 0;
        } catch (Throwable e) {
            throw new AssertionError("a system call cannot throw", e);
        }
        if (!isRead || length.get(INT, 0) < INFO_BYTES || !channel.isOpen()) {
            return null;
        }
        return new TcpCounts(
                memory.get(INT, UNACKED),
                Byte.toUnsignedInt(memory.get(ValueLayout.JAVA_BYTE, RETRANSMITS))
                        + Byte.toUnsignedInt(memory.get(ValueLayout.JAVA_BYTE, PROBES)),
                Integer.toUnsignedLong(memory.get(INT, LAST_ACK_RECV)));
    }

    /** The descriptor of a connection of this process; negative if it is not found. */
    private int descriptor(SocketChannel channel) throws IOException {
        var local = (InetSocketAddress) channel.getLocalAddress();
        var remote = (InetSocketAddress) channel.getRemoteAddress();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(HostSystem.file("/proc/self/fd"))) {
            for (Path file : files) {
                int descriptor = Integer.parseInt(file.getFileName().toString());
                if (isEnd(Handles.GETPEERNAME, descriptor, remote) && isEnd(Handles.GETSOCKNAME, descriptor, local)) {
                    return descriptor;
                }
            }
        }
        return -1;
    }

    private boolean isEnd(MethodHandle function, int descriptor, InetSocketAddress end) throws IOException {
        length.set(INT, 0, NAME_BYTES);
        try {
            if ((int) function.invokeExact(descriptor, memory, length) != 0) {
                return false;
            }
        } catch (Throwable e) {
            throw new AssertionError("a system call cannot throw", e);
        }
        int family = memory.get(ValueLayout.JAVA_SHORT, 0);
        if (family != AF_INET && family != AF_INET6
                || Short.toUnsignedInt(memory.get(NETWORK_SHORT, PORT)) != end.getPort()) {
            return false;
        }
        long at = family == AF_INET ? ADDRESS_4 : ADDRESS_6;
        long bytes = family == AF_INET ? 4 : 16;
        // An IPv4 address in a socket of IPv6 becomes one of IPv4, as the channel has it.
        return InetAddress.getByAddress(memory.asSlice(at, bytes).toArray(ValueLayout.JAVA_BYTE))
                .equals(end.getAddress());
    }
}
