package org.bipj.shm.memory;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.HexFormat;
import java.util.Objects;
import org.bipj.core.machine.HostSystem;
import org.bipj.core.payload.StreamingCopy;

/**
 * The copy by non-temporal stores of x86-64 (movntdq of SSE2), which no method of the JDK makes. Its ninety bytes of machine code lie
 * in a page of their own, which is made executable after it was written. Linux on x86-64, and only where native access
 * is enabled; elsewhere, and where the system refuses executable pages, there is none.
 */
public final class NonTemporalCopy implements StreamingCopy {
    private static final int LINE = 64;

    /** Fewer bytes might contain no whole line of the target, which the code takes for granted. */
    private static final int LEAST = 2 * LINE;

    private static final int PAGE = 4096;
    private static final int READ_WRITE = 3;
    private static final int READ_EXECUTE = 5;
    private static final int PRIVATE_ANONYMOUS = 0x22;
    private static final long MAP_FAILED = -1;

    /**
     * The copy, with the calling convention of Linux: target and its offset in rdi and rsi, source and its offset in rdx and rcx, bytes in
     * r8.
     */
    private static final byte[] CODE = HexFormat.of()
            .parseHex(
                    // add rdi, rsi; lea rsi, [rdx + rcx]
                    "4801f7" + "488d340a"
                            // The bytes before the first whole line: mov rcx, rdi; neg rcx; and ecx, 63; sub r8, rcx;
                            // rep movsb
                            + "4889f9" + "48f7d9" + "83e13f" + "4929c8" + "f3a4"
                            // The number of lines: mov rdx, r8; shr rdx, 6
                            + "4c89c2" + "48c1ea06"
                            // Each line: movdqu xmm0, [rsi] and three more; movntdq [rdi], xmm0 and three more
                            + "f30f6f06" + "f30f6f4e10" + "f30f6f5620" + "f30f6f5e30"
                            + "660fe707" + "660fe74f10" + "660fe75720" + "660fe75f30"
                            // add rsi, 64; add rdi, 64; dec rdx; jne to the first movdqu
                            + "4883c640" + "4883c740" + "48ffca" + "75cd"
                            // The bytes behind the last whole line: mov rcx, r8; and ecx, 63; rep movsb
                            + "4c89c1" + "83e13f" + "f3a4"
                            // sfence; ret
                            + "0faef8" + "c3");

    /** Linked when first needed: {@link #get} takes some milliseconds then. */
    private static final class Holder {
        /** Constant, so that the JIT compiler makes the call without a look at the handle. */
        static final MethodHandle COPY = link();

        static final NonTemporalCopy INSTANCE = COPY == null ? null : new NonTemporalCopy();

        private static MethodHandle link() {
            if (HostSystem.isPortable() || !Native.isX86() || !Native.isAllowed()) {
                return null;
            }
            try {
                return linked(executable());
            } catch (Throwable e) {
                System.getLogger(NonTemporalCopy.class.getName())
                        .log(System.Logger.Level.DEBUG, "no copies by non-temporal stores", e);
                return null;
            }
        }
    }

    private NonTemporalCopy() {}

    /** The copy; null where there is none. */
    public static NonTemporalCopy get() {
        return Holder.INSTANCE;
    }

    @SuppressWarnings("restricted")
    private static MemorySegment executable() throws Throwable {
        Linker linker = HostSystem.linker();
        SymbolLookup libc = linker.defaultLookup();
        MethodHandle map = linker.downcallHandle(
                libc.findOrThrow("mmap"),
                FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
        MethodHandle protect = linker.downcallHandle(
                libc.findOrThrow("mprotect"), FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
        MemorySegment page =
                (MemorySegment) map.invokeExact(MemorySegment.NULL, (long) PAGE, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0L);
        if (page.address() == MAP_FAILED) {
            throw new IllegalStateException("mmap has failed");
        }
        MemorySegment.copy(CODE, 0, page.reinterpret(PAGE), JAVA_BYTE, 0, CODE.length);
        if ((int) protect.invokeExact(page, (long) PAGE, READ_EXECUTE) != 0) {
            throw new IllegalStateException("mprotect has refused an executable page");
        }
        return page;
    }

    @SuppressWarnings("restricted")
    private static MethodHandle linked(MemorySegment code) {
        return HostSystem.linker()
                .downcallHandle(
                        code,
                        FunctionDescriptor.ofVoid(ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG),
                        Linker.Option.critical(true));
    }

    @Override
    public void copy(MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long bytes) {
        if (bytes < LEAST) {
            MemorySegment.copy(from, fromOffset, to, toOffset, bytes);
            return;
        }
        long ignoredFrom = Objects.checkFromIndexSize(fromOffset, bytes, from.byteSize());
        long ignoredTo = Objects.checkFromIndexSize(toOffset, bytes, to.byteSize());
        if (!to.isNative() || to.isReadOnly()) {
            throw new IllegalArgumentException("the target of a copy is not native memory that can be written");
        }
        try {
            Holder.COPY.invokeExact(to, toOffset, from, fromOffset, bytes);
        } catch (RuntimeException | Error e) {
            // Such as the closed arena of a segment.
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a copy cannot throw", e);
        }
    }
}
