package org.bipj.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A small shell that outlives the launcher. It holds the ranks' process ids; when its pipe ends without the word {@code
 * done}, the launcher was killed, and it kills the ranks and removes the session directory.
 */
final class Watchdog implements AutoCloseable {
    // Both the group (a rank may have started others) and the process: without setsid there is no group.
    private static final String SCRIPT = """
            ranks=' '
            while read -r word pid; do
              case $word in
                rank) ranks="$ranks$pid " ;;
                gone) ranks="${ranks%% $pid *} ${ranks#* $pid }" ;;
                done) exit 0 ;;
              esac
            done
            for pid in $ranks; do
              kill -s KILL -- "-$pid" || kill -s KILL "$pid"
            done 2>/dev/null
            [ -z "$1" ] || rm -rf -- "$1"
            """;

    private final Process shell;
    private final OutputStream pipe;

    private Watchdog(Process shell) {
        this.shell = shell;
        this.pipe = shell.getOutputStream();
    }

    /**
     * Starts the shell, in a session of its own so that no signal to the launcher's process group reaches it.
     *
     * @param directory to be removed if the launcher is killed; null: none
     */
    static Watchdog start(Path directory) throws IOException {
        List<String> command = new ArrayList<>(ProcessGroup.LEADER);
        command.addAll(
                List.of("/bin/sh", "-c", SCRIPT, "bipj-watchdog", directory == null ? "" : directory.toString()));
        return new Watchdog(new ProcessBuilder(command)
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start());
    }

    /** To be killed with the launcher. */
    void rank(long pid) {
        tell("rank " + pid);
    }

    /** Has ended: its number may soon be another process's. */
    void gone(long pid) {
        tell("gone " + pid);
    }

    private synchronized void tell(String line) {
        try {
            pipe.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
            pipe.flush();
        } catch (IOException e) {
            // The shell was killed. The ranks still watch the launcher's lock.
        }
    }

    /** Ends the shell: the ranks are gone. */
    @Override
    public void close() {
        tell("done");
        try (pipe) {
            shell.waitFor();
        } catch (IOException e) {
            // As above.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
