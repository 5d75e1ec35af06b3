package org.bipj.net.ucx;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import org.bipj.core.machine.HostSystem;

/**
 * The functions of libucp that this transport calls. Pointers and handles are {@code long}: that is how they are passed, and
 * no object is made of them. Initialising this class loads the library.
 */
final class Ucp {
    static final byte OK = 0;
    /** A request that goes on; as the result of a receive handler: the data stay until they are released. */
    static final byte IN_PROGRESS = 1;

    static final byte BUSY = -15;

    /** Results from here to -1, as unsigned numbers the largest, are errors and no pointers. */
    private static final long FIRST_ERROR = -100;

    /** All memory: pointers are offsets in it. */
    static final MemorySegment MEMORY = memory();

    private static final SymbolLookup SYMBOLS = UcxLibrary.symbols();

    private static final MethodHandle CONFIG_READ =
            of("ucp_config_read", FunctionDescriptor.of(JAVA_BYTE, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle CONFIG_MODIFY =
            of("ucp_config_modify", FunctionDescriptor.of(JAVA_BYTE, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle CONFIG_RELEASE = of("ucp_config_release", FunctionDescriptor.ofVoid(JAVA_LONG));
    private static final MethodHandle INIT = of(
            "ucp_init_version", FunctionDescriptor.of(JAVA_BYTE, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle CLEANUP = of("ucp_cleanup", FunctionDescriptor.ofVoid(JAVA_LONG));
    private static final MethodHandle WORKER_CREATE =
            of("ucp_worker_create", FunctionDescriptor.of(JAVA_BYTE, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle WORKER_DESTROY = of("ucp_worker_destroy", FunctionDescriptor.ofVoid(JAVA_LONG));
    private static final MethodHandle WORKER_QUERY =
            of("ucp_worker_query", FunctionDescriptor.of(JAVA_BYTE, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle RELEASE_ADDRESS =
            of("ucp_worker_release_address", FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GET_EFD =
            of("ucp_worker_get_efd", FunctionDescriptor.of(JAVA_BYTE, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle ARM = of("ucp_worker_arm", FunctionDescriptor.of(JAVA_BYTE, JAVA_LONG));
    private static final MethodHandle PROGRESS = of("ucp_worker_progress", FunctionDescriptor.of(JAVA_INT, JAVA_LONG));
    private static final MethodHandle SET_HANDLER =
            of("ucp_worker_set_am_recv_handler", FunctionDescriptor.of(JAVA_BYTE, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle EP_CREATE =
            of("ucp_ep_create", FunctionDescriptor.of(JAVA_BYTE, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle EP_CLOSE =
            of("ucp_ep_close_nbx", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle EP_PRINT =
            of("ucp_ep_print_info", FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG));
    private static final MethodHandle SEND = of(
            "ucp_am_send_nbx",
            FunctionDescriptor.of(
                    JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle RECEIVE = of(
            "ucp_am_recv_data_nbx",
            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle DATA_RELEASE =
            of("ucp_am_data_release", FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG));
    private static final MethodHandle CHECK = UcxLibrary.downcall(
            SYMBOLS,
            "ucp_request_check_status",
            FunctionDescriptor.of(JAVA_BYTE, JAVA_LONG),
            Linker.Option.critical(false));
    private static final MethodHandle REQUEST_FREE = of("ucp_request_free", FunctionDescriptor.ofVoid(JAVA_LONG));
    private static final MethodHandle STATUS_STRING =
            of("ucs_status_string", FunctionDescriptor.of(JAVA_LONG, JAVA_BYTE));
    private static final MethodHandle POLL = UcxLibrary.downcall(
            HostSystem.linker().defaultLookup(),
            "poll",
            FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT));

    /** The layout of {@code struct pollfd}. */
    static final MemoryLayout POLL_FD = MemoryLayout.structLayout(JAVA_INT, JAVA_SHORT, JAVA_SHORT);

    private static final short POLL_IN = 1;

    private Ucp() {}

    @SuppressWarnings("restricted")
    private static MemorySegment memory() {
        return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    }

    private static MethodHandle of(String name, FunctionDescriptor descriptor) {
        return UcxLibrary.downcall(SYMBOLS, name, descriptor);
    }

    /** True if a pointer that a call has returned is an error; {@link #error} says which. */
    static boolean isError(long pointer) {
        return Long.compareUnsigned(pointer, FIRST_ERROR) >= 0;
    }

    /** Describes a status of UCX in words. */
    static String error(long status) {
        try {
            return MEMORY.getString((long) STATUS_STRING.invokeExact((byte) status));
        } catch (Throwable e) {
            throw UcxLibrary.unexpected(e);
        }
    }

    static byte configRead(long to) {
        try {
            return (byte) CONFIG_READ.invokeExact(0L, 0L, to);
        } catch (Throwable e) {
            throw UcxLibrary.unexpected(e);
        }
    }

    static byte configModify(long config, String name, String value) {
        try (Arena arena = Arena.ofConfined()) {
            return (byte) CONFIG_MODIFY.invokeExact(
                    config,
                    arena.allocateFrom(name).address(),
                    arena.allocateFrom(value).address());
        } catch (Throwable e) {
            throw UcxLibrary.unexpected(e);
        }
    }

    static void configRelease(long config) {
        try {
            CONFIG_RELEASE.invokeExact(config);
        } catch (Throwable e) {
            throw UcxLibrary.unexpected(e);
        }
    }

    /** For a program that was written for 1.13. */
    static byte init(long params, long config, long to) {
        try {
            return (byte) INIT.invokeExact(1, 13, params, config, to);
        } catch (Throwable e) {
            throw UcxLibrary.unexpected(e);
        }
    }

    static void cleanup(long context) {
        try {
            CLEANUP.invokeExact(context);
        } catch (Throwable e) {
            throw UcxLibrary.unexpected(e);
        }
    }

    static byte workerCreate(long context, long params, long to) {
        try {
            return (byte) WORKER_CREATE.invokeExact(context, params, to);
        } catch (Throwable e) {
            throw UcxLibrary.unexpected(e);
        }
    }

    static void workerDestroy(long worker) {
        try {
            WORKER_DESTROY.invokeExact(worker);
        } catch (Throwable e) {
            throw UcxLibrary.unexpected(e);
        }
    }

    static byte workerQuery(long worker, long attributes) {
        try {
            return (byte) WORKER_QUERY.invokeExact(worker, attributes);
        } catch (Throwable e) {
            throw UcxLibrary.unexpected(e);
        }
    }

    static void releaseAddress(long worker, long address) {
        try {
            RELEASE_ADDRESS.invokeExact(worker, address);
        } catch (Throwable e) {
            throw UcxLibrary.unexpected(e);
        }
    }

    static byte eventDescriptor(long worker, long to) {
        try {
            return (byte) GET_EFD.invokeExact(worker, to);
        } catch (Throwable e) {
            throw UcxLibrary.unexpected(e);
        }
    }

    static byte arm(long worker) {
        try {
            return (byte) ARM.invokeExact(worker);
        } catch (Throwable e) {
            throw UcxLibrary.unexpected(e);
        }
    }

    /** Calls handlers. Not 0 if something has happened. */
    static int progress(long worker) {
        try {
            return (int) PROGRESS.invokeExact(worker);
        } catch (Throwable e) {
            throw UcxLibrary.unexpected(e);
        }
    }

    static byte setHandler(long worker, long params) {
        try {
            return (byte) SET_HANDLER.invokeExact(worker, params);
        } catch (Throwable e) {
            throw UcxLibrary.unexpected(e);
        }
    }

    static byte endpointCreate(long worker, long params, long to) {
        try {
            return (byte) EP_CREATE.invokeExact(worker, params, to);
        } catch (Throwable e) {
            throw UcxLibrary.unexpected(e);
        }
    }

    /** Begins to close an endpoint; returns 0, an error or a request. */
    static long endpointClose(long endpoint, long params) {
        try {
            return (long) EP_CLOSE.invokeExact(endpoint, params);
        } catch (Throwable e) {
            throw UcxLibrary.unexpected(e);
        }
    }

    /** Prints a description of an endpoint to a C stream, for people. */
    static void printEndpoint(long endpoint, long stream) {
        try {
            EP_PRINT.invokeExact(endpoint, stream);
        } catch (Throwable e) {
            throw UcxLibrary.unexpected(e);
        }
    }

    /**
     * Sends a message. 0 if it was sent, an error, or a request while its bytes and its header are in use.
     *
     * @param header 0 if it has none of UCX's
     */
    static long send(long endpoint, int id, long header, long headerBytes, long bytes, long length, long params) {
        try {
            return (long) SEND.invokeExact(endpoint, id, header, headerBytes, bytes, length, params);
        } catch (Throwable e) {
            throw UcxLibrary.unexpected(e);
        }
    }

    /** Fetches the bytes of a message that was announced. 0 if they are there, an error, or a request. */
    static long receive(long worker, long announced, long into, long length, long params) {
        try {
            return (long) RECEIVE.invokeExact(worker, announced, into, length, params);
        } catch (Throwable e) {
            throw UcxLibrary.unexpected(e);
        }
    }

    static void dataRelease(long worker, long data) {
        try {
            DATA_RELEASE.invokeExact(worker, data);
        } catch (Throwable e) {
            throw UcxLibrary.unexpected(e);
        }
    }

    static byte check(long request) {
        try {
            return (byte) CHECK.invokeExact(request);
        } catch (Throwable e) {
            throw UcxLibrary.unexpected(e);
        }
    }

    static void requestFree(long request) {
        try {
            REQUEST_FREE.invokeExact(request);
        } catch (Throwable e) {
            throw UcxLibrary.unexpected(e);
        }
    }

    /** Prepares a {@link #POLL_FD} for {@link #await}. */
    static void watch(MemorySegment one, int descriptor) {
        one.set(JAVA_INT, 0, descriptor);
        one.set(JAVA_SHORT, Integer.BYTES, POLL_IN);
    }

    /** Sleeps until a file descriptor is ready, at most so many milliseconds. */
    static void await(MemorySegment one, int ms) {
        try {
            int ignored = (int) POLL.invokeExact(one.address(), 1L, ms);
        } catch (Throwable e) {
            throw UcxLibrary.unexpected(e);
        }
    }
}
