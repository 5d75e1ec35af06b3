package org.bipj.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.bipj.sim.kernel.Recording;

/** Whatever is sent over whatever small cluster arrives once, in order and unharmed, and leaves nothing behind. */
class TrafficProps {
    private static final List<String> LONG = List.of("stream", "request-go");

    private static Cluster cluster(int ranks, int seed) {
        return new Cluster(
                ranks,
                new SimOptions(
                        "lab",
                        seed,
                        "",
                        "",
                        List.of(
                                "topology.grid=" + (1 + seed % 3) + "x" + (2 + seed / 3 % 2),
                                "topology.hosts-per-switch=" + (2 + seed / 7 % 3),
                                "routing=" + (seed % 2 == 0 ? "up-down" : "dimension-order"),
                                "placement=random",
                                "bip.long=" + LONG.get(seed / 5 % 2),
                                "bip.slots.data=" + (1 + seed % 5),
                                "bip.slots.control=" + (1 + seed % 3),
                                "bip.buffers.send=" + (1 + seed % 3),
                                "bip.buffers.receive=" + (2 + seed % 7),
                                "bip.queue.slots=" + (1 + seed % 11),
                                "bip.packet=" + (seed % 4 == 0 ? "adaptive" : Integer.toString(64 << seed % 7)))));
    }

    @Property(tries = 60)
    void everyMessageArrivesOnceInOrderAndNothingLeaks(
            @ForAll @IntRange(min = 2, max = 4) int ranks, @ForAll @IntRange(max = 1_000_000) int seed) {
        Traffic traffic = new Traffic(ranks, 40, 20_000, seed);
        Cluster cluster = cluster(ranks, seed);
        traffic.run(cluster, null);
        assertEquals(List.of(), traffic.errors(), traffic::toString);
        assertEquals(List.of(), traffic.damage(), traffic::toString);
        for (int rank = 0; rank < ranks; rank++) {
            int at = rank;
            assertTrue(cluster.port(rank).isIdle(), () -> "something is left at rank " + at + "; " + traffic);
        }
    }

    @Property(tries = 10)
    void theSameSeedGivesTheSameRunEventByEvent(@ForAll @IntRange(max = 1_000_000) int seed) {
        Recording first = new Recording();
        new Traffic(4, 30, 20_000, seed).run(cluster(4, seed), first);
        Recording second = first.again();
        new Traffic(4, 30, 20_000, seed).run(cluster(4, seed), second);
        second.complete();
        assertTrue(first.size() > 1_000, "events: " + first.size());
    }
}
