package org.bipj.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bipj.bip.Bip;
import org.bipj.sim.kernel.EventHistory;
import org.junit.jupiter.api.Test;

/** Random delays ({@code --jitter}): each seed gives another interleaving of the ranks, the same one in each run. */
class JitterTest {
    private static final int RANKS = 4;
    private static final int MESSAGES = 3;
    private static final int TAG = 7;

    private final EventHistory recording = new EventHistory();

    private static SimOptions jitter(long seed) {
        return SimOptions.of("lab").withJitter(seed);
    }

    /** All other ranks send to rank 0 at the same time. Returns the messages, rank * 10 + number, as they arrive. */
    private static List<Integer> arrivals(SimOptions options, EventHistory recording) {
        List<Integer> arrived = new ArrayList<>();
        try (SimSession session = SimSession.open(RANKS, options, SimSession.Listener.NONE)) {
            session.kernel().observe(recording);
            session.run(rank -> {
                try (Bip bip = Bip.init()) {
                    int[] word = new int[1];
                    for (int i = 0; i < (rank == 0 ? (RANKS - 1) * MESSAGES : MESSAGES); i++) {
                        if (rank == 0) {
                            bip.trecv(TAG, word, 1);
                            arrived.add(word[0]);
                        } else {
                            word[0] = rank * 10 + i;
                            bip.tsend(0, TAG, word, 1);
                        }
                    }
                }
            });
        }
        recording.complete();
        return arrived;
    }

    @Test
    void theSameSeedGivesTheSameRunEventForEvent() {
        List<Integer> first = arrivals(jitter(5), recording);
        assertEquals(first, arrivals(jitter(5), recording.again()));
    }

    @Test
    void anotherSeedGivesAnotherRun() {
        arrivals(jitter(5), recording);
        EventHistory other = recording.again();
        IllegalStateException difference = assertThrows(IllegalStateException.class, () -> arrivals(jitter(6), other));
        assertTrue(difference.getMessage().startsWith("the runs differ at event "), difference::toString);
    }

    @Test
    void withoutJitterTheSeedChangesNothing() {
        SimOptions options = new SimOptions("lab", 5, "", "", List.of());
        arrivals(SimOptions.of("lab"), recording);
        arrivals(options, recording.again());
    }

    @Test
    void seedsReorderMessagesOfDifferentRanksAndNeverThoseOfOne() {
        Set<List<Integer>> orders = new HashSet<>();
        for (int seed = 1; seed <= 40; seed++) {
            List<Integer> arrived = arrivals(jitter(seed), new EventHistory());
            for (int rank = 1; rank < RANKS; rank++) {
                int first = rank * 10;
                assertEquals(
                        List.of(first, first + 1, first + 2),
                        arrived.stream().filter(word -> word / 10 * 10 == first).toList(),
                        "seed " + seed);
            }
            orders.add(arrived);
        }
        assertTrue(orders.size() >= 20, "different orders in 40 runs: " + orders.size());
    }
}
