package org.bipj.core.job.family;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.bipj.core.machine.HostSystem;
import org.jspecify.annotations.Nullable;

/**
 * The process that keeps the names which a job has published: they are worth nothing once it has ended. For ranks that {@code mpirun}
 * has started on a host, that is {@code mpirun} or its supervisor there; for others, their own process.
 *
 * @param kernel names the running kernel and the numbering of its processes, in which {@code pid} is one; empty where that is not known
 * @param start when the process has started, in the kernel's units: its number may be another one's later
 */
public record NameKeeper(String kernel, long pid, long start) {
    private static final Path PROCESSES = HostSystem.file("/proc");
    private static final Path BOOT = HostSystem.file("/proc/sys/kernel/random/boot_id");
    private static final int WORDS = 3;

    /** Behind the name of the program: the state, and the time of the start. */
    private static final int STATE = 0;

    private static final int START = 19;

    /** What is known of the process. */
    public enum State {
        /** It runs. */
        RUNS,
        /** It has ended. */
        ENDED,
        /** It is, or was, one of another kernel, or of another container: nothing is known of it here. */
        ELSEWHERE
    }

    /** Read when it is first needed. */
    private static final class Own {
        static final NameKeeper KEEPER = read();
    }

    /** This process. */
    public static NameKeeper ofThisProcess() {
        return Own.KEEPER;
    }

    private static NameKeeper read() {
        try {
            String stat = Files.readString(PROCESSES.resolve("self/stat"));
            String numbering = Files.readSymbolicLink(PROCESSES.resolve("self/ns/pid"))
                    .toString()
                    .replaceAll("[^0-9]", "");
            return new NameKeeper(
                    Files.readString(BOOT).strip() + "/" + numbering,
                    Long.parseLong(stat.substring(0, stat.indexOf(' '))),
                    Long.parseLong(words(stat)[START]));
        } catch (IOException | RuntimeException e) {
            return new NameKeeper("", ProcessHandle.current().pid(), 0);
        }
    }

    private static String[] words(String stat) {
        return stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
    }

    /** Reads what {@link #toString} has written; null if it is none. */
    public static @Nullable NameKeeper parse(@Nullable String text) {
        String[] words = text == null ? new String[0] : text.split(" ", -1);
        try {
            return words.length == WORDS
                    ? new NameKeeper(words[0], Long.parseLong(words[1]), Long.parseLong(words[2]))
                    : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** As text without line feeds. */
    @Override
    public String toString() {
        return kernel + " " + pid + " " + start;
    }

    /** Whether the process runs. */
    public State state() {
        if (kernel.isEmpty() || !kernel.equals(ofThisProcess().kernel)) {
            return State.ELSEWHERE;
        }
        Path process = PROCESSES.resolve(Long.toString(pid));
        try {
            String[] words = words(Files.readString(process.resolve("stat")));
            // A process that has ended stays in the table until its parent has seen that.
            boolean runs = "ZX".indexOf(words[STATE].charAt(0)) < 0 && Long.parseLong(words[START]) == start;
            return runs ? State.RUNS : State.ENDED;
        } catch (NoSuchFileException e) {
            return State.ENDED;
        } catch (IOException | RuntimeException e) {
            return Files.exists(process) ? State.ELSEWHERE : State.ENDED;
        }
    }
}
