package org.bipj.launch.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.stream.Stream;
import org.bipj.core.machine.HostSystem;

/** SIGUSR1, with which users ask for a report about the ranks. */
public final class UserSignal {
    /** The line of /proc/PID/status with the signals that a process handles, and the bit of SIGUSR1 (10 on Linux). */
    private static final String CAUGHT = "SigCgt:";

    private static final long BIT = 1 << 10 - 1;

    private static final long START_MILLIS = 200;

    private UserSignal() {}

    /**
     * Runs an action for each SIGUSR1, in a new thread. Begins after 200 ms: installing the handler takes 20 ms of a
     * processor, which the start of the ranks needs. Does nothing where there are no such signals.
     */
    public static void onUsr1(Runnable action) {
        try {
            Thread.sleep(START_MILLIS);
            SystemSignals.handleAlways("USR1", action);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Lets programs that are started from now on handle SIGUSR1: the scripts start mpirun so that it ignores the signal
     * until a handler is installed, which a program would inherit.
     */
    public static void letProgramsHandleUsr1() {
        SystemSignals.handleAlways("USR1", () -> {});
    }

    /** True if a process handles SIGUSR1; false where the system does not show it. */
    public static boolean isHandledBy(long pid) {
        try (Stream<String> status = Files.lines(HostSystem.file("/proc/" + pid + "/status"))) {
            return status.filter(line -> line.startsWith(CAUGHT))
                    .anyMatch(line -> (Long.parseUnsignedLong(
                                            line.substring(CAUGHT.length()).strip(), 16)
                                    & BIT)
                            != 0);
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }
}
