package org.bipj.launch.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bipj.launch.timeline.TimelineFormat;
import org.junit.jupiter.api.Test;

/** Which rank a wait is charged to, in recordings made by hand. */
class WaitsTest {
    private static final Communicator WORLD = new Communicator("0,1,2");

    private final List<List<long[]>> records = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    private final List<Shape> shapes = new ArrayList<>();

    private void record(int rank, long begin, long end, int kind, int peer, int number) {
        Shape shape = new Shape(kind, "call " + kind, WORLD, peer, 0, "Main.main(Main.java:" + kind + ")");
        shapes.add(shape);
        records.get(rank).add(new long[] {begin, end, shapes.size() - 1, number});
    }

    private Waits waits() {
        List<Track> tracks = new ArrayList<>();
        for (int rank = 0; rank < records.size(); rank++) {
            List<long[]> own = records.get(rank);
            int[] bytes = new int[own.size()];
            Arrays.fill(bytes, 8);
            tracks.add(new Track(
                    rank,
                    0,
                    "main",
                    1,
                    0,
                    false,
                    true,
                    shapes.toArray(Shape[]::new),
                    own.stream().mapToLong(each -> each[0]).toArray(),
                    own.stream().mapToLong(each -> each[1]).toArray(),
                    own.stream().mapToInt(each -> (int) each[2]).toArray(),
                    bytes,
                    own.stream().mapToInt(each -> (int) each[3]).toArray(),
                    new long[0][],
                    new long[0][]));
        }
        Recording recording = new Recording("process", records.size(), tracks);
        Arrows.join(recording);
        return Waits.of(recording);
    }

    /** Rank 0 waits for rank 1, which waits for rank 2 up to 700 and then computes. */
    @Test
    void aWaitIsChargedToItsRootCause() {
        record(0, 100, 1010, TimelineFormat.RECEIVING_CALL, 1, 0);
        record(1, 200, 710, TimelineFormat.RECEIVING_CALL, 2, 0);
        record(1, 1000, 1005, TimelineFormat.SENDING_CALL, 0, 0);
        record(2, 700, 705, TimelineFormat.SENDING_CALL, 1, 0);
        List<Waits.Charge> charges = waits().charges();
        assertEquals(2, charges.getFirst().rank);
        // 500 of rank 1, and of rank 0 what it waited meanwhile.
        assertEquals(500 + 500, charges.getFirst().total);
        assertEquals(1, charges.getLast().rank);
        assertEquals(100 + 300, charges.getLast().total);
    }

    @Test
    void theLastRankOfACollectiveCallIsLate() {
        record(0, 100, 510, TimelineFormat.COLLECTIVE, TimelineFormat.NONE, 0);
        record(1, 200, 510, TimelineFormat.COLLECTIVE, TimelineFormat.NONE, 0);
        record(2, 500, 510, TimelineFormat.COLLECTIVE, TimelineFormat.NONE, 0);
        Waits waits = waits();
        assertEquals(1, waits.charges().size());
        assertEquals(2, waits.charges().getFirst().rank);
        assertEquals(400 + 300, waits.charges().getFirst().total);
        assertEquals("call 6, Main.java:6", waits.charges().getFirst().site());
    }

    @Test
    void aSendWaitsOnlyIfItEndsBehindItsMatch() {
        record(0, 100, 610, TimelineFormat.SENDING_CALL, 1, 0);
        record(1, 600, 620, TimelineFormat.RECEIVING_CALL, 0, 0);
        record(0, 700, 705, TimelineFormat.SENDING_CALL, 2, 0);
        record(2, 900, 905, TimelineFormat.RECEIVING_CALL, 0, 0);
        Waits waits = waits();
        assertEquals(1, waits.charges().size());
        assertEquals(1, waits.charges().getFirst().rank);
        assertEquals(500, waits.charges().getFirst().total);
    }

    /** Rank 1 never makes the call that the others are in when the job is ended. */
    @Test
    void anEndlessWaitIsChargedToTheRankThatDoesNotCome() {
        record(0, 100, Long.MAX_VALUE, TimelineFormat.COLLECTIVE, TimelineFormat.NONE, 0);
        record(2, 300, Long.MAX_VALUE, TimelineFormat.COLLECTIVE, TimelineFormat.NONE, 0);
        record(1, 1100, 1100, TimelineFormat.CALL, TimelineFormat.NONE, -1);
        Waits waits = waits();
        assertEquals(1, waits.charges().getFirst().rank);
        assertEquals(1000 + 800, waits.charges().getFirst().total);
        assertEquals(1, waits.awaited(waits.recording().tracks().getFirst()));
    }

    /** Records that are missing shift none, as each has the number of its message. */
    @Test
    void missingRecordsShiftNoArrow() {
        record(0, 100, 101, TimelineFormat.SENDING_CALL, 1, 3);
        record(0, 110, 111, TimelineFormat.SENDING_CALL, 1, 5);
        record(1, 200, 201, TimelineFormat.RECEIVING_CALL, 0, 4);
        record(1, 210, 211, TimelineFormat.RECEIVING_CALL, 0, 5);
        Recording recording = waits().recording();
        assertEquals(Track.NONE, recording.tracks().getFirst().mate[0]);
        assertEquals(Track.record(1, 1), recording.tracks().getFirst().mate[1]);
        assertTrue(Units.time(1_500).startsWith("1.50 us"));
    }
}
