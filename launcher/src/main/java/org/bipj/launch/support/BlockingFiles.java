package org.bipj.launch.support;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bipj.core.machine.HostSystem;

/**
 * Open files that this process was started with, and that another process has left non-blocking: a shell's profile that looks
 * whether there is input, for one. Reads and writes of such files fail in Java where they would have to wait.
 */
public final class BlockingFiles {
    private static final Path FILES = HostSystem.file("/proc/self/fdinfo");
    private static final int NON_BLOCKING = 0_4000;
    private static final int F_SETFL = 4;
    private static final int OCTAL = 8;

    private BlockingFiles() {}

    /**
     * Makes files block, where they do not. Where nothing is known about a file it stays as it is.
     *
     * @param numbers of open files
     */
    public static void require(int... numbers) {
        for (int number : numbers) {
            int flags = flags(number);
            if ((flags & NON_BLOCKING) != 0) {
                setFlags(number, flags & ~NON_BLOCKING);
            }
        }
    }

    private static int flags(int number) {
        try {
            return Files.readAllLines(FILES.resolve("" + number)).stream()
                    .filter(line -> line.startsWith("flags:"))
                    .map(line ->
                            Integer.parseInt(line.substring("flags:".length()).strip(), OCTAL))
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }

    /** Links fcntl(2), which takes some tens of milliseconds: needed very seldom. */
    @SuppressWarnings("restricted")
    private static void setFlags(int number, int flags) {
        if (HostSystem.isPortable() || !BlockingFiles.class.getModule().isNativeAccessEnabled()) {
            return;
        }
        Linker linker = HostSystem.linker();
        MethodHandle fcntl = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("fcntl"),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT),
                Linker.Option.firstVariadicArg(2));
        try {
            int failed = (int) fcntl.invokeExact(number, F_SETFL, flags);
            if (failed != 0) {
                System.getLogger(BlockingFiles.class.getName())
                        .log(System.Logger.Level.WARNING, "file " + number + " does not block");
            }
        } catch (Throwable e) {
            throw new AssertionError("fcntl(2) cannot throw", e);
        }
    }
}
