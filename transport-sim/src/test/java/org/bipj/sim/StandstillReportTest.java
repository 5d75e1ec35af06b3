package org.bipj.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.IntConsumer;
import org.bipj.bip.Bip;
import org.bipj.sim.kernel.DeadlockException;
import org.junit.jupiter.api.Test;

class StandstillReportTest {
    private static List<String> report(int ranks, IntConsumer program) {
        List<String> lines = whole(ranks, program);
        return lines.subList(1, lines.size());
    }

    private static List<String> whole(int ranks, IntConsumer program) {
        try (SimSession session = SimSession.open(ranks, SimOptions.of("das64"), SimSession.Listener.NONE)) {
            DeadlockException deadlock = assertThrows(DeadlockException.class, () -> session.run(program));
            // Neither times nor lines of this file.
            return SimSession.describe(deadlock)
                    .lines()
                    .map(line -> line.replaceFirst(", since .* us$", "").replaceFirst("java:\\d+", "java"))
                    .toList();
        }
    }

    private static void receive(int tag) {
        Bip.init().trecv(tag, new int[1], 1);
    }

    private static void receiveElsewhere(int tag) {
        Bip.init().trecv(tag, new int[1], 1);
    }

    @Test
    void ranksAtOnePlaceShareItsLines() {
        List<String> lines = report(10, rank -> {
            if (rank == 3) {
                receiveElsewhere(7);
            } else {
                receive(rank == 5 ? 8 : 7);
            }
        });
        String session = "\tat org.bipj.sim.StandstillReportTest.";
        assertEquals(
                List.of(
                        "ranks 0..2, 4, 6..9 wait in org.bipj.bip.Bip.trecv for a message with tag 7",
                        "rank 5 waits in org.bipj.bip.Bip.trecv for a message with tag 8",
                        session + "receive(StandstillReportTest.java)"),
                lines.stream().filter(line -> !line.contains("lambda")).limit(3).toList());
        assertEquals(
                List.of(
                        "rank 3 waits in org.bipj.bip.Bip.trecv for a message with tag 7",
                        session + "receiveElsewhere(StandstillReportTest.java)"),
                lines.stream().filter(line -> !line.contains("lambda")).skip(3).toList());
    }

    @Test
    void ranksThatHaveEndedAreNamed() {
        List<String> lines = whole(6, rank -> {
            if (rank == 1) {
                receive(7);
            }
        });
        assertTrue(lines.getFirst().endsWith(": nothing can happen any more, and 1 rank waits"), lines.getFirst());
        assertEquals("ranks 0, 2..5 have ended", lines.get(1));
        assertEquals("rank 1 waits in org.bipj.bip.Bip.trecv for a message with tag 7", lines.get(2));
    }

    @Test
    void aPlaceHasSixteenLinesAtMost() {
        List<String> lines = report(40, rank -> receive(rank + 1));
        assertEquals("rank 15 waits in org.bipj.bip.Bip.trecv for a message with tag 16", lines.get(15));
        assertEquals("24 more ranks wait there, for other things", lines.get(16));
        assertEquals("\tat org.bipj.sim.StandstillReportTest.receive(StandstillReportTest.java)", lines.get(17));
    }

    @Test
    void aSendSaysWhoWouldHaveToReceive() {
        List<String> lines = report(2, rank -> {
            if (rank == 0) {
                Bip bip = Bip.init();
                while (true) {
                    bip.tsend(1, 3, new int[5], 5);
                }
            }
            receive(9);
        });
        assertEquals(
                "rank 0 waits in org.bipj.bip.Bip.tsend for rank 1 to make room for a message of 5 words with tag 3",
                lines.getFirst());
    }

    @Test
    void ranksOfAnotherJobHaveItsNumberInFront() {
        try (SimSession session = SimSession.open(4, SimOptions.of("das64"), SimSession.Listener.NONE)) {
            DeadlockException deadlock =
                    assertThrows(DeadlockException.class, () -> session.run(rank -> receive(rank < 3 ? 7 : 8)));
            List<SimWorld> jobs = List.of(new SimWorld(0, 0, 2, null), new SimWorld(1, 2, 2, null));
            String text = StandstillReport.waiters(deadlock.waiters(), jobs);
            for (String rank : List.of("ranks 0, 1 wait", "rank 1.0 waits", "rank 1.1 waits")) {
                assertTrue(text.contains(rank + " in org.bipj.bip.Bip.trecv for a message with tag"), text);
            }
        }
    }
}
