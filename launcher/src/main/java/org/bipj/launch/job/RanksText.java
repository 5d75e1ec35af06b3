package org.bipj.launch.job;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.bipj.core.job.WaitReport;
import org.bipj.core.job.Waiter;
import org.bipj.shm.waiting.Stacks;

/**
 * What the ranks of a job do, as text: for ranks that wait in the library, what they wait for and where in their
 * programs; for the others, their state.
 */
public final class RanksText {
    private RanksText() {}

    /**
     * The text, in lines.
     *
     * @param waiters the ranks that wait in the library
     * @param stacks those whose stacks are known
     */
    public static String of(JobState state, SortedMap<Integer, Waiter> waiters, SortedMap<Integer, Stacks> stacks) {
        Map<Other, List<Integer>> others = new LinkedHashMap<>();
        for (int rank = 0; rank < state.ranks(); rank++) {
            if (!waiters.containsKey(rank)) {
                Stacks known = stacks.get(rank);
                JobState.Condition condition = state.condition(rank, known != null);
                others.computeIfAbsent(
                                new Other(condition, known == null ? "" : known.place()), all -> new ArrayList<>())
                        .add(rank);
            }
        }
        StringBuilder text = new StringBuilder(state.words().of(List.copyOf(waiters.values())));
        others.forEach((other, ranks) -> text.append(WaitReport.ranks(ranks))
                .append(' ')
                .append(other.condition.words(ranks.size() == 1))
                .append('\n')
                .append(other.place));
        return text.toString();
    }

    /** What is reported once for several ranks: those that do not report what they wait for. */
    private record Other(JobState.Condition condition, String place) {}
}
