package org.bipj.net.pmi;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import org.bipj.core.machine.HostSystem;
import org.bipj.core.nic.PortException;

/**
 * The functions of {@code libpmix.so.2} (PMIx 3 to 5) that a process needs, and its structures.
 *
 * <pre>
 *   pmix_proc_t    0  namespace (256)   256  rank (4)
 *   pmix_value_t   0  type (2)          8    data (24)
 *   pmix_info_t    0  key (512)         512  flags (4)     520  value (32)
 * </pre>
 */
final class PmixLibrary {
    static final int ALL_RANKS = 0xFFFFFFFE;
    static final short BOOL = 1;
    static final short STRING = 3;
    static final short INT = 6;

    private static final String NAME = "libpmix.so.2";
    private static final byte GLOBAL = 3;
    private static final long PROCESS_BYTES = 260;
    private static final long RANK = 256;
    private static final long VALUE_BYTES = 32;
    private static final long DATA = 8;
    private static final long INFO_BYTES = 552;
    private static final long INFO_VALUE = 520;
    private static final long KEY_BYTES = 512;
    private static final int TEXT_MAX = 1 << 16;

    private final MethodHandle init;
    private final MethodHandle put;
    private final MethodHandle commit;
    private final MethodHandle fence;
    private final MethodHandle get;
    private final MethodHandle abort;
    private final MethodHandle finish;
    private final MethodHandle errorText;
    private final MethodHandle free;

    private interface Call {
        int now() throws Throwable;
    }

    /**
     * Loads the library.
     *
     * @throws IllegalArgumentException if it is not installed
     */
    @SuppressWarnings("restricted")
    PmixLibrary() {
        Linker linker = HostSystem.linker();
        SymbolLookup library = SymbolLookup.libraryLookup(NAME, Arena.global());
        var status = ValueLayout.JAVA_INT;
        var size = ValueLayout.JAVA_LONG;
        var address = ValueLayout.ADDRESS;
        init = linker.downcallHandle(
                library.findOrThrow("PMIx_Init"), FunctionDescriptor.of(status, address, address, size));
        put = linker.downcallHandle(
                library.findOrThrow("PMIx_Put"),
                FunctionDescriptor.of(status, ValueLayout.JAVA_BYTE, address, address));
        commit = linker.downcallHandle(library.findOrThrow("PMIx_Commit"), FunctionDescriptor.of(status));
        fence = linker.downcallHandle(
                library.findOrThrow("PMIx_Fence"), FunctionDescriptor.of(status, address, size, address, size));
        get = linker.downcallHandle(
                library.findOrThrow("PMIx_Get"),
                FunctionDescriptor.of(status, address, address, address, size, address));
        abort = linker.downcallHandle(
                library.findOrThrow("PMIx_Abort"), FunctionDescriptor.of(status, status, address, address, size));
        finish = linker.downcallHandle(
                library.findOrThrow("PMIx_Finalize"), FunctionDescriptor.of(status, address, size));
        errorText =
                linker.downcallHandle(library.findOrThrow("PMIx_Error_string"), FunctionDescriptor.of(address, status));
        free = linker.downcallHandle(linker.defaultLookup().findOrThrow("free"), FunctionDescriptor.ofVoid(address));
    }

    /** Calls a function; throws its error if the result is not 0. */
    private void check(String function, Call call) {
        int status = status(call);
        if (status != 0) {
            throw new PortException(function + ": " + error(status) + " (" + status + ")");
        }
    }

    private static int status(Call call) {
        try {
            return call.now();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a function of C cannot throw", e);
        }
    }

    private String error(int status) {
        String[] text = new String[1];
        int ignored = status(() -> {
            text[0] = text((MemorySegment) errorText.invokeExact(status));
            return 0;
        });
        return text[0];
    }

    @SuppressWarnings("restricted")
    private static String text(MemorySegment characters) {
        return characters.reinterpret(TEXT_MAX).getString(0, StandardCharsets.UTF_8);
    }

    /** Connects with the server; returns this process. */
    MemorySegment init() {
        MemorySegment self = Arena.ofAuto().allocate(PROCESS_BYTES, Integer.BYTES);
        check("PMIx_Init", () -> (int) init.invokeExact(self, MemorySegment.NULL, 0L));
        return self;
    }

    static int rankOf(MemorySegment process) {
        return process.get(ValueLayout.JAVA_INT, RANK);
    }

    private static MemorySegment key(Arena arena, String key) {
        MemorySegment memory = arena.allocate(KEY_BYTES);
        memory.setString(0, key, StandardCharsets.UTF_8);
        return memory;
    }

    private static void set(MemorySegment value, short type, long number) {
        value.set(ValueLayout.JAVA_SHORT, 0, type);
        value.set(ValueLayout.JAVA_LONG, DATA, number);
    }

    private static MemorySegment info(Arena arena, String key, short type, int number) {
        MemorySegment info = arena.allocate(INFO_BYTES, Long.BYTES);
        info.setString(0, key, StandardCharsets.UTF_8);
        set(info.asSlice(INFO_VALUE), type, number);
        return info;
    }

    void put(String key, String text) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(VALUE_BYTES, Long.BYTES);
            set(value, STRING, arena.allocateFrom(text).address());
            MemorySegment name = key(arena, key);
            check("PMIx_Put of " + key, () -> (int) put.invokeExact(GLOBAL, name, value));
        }
    }

    /** Publishes what was put, and waits for all processes. */
    void fence() {
        check("PMIx_Commit", () -> (int) commit.invokeExact());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment collect = info(arena, "pmix.collect", BOOL, 1);
            check("PMIx_Fence", () -> (int) fence.invokeExact(MemorySegment.NULL, 0L, collect, 1L));
        }
    }

    /**
     * A value.
     *
     * @param self this process
     * @param rank whose value it is
     * @param timeoutS how long to wait for it
     * @return null if there is none
     */
    @SuppressWarnings("restricted")
    Object get(MemorySegment self, int rank, String key, int timeoutS) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment owner = arena.allocate(PROCESS_BYTES, Integer.BYTES).copyFrom(self);
            owner.set(ValueLayout.JAVA_INT, RANK, rank);
            MemorySegment name = key(arena, key);
            MemorySegment timeout = info(arena, "pmix.timeout", INT, timeoutS);
            MemorySegment found = arena.allocate(ValueLayout.ADDRESS);
            if (status(() -> (int) get.invokeExact(owner, name, timeout, 1L, found)) != 0) {
                return null;
            }
            MemorySegment value = found.get(ValueLayout.ADDRESS, 0).reinterpret(VALUE_BYTES);
            Object result = read(value);
            release(value);
            return result;
        }
    }

    /** A text, or a number of four bytes; numbers of two are such with zeros, since values are made zeroed. */
    private static Object read(MemorySegment value) {
        return value.get(ValueLayout.JAVA_SHORT, 0) == STRING
                ? text(value.get(ValueLayout.ADDRESS, DATA))
                : (Object) value.get(ValueLayout.JAVA_INT, DATA);
    }

    private void release(MemorySegment value) {
        int ignored = status(() -> {
            if (value.get(ValueLayout.JAVA_SHORT, 0) == STRING) {
                free.invokeExact(value.get(ValueLayout.ADDRESS, DATA));
            }
            free.invokeExact(value);
            return 0;
        });
    }

    void abort(int code, String reason) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocateFrom(reason);
            check("PMIx_Abort", () -> (int) abort.invokeExact(code, text, MemorySegment.NULL, 0L));
        }
    }

    void finish() {
        check("PMIx_Finalize", () -> (int) finish.invokeExact(MemorySegment.NULL, 0L));
    }
}
