package org.bipj.net.ucx;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;
import org.bipj.core.machine.HostSystem;

/** What the lanes of an endpoint can do. */
final class UcxLanes {
    /** A lane for remote memory accesses of much data, and the name of its transport. */
    private static final Pattern MEMORY_LANE = Pattern.compile("lane\\[\\d+]:\\s*\\d+:([^/\\s]+)/.*\\brma_bw\\b");

    /** UCX's names for memory that processes of one machine share, and for a process itself. */
    private static final Set<String> SHARED_MEMORY =
            Set.of("sm", "shm", "mm", "posix", "sysv", "xpmem", "cma", "knem", "self", "mem", "memory", "loopback");

    private UcxLanes() {}

    /** The C library's streams into memory: linked when an endpoint is first looked at, which few ports do. */
    private static final class Streams {
        static final SymbolLookup LIBC = HostSystem.linker().defaultLookup();
        static final MethodHandle OPEN =
                UcxLibrary.downcall(LIBC, "open_memstream", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG));
        static final MethodHandle CLOSE =
                UcxLibrary.downcall(LIBC, "fclose", FunctionDescriptor.of(JAVA_INT, JAVA_LONG));
        static final MethodHandle FREE = UcxLibrary.downcall(LIBC, "free", FunctionDescriptor.ofVoid(JAVA_LONG));
    }

    /**
     * True if UCX itself moves bytes between the memories of both ranks: by RDMA, or by the kernel between processes of one
     * machine. Over TCP it sends messages instead, and this transport's own parts are faster.
     *
     * @param endpoint whose lanes are known, which they are once an answer of the peer has come
     */
    static boolean reachMemory(long endpoint) {
        return describesMemoryLane(describe(endpoint));
    }

    static boolean describesMemoryLane(String endpoint) {
        return MEMORY_LANE
                .matcher(endpoint)
                .results()
                .anyMatch(lane -> !lane.group(1).equals("tcp"));
    }

    /**
     * True if UCX may use nothing but shared memory.
     *
     * @param transports as in {@code UCX_TLS}; may be null
     */
    static boolean areSharedMemory(String transports) {
        return transports != null && Arrays.stream(transports.split(",")).allMatch(SHARED_MEMORY::contains);
    }

    /** An endpoint in UCX's words: up to 1.13 it tells its lanes in no other way. */
    private static String describe(long endpoint) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(JAVA_LONG);
            long stream = (long) Streams.OPEN.invokeExact(
                    text.address(), arena.allocate(JAVA_LONG).address());
            if (stream == 0) {
                return "";
            }
            Ucp.printEndpoint(endpoint, stream);
            int ignored = (int) Streams.CLOSE.invokeExact(stream);
            long at = text.get(JAVA_LONG, 0);
            String said = Ucp.MEMORY.getString(at);
            Streams.FREE.invokeExact(at);
            return said;
        } catch (Throwable e) {
            throw UcxLibrary.unexpected(e);
        }
    }
}
