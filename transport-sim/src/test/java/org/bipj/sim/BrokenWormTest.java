package org.bipj.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import org.bipj.bip.Bip;
import org.bipj.sim.kernel.DeadlockException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A worm that the network breaks up: what its sender and its receiver are told. */
class BrokenWormTest {
    private static final int READY = 900;
    private static final int TAKEN = 901;

    /** Words of a short message that is longer than what a slack buffer holds, of one that fits, and of a long one. */
    private static final int SHORT = 60;

    private static final int TINY = 1;
    private static final int LONG = 250_000;

    private static final String TIMEOUT = "network.blocked-timeout=50";
    private static final String BROKEN = "was broken up by the network";

    /** Leaves the program, as a user's error treatment may. */
    private static final class Told extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private final List<String> told = new ArrayList<>();

    private static SimSession session(int ranks, String faults, String... changes) {
        SimOptions options = new SimOptions("bip-ppro200", 1, faults, "", Arrays.asList(changes));
        return SimSession.open(ranks, options, SimSession.Listener.NONE);
    }

    /**
     * Rank 1 says that it is ready for the others' messages, takes them, and says so; what error hooks hear is noted.
     */
    private void send(int ranks, int words, String faults, String... changes) {
        IntConsumer noting = rank -> exchange(
                Bip.setup()
                        .onError((peer, what) -> {
                            told.add(rank + " of " + peer + ": " + what);
                            throw new Told();
                        })
                        .init(),
                words);
        try (SimSession session = session(ranks, faults, changes)) {
            session.run(rank -> {
                try {
                    noting.accept(rank);
                } catch (Told e) {
                    // It is noted.
                }
            });
        } catch (DeadlockException e) {
            // A rank that is told nothing waits for one that has left.
        }
    }

    private static void exchange(Bip bip, int words) {
        int[] message = new int[words];
        if (bip.myNode() != 1) {
            bip.trecv(READY, message, 0);
            bip.tsend(1, bip.myNode(), message, words);
            bip.trecv(TAKEN, message, 0);
            return;
        }
        for (int peer = 0; peer < bip.numNodes(); peer++) {
            if (peer != 1) {
                bip.tirecv(peer, new int[words], words);
                bip.tsend(peer, READY, message, 0);
            }
        }
        for (int peer = 0; peer < bip.numNodes(); peer++) {
            if (peer != 1) {
                bip.rwait(peer);
                bip.tsend(peer, TAKEN, message, 0);
            }
        }
    }

    /** The one thing that a rank was told. */
    private String toldTo(int rank) {
        List<String> its =
                told.stream().filter(what -> what.startsWith(rank + " ")).toList();
        assertEquals(1, its.size(), "what rank " + rank + " was told, of " + told);
        return its.getFirst();
    }

    @Test
    void withoutFaultsNobodyIsTold() {
        send(3, LONG, "", TIMEOUT);
        assertEquals(List.of(), told);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream", "request-go"})
    void aCableThatDiesUnderALongMessageIsToldAtBothEnds(String mode) {
        send(2, LONG, "cut@host1:at=7ms", "bip.long=" + mode);
        assertTrue(
                toldTo(0).matches("0 of 1: worm \\d+ to rank 1 \\(of a message of 1000000 bytes.*"), told.toString());
        assertTrue(toldTo(0).contains(BROKEN), told.toString());
        assertTrue(toldTo(1).matches("1 of 0: worm \\d+ from rank 0 was cut short on the way"), told.toString());
    }

    @Test
    void aLongMessageSaysHowMuchOfItHadLeft() {
        send(2, LONG, "cut@host1:at=7ms");
        int left = Integer.parseInt(toldTo(0).replaceAll(".* of which (\\d+) had left.*", "$1"));
        assertTrue(left > 100_000 && left < 1_000_000, told.toString());
    }

    @Test
    void aWormThatBeginsOnADeadCableIsTold() {
        send(2, SHORT, "cut@host1");
        assertTrue(toldTo(1).startsWith("1 of 0: worm 0 to rank 0 (a packet of "), told.toString());
        assertTrue(toldTo(1).contains(BROKEN), told.toString());
    }

    /** A board is not told why: it names all causes that the platform has. */
    @Test
    void aBrokenWormNamesTheTimeOutWhereThatIsOn() {
        send(2, LONG, "cut@host1:at=7ms");
        assertTrue(toldTo(0).endsWith(BROKEN + ": a cable under it has died"), told.toString());
        told.clear();
        send(2, LONG, "cut@host1:at=7ms", TIMEOUT);
        assertTrue(
                toldTo(0)
                        .endsWith(
                                ": it had been blocked for longer than network.blocked-timeout, or a cable under it has died"),
                told.toString());
    }

    /** The switch in front of the dead cable lets it flow off: neither end can know. */
    @Test
    void aWormThatTurnsToADeadCableIsToldToNobody() {
        try (SimSession session = session(2, "cut@host1")) {
            DeadlockException standstill = assertThrows(
                    DeadlockException.class,
                    () -> session.run(rank -> {
                        Bip bip = Bip.setup()
                                .onError((peer, what) -> told.add(what))
                                .init();
                        if (rank == 0) {
                            bip.tsend(1, 1, new int[SHORT], SHORT);
                        } else {
                            bip.trecv(1, new int[SHORT], SHORT);
                        }
                    }));
            String report = session.explain(standstill);
            assertTrue(
                    report.matches("(?s).*1 worms did not arrive whole, the first worm 0 from rank 0 to rank 1, dead at"
                            + " switch 0 port 0 at \\d+\\.\\d+ us\\R"),
                    report);
        }
        assertEquals(List.of(), told);
    }

    /** Of several worms to one peer the host hears of the first; each peer is told of for itself. */
    @Test
    void aPeerIsToldOfOnce() {
        List<Integer> peers = new ArrayList<>();
        try (SimSession session = session(3, "cut@host1")) {
            session.run(rank -> {
                Bip bip = Bip.setup().onError((peer, what) -> peers.add(peer)).init();
                for (int i = 0; i < 3 && rank == 1; i++) {
                    bip.tsend(0, 1, new int[1], 1);
                    bip.tsend(2, 1, new int[1], 1);
                }
                int id = bip.tirecv(1, new int[1], 1);
                while (rank == 1 && peers.size() < 2) {
                    bip.rtest(id);
                }
                for (int i = 0; i < 1000 && rank == 1; i++) {
                    bip.rtest(id);
                }
            });
        }
        assertEquals(List.of(0, 2), peers);
    }

    @ParameterizedTest
    @ValueSource(ints = {SHORT, LONG})
    void aWormThatAStalledReceiverBlocksForTooLongIsToldAtBothEnds(int words) {
        send(2, words, "stall@host1:for=200ms", TIMEOUT);
        assertTrue(toldTo(0).contains(BROKEN), told.toString());
        assertTrue(toldTo(1).contains("from rank 0 was cut short on the way"), told.toString());
    }

    /** It has left its sender, and no cable holds it back. */
    @Test
    void aWormThatLiesInASlackBufferIsDeliveredLate() {
        send(2, TINY, "stall@host1:for=200ms", TIMEOUT);
        assertEquals(List.of(), told);
    }

    @Test
    void withoutATimeOutAStalledReceiverOnlyDelays() {
        send(2, LONG, "stall@host1:for=10s");
        assertEquals(List.of(), told);
    }

    /** The third worm waits for a cable that another one holds: its receiver never sees it. */
    @Test
    void aWormThatWaitsBehindAnotherIsTold() {
        send(3, LONG, "stall@host1:for=200ms", TIMEOUT);
        assertTrue(toldTo(0).contains(BROKEN), told.toString());
        assertTrue(toldTo(2).contains(BROKEN), told.toString());
        assertTrue(toldTo(1).contains(" was cut short on the way"), told.toString());
    }

    @Test
    void withoutAnErrorHookTheJobEndsAndSaysWhoAndWhy() {
        try (SimSession session = session(2, "cut@host1:at=7ms")) {
            String why = assertThrows(
                            IllegalStateException.class, () -> session.run(rank -> exchange(Bip.init(), LONG)))
                    .getMessage();
            assertTrue(
                    why.matches("rank [01] ended the job with code 1: network error: worm \\d+ .* rank [01].*"), why);
        }
    }
}
