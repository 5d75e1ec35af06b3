package org.bipj.sim;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.bipj.sim.kernel.DeadlockException;
import org.bipj.sim.kernel.DeadlockException.Waiter;

/**
 * Describes a deadlock as text. Ranks that wait at the same place of their programs are reported as a group: a line for
 * each thing that they wait for, with its ranks, and then the place, once.
 *
 * <pre>
 * rank 0 waits in mpi.Comm.recv for a message from rank 1 with tag 7, since 12.300 us
 * ranks 1..63 wait in mpi.Comm.recv for a message from rank 0 with tag 7, since 10.000 to 11.000 us
 *         at Program.exchange(Program.java:12)
 *         at Program.main(Program.java:5)
 * </pre>
 */
final class StandstillReport {
    private static final double PS_PER_US = 1e6;

    /**
     * Classes through which a program sleeps: the session, and those that the launcher's rewritten call goes through.
     */
    private static final Set<String> SLEEPS =
            Set.of(SimSession.class.getName(), "org.bipj.launch.SimRank", "org.bipj.launch.RankTime");

    /** Maximum number of lines of one place: in a ring of a thousand ranks each waits for another one. */
    private static final int LINES = 16;

    private StandstillReport() {}

    static String of(DeadlockException deadlock) {
        Map<String, List<Waiter>> places = new LinkedHashMap<>();
        for (Waiter waiter : deadlock.waiters()) {
            places.computeIfAbsent(call(waiter.stack()) + place(waiter.stack()), at -> new ArrayList<>())
                    .add(waiter);
        }
        int waiting = deadlock.waiters().size();
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "deadlock at %.3f us of virtual time: nothing can happen any more, and %s%n",
                deadlock.atPs() / PS_PER_US,
                waiting == 1 ? "1 rank waits" : waiting + " ranks wait"));
        List<Integer> ended = deadlock.ended();
        if (!ended.isEmpty()) {
            text.append(ranks(ended))
                    .append(ended.size() == 1 ? " has ended" : " have ended")
                    .append(System.lineSeparator());
        }
        places.values().forEach(waiters -> appendPlace(text, waiters));
        return text.toString();
    }

    private static void appendPlace(StringBuilder text, List<Waiter> waiters) {
        Map<String, List<Waiter>> wants = new LinkedHashMap<>();
        for (Waiter waiter : waiters) {
            wants.computeIfAbsent(String.valueOf(waiter.waitsFor()), want -> new ArrayList<>())
                    .add(waiter);
        }
        int lines = 0;
        int left = waiters.size();
        for (List<Waiter> same : wants.values()) {
            if (lines++ == LINES) {
                text.append(left).append(" more ranks wait there, for other things");
                text.append(System.lineSeparator());
                break;
            }
            left -= same.size();
            appendLine(text, same);
        }
        text.append(place(waiters.getFirst().stack()));
    }

    private static void appendLine(StringBuilder text, List<Waiter> same) {
        Waiter first = same.getFirst();
        text.append(ranks(same.stream().map(Waiter::index).toList()))
                .append(same.size() == 1 ? " waits in " : " wait in ")
                .append(call(first.stack()));
        double from = same.stream().mapToLong(Waiter::clock).min().orElseThrow() / PS_PER_US;
        double to = same.stream().mapToLong(Waiter::clock).max().orElseThrow() / PS_PER_US;
        text.append(first.waitsFor() == null ? ", polling, at " : " for " + first.waitsFor() + ", since ");
        text.append(
                from == to
                        ? String.format(Locale.ROOT, "%.3f us%n", from)
                        : String.format(Locale.ROOT, "%.3f to %.3f us%n", from, to));
    }

    /** Ranks in ascending order, such as {@code ranks 0, 3..7}. */
    private static String ranks(List<Integer> numbers) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < numbers.size(); ) {
            int first = numbers.get(i);
            int last = first;
            for (i++; i < numbers.size() && numbers.get(i) == last + 1; i++) {
                last++;
            }
            text.append(text.isEmpty() ? "" : ", ").append(first);
            if (last > first) {
                text.append(last == first + 1 ? ", " : "..").append(last);
            }
        }
        return (numbers.size() == 1 ? "rank " : "ranks ") + text;
    }

    /** The method of the library that the program has called, by its public name. */
    private static String call(List<StackTraceElement> stack) {
        int depth = libraryDepth(stack);
        if (depth == 0 || isSleep(stack.get(depth - 1))) {
            return "its program";
        }
        StackTraceElement called = stack.get(depth - 1);
        // Superclasses of mpi.Comm are not public: CommPointToPoint, CommMovement, CommReductions.
        return called.getClassName().replaceFirst("^mpi\\.Comm[A-Z].*", "mpi.Comm") + "." + called.getMethodName();
    }

    /** The program's own calls, innermost first, as in a stack trace, without the name of the rank's class loader. */
    static String place(List<StackTraceElement> stack) {
        int from = libraryDepth(stack);
        int to = Math.max(from, programEnd(stack));
        StringBuilder text = new StringBuilder();
        for (StackTraceElement frame : from == to ? stack : stack.subList(from, to)) {
            text.append(String.format(
                    "\tat %s.%s(%s:%d)%n",
                    frame.getClassName(), frame.getMethodName(), frame.getFileName(), frame.getLineNumber()));
        }
        return text.toString();
    }

    /**
     * The index of the first frame of the program's caller: reflection that calls {@code main}, or the session.
     */
    private static int programEnd(List<StackTraceElement> stack) {
        int end = stack.size();
        while (end > 0 && stack.get(end - 1).getClassName().equals(SimSession.class.getName())) {
            end--;
        }
        for (int i = end - 1; i > 0; i--) {
            if (stack.get(i - 1).getMethodName().equals("main")
                    && stack.get(i).getClassName().startsWith("jdk.internal.reflect.")) {
                return i;
            }
        }
        return end;
    }

    /** Number of frames of the library above the program's innermost one. */
    private static int libraryDepth(List<StackTraceElement> stack) {
        int depth = 0;
        while (depth < stack.size() && isLibrary(stack.get(depth))) {
            depth++;
        }
        return depth;
    }

    /** True for a frame of a sleep, which is not a call of the library. */
    private static boolean isSleep(StackTraceElement frame) {
        return SLEEPS.contains(frame.getClassName());
    }

    private static boolean isLibrary(StackTraceElement frame) {
        String name = frame.getClassName();
        return isSleep(frame)
                || name.startsWith("mpi.")
                || name.startsWith("org.bipj.mpi.coll.")
                || name.startsWith("org.bipj.mpi.engine.")
                || name.startsWith("org.bipj.mpi.match.")
                || name.startsWith("org.bipj.bip.")
                || name.startsWith("org.bipj.core.")
                || name.startsWith("org.bipj.sim.bip.");
    }
}
