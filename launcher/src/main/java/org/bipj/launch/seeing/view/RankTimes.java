package org.bipj.launch.seeing.view;

import java.util.Comparator;
import java.util.List;

/**
 * Where the time of a rank went, between the end of Init and the beginning of Finalize of its first thread.
 *
 * @param computing time outside of calls, in nanoseconds
 * @param waiting time in which calls waited for late ranks
 * @param transfer time in which they waited for what had been sent, and was under way
 * @param moving other time in calls
 */
record RankTimes(int rank, long computing, long waiting, long transfer, long moving) {
    static List<RankTimes> of(JobTimeline recording, WaitTimes waits) {
        return recording.mainThreads().stream()
                .map(track -> of(track, waits, recording.end()))
                .toList();
    }

    private static RankTimes of(Track track, WaitTimes waits, long last) {
        long calls = 0;
        for (int i = 0; i < track.size; i++) {
            Shape shape = track.shape(i);
            if (shape.isCall() && !shape.isInit() && !shape.isFinalize()) {
                calls += track.end[i] - track.begin[i];
            }
        }
        long whole = Math.max(0, end(track, last) - begin(track));
        double waiting = 0;
        double waited = 0;
        for (WaitTimes.Wait wait : waits.ofRank(track.rank)) {
            if (!track.shape(wait.record).isFinalize()) {
                waiting += wait.charged;
                waited += wait.length();
                calls += wait.between;
            }
        }
        long late = Math.min(calls, Math.round(waiting));
        long under = Math.min(calls - late, Math.round(waited - waiting));
        return new RankTimes(track.rank, Math.max(0, whole - calls), late, under, calls - late - under);
    }

    /** When a thread's program begins: behind Init, which comes first. */
    static long begin(Track track) {
        for (int i = 0; i < track.size && track.shape(i).isCall(); i++) {
            if (track.shape(i).isInit()) {
                return track.end[i];
            }
        }
        return track.size == 0 ? 0 : track.begin[0];
    }

    /** When it ends: before Finalize, which comes last. */
    static long end(Track track, long last) {
        for (int i = track.size - 1; i >= 0; i--) {
            if (track.shape(i).isCall()) {
                return track.shape(i).isFinalize() ? track.begin[i] : track.isFinalized ? track.end[i] : last;
            }
        }
        return last;
    }

    /** The rank that computed longest. */
    static RankTimes longest(List<RankTimes> times) {
        return times.stream()
                .max(Comparator.comparingLong(RankTimes::computing))
                .orElseThrow();
    }

    long whole() {
        return computing + waiting + transfer + moving;
    }
}
