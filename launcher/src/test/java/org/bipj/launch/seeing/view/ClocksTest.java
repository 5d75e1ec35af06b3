package org.bipj.launch.seeing.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.bipj.launch.seeing.timeline.TimelineFormat;
import org.junit.jupiter.api.Test;

/** Two hosts, the clock of the second of which is 5,000 ahead at the start and 5,100 at the end. */
class ClocksTest {
    private static final String TABLE = "0\tann\t0\t0\t10000\t0\t0\t0\n1\tben\t5000\t5000\t15100\t5100\t20\t1\n";

    private static final Communicator WORLD = new Communicator("0,1");

    private static Track track(int rank, long[] begin, long[] end, int[] shape) {
        Shape[] shapes = {
            new Shape(TimelineFormat.SENDING_CALL, "send", WORLD, 1, 7, "Main.main(Main.java:3)"),
            new Shape(TimelineFormat.RECEIVING_CALL, "recv", WORLD, 0, 7, "Main.main(Main.java:5)"),
            new Shape(TimelineFormat.PHASE, "all", null, TimelineFormat.NONE, TimelineFormat.NONE, "")
        };
        Records records = new Records(0);
        int next = 0;
        for (int i = 0; i < begin.length; i++) {
            int number = shape[i] == 2 ? -1 : next++;
            records.add(begin[i], end[i], shape[i], 0, number, TimelineFormat.OPEN, -1);
        }
        return new Track(rank, 0, "main", shapes, records);
    }

    @Test
    void timesAreThoseOfOneClock() {
        Clocks clocks = Clocks.read(TABLE);
        Track here = track(0, new long[] {0, 5000, 10000}, new long[] {1, 5001, Long.MAX_VALUE}, new int[] {0, 0, 0});
        Track there = track(
                1, new long[] {5000, 10050, 15100}, new long[] {5001, 10051, Long.MAX_VALUE}, new int[] {1, 1, 1});
        clocks.toCommon(here);
        clocks.toCommon(there);
        for (int i = 0; i < 3; i++) {
            assertEquals(5000 * i, here.begin[i]);
            assertEquals(5000 * i, there.begin[i]);
        }
        assertEquals(Long.MAX_VALUE, there.end[2]);
        assertEquals(0, clocks.hostOf(0));
        assertEquals(1, clocks.hostOf(1));
        assertEquals(5000, clocks.toCommon(1, 10050));
    }

    @Test
    void whatPointsBackIsShiftedWithAllBehindIt() {
        Clocks clocks = Clocks.read(TABLE);
        Track sender = track(0, new long[] {100, 200, 300}, new long[] {110, 210, 310}, new int[] {0, 0, 0});
        // The second message has arrived 40 before it was sent, and the third one in time.
        Track receiver =
                track(1, new long[] {50, 90, 150, 170}, new long[] {400, 120, 160, 320}, new int[] {2, 1, 1, 1});
        JobTimeline recording = new JobTimeline("process", 2, new ArrayList<>(List.of(sender, receiver)));
        clocks.straighten(recording.tracks(), Arrows.join(recording).joined());
        assertEquals(1, clocks.shifted());
        assertEquals(40, clocks.largestShift());
        JobTimelineChecks.assertNoArrowPointsBack(recording);
        JobTimelineChecks.assertSpansNest(recording);
        assertEquals(120, receiver.end[1]);
        assertEquals(200, receiver.end[2]);
        assertEquals(200, receiver.begin[3]);
        assertEquals(320, receiver.end[3]);
        assertEquals(400, receiver.end[0]);
        assertTrue(
                clocks.words()
                        .matches("clocks of the 2 hosts agree within 40 ns; 1 of 3 messages arrived before they were"
                                + " sent: these receives are shown later, by at most 40 ns"),
                clocks.words());
    }
}
