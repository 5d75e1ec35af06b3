package org.bipj.launch.seeing.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bipj.launch.seeing.timeline.RankTotals.Kind;
import org.junit.jupiter.api.Test;

/** Who sends to whom, as it is printed. */
class TrafficMatrixTest {
    private static void add(TrafficMatrix traffic, Kind kind, String rank, String peer, long times, long bytes) {
        traffic.add(RankName.of(rank), kind, RankName.of(peer), times, bytes);
    }

    private static List<String> print(TrafficMatrix traffic, int ranks) {
        List<String> lines = new ArrayList<>();
        traffic.print(
                IntStream.range(0, ranks)
                        .mapToObj(rank -> RankName.of(Integer.toString(rank)))
                        .toList(),
                false,
                lines);
        return lines;
    }

    private static List<String> table(TrafficMatrix traffic) {
        List<String> lines = new ArrayList<>();
        traffic.table(false, lines);
        return lines;
    }

    @Test
    void whatIsReadGoesToTheReader() {
        TrafficMatrix traffic = new TrafficMatrix();
        add(traffic, Kind.MESSAGE, "0", "1", 2, 100);
        add(traffic, Kind.GET, "0", "1", 4, 7);
        add(traffic, Kind.PUT, "0", "1", 1, 30);
        add(traffic, Kind.MESSAGE, "1", "1", 1, 0);
        assertEquals(
                List.of(
                        "bytes of messages and one-sided operations, from the rank of the row to that of the column",
                        "from\\to    0   1",
                        "0          - 130",
                        "1          7   0"),
                print(traffic, 2));
        assertEquals(
                List.of("message,0,1,,2,100,", "put,0,1,,1,30,", "get,0,1,,4,7,", "message,1,1,,1,0,"), table(traffic));
    }

    @Test
    void ofManyRanksThePairsWithMostAreListed() {
        TrafficMatrix traffic = new TrafficMatrix();
        for (int rank = 0; rank < 100; rank++) {
            add(traffic, Kind.MESSAGE, "" + rank, "" + (rank + 1) % 100, 3, 1000 + rank);
        }
        List<String> lines = print(traffic, 100);
        assertEquals("messages and one-sided operations, the 16 pairs of ranks with most bytes", lines.getFirst());
        assertEquals("99         0                     3             1099", lines.get(2));
        assertEquals("and 84 pairs with less: --profile=csv:FILE writes all", lines.getLast());
        assertEquals(19, lines.size());
        assertEquals(100, table(traffic).size());
    }

    @Test
    void ranksOfSeveralJobsHaveTheirJobsInFront() {
        TrafficMatrix traffic = new TrafficMatrix();
        add(traffic, Kind.MESSAGE, "0", "1.0", 2, 100);
        add(traffic, Kind.MESSAGE, "1.0", "0.0", 1, 7);
        add(traffic, Kind.MESSAGE, "1.0", "8f3e0a12.3", 1, 5);
        List<String> lines = new ArrayList<>();
        traffic.print(List.of(), true, lines);
        assertEquals("from\\to            0.0        1.0 8f3e0a12.3", lines.get(1));
        assertEquals("0.0                  -        100          -", lines.get(2));
        assertEquals("1.0                  7          -          5", lines.get(3));
    }

    @Test
    void withoutMessagesNothingIsPrinted() {
        assertEquals(List.of(), print(new TrafficMatrix(), 3));
    }
}
