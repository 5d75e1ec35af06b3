package org.bipj.launch.seeing.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.bipj.launch.seeing.timeline.TimelineFormat;

/** What a recording says first, in sentences, the most important first. */
public final class TimelineFindings {
    /** What takes less than this share of the time is not said. */
    private static final double LEAST_SHARE = 0.02;

    private static final int MOST_RANKS = 3;
    /** Computation that differs by less is balanced. */
    private static final double BALANCED = 1.1;

    private static final long SMALL_BITS = 8;
    private static final long MANY_MESSAGES = 10_000;
    private static final double MOST_OF_THEM = 0.9;
    /** A queue of unexpected messages that is searched for long, and takes memory. */
    private static final long LONG_QUEUE = 1000;

    /** What is missing where ranks have started other jobs. */
    static final String OTHERS =
            "ranks of other jobs took part, which were started by ranks (spawn) or met: only the job of the"
                    + " command line is recorded, so that messages with them have no arrows and waits for them are charged to no rank";

    private final JobTimeline recording;
    private final Arrows arrows;
    private final WaitTimes waits;
    private final List<RankTimes> times;
    private final CriticalPath path;
    private final List<Finding> all = new ArrayList<>();

    /**
     * A sentence and its place.
     *
     * @param track null: the whole job
     * @param from when it begins to be seen, in nanoseconds as recorded
     */
    public record Finding(String text, String track, long from, long until) {}

    private TimelineFindings(Analysis of) {
        recording = of.recording();
        arrows = of.arrows();
        waits = of.waits();
        times = of.times();
        path = of.path();
    }

    /** What a recording says. */
    public static List<Finding> of(JobTimeline recording) {
        return of(Analysis.of(recording));
    }

    static List<Finding> of(Analysis of) {
        JobTimeline recording = of.recording();
        TimelineFindings findings = new TimelineFindings(of);
        if (!recording.note().isEmpty()) {
            findings.whole(recording.note());
        }
        findings.busiestPart();
        findings.unfinished();
        findings.lateRanks();
        findings.imbalance();
        findings.criticalPath();
        findings.collections();
        findings.smallMessages();
        findings.queues();
        findings.whatIsMissing();
        if (findings.all.isEmpty()) {
            findings.whole("no rank made others wait for more than " + (int) (LEAST_SHARE * 100) + " % of the time");
        }
        if (!recording.clocks().isEmpty()) {
            findings.whole(recording.clocks());
        }
        return findings.all;
    }

    private void whole(String text) {
        all.add(new Finding(text, null, recording.begin(), recording.end()));
    }

    private void at(String text, Track track, long from, long until) {
        long margin = Math.max(1, (until - from) / 5);
        all.add(new Finding(text, track.label(), Math.max(recording.begin(), from - margin), until + margin));
    }

    /** Of a simulated machine: what limits it. */
    private void busiestPart() {
        Track busiest = recording.tracks().stream()
                .filter(track -> track.isOfMachine() && track.busy() > 0)
                .max(Comparator.comparingLong(Track::busy))
                .orElse(null);
        if (busiest != null) {
            whole("the busiest part is " + busiest.name + ", busy "
                    + Units.percent(busiest.busy(), recording.end() - recording.begin()) + " of the time");
        }
    }

    /** Ranks that were killed, or ended the job. */
    private void unfinished() {
        List<Track> ended = recording.unfinished();
        ended.stream()
                .sorted(Comparator.comparingLong(TimelineFindings::lastTime))
                .limit(MOST_RANKS)
                .forEach(track -> {
                    int last = lastCall(track);
                    String where = last < 0
                            ? ""
                            : (track.isInCall ? ", in " : ", after ")
                                    + track.shape(last).words();
                    int awaited = waits.awaited(track);
                    boolean isSaid = awaited < 0 || track.shape(last).kind() != TimelineFormat.COLLECTIVE;
                    at(
                            "rank " + track.rank + " ended without Finalize" + where
                                    + (isSaid ? "" : ", waiting for rank " + awaited),
                            track,
                            last < 0 ? recording.begin() : track.begin[last],
                            last < 0 ? recording.end() : track.end[last]);
                });
        if (ended.size() > MOST_RANKS) {
            whole(ended.size() + " of " + recording.ranks() + " ranks ended without Finalize");
        }
    }

    private static int lastCall(Track track) {
        int last = track.size - 1;
        while (last >= 0 && !track.shape(last).isCall()) {
            last--;
        }
        return last;
    }

    private static long lastTime(Track track) {
        int last = lastCall(track);
        return last < 0 ? Long.MIN_VALUE : track.begin[last];
    }

    private void lateRanks() {
        LateRanks.of(waits, times).stream()
                .limit(MOST_RANKS)
                .forEach(each -> at(
                        each.text(),
                        recording.tracks().get(each.worst().track),
                        each.worst().from,
                        each.worst().until));
    }

    private void queues() {
        recording.tracks().stream()
                .filter(track -> track.longestQueue >= LONG_QUEUE)
                .max(Comparator.comparingLong(track -> track.longestQueue))
                .ifPresent(
                        track -> whole("up to " + queue(track) + " unexpected messages " + TimelineReport.QUEUE_HINT));
    }

    /** The longest queue of unexpected messages of a track, in words. */
    static String queue(Track track) {
        return Units.count(track.longestQueue) + " at rank " + track.rank
                + (track.queueOf == null || track.queueOf.isWorld() ? "" : " in " + track.queueOf);
    }

    private void imbalance() {
        if (times.size() < 2) {
            return;
        }
        RankTimes most = RankTimes.longest(times);
        double mean = times.stream().mapToLong(RankTimes::computing).average().orElse(0);
        if (mean > 0 && most.computing() > BALANCED * mean && most.computing() > LEAST_SHARE * most.whole()) {
            whole("rank " + most.rank() + " computed longest: " + Units.time(most.computing()) + ", where the mean is "
                    + Units.time((long) mean));
        }
    }

    private void criticalPath() {
        List<CriticalPath.Share> shares = path.shares();
        if (times.size() > 1 && !shares.isEmpty()) {
            CriticalPath.Share most = shares.getFirst();
            whole("most of the critical path is " + most.place().words() + ": " + Units.time(most.time()) + " of "
                    + Units.time(path.length()));
        }
    }

    private void collections() {
        for (Track track : recording.tracks()) {
            if (!track.isOfCollections()) {
                continue;
            }
            long sum = track.busy();
            int longest = 0;
            for (int i = 0; i < track.size; i++) {
                longest = track.end[i] - track.begin[i] > track.end[longest] - track.begin[longest] ? i : longest;
            }
            if (sum > LEAST_SHARE * (recording.end() - recording.begin())) {
                at(
                        "garbage " + track.name + " stopped the JVM for " + Units.time(sum) + " in "
                                + Units.count(track.size) + " pauses",
                        track,
                        track.begin[longest],
                        track.end[longest]);
            }
        }
    }

    private void smallMessages() {
        String small = smallMessages(recording);
        if (!small.isEmpty()) {
            whole(small);
        }
    }

    /** Whether most messages are short ones, in a sentence; empty: they are not. */
    static String smallMessages(JobTimeline recording) {
        long messages = 0;
        long small = 0;
        for (Track track : recording.tracks()) {
            for (int bits = 0; bits < track.sizes.length; bits++) {
                messages += track.sizes[bits][0];
                small += bits <= SMALL_BITS ? track.sizes[bits][0] : 0;
            }
        }
        return messages >= MANY_MESSAGES && small > MOST_OF_THEM * messages
                ? Units.count(small) + " of " + Units.count(messages) + " messages have less than "
                        + Units.bytes(1L << SMALL_BITS) + ": fewer and longer ones cost less"
                : "";
    }

    private void whatIsMissing() {
        long dropped = recording.dropped();
        if (dropped > 0) {
            whole("the first " + Units.count(dropped) + " of " + Units.count(dropped + recording.size())
                    + " records were dropped: only the end of the job is shown, but counts of messages are complete");
        }
        if (recording.meetsOthers()) {
            whole(OTHERS);
        }
        if (arrows.unreceived() > 0 && dropped == 0) {
            whole(Units.count(arrows.unreceived()) + " messages were sent, and no receive of them is recorded");
        }
        if (arrows.unordered() > 0) {
            whole(
                    Units.count(arrows.unordered())
                            + " ends of messages have no arrow: several threads of their ranks may call, so that their order is not known");
        }
        if (arrows.ofRanksThatCancel() > 0) {
            whole(Units.count(arrows.ofRanksThatCancel())
                    + " messages have no arrow: their ranks may have cancelled one of them");
        }
        long missing = recording.ranks()
                - recording.tracks().stream()
                        .filter(Track::isOfRank)
                        .mapToInt(track -> track.rank)
                        .distinct()
                        .count();
        if (missing > 0 && missing < recording.ranks()) {
            whole(missing + " of " + recording.ranks()
                    + " ranks have recorded nothing: they did not initialise MPI, or their host was lost");
        }
    }
}
