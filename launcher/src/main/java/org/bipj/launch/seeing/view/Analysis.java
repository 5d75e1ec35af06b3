package org.bipj.launch.seeing.view;

import java.util.List;

/** What is found out of a recording, once, for all that shows it. */
record Analysis(JobTimeline recording, Arrows arrows, WaitTimes waits, List<RankTimes> times, CriticalPath path) {
    /** When the first rank has started: its Init has ended. */
    long programBegin() {
        return recording.mainThreads().stream()
                .mapToLong(RankTimes::begin)
                .min()
                .orElse(recording.begin());
    }

    /** When the last rank begins to end: it calls Finalize. */
    long programEnd() {
        long end = recording.mainThreads().stream()
                .mapToLong(track -> RankTimes.end(track, recording.end()))
                .max()
                .orElse(recording.end());
        return Math.max(end, programBegin() + 1);
    }

    static Analysis of(JobTimeline recording) {
        Arrows arrows = Arrows.join(recording);
        WaitTimes waits = WaitTimes.of(recording);
        return new Analysis(recording, arrows, waits, RankTimes.of(recording, waits), CriticalPath.of(waits));
    }
}
