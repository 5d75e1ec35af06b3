package org.bipj.sim;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.bipj.core.report.ProgramFrames;
import org.bipj.core.report.WaitReport;
import org.bipj.core.report.Waiter;
import org.bipj.sim.kernel.DeadlockException;
import org.bipj.sim.kernel.TimeLimitException;

/** Describes a deadlock as text: its time, the ranks that have ended, and those that wait ({@link WaitReport}). */
final class StandstillReport {
    private static final double PS_PER_US = 1e6;
    private static final WaitReport TEXT = new WaitReport("since", 3, "us");

    /**
     * Classes through which a program sleeps: the session, and those that the launcher's rewritten call goes through.
     */
    private static final Set<String> SLEEPS = Set.of(
            SimSession.class.getName(),
            "org.bipj.launch.onejvm.simjob.SimRank",
            "org.bipj.launch.hosted.world.RankTime");

    /** Package of the classes through which a program waits for its threads. */
    private static final String THREADS = "org.bipj.launch.hosted.threads.";

    /** Packages of the classes through which a program waits for the network, without those of the JDK between. */
    private static final List<String> SOCKETS =
            List.of("org.bipj.sim.ip.", "org.bipj.launch.hosted.sockets.", "org.bipj.launch.hosted.streams.");

    private StandstillReport() {}

    /** Of a run of these jobs; of one, if none is named. */
    static String of(DeadlockException deadlock, List<SimWorld> worlds) {
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
            byJob(worlds).forEach((job, report) -> {
                List<Integer> ranks = ended.stream()
                        .filter(job::has)
                        .map(place -> place - job.first())
                        .toList();
                if (!ranks.isEmpty()) {
                    text.append(report.named(ranks))
                            .append(ranks.size() == 1 ? " has ended" : " have ended")
                            .append(System.lineSeparator());
                }
            });
        }
        return text + waiters(deadlock.waiters(), worlds);
    }

    /** The ranks that have not ended when their time is over: those that wait, and those that sleep or work. */
    static String of(TimeLimitException limit, List<SimWorld> worlds) {
        return text(
                limit.waiters(),
                worlds,
                (waiter, rank) -> waiter.waitsFor() != null
                        ? waiter(waiter, rank, waiter.waitsFor(), waiter.clock() / PS_PER_US)
                        : waiter(
                                waiter,
                                rank,
                                isAsleep(waiter) ? "the end of a sleep" : "the end of its work",
                                Double.NaN));
    }

    /** How to name the ranks of each job. */
    private static Map<SimWorld, WaitReport> byJob(List<SimWorld> worlds) {
        Map<SimWorld, WaitReport> all = new LinkedHashMap<>();
        worlds.forEach(world -> all.put(world, world.number() == 0 ? TEXT : TEXT.ofJob(world.number())));
        return worlds.isEmpty() ? Map.of(new SimWorld(0, 0, Integer.MAX_VALUE, null), TEXT) : all;
    }

    private static String text(
            List<DeadlockException.Waiter> waiters,
            List<SimWorld> worlds,
            BiFunction<DeadlockException.Waiter, Integer, Waiter> text) {
        Map<WaitReport, List<Waiter>> all = new LinkedHashMap<>();
        byJob(worlds)
                .forEach((job, report) -> all.put(
                        report,
                        waiters.stream()
                                .filter(waiter -> job.has(waiter.index()))
                                .map(waiter -> text.apply(waiter, waiter.index() - job.first()))
                                .toList()));
        StringBuilder places = new StringBuilder(WaitReport.differentCalls(all));
        all.forEach((report, of) -> places.append(report.places(of)));
        return places.toString();
    }

    private static boolean isAsleep(DeadlockException.Waiter waiter) {
        return waiter.stack().stream()
                .takeWhile(frame -> isWait(frame.getClassName()))
                .anyMatch(frame -> frame.getMethodName().startsWith("sleep"));
    }

    static Waiter waiter(DeadlockException.Waiter waiter, int rank, String waitsFor, double since) {
        return Waiter.of(rank, waiter.thread(), waitsFor, since, withoutSession(waiter.stack()));
    }

    /** Only those that wait, as ranks do whose peers have failed. */
    static String waiters(List<DeadlockException.Waiter> waiters, List<SimWorld> worlds) {
        return text(
                waiters, worlds, (waiter, rank) -> waiter(waiter, rank, waiter.waitsFor(), waiter.clock() / PS_PER_US));
    }

    /** The program's own calls, innermost first, as in a stack trace. */
    static String place(List<StackTraceElement> stack) {
        return Waiter.place(withoutSession(stack));
    }

    private static boolean isWait(String type) {
        return SLEEPS.contains(type) || type.startsWith(THREADS);
    }

    private static boolean isSocketCall(StackTraceElement frame) {
        return isOf(SOCKETS, frame) || ProgramFrames.isJdk(frame.getClassName()) || isWait(frame.getClassName());
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
