package org.bipj.launch.support;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.bipj.core.machine.HostSystem;

/**
 * The system call kill(2). It starts no process and opens no file, because both fail in a launcher that has run out of
 * memory or file descriptors, and such a job has to be ended, too.
 */
public final class Kill {
    /** The C library by the name under which the JVM has loaded it: it is found without opening a file. */
    private static final String C_LIBRARY = "libc.so.6";

    private Kill() {}

    /** Linked when first needed, which takes some tens of milliseconds. */
    private static final class Linked {
        /** The function {@code kill}; null where native access is not enabled. */
        static final MethodHandle KILL = link();

        @SuppressWarnings("restricted")
        private static MethodHandle link() {
            if (HostSystem.isPortable() || !Kill.class.getModule().isNativeAccessEnabled()) {
                return null;
            }
            Linker linker = HostSystem.linker();
            return linker.downcallHandle(
                    find(linker),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        }

        @SuppressWarnings("restricted")
        private static MemorySegment find(Linker linker) {
            try {
                return SymbolLookup.libraryLookup(C_LIBRARY, Arena.global()).findOrThrow("kill");
            } catch (IllegalArgumentException e) {
                return linker.defaultLookup().findOrThrow("kill");
            }
        }
    }

    /** Links in the background, while the ranks of a job that ends still run. */
    public static void prepare() {
        try {
            Thread.ofPlatform().daemon().name("link kill").start(Kill::isPossible);
        } catch (OutOfMemoryError e) {
            // No thread can be started, for which the job ends. It is linked when needed.
            System.getLogger(Kill.class.getName()).log(System.Logger.Level.DEBUG, "no thread", e);
        }
    }

    /** True on systems where this class can send signals. */
    public static boolean isPossible() {
        return Linked.KILL != null;
    }

    /**
     * Sends a signal.
     *
     * @param signal its name, without SIG
     * @param target a process id; negative: the group that this process leads
     * @return false if there is no such process, or signals cannot be sent here
     */
    public static boolean send(String signal, long target) {
        if (!isPossible()) {
            return false;
        }
        try {
            return (int) Linked.KILL.invokeExact((int) target, SystemSignals.number(signal)) == 0;
        } catch (Throwable e) {
            throw new AssertionError("kill(2) cannot throw", e);
        }
    }
}
