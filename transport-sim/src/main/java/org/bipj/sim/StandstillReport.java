package org.bipj.sim;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.bipj.core.job.WaitReport;
import org.bipj.core.job.Waiter;
import org.bipj.sim.kernel.DeadlockException;
import org.bipj.sim.kernel.TimeLimitException;

/** Describes a deadlock as text: its time, the ranks that have ended, and those that wait ({@link WaitReport}). */
final class StandstillReport {
    private static final double PS_PER_US = 1e6;
    private static final WaitReport TEXT = new WaitReport("since", 3, "us");

    /**
     * Classes through which a program sleeps: the session, and those that the launcher's rewritten call goes through.
     */
    private static final Set<String> SLEEPS =
            Set.of(SimSession.class.getName(), "org.bipj.launch.sharedjvm.SimRank", "org.bipj.launch.world.RankTime");

    /** Package of the classes through which a program waits for its threads. */
    private static final String THREADS = "org.bipj.launch.threads.";

    /** Packages of the classes through which a program waits for the network, without those of the JDK between. */
    private static final List<String> SOCKETS =
            List.of("org.bipj.sim.ip.", "org.bipj.launch.sockets.", "org.bipj.launch.streams.");

    private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    private StandstillReport() {}

    static String of(DeadlockException deadlock) {
        long waiting = deadlock.waiters().stream()
                .mapToInt(DeadlockException.Waiter::index)
                .distinct()
                .count();
        int threads = deadlock.waiters().size();
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "deadlock at %.3f us of virtual time: nothing can happen any more, and %s%n",
                deadlock.atPs() / PS_PER_US,
                threads > waiting
                        ? threads + " threads of " + (waiting == 1 ? "1 rank wait" : waiting + " ranks wait")
                        : waiting == 1 ? "1 rank waits" : waiting + " ranks wait"));
        List<Integer> ended = deadlock.ended();
        if (!ended.isEmpty()) {
            text.append(WaitReport.ranks(ended))
                    .append(ended.size() == 1 ? " has ended" : " have ended")
                    .append(System.lineSeparator());
        }
        return text + waiters(deadlock.waiters());
    }

    /** The ranks that have not ended when their time is over: those that wait, and those that sleep or work. */
    static String of(TimeLimitException limit) {
        return TEXT.of(limit.waiters().stream()
                .map(waiter -> waiter.waitsFor() != null
                        ? waiter(waiter, waiter.waitsFor(), waiter.clock() / PS_PER_US)
                        : waiter(waiter, isAsleep(waiter) ? "the end of a sleep" : "the end of its work", Double.NaN))
                .toList());
    }

    private static boolean isAsleep(DeadlockException.Waiter waiter) {
        return waiter.stack().stream()
                .takeWhile(frame -> isWait(frame.getClassName()))
                .anyMatch(frame -> frame.getMethodName().startsWith("sleep"));
    }

    private static Waiter waiter(DeadlockException.Waiter waiter, String waitsFor, double since) {
        return Waiter.of(waiter.index(), waiter.thread(), waitsFor, since, withoutSession(waiter.stack()));
    }

    /** Only those that wait, as ranks do whose peers have failed. */
    static String waiters(List<DeadlockException.Waiter> waiters) {
        return TEXT.of(waiters.stream()
                .map(waiter -> waiter(waiter, waiter.waitsFor(), waiter.clock() / PS_PER_US))
                .toList());
    }

    /** The program's own calls, innermost first, as in a stack trace. */
    static String place(List<StackTraceElement> stack) {
        return Waiter.place(withoutSession(stack));
    }

    private static boolean isWait(String type) {
        return SLEEPS.contains(type) || type.startsWith(THREADS);
    }

    private static boolean isSocketCall(StackTraceElement frame) {
        return isOf(SOCKETS, frame) || isOf(JDK, frame) || isWait(frame.getClassName());
    }

    private static boolean isOf(List<String> packages, StackTraceElement frame) {
        return packages.stream().anyMatch(frame.getClassName()::startsWith);
    }

    private static boolean isCaller(String type) {
        return type.equals(SimSession.class.getName())
                || type.startsWith(THREADS)
                || type.equals(Thread.class.getName());
    }

    /** Removes the frames of the session, which has called the program, and of waits that are no calls of the library. */
    private static List<StackTraceElement> withoutSession(List<StackTraceElement> stack) {
        int begin = 0;
        while (begin < stack.size() && isWait(stack.get(begin).getClassName())) {
            begin++;
        }
        if (begin < stack.size() && isOf(SOCKETS, stack.get(begin))) {
            while (begin < stack.size() && isSocketCall(stack.get(begin))) {
                begin++;
            }
        }
        int end = stack.size();
        while (end > begin && isCaller(stack.get(end - 1).getClassName())) {
            end--;
        }
        return stack.subList(begin, end);
    }
}
