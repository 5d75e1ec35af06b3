package org.bipj.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteOrder;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Drops what arrives at connections of this process, as a firewall does: data, acknowledgements and ends alike. The kernel does it,
 * by a filter of the sockets (socket(7), {@code SO_ATTACH_FILTER}), so no rights are needed. Of Linux.
 */
public final class Firewall {
    private static final int SOL_SOCKET = 1;
    private static final int SO_ATTACH_FILTER = 26;
    private static final int SO_DETACH_FILTER = 27;
    /** The instruction "accept so many bytes", which are none. */
    private static final long RETURN_NOTHING = 0x06;

    private static final int PROGRAM_BYTES = 16;
    private static final int NAME_BYTES = 28;
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final ValueLayout.OfShort PORT = ValueLayout.JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);

    private static final MethodHandle SETSOCKOPT =
            link("setsockopt", ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT);
    private static final MethodHandle GETSOCKNAME = link("getsockname", ValueLayout.ADDRESS, ValueLayout.ADDRESS);
    private static final MethodHandle GETPEERNAME = link("getpeername", ValueLayout.ADDRESS, ValueLayout.ADDRESS);

    private final List<Integer> filtered = new ArrayList<>();

    @SuppressWarnings("restricted")
    private static MethodHandle link(String name, ValueLayout... more) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT)
                        .appendArgumentLayouts(more));
    }

    /** Closes a port: for the connections that there are now, of which this is the port of one end. */
    public Firewall(int port) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path file : files) {
                int descriptor = Integer.parseInt(file.getFileName().toString());
                int there = port(GETPEERNAME, descriptor);
                if (there == port || there >= 0 && port(GETSOCKNAME, descriptor) == port) {
                    attach(descriptor);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (filtered.isEmpty()) {
            throw new IllegalArgumentException("no connection has an end at port " + port);
        }
    }

    /** The port of an end of a connection; negative if the file is none. */
    private static int port(MethodHandle function, int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocate(NAME_BYTES, Long.BYTES);
            MemorySegment length = arena.allocateFrom(ValueLayout.JAVA_INT, NAME_BYTES);
            int result = (int) function.invokeExact(descriptor, name, length);
            int family = name.get(ValueLayout.JAVA_SHORT, 0);
            boolean isIp = result == 0 && (family == AF_INET || family == AF_INET6);
            return isIp ? Short.toUnsignedInt(name.get(PORT, Short.BYTES)) : -1;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private void attach(int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment instruction = arena.allocateFrom(ValueLayout.JAVA_LONG, RETURN_NOTHING);
            MemorySegment program = arena.allocate(PROGRAM_BYTES, Long.BYTES);
            program.set(ValueLayout.JAVA_SHORT, 0, (short) 1);
            program.set(ValueLayout.ADDRESS, Long.BYTES, instruction);
            set(descriptor, SO_ATTACH_FILTER, program);
        }
        filtered.add(descriptor);
    }

    private static void set(int descriptor, int option, MemorySegment value) {
        try {
            int result = (int) SETSOCKOPT.invokeExact(descriptor, SOL_SOCKET, option, value, (int) value.byteSize());
            if (result != 0) {
                throw new IllegalStateException("setsockopt(" + descriptor + ", " + option + ") failed");
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Opens the port. None of the connections may have been closed meanwhile. */
    public void lift() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment none = arena.allocate(ValueLayout.JAVA_INT);
            filtered.forEach(descriptor -> set(descriptor, SO_DETACH_FILTER, none));
        }
        filtered.clear();
    }
}
