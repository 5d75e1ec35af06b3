package org.bipj.launch.seeing.view;

import java.util.List;

/** What is found out of a recording, once, for all that shows it. */
record Analysis(JobTimeline recording, Arrows arrows, WaitTimes waits, List<RankTimes> times, CriticalPath path) {
    static Analysis of(JobTimeline recording) {
        Arrows arrows = Arrows.join(recording);
        WaitTimes waits = WaitTimes.of(recording);
        return new Analysis(recording, arrows, waits, RankTimes.of(recording, waits), CriticalPath.of(waits));
    }
}
