package org.bipj.launch.support;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bipj.core.machine.HostSystem;

/**
 * A small shell that outlives the launcher. It has the process ids of the ranks. When its pipe is closed, the launcher
 * was killed; it then kills the ranks and removes the session directory.
 */
public final class Watchdog implements AutoCloseable {
    // Both the group (a rank may have started others) and the process: without setsid there is no group.
    private static final String SCRIPT = """
            ranks=' '
            while read -r word pid; do
              case $word in
                rank) ranks="$ranks$pid " ;;
                dir) set -- "$@" "$pid" ;;
                gone) ranks="${ranks%% $pid *} ${ranks#* $pid }" ;;
              esac
            done
            for pid in $ranks; do
              kill -s KILL -- "-$pid" || kill -s KILL "$pid"
            done 2>/dev/null
            [ $# = 0 ] || rm -rf -- "$@"
            """;

    private final Thread starter = new Thread(this::startShell, "start of the watchdog");
    /** Written by the starter, read after its end; null: there is none. */
    private Process shell;

    private IOException failure;

    private Watchdog() {}

    /** Starts the shell in the background. {@link #guard} waits for it. */
    public static Watchdog start() {
        Watchdog watchdog = new Watchdog();
        watchdog.starter.start();
        return watchdog;
    }

    /** In a session of its own, so that no signal to the launcher's process group reaches it. */
    private void startShell() {
        if (HostSystem.isPortable()) {
            // The ranks' JVM looks for the launcher itself.
            return;
        }
        List<String> command = new ArrayList<>(ProcessGroup.LEADER);
        command.addAll(HostSystem.program("/bin/sh"));
        command.addAll(List.of("-c", SCRIPT, "bipj-watchdog"));
        try {
            shell = new ProcessBuilder(command)
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            failure = e;
        }
    }

    /** For a launcher whose ranks end with its JVM. */
    public static Watchdog none() {
        return new Watchdog();
    }

    private void awaitShell() {
        try {
            starter.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("the launcher must not be interrupted", e);
        }
    }

    /**
     * Waits until the shell runs. To be called before a job's directory is made and its first rank is started.
     *
     * @param directory to be removed, with those of other jobs, if there is one by then, if the launcher is killed; null: none
     */
    public void guard(Path directory) throws IOException {
        awaitShell();
        if (failure != null) {
            throw failure;
        }
        // A name with a line feed would be cut there. The next launcher removes such a directory.
        if (directory != null && directory.toString().indexOf('\n') < 0) {
            send("dir " + directory);
        }
    }

    /** Adds a process to kill if the launcher is killed. */
    public void rank(long pid) {
        send("rank " + pid);
    }

    /** Removes a process that has ended, because its number may be reused. */
    public void gone(long pid) {
        send("gone " + pid);
    }

    private synchronized void send(String line) {
        if (shell == null) {
            return;
        }
        try {
            OutputStream pipe = shell.getOutputStream();
            pipe.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            pipe.flush();
        } catch (IOException e) {
            // The shell was killed. The ranks still watch the launcher's lock.
        }
    }

    /** Ends the shell after the ranks have ended. It is killed, because it may be stopped. */
    @Override
    public void close() {
        awaitShell();
        if (shell == null) {
            return;
        }
        shell.destroyForcibly();
        try {
            shell.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
