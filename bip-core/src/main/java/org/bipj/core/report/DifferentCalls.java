package org.bipj.core.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds two ranks, one of which waits for the other, whose collective calls on a communicator differ, in what they say of their waits:
 * "a message from rank 1 in a collective call in MPI_COMM_WORLD (gather with root 1, call 2)". Where messages meet, the ranks
 * themselves find out; here each waits for a message that the other one does not send in its call. Only calls with the same number
 * are compared: a rank in another one may be late.
 */
final class DifferentCalls {
    private static final Pattern WAIT = Pattern.compile(
            "rank ([\\w.]+) in a collective call in ([^;]+?)(?: \\(rank \\d+ there\\))? \\(([^;]+), call (\\d+)\\)");
    /** Before ranks of the first job of a launcher, in reports of others. */
    private static final String FIRST = "0.";

    private record Call(String communicator, String number) {}

    private record Wait(String rank, String awaited, Call call, String text) {}

    private DifferentCalls() {}

    /**
     * A line for each call that two ranks have made differently; empty if there is none.
     *
     * @param all by their names, as {@link org.bipj.core.job.Job#named} has them
     */
    static String of(Map<String, Waiter> all) {
        List<Wait> waits = new ArrayList<>();
        all.forEach((name, waiter) -> addWaits(waits, plain(name), waiter));
        Map<String, Map<Call, String>> calls = new HashMap<>();
        waits.forEach(wait ->
                calls.computeIfAbsent(wait.rank, rank -> new HashMap<>()).put(wait.call, wait.text));
        Set<Call> told = new HashSet<>();
        StringBuilder text = new StringBuilder();
        for (Wait wait : waits) {
            String there = calls.getOrDefault(wait.awaited, Map.of()).get(wait.call);
            if (there != null && !there.equals(wait.text) && told.add(wait.call)) {
                text.append("the ranks' collective calls in ").append(wait.call.communicator);
                text.append(" differ: call ").append(wait.call.number);
                text.append(" is ").append(wait.text).append(" on rank ").append(wait.rank);
                text.append(" and ").append(there).append(" on rank ").append(wait.awaited);
                text.append(
                        ": expected the same calls in the same order on all ranks, with the same root and operation");
                text.append(System.lineSeparator());
            }
        }
        return text.toString();
    }

    private static String plain(String name) {
        return name.startsWith(FIRST) ? name.substring(FIRST.length()) : name;
    }

    private static void addWaits(List<Wait> all, String rank, Waiter waiter) {
        Matcher wait = WAIT.matcher(String.valueOf(waiter.waitsFor()));
        while (wait.find()) {
            Call call = new Call(wait.group(2), wait.group(4));
            all.add(new Wait(rank, plain(wait.group(1)), call, wait.group(3)));
        }
    }
}
