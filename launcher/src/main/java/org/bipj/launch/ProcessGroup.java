package org.bipj.launch;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Processes that lead a group of their own, and signals to such groups. Java itself knows neither. */
final class ProcessGroup {
    /** What to put before a command so that it leads a session and a group; empty if the system has no such command. */
    static final List<String> LEADER = leader();

    private ProcessGroup() {}

    private static List<String> leader() {
        for (String file : List.of("/usr/bin/setsid", "/bin/setsid")) {
            if (Files.isExecutable(Path.of(file))) {
                return List.of(file);
            }
        }
        return List.of();
    }

    /** Sends a signal (its name without SIG) to processes that are alive. */
    static void signal(String signal, List<Long> pids) {
        kill("kill -s $s $p", signal, pids);
    }

    /**
     * Sends a signal to the groups that processes lead, the processes themselves included. A process that has ended may
     * stand here only if it did so just now: its number will be another's one day.
     */
    static void signalGroups(String signal, List<Long> leaders) {
        if (!LEADER.isEmpty()) {
            kill("kill -s $s -- -$p", signal, leaders);
        }
    }

    private static void kill(String command, String signal, List<Long> pids) {
        if (pids.isEmpty()) {
            return;
        }
        List<String> words = new ArrayList<>(
                List.of("/bin/sh", "-c", "s=$1; shift; for p; do " + command + "; done", "kill", signal));
        pids.forEach(pid -> words.add(Long.toString(pid)));
        try {
            new ProcessBuilder(words)
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new LaunchException(1, "cannot run /bin/sh to send SIG" + signal + ": " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
