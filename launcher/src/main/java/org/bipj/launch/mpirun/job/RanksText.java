package org.bipj.launch.mpirun.job;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bipj.core.report.WaitReport;
import org.bipj.core.report.Waiter;
import org.bipj.shm.waiting.Stacks;

/**
 * What the ranks of a job do, as text: for ranks that wait in the library, what they wait for and where in their
 * programs; for the others, their state.
 */
public final class RanksText {
    /** How long ranks that are inside the library may take to report what they wait for: processors may be short. */
    private static final long LATE_MILLIS = 2000;

    private RanksText() {}

    /**
     * Asks the ranks, and those that are inside the library without an answer once more.
     *
     * @param patienceMillis how long to wait for another answer of a rank that may be computing
     * @param stacks those whose stacks are known
     */
    public static String of(JobState state, long patienceMillis, SortedMap<Integer, Stacks> stacks)
            throws InterruptedException {
        SortedMap<Integer, Waiter> waiters = new TreeMap<>(state.waiters(patienceMillis));
        boolean late = stacks.entrySet().stream()
                .anyMatch(one -> !waiters.containsKey(one.getKey()) && isInside(state, one.getKey(), one.getValue()));
        if (late) {
            waiters.putAll(state.waiters(LATE_MILLIS));
        }
        return of(state, waiters, stacks);
    }

    private static boolean isInside(JobState state, int rank, Stacks stacks) {
        return !stacks.call().isEmpty() && state.condition(rank, true) == JobState.Condition.BUSY;
    }

    /**
     * The text, in lines.
     *
     * @param waiters the ranks that wait in the library
     * @param stacks those whose stacks are known
     */
    public static String of(JobState state, SortedMap<Integer, Waiter> waiters, SortedMap<Integer, Stacks> stacks) {
        return WaitReport.differentCalls(Map.of(state.words(), List.copyOf(waiters.values())))
                + places(state, waiters, stacks);
    }

    /** As {@link #of(JobState, SortedMap, SortedMap)}, of several jobs of which nobody has asked for stacks. */
    static String ofAll(List<JobState> states, long patienceMillis) throws InterruptedException {
        Map<WaitReport, List<Waiter>> all = new LinkedHashMap<>();
        StringBuilder text = new StringBuilder();
        for (JobState state : states) {
            SortedMap<Integer, Waiter> waiters = state.waiters(patienceMillis);
            all.put(state.words(), List.copyOf(waiters.values()));
            text.append(places(state, waiters, Collections.emptySortedMap()));
        }
        return WaitReport.differentCalls(all) + text;
    }

    private static String places(
            JobState state, SortedMap<Integer, Waiter> waiters, SortedMap<Integer, Stacks> stacks) {
        Map<Other, List<Integer>> others = new LinkedHashMap<>();
        for (int rank = 0; rank < state.ranks(); rank++) {
            if (!waiters.containsKey(rank)) {
                Stacks known = stacks.get(rank);
                JobState.Condition condition = state.condition(rank, known != null);
                boolean inside = known != null && isInside(state, rank, known);
                Other other = new Other(condition, inside ? known.call() : "", known == null ? "" : known.place());
                others.computeIfAbsent(other, all -> new ArrayList<>()).add(rank);
            }
        }
        StringBuilder text = new StringBuilder(state.words().places(List.copyOf(waiters.values())));
        others.forEach((other, ranks) -> text.append(state.words().named(ranks))
                .append(' ')
                .append(other.words(ranks.size() == 1))
                .append('\n')
                .append(other.place));
        return text.toString();
    }

    /** What is reported once for several ranks: those that do not report what they wait for. */
    private record Other(JobState.Condition condition, String call, String place) {
        String words(boolean one) {
            return call.isEmpty() ? condition.words(one) : (one ? "is" : "are") + " inside " + call;
        }
    }
}
