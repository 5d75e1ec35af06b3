package org.bipj.shm.job;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bipj.core.machine.HostSystem;

/**
 * A small shell that outlives the ranks of a host and then removes their session. It serves ranks without a launcher of ours: theirs
 * may kill them all at once. It has a session of processes of its own, so that a signal to the ranks' group does not reach it. A
 * launcher that kills by control group, or all descendants, ends it with the ranks.
 */
public final class Remover {
    // The end of its input is the end of the rank that has started it. A process that has ended keeps its number until
    // its parent asks about it, which a launcher that has failed may never do: hence the look at the state.
    private static final String SCRIPT = """
            lives() {
              kill -0 "$1" || return 1
              while read -r name state rest; do
                [ "$name" != State: ] || { [ "$state" != Z ]; return; }
              done <"/proc/$1/status"
            }
            read -r directory
            ranks=
            while read -r pid; do
              ranks="$ranks $pid"
            done
            for pid in $ranks; do
              while lives "$pid"; do sleep 0.2; done
            done 2>/dev/null
            [ -z "$directory" ] || rm -rf -- "$directory"
            """;

    private final Process shell;

    private Remover(Process shell) {
        this.shell = shell;
    }

    /**
     * Starts the shell.
     *
     * @param directory the session's, which need not exist yet
     * @throws IOException if no shell can be started
     */
    public static Remover start(Path directory) throws IOException {
        List<String> command = new ArrayList<>(HostSystem.program("/usr/bin/setsid"));
        command.addAll(HostSystem.program("/bin/sh"));
        command.addAll(List.of("-c", SCRIPT, "bipj-remover"));
        Remover remover = new Remover(new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
        // A name with a line feed would be cut there. The next job removes such a directory.
        remover.send(directory.toString().indexOf('\n') < 0 ? directory.toString() : "");
        return remover;
    }

    /** The session is to stay until these processes have ended, too. */
    public void await(List<Long> pids) {
        pids.forEach(pid -> send(Long.toString(pid)));
    }

    private void send(String line) {
        try {
            OutputStream pipe = shell.getOutputStream();
            pipe.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            pipe.flush();
        } catch (IOException e) {
            // The shell was killed. The last rank to end removes the session, or the next job.
            System.getLogger(Remover.class.getName()).log(System.Logger.Level.DEBUG, "the remover has ended", e);
        }
    }
}
