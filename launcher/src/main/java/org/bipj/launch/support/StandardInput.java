package org.bipj.launch.support;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bipj.core.machine.HostSystem;

/**
 * Standard input of this process. If it was started without one ({@code 0<&-}), the JVM's first file, the JDK's modules,
 * has its number: a process that inherited it would read those. The scripts open /dev/null before; this is for commands
 * that start the JVM themselves.
 */
public final class StandardInput {
    private static final Path OWN = HostSystem.file("/proc/self/fd/0");

    private static final long FOREGROUND_POLL_MS = 500;

    /** Fields of /proc/self/stat behind the command: the own group, and the terminal's foreground group. */
    private static final int GROUP = 2;

    private static final int FOREGROUND_GROUP = 5;

    private StandardInput() {}

    /** False if this process was started with standard input closed. */
    public static boolean isOpen() {
        try {
            Path home =
                    Path.of(LauncherVariables.property(LauncherVariables.JDK)).toRealPath();
            return !OWN.toRealPath().startsWith(home);
        } catch (IOException e) {
            // A pipe or a socket, which have no path; or not Linux.
            return true;
        }
    }

    /** For a child process: this process's standard input, or nothing if that is closed. */
    public static Redirect inherited() {
        return isOpen() ? Redirect.INHERIT : nothing();
    }

    /** An empty standard input for a child process. */
    public static Redirect nothing() {
        return Redirect.from(HostSystem.nothing());
    }

    /** This process's standard input; empty if that is closed. */
    public static InputStream stream() {
        return isOpen() ? new FileInputStream(FileDescriptor.in) : InputStream.nullInputStream();
    }

    /** Returns once this process may read from it. The system stops a process that reads from its terminal in the background. */
    public static void awaitForeground() throws InterruptedException {
        while (isTerminal() && !isForeground()) {
            Thread.sleep(FOREGROUND_POLL_MS);
        }
    }

    /** True if it is a terminal. */
    public static boolean isTerminal() {
        try {
            String input = Files.readSymbolicLink(OWN).toString();
            return input.startsWith("/dev/pts/") || input.startsWith("/dev/tty") || input.startsWith("/dev/console");
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isForeground() {
        try {
            String stat = Files.readString(HostSystem.file("/proc/self/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return fields[GROUP].equals(fields[FOREGROUND_GROUP]);
        } catch (IOException e) {
            return true;
        }
    }
}
