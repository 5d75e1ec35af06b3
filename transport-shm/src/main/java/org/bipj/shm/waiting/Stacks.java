package org.bipj.shm.waiting;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.bipj.core.report.ProgramFrames;
import org.bipj.core.report.Waiter;
import org.bipj.shm.memory.Store;

/**
 * The stacks of a process's threads.
 *
 * @param call the library's method that the main thread is inside of, as programs name it; empty: it is in none
 * @param place the main thread's calls in the program, innermost first, as in a stack trace, a line each
 * @param all calls of all threads
 */
public record Stacks(String call, String place, String all) {
    private static final String END_OF_PART = "\f";
    private static final int PARTS = 3;
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
        Stacks own = of(List.of(), "");
        for (Thread thread : stacks.keySet().stream()
                .sorted(Comparator.comparing(Thread::threadId))
                .toList()) {
            StackTraceElement[] frames = stacks.get(thread);
            if (main == null ? thread.getName().equals(MAIN) : thread == main) {
                own = of(Arrays.asList(frames), "");
            }
            all.append(one(thread, frames)).append("\n");
        }
        return new Stacks(own.call, own.place, all.toString());
    }

    /** The stacks of a rank whose main thread has these calls, innermost first. */
    public static Stacks of(List<StackTraceElement> main, String all) {
        Waiter inside = Waiter.of(0, "", Double.NaN, main);
        return new Stacks(inside.isInLibrary() ? inside.call() : "", inside.place(), all);
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
            text.append("\n\tat ").append(ProgramFrames.plain(frame));
        }
        return text.append('\n').toString();
    }

    /** Leaves them as the note that answers the launcher's request of this number. */
    public void leave(Store store, int request, int rank) {
        Notes.leave(store, Notes.stacks(request, rank), call + END_OF_PART + place + END_OF_PART + all);
    }

    /** Reads the stacks out of a note. */
    static Stacks parse(String text) {
        String[] parts = text.split(END_OF_PART, PARTS);
        return new Stacks(parts[0], parts[1], parts[2]);
    }
}
