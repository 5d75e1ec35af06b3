package org.bipj.net.pmi;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import org.bipj.core.machine.HostSystem;

/** The C library's functions for sockets that were inherited. Not on the way of a message. */
final class SystemCalls {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final int POLLIN = 1;
    private static final int POLLFD_BYTES = 8;
    private static final int REVENTS = 6;
    private static final int INTERRUPTED = 4;
    private static final int AGAIN = 11;

    private final MethodHandle read;
    private final MethodHandle write;
    private final MethodHandle poll;
    private final MethodHandle ioctl;
    private final MemoryLayout state = Linker.Option.captureStateLayout();
    private final VarHandle errno = state.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    /** Links the system calls when they are first used. */
    private static final class Holder {
        static final SystemCalls INSTANCE = new SystemCalls();
    }

    static SystemCalls get() {
        return Holder.INSTANCE;
    }

    @SuppressWarnings("restricted")
    private SystemCalls() {
        Linker linker = HostSystem.linker();
        SymbolLookup library = linker.defaultLookup();
        Linker.Option capture = Linker.Option.captureCallState("errno");
        FunctionDescriptor bytes = FunctionDescriptor.of(LONG, INT, ValueLayout.ADDRESS, LONG);
        read = linker.downcallHandle(library.findOrThrow("read"), bytes, capture);
        write = linker.downcallHandle(library.findOrThrow("write"), bytes, capture);
        poll = linker.downcallHandle(
                library.findOrThrow("poll"), FunctionDescriptor.of(INT, ValueLayout.ADDRESS, LONG, INT), capture);
        ioctl = linker.downcallHandle(
                library.findOrThrow("ioctl"),
                FunctionDescriptor.of(INT, INT, LONG, ValueLayout.ADDRESS),
                Linker.Option.firstVariadicArg(2));
    }

    private interface Call {
        long with(MemorySegment errors) throws Throwable;
    }

    /** Repeats a call that a signal has interrupted. */
    private long call(String name, Call call) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errors = arena.allocate(state);
            while (true) {
                long result = call.with(errors);
                int error = result < 0 ? (int) errno.get(errors, 0L) : 0;
                if (result >= 0) {
                    return result;
                }
                if (error != INTERRUPTED && error != AGAIN) {
                    throw new IOException(name + " failed with error " + error);
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a system call cannot throw", e);
        }
    }

    /** Reads bytes; returns how many, 0 at the end of the stream. */
    int read(int descriptor, MemorySegment into) throws IOException {
        return (int) call("read", errors -> (long) read.invokeExact(errors, descriptor, into, into.byteSize()));
    }

    /** Writes bytes; returns how many. */
    long write(int descriptor, MemorySegment from) throws IOException {
        return call("write", errors -> (long) write.invokeExact(errors, descriptor, from, from.byteSize()));
    }

    /** True if a read returns at once, within that time. */
    boolean isReadable(int descriptor, int timeoutMs) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment asked = arena.allocate(POLLFD_BYTES, Integer.BYTES);
            asked.set(INT, 0, descriptor);
            asked.set(ValueLayout.JAVA_SHORT, Integer.BYTES, (short) POLLIN);
            long ready = call("poll", errors -> (int) poll.invokeExact(errors, asked, 1L, timeoutMs));
            return ready > 0 && asked.get(ValueLayout.JAVA_SHORT, REVENTS) != 0;
        }
    }

    /** The number that a request (ioctl(2)) finds; negative if it fails. */
    int number(int descriptor, long request) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment found = arena.allocate(INT);
            return (int) ioctl.invokeExact(descriptor, request, found) == 0 ? found.get(INT, 0) : -1;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a system call cannot throw", e);
        }
    }
}
