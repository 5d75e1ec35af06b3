package org.bipj.launch.seeing.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.bipj.core.job.Traffic;
import org.bipj.shm.figures.ProcessStat;
import org.junit.jupiter.api.Test;

/** What {@code bipj top} says of a rank, whatever the width of the terminal. */
class RowTest {
    private static final int WIDTH = 160;
    private static final String PLACE = "org.example.heat.HeatDiffusion.exchangeHalo(HeatDiffusion.java:1234)";

    private static Row row(String state, String call, String waitsFor, String where, double rssBytes) {
        return new Row(
                0,
                0,
                4711,
                state,
                call,
                waitsFor,
                where,
                "",
                12.5,
                new Row.Rates(123_000, 1_200_000, 123_000, 1_200_000, 40),
                new Traffic(),
                0,
                0.98,
                0,
                rssBytes,
                0.02,
                1,
                0.1,
                Double.NaN);
    }

    private static String line(Row row, int width) {
        return TextTable.lines(List.of(row), width).get(1);
    }

    /** The words that do not fit are those of what it waits for. */
    @Test
    void aTerminalShowsTheLineOfTheProgram() {
        Row waits = row("waits", "mpi.Intracomm.createIntercomm", "a message from rank 2", PLACE, 6e7);
        assertTrue(line(waits, WIDTH).substring(0, WIDTH).contains("HeatDiffusion.java:1234"), line(waits, WIDTH));
        Row computes = row("computes", "", "", PLACE, 6e7);
        assertTrue(line(computes, WIDTH).endsWith("at HeatDiffusion.exchangeHalo(HeatDiffusion.java:1234)"));
        for (int narrow : new int[] {130, 135, 140, 150}) {
            String line = line(waits, narrow);
            assertTrue(line.indexOf("HeatDiffusion.java:1234, for") + 23 <= narrow, line);
        }
    }

    /** In the place where what is shorter would say less, nothing is left out. */
    @Test
    void aWideTerminalShowsAll() {
        Row waits = row("waits", "mpi.Comm.recv", "a message from rank 2", PLACE, 6e7);
        String all = "in mpi.Comm.recv, HeatDiffusion.exchangeHalo(HeatDiffusion.java:1234), for a message from rank 2";
        assertEquals(all, waits.what());
        assertTrue(line(waits, 300).endsWith(all));
        assertEquals("in mpi.Comm.recv, HeatDiffusion.java:1234, for a message from rank 2", waits.what(50));
        assertEquals("in Comm.recv, HeatDiffusion.java:1234, for a message from rank 2", waits.what(40));
        assertEquals("at HeatDiffusion.java:1234, for a message from rank 2", waits.what(30));
    }

    /** A rank that has ended has no memory, and waits in no call. */
    @Test
    void whatIsNotKnownIsADash() {
        assertEquals(2e6, JobLook.memory(new ProcessStat('S', 0, 0, 0, 2_000_000)));
        Row ended = row("ended", "", "", "", JobLook.memory(new ProcessStat('Z', 0, 0, 0, -1)));
        List<String> cells =
                Stream.of(TextTable.lines(List.of(ended)).get(1).split(" +")).toList();
        List<String> titles = Stream.of(
                        TextTable.lines(List.of(ended)).getFirst().split(" +"))
                .toList();
        assertEquals("-", cells.get(titles.indexOf("MEM")));
        assertEquals(titles.size() - 1, cells.size(), "nothing below WHAT");
    }
}
