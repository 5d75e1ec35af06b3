package org.bipj.launch.seeing.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.bipj.mpi.call.CallFacts;

/** {@code --report}: what a recording says, on one screen. */
public final class TimelineReport {
    /** What to do about a long queue of unexpected messages. */
    static final String QUEUE_HINT = "take memory and a second copy: post receives (iRecv) earlier";

    private static final String TABLE = "%-44s %12s %12s %12s";
    private static final int LONGEST_SITE = 44;
    private static final int MOST_SITES = 6;
    /** A part of all time below which a row other than the first is left out: a hiccup of the machine is no place to look. */
    private static final double LEAST_SITE = 0.01;

    private static final int MOST_QUEUES = 3;
    private static final int MOST_UNFINISHED = 3;
    /** A part of the time that is worth a sentence. */
    private static final double WORTH = 0.05;

    private static final double BALANCED = 1.1;
    /** A queue that is worth a hint. */
    private static final long LONG_QUEUE = 64;

    private final JobTimeline recording;
    private final WaitTimes waits;
    private final List<RankTimes> times;
    private final long whole;
    private final List<String> lines = new ArrayList<>();

    private TimelineReport(JobTimeline recording, WaitTimes waits, List<RankTimes> times) {
        this.recording = recording;
        this.waits = waits;
        this.times = times;
        whole = times.stream().mapToLong(RankTimes::whole).max().orElse(0);
    }

    /** The lines of the report. */
    public static List<String> of(JobTimeline recording) {
        Arrows.join(recording);
        WaitTimes waits = WaitTimes.of(recording);
        TimelineReport report = new TimelineReport(recording, waits, RankTimes.of(recording, waits));
        if (report.times.isEmpty()) {
            return List.of("no rank has recorded anything: none has initialised MPI");
        }
        report.head();
        report.unfinished();
        report.slowest();
        report.imbalance();
        report.sites();
        report.queues();
        report.hints();
        if (recording.meetsOthers()) {
            report.lines.add(TimelineFindings.OTHERS);
        }
        if (!recording.clocks().isEmpty()) {
            report.lines.add(recording.clocks());
        }
        return report.lines;
    }

    private long sum(java.util.function.ToLongFunction<RankTimes> part) {
        return times.stream().mapToLong(part).sum();
    }

    private void head() {
        long all = Math.max(1, sum(RankTimes::whole));
        lines.add(times.size() + (times.size() < recording.ranks() ? " of " + recording.ranks() : "") + " ranks, "
                + Units.time(whole) + (recording.mode().equals("sim") ? " of virtual time" : "") + ": computing "
                + Units.percent(sum(RankTimes::computing), all) + ", waiting for late ranks "
                + Units.percent(sum(RankTimes::waiting), all) + ", transfer "
                + Units.percent(sum(RankTimes::transfer), all) + ", other time in MPI "
                + Units.percent(sum(RankTimes::moving), all));
        long dropped = recording.dropped();
        if (dropped > 0) {
            lines.add("of the last " + Units.count(recording.size()) + " records of "
                    + Units.count(dropped + recording.size()) + "; earlier ones had no room");
        }
    }

    private void unfinished() {
        List<Track> ended = recording.unfinished();
        for (Track track : ended.subList(0, Math.min(MOST_UNFINISHED, ended.size()))) {
            lines.add("rank " + track.rank + " ended without Finalize"
                    + (track.openCall < 0
                            ? ""
                            : ", in " + track.shape(track.openCall).words()));
        }
        if (ended.size() > MOST_UNFINISHED) {
            lines.add(ended.size() + " ranks ended without Finalize");
        }
    }

    private void slowest() {
        lines.add("slowest rank: "
                + LateRanks.of(waits, times).stream()
                        .findFirst()
                        .map(LateRanks.Sentence::text)
                        .orElse("none made others wait for long"));
    }

    private long mean() {
        return sum(RankTimes::computing) / times.size();
    }

    private void imbalance() {
        if (times.size() < 2) {
            return;
        }
        RankTimes most = RankTimes.longest(times);
        RankTimes least = times.stream()
                .min(Comparator.comparingLong(RankTimes::computing))
                .orElseThrow();
        lines.add("imbalance: rank " + most.rank() + " computed " + Units.time(most.computing()) + ", rank "
                + least.rank() + " " + Units.time(least.computing()) + ", the mean is " + Units.time(mean()));
    }

    private void sites() {
        long all = Math.max(1, sum(RankTimes::whole));
        List<WaitTimes.Site> waiting =
                waits.sites().stream().filter(site -> site.waiting > 0).toList();
        if (waiting.isEmpty()) {
            return;
        }
        lines.add(row("waiting by call site", "waited", "of all time", "calls"));
        int shown = 1;
        while (shown < Math.min(MOST_SITES, waiting.size()) && waiting.get(shown).waiting >= LEAST_SITE * all) {
            shown++;
        }
        for (WaitTimes.Site site : waiting.subList(0, shown)) {
            String name = site.name.length() <= LONGEST_SITE
                    ? site.name
                    : "..." + site.name.substring(site.name.length() - LONGEST_SITE + 3);
            lines.add(row(name, Units.time(site.waiting), Units.percent(site.waiting, all), Units.count(site.calls)));
        }
        long rest = waiting.stream().skip(shown).mapToLong(site -> site.waiting).sum();
        if (rest >= LEAST_SITE * all) {
            lines.add(row((waiting.size() - shown) + " others", Units.time(rest), Units.percent(rest, all), ""));
        }
    }

    private static String row(String name, String waited, String share, String calls) {
        return String.format(Locale.ROOT, TABLE, name, waited, share, calls);
    }

    /** Tracks with unexpected messages, the longest queue first. */
    private List<Track> queued() {
        return recording.tracks().stream()
                .filter(track -> track.longestQueue > 0)
                .sorted(Comparator.comparingLong((Track track) -> track.longestQueue)
                        .reversed())
                .toList();
    }

    private void queues() {
        List<Track> queued = queued();
        if (queued.isEmpty()) {
            lines.add("largest queues of unexpected messages: none");
            return;
        }
        List<String> parts = queued.subList(0, Math.min(MOST_QUEUES, queued.size())).stream()
                .map(TimelineFindings::queue)
                .toList();
        lines.add("largest queues of unexpected messages: " + String.join("; ", parts));
    }

    // ---- hints ---------------------------------------------------------------------------------------------------

    private void hints() {
        int before = lines.size();
        RankTimes most = RankTimes.longest(times);
        if (times.size() > 1 && most.computing() > BALANCED * mean() && most.computing() - mean() > WORTH * whole) {
            hint("work spread evenly would save up to " + Units.time(most.computing() - mean()) + " of "
                    + Units.time(whole) + ": rank " + most.rank() + " has most");
        }
        ofSites(
                facts -> facts == CallFacts.BARRIER,
                "does each rank need this barrier? Messages order what depends on them");
        ofSites(CallFacts::isMessage, "ranks could compute between iSend or iRecv and waitFor");
        ofSites(
                facts -> facts.movesData() || facts.reduces(),
                "ranks could compute between the non-blocking form and waitFor");
        queued().stream()
                .limit(1)
                .filter(track -> track.longestQueue >= LONG_QUEUE)
                .forEach(track -> hint(TimelineFindings.queue(track) + " unexpected messages " + QUEUE_HINT));
        collections();
        String small = TimelineFindings.smallMessages(recording);
        if (!small.isEmpty()) {
            hint(small);
        }
        if (lines.size() > before) {
            lines.add("mpirun --timeline FILE shows when and why (docs/SEEING.md)");
        }
    }

    private void hint(String text) {
        lines.add("hint: " + text);
    }

    /** Says something of the blocking calls of some operations, where they wait for long. */
    private void ofSites(Predicate<CallFacts> operations, String text) {
        long all = Math.max(1, sum(RankTimes::whole));
        waits.sites().stream()
                .filter(site -> site.waiting > WORTH * all)
                .filter(site -> isOf(operations, CallFacts.method(operation(site.name))))
                .findFirst()
                .ifPresent(site -> hint(site.name + ", " + Units.percent(site.waiting, all) + " of all time: " + text));
    }

    private static boolean isOf(Predicate<CallFacts> operations, CallFacts.Method call) {
        return call.isBlocking() && operations.test(call.facts());
    }

    private static String operation(String site) {
        int comma = site.indexOf(',');
        return comma < 0 ? site : site.substring(0, comma);
    }

    private void collections() {
        for (Track track : recording.tracks()) {
            long pauses = track.isOfCollections() ? track.busy() : 0;
            if (pauses > WORTH * whole) {
                hint("garbage " + track.name + " took " + Units.time(pauses) + " of " + Units.time(whole)
                        + ": a larger heap (java -Xmx) or fewer objects");
                return;
            }
        }
    }
}
