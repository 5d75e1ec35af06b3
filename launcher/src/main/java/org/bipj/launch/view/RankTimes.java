package org.bipj.launch.view;

import java.util.ArrayList;
import java.util.List;

/**
 * Where the time of a rank went, between the end of Init and the beginning of Finalize of its first thread.
 *
 * @param computing time outside of calls, in nanoseconds
 * @param waiting time in which calls waited for late ranks
 * @param moving other time in calls
 */
record RankTimes(int rank, long computing, long waiting, long moving) {
    static List<RankTimes> of(Recording recording, Waits waits) {
        List<RankTimes> all = new ArrayList<>();
        for (Track track : recording.tracks()) {
            if (track.isOfRank() && track.thread == 0 && track.size > 0) {
                all.add(of(track, waits, recording.end()));
            }
        }
        return all;
    }

    private static RankTimes of(Track track, Waits waits, long last) {
        long from = track.begin[0];
        long until = track.isFinalized ? track.end[track.size - 1] : last;
        long calls = 0;
        for (int i = 0; i < track.size; i++) {
            Shape shape = track.shape(i);
            if (shape.isInit()) {
                from = track.end[i];
            } else if (shape.isFinalize()) {
                until = track.begin[i];
            } else if (shape.isCall()) {
                calls += track.end[i] - track.begin[i];
            }
        }
        long whole = Math.max(0, until - from);
        long waiting = Math.min(calls, waits.waiting(track.rank));
        return new RankTimes(track.rank, Math.max(0, whole - calls), waiting, calls - waiting);
    }

    long whole() {
        return computing + waiting + moving;
    }
}
