package org.bipj.launch.seeing.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bipj.launch.seeing.timeline.TimelineFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which rank a wait is charged to, in recordings made by hand. */
class WaitTimesTest {
    private static final Communicator WORLD = new Communicator("0,1,2");
    private static final int LANE = 2;

    private final List<List<long[]>> records = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    private final List<List<long[]>> packets = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    private final List<Shape> shapes = new ArrayList<>();

    private void record(int rank, long begin, long end, int kind, int peer, int number) {
        record(rank, begin, begin, end, kind, peer, number);
    }

    /** A call that first pauses at a time. */
    private void record(int rank, long begin, long pause, long end, int kind, int peer, int number) {
        Shape shape = new Shape(kind, "call " + kind, WORLD, peer, 0, "Main.main(Main.java:" + kind + ")");
        shapes.add(shape);
        records.get(rank).add(new long[] {begin, end, shapes.size() - 1, number, pause});
    }

    /** A packet leaves, and comes. */
    private void packet(int from, int to, int number, long left, long came) {
        packets.get(from).add(new long[] {left, to, number, 1});
        packets.get(to).add(new long[] {came, from, number, 0});
    }

    private WaitTimes waits() {
        JobTimeline recording = recording();
        Arrows.join(recording);
        return WaitTimes.of(recording);
    }

    private JobTimeline recording() {
        List<Track> tracks = new ArrayList<>();
        for (int rank = 0; rank < records.size(); rank++) {
            Records own = new Records(0);
            for (long[] each : records.get(rank)) {
                int pause = each[4] == each[1] ? TimelineFormat.OPEN : (int) (each[4] - each[0]);
                own.add(each[0], each[1], (int) each[2], 8, (int) each[3], pause, -1);
            }
            Records found = packets(rank);
            Track track = new Track(rank, 0, "main", shapes.toArray(Shape[]::new), own);
            track.packets = found;
            track.numbered = LANE;
            tracks.add(track);
        }
        return new JobTimeline("process", records.size(), tracks);
    }

    private Records packets(int rank) {
        Records made = new Records(0);
        packets.get(rank).stream()
                .sorted((one, other) -> Long.compare(one[0], other[0]))
                .forEach(each -> {
                    int kind = each[3] == 1 ? TimelineFormat.LEFT : TimelineFormat.CAME;
                    shapes.add(new Shape(kind, "", null, (int) each[1], LANE, ""));
                    made.add(each[0], each[0], shapes.size() - 1, 0, (int) each[2], TimelineFormat.OPEN, -1);
                });
        return made;
    }

    private static void assertCharge(WaitTimes waits, int place, int rank, long total) {
        WaitTimes.Charge charge = waits.charges().get(place);
        assertEquals(rank + ": " + total, charge.rank + ": " + charge.total);
    }

    /** Rank 0 waits for rank 1, which waits for rank 2 up to 700 and then computes. */
    @Test
    void aWaitIsChargedToItsRootCause() {
        record(0, 100, 1010, TimelineFormat.RECEIVING_CALL, 1, 0);
        record(1, 200, 710, TimelineFormat.RECEIVING_CALL, 2, 0);
        record(1, 1000, 1005, 1005, TimelineFormat.SENDING_CALL, 0, 0);
        record(2, 700, 705, 705, TimelineFormat.SENDING_CALL, 1, 0);
        packet(1, 0, 0, 1000, 1008);
        packet(2, 1, 0, 700, 708);
        WaitTimes waits = waits();
        // 500 of rank 1, and of rank 0 what it waited meanwhile; 10 of each are transfer.
        assertCharge(waits, 0, 2, 500 + 500);
        assertCharge(waits, 1, 1, 290 + 100);
        assertEquals(2, waits.charges().size());
        assertEquals(
                20, waits.all().getFirst().length() - Math.round(waits.all().getFirst().charged));
    }

    /** From the act of the other rank on, the rest of the call is transfer. */
    @Test
    void whatComesBehindTheActIsTransfer() {
        record(0, 100, 110, 610, TimelineFormat.SENDING_CALL, 1, 0);
        record(1, 400, 620, 620, TimelineFormat.RECEIVING_CALL, 0, 0);
        packet(1, 0, 0, 400, 405);
        WaitTimes waits = waits();
        assertCharge(waits, 0, 1, 290);
        assertEquals(1, waits.charges().size());
        WaitTimes.Site site = waits.sites().getFirst();
        assertEquals("call 1, Main.java:1", site.name);
        assertEquals("290 210", site.waiting + " " + site.transfer);
    }

    /** {@code --report}: a hiccup of the machine is no place to look, but the first place is named however short it is. */
    @ParameterizedTest
    @CsvSource({"20000, 1", "40000, 2"})
    void theReportLeavesOutShortWaits(int other, int shown) {
        record(0, 100, 1_000_000, TimelineFormat.SENDING_CALL, 1, 0);
        record(1, 100, 100 + other, TimelineFormat.RECEIVING_CALL, 2, 0);
        record(1, 900_000, 1_000_000, 1_000_000, TimelineFormat.RECEIVING_CALL, 0, 0);
        record(2, 100 + other, 1_000_000, 1_000_000, TimelineFormat.SENDING_CALL, 1, 0);
        packet(1, 0, 0, 900_000, 900_001);
        packet(2, 1, 0, 100 + other, 100 + other);
        List<String> report = TimelineReport.of(recording());
        long rows = report.stream()
                .filter(line -> line.matches("call \\d+, Main.java:.* %.*"))
                .count();
        assertEquals(shown, rows, report::toString);
    }

    /** A collective call in shared memory has no packets. */
    @Test
    void theLastRankOfACollectiveCallIsLate() {
        record(0, 100, 510, TimelineFormat.COLLECTIVE, TimelineFormat.NONE, 0);
        record(1, 200, 510, TimelineFormat.COLLECTIVE, TimelineFormat.NONE, 0);
        record(2, 500, 510, 510, TimelineFormat.COLLECTIVE, TimelineFormat.NONE, 0);
        WaitTimes waits = waits();
        assertEquals(1, waits.charges().size());
        assertCharge(waits, 0, 2, 400 + 300);
        assertEquals("call 6, Main.java:6", waits.charges().getFirst().site());
    }

    /** Three ranks reach a call within 1 % of the wait of the first one. */
    @Test
    void actsThatComeTogetherShareAWait() {
        record(0, 0, 10, 10_100, TimelineFormat.CALL, TimelineFormat.NONE, -1);
        record(1, 9_980, 9_990, 9_990, TimelineFormat.CALL, TimelineFormat.NONE, -1);
        record(2, 10_000, 10_010, 10_010, TimelineFormat.CALL, TimelineFormat.NONE, -1);
        packet(1, 0, 0, 9_980, 10_001);
        packet(2, 0, 0, 10_000, 10_050);
        WaitTimes waits = waits();
        assertCharge(waits, 0, 2, 4_995);
        assertCharge(waits, 1, 1, 4_985);
        assertEquals(4_995, waits.charges().getFirst().shared, 0.01);
    }

    /** Rank 0 receives from rank 1, which is late, before it receives what rank 2 had sent long before. */
    @Test
    void aReceiveInTheWrongOrderIsSaid() {
        record(0, 100, 110, 500, TimelineFormat.RECEIVING_CALL, 1, 0);
        record(0, 510, 520, 520, TimelineFormat.RECEIVING_CALL, 2, 0);
        record(1, 490, 495, 495, TimelineFormat.SENDING_CALL, 0, 0);
        record(2, 50, 60, 60, TimelineFormat.SENDING_CALL, 0, 0);
        packet(1, 0, 0, 490, 495);
        WaitTimes waits = waits();
        assertCharge(waits, 0, 1, 380);
        assertEquals(Map.of(WaitKind.WRONG_ORDER, 380.0), waits.states());
    }

    @Test
    void aCallThatDoesNotPauseWaitsForNobody() {
        record(0, 700, 705, 705, TimelineFormat.SENDING_CALL, 2, 0);
        record(2, 900, 905, 905, TimelineFormat.RECEIVING_CALL, 0, 0);
        packet(0, 2, 0, 700, 710);
        assertEquals(List.of(), waits().charges());
    }

    /** Rank 1 never makes the call that the others are in when the job is ended. */
    @Test
    void anEndlessWaitIsChargedToTheRankThatDoesNotCome() {
        record(0, 100, Long.MAX_VALUE, TimelineFormat.COLLECTIVE, TimelineFormat.NONE, 0);
        record(2, 300, Long.MAX_VALUE, TimelineFormat.COLLECTIVE, TimelineFormat.NONE, 0);
        record(1, 1100, 1100, TimelineFormat.CALL, TimelineFormat.NONE, -1);
        WaitTimes waits = waits();
        assertCharge(waits, 0, 1, 1000 + 800);
        assertEquals(1, waits.awaited(waits.recording().tracks().getFirst()));
    }

    /** Rank 0 waits for rank 1, and that one for rank 2, which has ended its calls. */
    @Test
    void anEndlessWaitIsChargedToItsRootCause() {
        record(0, 100, 110, Long.MAX_VALUE, TimelineFormat.CALL, 1, -1);
        record(1, 300, 310, Long.MAX_VALUE, TimelineFormat.CALL, 2, -1);
        record(2, 1100, 1100, TimelineFormat.CALL, TimelineFormat.NONE, -1);
        WaitTimes waits = waits();
        assertCharge(waits, 0, 2, 800 + 800);
        assertCharge(waits, 1, 1, 200);
    }

    @Test
    void ranksThatWaitForEachOtherForEverAreNotLate() {
        record(0, 100, 110, Long.MAX_VALUE, TimelineFormat.CALL, 1, -1);
        record(1, 100, 110, Long.MAX_VALUE, TimelineFormat.CALL, 0, -1);
        record(2, 1100, 1100, TimelineFormat.CALL, TimelineFormat.NONE, -1);
        assertEquals(List.of(), waits().charges());
    }

    @Test
    void placesOfTheCriticalPathInWords() {
        assertEquals(
                "rank 1 before its first call",
                new CriticalPath.Place(1, CriticalPath.Part.START, "before its first call").words());
        assertEquals(
                "rank 1 in recv, A.java:1",
                new CriticalPath.Place(1, CriticalPath.Part.CALL, "recv, A.java:1").words());
    }

    /** Records that are missing shift none, as each has the number of its message. */
    @Test
    void missingRecordsShiftNoArrow() {
        record(0, 100, 101, 101, TimelineFormat.SENDING_CALL, 1, 3);
        record(0, 110, 111, 111, TimelineFormat.SENDING_CALL, 1, 5);
        record(1, 200, 201, 201, TimelineFormat.RECEIVING_CALL, 0, 4);
        record(1, 210, 211, 211, TimelineFormat.RECEIVING_CALL, 0, 5);
        JobTimeline recording = waits().recording();
        assertEquals(Track.NONE, recording.tracks().getFirst().mate[0]);
        assertEquals(Track.record(1, 1), recording.tracks().getFirst().mate[1]);
        assertTrue(Units.time(1_500).startsWith("1.50 us"));
    }

    @Test
    void placesOfTheCriticalPathAreWords() {
        assertEquals(
                "rank 0 before its first call",
                new CriticalPath.Place(0, CriticalPath.Part.START, "before its first call").words());
    }
}
