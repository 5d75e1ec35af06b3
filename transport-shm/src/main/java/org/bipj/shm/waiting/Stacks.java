package org.bipj.shm.waiting;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import org.bipj.core.job.Waiter;
import org.bipj.shm.memory.Store;

/**
 * The stacks of a process's threads.
 *
 * @param place the main thread's calls in the program, innermost first, as in a stack trace, a line each
 * @param all calls of all threads
 */
public record Stacks(String place, String all) {
    private static final char END_OF_PLACE = '\f';
    /** How the JVM names the thread that calls a program's main method. */
    private static final String MAIN = "main";

    /**
     * The stacks of this process.
     *
     * @param main the rank's main thread; null: the one that runs the program's main method
     */
    public static Stacks ofProcess(Thread main) {
        Map<Thread, StackTraceElement[]> stacks = Thread.getAllStackTraces();
        StringBuilder all = new StringBuilder();
        String place = "";
        for (Thread thread : stacks.keySet().stream()
                .sorted(Comparator.comparing(Thread::threadId))
                .toList()) {
            StackTraceElement[] frames = stacks.get(thread);
            if (main == null ? thread.getName().equals(MAIN) : thread == main) {
                place = Waiter.place(Arrays.asList(frames));
            }
            all.append(one(thread, frames)).append("\n");
        }
        return new Stacks(place, all.toString());
    }

    /** The stack of a thread as text. */
    public static String one(Thread thread, StackTraceElement[] frames) {
        String kind = (thread.isDaemon() ? "daemon " : "") + thread.getState();
        return one("\"" + thread.getName() + "\" #" + thread.threadId() + " " + kind, frames);
    }

    /** A stack under a heading as text. */
    public static String one(String heading, StackTraceElement[] frames) {
        StringBuilder text = new StringBuilder(heading);
        for (StackTraceElement frame : frames) {
            text.append("\n\tat ").append(Waiter.plain(frame));
        }
        return text.append('\n').toString();
    }

    /** Leaves them as the note that answers the launcher's request of this number. */
    public void leave(Store store, int request, int rank) {
        Notes.leave(store, Notes.stacks(request, rank), place + END_OF_PLACE + all);
    }

    /** The stacks in a note. */
    static Stacks parse(String text) {
        int end = text.indexOf(END_OF_PLACE);
        return new Stacks(text.substring(0, end), text.substring(end + 1));
    }
}
