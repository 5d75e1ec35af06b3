package org.bipj.sim;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.bipj.core.job.WaitReport;
import org.bipj.core.job.Waiter;
import org.bipj.sim.kernel.DeadlockException;

/** Describes a deadlock as text: its time, the ranks that have ended, and those that wait ({@link WaitReport}). */
final class StandstillReport {
    private static final double PS_PER_US = 1e6;
    private static final WaitReport TEXT = new WaitReport("since", 3, "us");

    /**
     * Classes through which a program sleeps: the session, and those that the launcher's rewritten call goes through.
     */
    private static final Set<String> SLEEPS =
            Set.of(SimSession.class.getName(), "org.bipj.launch.hosted.SimRank", "org.bipj.launch.hosted.RankTime");

    private StandstillReport() {}

    static String of(DeadlockException deadlock) {
        int waiting = deadlock.waiters().size();
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "deadlock at %.3f us of virtual time: nothing can happen any more, and %s%n",
                deadlock.atPs() / PS_PER_US,
                waiting == 1 ? "1 rank waits" : waiting + " ranks wait"));
        List<Integer> ended = deadlock.ended();
        if (!ended.isEmpty()) {
            text.append(WaitReport.ranks(ended))
                    .append(ended.size() == 1 ? " has ended" : " have ended")
                    .append(System.lineSeparator());
        }
        return text
                + TEXT.of(deadlock.waiters().stream()
                        .map(waiter -> Waiter.of(
                                waiter.index(),
                                waiter.waitsFor(),
                                waiter.clock() / PS_PER_US,
                                withoutSession(waiter.stack())))
                        .toList());
    }

    /** The program's own calls, innermost first, as in a stack trace. */
    static String place(List<StackTraceElement> stack) {
        return Waiter.place(withoutSession(stack));
    }

    /** Removes the frames of the session, which has called the program, and of a sleep, which is not a library call. */
    private static List<StackTraceElement> withoutSession(List<StackTraceElement> stack) {
        int begin = 0;
        while (begin < stack.size() && SLEEPS.contains(stack.get(begin).getClassName())) {
            begin++;
        }
        int end = stack.size();
        while (end > begin && stack.get(end - 1).getClassName().equals(SimSession.class.getName())) {
            end--;
        }
        return stack.subList(begin, end);
    }
}
