package org.bipj.shm.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.BitSet;
import org.bipj.core.machine.HostSystem;

/**
 * System calls that have no Java API: sleeping on a word of shared memory (futex), a barrier on all running ranks
 * (membarrier), and binding a thread to a core. Linux on x86-64 and AArch64; only where native access is enabled,
 * because a program started without the launcher must not print a warning. Elsewhere {@link #get} is null and callers
 * use other means.
 */
public final class Native implements WordSleep {
    private static final int FUTEX_WAIT = 0;
    private static final int FUTEX_WAKE = 1;
    private static final int MAX_CORES = 1024;

    /**
     * The threads whose memory accesses a barrier orders.
     *
     * <p>The kernel's barrier for several processes is not perfect where a process registers that has several threads, as
     * each JVM does: a core that is idle at that moment and ran the process last goes on without barriers until it
     * runs another process (membarrier_switch_mm returns early where the memory is the same; seen with Linux 6.18: 27,000
     * calls in a row that interrupted no processor). The one for a single process checks which threads run, and has no such gap.
     */
    public enum Reach {
        /** All threads of this process (MEMBARRIER_CMD_PRIVATE_EXPEDITED and its registration). */
        PROCESS(8, 16),
        /** All threads of all processes that have registered (MEMBARRIER_CMD_GLOBAL_EXPEDITED and its registration). */
        MACHINE(2, 4);

        private final MemorySegment call;
        private final MemorySegment register;

        Reach(long call, long register) {
            this.call = MemorySegment.ofAddress(call);
            this.register = MemorySegment.ofAddress(register);
        }
    }

    private final MethodHandle syscall;
    private final int futex;
    private final int membarrier;
    private final int schedSetAffinity;

    /** The result of the first {@link #get}; null before. */
    private static volatile Native linked;

    private static Native linkedNow(Native made) {
        linked = made;
        return made;
    }

    /** Looked up when first needed: linking costs 20 ms, which a program that never waits does not pay. */
    private static final class Holder {
        static final Native INSTANCE = linkedNow(make());

        private static Native make() {
            boolean known = isX86() || System.getProperty("os.arch").equals("aarch64");
            if (HostSystem.isPortable() || !known || !isAllowed()) {
                return null;
            }
            try {
                return isX86() ? new Native(202, 324, 203) : new Native(98, 283, 122);
            } catch (RuntimeException e) {
                System.getLogger(Native.class.getName())
                        .log(System.Logger.Level.DEBUG, "no native calls; sleeping blindly instead", e);
                return null;
            }
        }
    }

    @SuppressWarnings("restricted")
    private Native(int futex, int membarrier, int schedSetAffinity) {
        this.futex = futex;
        this.membarrier = membarrier;
        this.schedSetAffinity = schedSetAffinity;
        Linker linker = HostSystem.linker();
        syscall = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("syscall"),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.ADDRESS,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.ADDRESS),
                Linker.Option.firstVariadicArg(1));
    }

    /** True on x86-64. */
    static boolean isX86() {
        String arch = System.getProperty("os.arch");
        return arch.equals("amd64") || arch.equals("x86_64");
    }

    /** True where restricted methods may be called without a warning. */
    static boolean isAllowed() {
        return Native.class.getModule().isNativeAccessEnabled();
    }

    /** The calls, or null where the system lacks them. */
    public static Native get() {
        return Holder.INSTANCE;
    }

    /** The calls if they have been linked already, else null. */
    public static Native ifLinked() {
        return linked;
    }

    private long call(int number, MemorySegment first, long second, long third, MemorySegment fourth) {
        try {
            return (long) syscall.invokeExact((long) number, first, second, third, fourth);
        } catch (RuntimeException | Error e) {
            // Such as a heap that is full.
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a system call cannot throw", e);
        }
    }

    @Override
    public boolean registerForBarrier(Reach reach) {
        return call(membarrier, reach.register, 0, 0, MemorySegment.NULL) == 0;
    }

    @Override
    public void barrier(Reach reach) {
        long ignored = call(membarrier, reach.call, 0, 0, MemorySegment.NULL);
    }

    /**
     * Memory for the timeout of {@link #waitWhile}: one per thread that sleeps, so that sleeping allocates nothing.
     */
    public static MemorySegment timeout() {
        return Arena.ofAuto().allocate(ValueLayout.JAVA_LONG, 2);
    }

    @Override
    public void waitWhile(MemorySegment word, int value, MemorySegment timeout, long ns) {
        timeout.setAtIndex(ValueLayout.JAVA_LONG, 0, ns / 1_000_000_000);
        timeout.setAtIndex(ValueLayout.JAVA_LONG, 1, ns % 1_000_000_000);
        long ignored = call(futex, word, FUTEX_WAIT, value, timeout);
    }

    @Override
    public void wake(MemorySegment memory, long at) {
        long ignored = call(futex, memory.asSlice(at, 4), FUTEX_WAKE, Integer.MAX_VALUE, MemorySegment.NULL);
    }

    /** Binds the calling thread, and no other of its process, to processors. False if the kernel rejects that. */
    public boolean bindThread(BitSet processors) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocate(MAX_CORES / 8);
            long[] bits = processors.get(0, MAX_CORES).toLongArray();
            MemorySegment.copy(bits, 0, mask, ValueLayout.JAVA_LONG, 0, bits.length);
            // Passed as (pid 0, size, mask): the mask goes where an integer is declared.
            return call(schedSetAffinity, MemorySegment.NULL, mask.byteSize(), mask.address(), MemorySegment.NULL) >= 0;
        }
    }
}
