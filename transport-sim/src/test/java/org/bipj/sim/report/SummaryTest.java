package org.bipj.sim.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import org.bipj.sim.net.LinkUse;
import org.junit.jupiter.api.Test;

class SummaryTest {
    private static final long US = 1_000_000;

    @Test
    void sharesAreOfTheWholeRun() {
        String text = new Summary(100 * US)
                .link(new LinkUse("host 0 > switch 0", 50 * US, 25 * US, 3, 8000))
                .link(new LinkUse("switch 0 > host 0", 0, 0, 0, 0))
                .node(new Summary.Node("node 0", 10 * US, 20 * US, 30 * US, 40 * US, 0))
                .text();
        String[] lines = text.split("\n");
        assertEquals(row("host 0 > switch 0", 50.0, 25.0, 3, 8000), squeeze(lines[1]));
        assertEquals(row("switch 0 > host 0", 0.0, 0.0, 0, 0), squeeze(lines[2]));
        assertEquals("mean of 2 25.0 12.5 2 4000", squeeze(lines[3]));
        assertEquals("node 0 10.0 20.0 30.0 40.0 0.0", squeeze(lines[5]));
    }

    @Test
    void theBusiestComeFirstAndTheRestIsInTheMean() {
        Summary summary = new Summary(1000);
        for (int i = 0; i < 100; i++) {
            summary.link(new LinkUse("link " + i, i, 0, 0, 0));
        }
        String[] lines = summary.text().split("\n");
        assertEquals(1 + Summary.ROWS + 1, lines.length);
        assertTrue(lines[1].startsWith("link 99 "), lines[1]);
        assertTrue(lines[Summary.ROWS].startsWith("link 92 "), lines[Summary.ROWS]);
        assertTrue(lines[1 + Summary.ROWS].startsWith("mean of 100 "), lines[1 + Summary.ROWS]);
    }

    @Test
    void linksAreAsBusyAsTheyCarryAndAreHeld() {
        String[] lines = new Summary(1000)
                .link(new LinkUse("carries", 500, 0, 1, 80))
                .link(new LinkUse("is held", 200, 400, 1, 32))
                .text()
                .split("\n");
        assertTrue(lines[1].startsWith("is held "), lines[1]);
    }

    @Test
    void nodesWithTheBusiestBoardsComeFirstAndTheMeanIsOfAll() {
        String[] lines = new Summary(1000)
                .node(new Summary.Node("host works", 1000, 10, 0, 0, 0))
                .node(new Summary.Node("receives", 0, 0, 0, 0, 400))
                .node(new Summary.Node("sends and fetches", 0, 100, 200, 200, 0))
                .text()
                .split("\n");
        assertEquals("sends and fetches 0.0 10.0 20.0 20.0 0.0", squeeze(lines[1]));
        assertEquals("receives 0.0 0.0 0.0 0.0 40.0", squeeze(lines[2]));
        assertEquals("host works 100.0 1.0 0.0 0.0 0.0", squeeze(lines[3]));
        assertEquals("mean of 3 33.3 3.7 6.7 6.7 13.3", squeeze(lines[4]));
    }

    @Test
    void theTextDependsNeitherOnTheOrderOfTheRowsNorOnTheLocale() {
        LinkUse a = new LinkUse("link 2", 5, 5, 1, 1000000);
        LinkUse b = new LinkUse("link 10", 5, 5, 1, 1000000);
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            String ab = new Summary(10).link(a).link(b).text();
            String ba = new Summary(10).link(b).link(a).text();
            assertEquals(ab, ba);
            assertTrue(ab.indexOf("link 2 ") < ab.indexOf("link 10 "), ab);
            assertTrue(ab.contains("50.0"), ab);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void aRunThatTookNoTimeHasNoShares() {
        String text = new Summary(0).link(new LinkUse("link 0", 0, 0, 0, 0)).text();
        assertFalse(text.contains("NaN"), text);
        assertTrue(text.contains(" - "), text);
    }

    @Test
    void notesStandBeforeTheTables() {
        String text = new Summary(1)
                .link(new LinkUse("link 0", 0, 0, 0, 0))
                .note("faults: 2 worms dropped")
                .text();
        assertTrue(text.startsWith("faults: 2 worms dropped\nlink "), text);
    }

    private static String row(String name, double busy, double blocked, long worms, long characters) {
        return name + " " + busy + " " + blocked + " " + worms + " " + characters;
    }

    private static String squeeze(String line) {
        return line.strip().replaceAll(" +", " ");
    }
}
