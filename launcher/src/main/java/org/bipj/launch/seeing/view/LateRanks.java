package org.bipj.launch.seeing.view;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Which ranks made others wait, in sentences: one for ranks that did so alike. */
final class LateRanks {
    /** A rank that made others wait less than this share of the time is not named. */
    private static final double LEAST_SHARE = 0.02;
    /** Nor is one that made them wait less than this share of what the first one did. */
    private static final double LEAST_OF_FIRST = 0.1;
    /** Ranks that made others wait by less than this share more are equal. */
    private static final double EQUAL = 0.9;
    /** What ranks compute one after the other takes this share of the time at least. */
    private static final double MOST_OF_TIME = 0.75;
    /** What all ranks compute is at most so much more, if one at a time computes. */
    private static final double ONE_AT_A_TIME = 1.1;

    /** A rank that waited less than this share of what all did is not counted. */
    private static final double LEAST_OF_VICTIMS = 0.01;

    private LateRanks() {}

    /**
     * A sentence.
     *
     * @param worst the longest wait of those that it is about
     */
    record Sentence(String text, WaitTimes.Wait worst) {}

    /** What is to be said of a recording, the most important first. */
    static List<Sentence> of(WaitTimes waits, List<RankTimes> times) {
        long whole = times.stream().mapToLong(RankTimes::whole).max().orElse(0);
        List<WaitTimes.Charge> charges = waits.charges();
        List<Sentence> all = new ArrayList<>();
        int ranks = waits.recording().ranks();
        for (int from = 0; from < charges.size(); ) {
            WaitTimes.Charge first = charges.get(from);
            if (first.total < LEAST_SHARE * whole || first.total < LEAST_OF_FIRST * charges.getFirst().total) {
                break;
            }
            int to = from + 1;
            while (to < charges.size() && charges.get(to).total >= EQUAL * first.total) {
                to++;
            }
            List<WaitTimes.Charge> alike = charges.subList(from, to);
            all.add(new Sentence(words(alike, times, ranks, whole), first.worst));
            from = to;
        }
        return all;
    }

    private static String words(List<WaitTimes.Charge> alike, List<RankTimes> times, int ranks, long whole) {
        WaitTimes.Charge first = alike.getFirst();
        Map<Integer, Double> victims = new HashMap<>();
        Map<String, Double> sites = new HashMap<>();
        long total = 0;
        for (WaitTimes.Charge each : alike) {
            each.byVictim.forEach((rank, sum) -> victims.merge(rank, sum[0], Double::sum));
            each.bySite.forEach((site, sum) -> sites.merge(site, sum[0], Double::sum));
            total += each.total;
        }
        String site = sites.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
        String end = ", most of it in " + site;
        if (alike.size() == 1) {
            return "rank " + first.rank + " made " + victims(victims, ranks, total, 1, whole) + end;
        }
        long computed = times.stream()
                .filter(each -> alike.stream().anyMatch(one -> one.rank == each.rank()))
                .mapToLong(RankTimes::computing)
                .sum();
        long computedByAll = times.stream().mapToLong(RankTimes::computing).sum();
        String names = alike.size() == ranks ? "" : names(alike) + " ";
        if (computed >= MOST_OF_TIME * whole && computedByAll <= ONE_AT_A_TIME * whole) {
            return "ranks " + names + "compute one after the other: " + Units.time(computed) + " of "
                    + Units.time(whole) + "; waits for that are " + Units.time(total) + " in all" + end;
        }
        if (first.shared > first.total / 2.0) {
            return "ranks " + names(alike) + ", late at the same time, made " + victims(victims, ranks, total, 1, whole)
                    + end;
        }
        return (names.isEmpty() ? "each of " + ranks + " ranks" : "each of ranks " + names.strip()) + " in turn made "
                + victims(victims, ranks, total, alike.size(), whole) + end;
    }

    private static String names(List<WaitTimes.Charge> alike) {
        return new TreeSet<>(alike.stream().map(each -> each.rank).toList())
                .stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    /** Who waited, and how long each of them did for each of some late ranks. */
    private static String victims(Map<Integer, Double> victims, int ranks, long total, int late, long whole) {
        List<Integer> those = victims.entrySet().stream()
                .filter(each -> each.getValue() >= LEAST_OF_VICTIMS * total)
                .map(Map.Entry::getKey)
                .toList();
        int count = those.size();
        long others = late > 1 ? ranks - 1 : count;
        long each = Math.round((double) total / late / Math.max(1, others));
        String who = count == 1 ? "rank " + those.getFirst() : count >= ranks - 1 ? "the others" : count + " ranks";
        return who + " wait " + Units.time(each) + " of " + Units.time(whole)
                + (count > 1 ? " (" + Units.time(total) + " in all)" : "");
    }
}
