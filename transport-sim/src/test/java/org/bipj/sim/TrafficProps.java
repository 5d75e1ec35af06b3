package org.bipj.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import org.bipj.sim.hardware.BoardPort;
import org.bipj.sim.kernel.EventHistory;
import org.bipj.sim.kernel.Seeds;

/** Whatever is sent over whatever small cluster arrives once, in order and unharmed, and leaves nothing behind. */
class TrafficProps {
    private static final List<String> LONG = List.of("stream", "request-go");

    /**
     * Constants that other hardware might have: keys, a comma between and the last one's value open, and its values.
     */
    private static final String[][] HARDWARE = {
        {"bus.rate", "20", "66", "264"},
        {"bus.dma.setup", "0 us", "0.1 us", "3 us"},
        {"sram.rate", "40", "66", "200"},
        {"sram.arbitration", "fair"},
        {"lanai.clock", "10", "66"},
        {"lanai.network-dma.rate", "40", "80", "200"},
        {"link.rate", "40", "80", "320"},
        {"cable.length", "1", "3"},
        {"switch.latency", "0 us", "0.05 us", "0.15 us"},
        {"slack.bytes=2000,slack.stop=1700,switch.latency", "0.1 us", "1 us", "5 us"},
        {"switch.arbitration", "fifo"},
        {"network.fluid-after", "0", "1", "2", "1000"},
        {"host.pin.pages", "2", "16"},
    };

    private static SimCluster cluster(int ranks, int seed) {
        List<String> changes = new ArrayList<>(List.of(
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
                "bip.packet=" + (seed % 4 == 0 ? "adaptive" : Integer.toString(64 << seed % 7))));
        RandomGenerator random = Seeds.of(seed, "hardware");
        for (String[] constant : HARDWARE) {
            int choice = random.nextInt(3 * (constant.length - 1));
            if (choice < constant.length - 1) {
                changes.addAll(List.of((constant[0] + "=" + constant[1 + choice]).split(",")));
            }
        }
        return cluster("lab", ranks, seed, changes);
    }

    private static SimCluster cluster(String platform, int ranks, int seed, List<String> changes) {
        return new SimCluster(ranks, new SimOptions(platform, seed, "", "", changes));
    }

    private static void check(int ranks, int seed, SimCluster cluster) {
        Traffic traffic = new Traffic(ranks, 40, 20_000, seed);
        traffic.run(cluster, null);
        assertEquals(List.of(), traffic.errors(), traffic::toString);
        assertEquals(List.of(), traffic.damage(), traffic::toString);
        for (int rank = 0; rank < ranks; rank++) {
            BoardPort port = cluster.port(rank);
            assertTrue(port.isIdle(), () -> "something is left at " + port.state() + "; " + traffic);
        }
    }

    @Property(tries = 60)
    void everyMessageArrivesOnceInOrderAndNothingLeaks(
            @ForAll @IntRange(min = 2, max = 4) int ranks, @ForAll @IntRange(max = 1_000_000) int seed) {
        check(ranks, seed, cluster(ranks, seed));
    }

    @Tag("deep")
    @Property(tries = 20_000, edgeCases = EdgeCasesMode.NONE)
    void everyMessageArrivesOnceInOrderAndNothingLeaksManyTimes(
            @ForAll @IntRange(min = 2, max = 4) int ranks, @ForAll @IntRange(max = 100_000_000) int seed) {
        check(ranks, seed, cluster(ranks, seed));
    }

    /** Found at random: what had been sent was forgotten, and then the taking of its last character was put off. */
    @Example
    void aCharacterWhoseTakingBeginsJustNowMayBePutOff() {
        List<String> changes = List.of(
                "placement=random",
                "bip.long=request-go",
                "bip.buffers.send=2",
                "bip.buffers.receive=4",
                "bip.slots.control=1",
                "bus.rate=20",
                "sram.rate=40",
                "lanai.clock=33",
                "cable.length=1",
                "network.fluid-after=0",
                "bus.dma.setup=0 us");
        check(4, 5341, cluster("now100", 4, 5341, changes));
    }

    /** Found at random: a fluid that became faster just as a feed began had the feed begin in the past. */
    @Example
    void aFeedThatIsPlannedAnewBeginsNow() {
        List<String> changes = List.of(
                "topology.grid=2x2",
                "topology.hosts-per-switch=2",
                "routing=up-down",
                "placement=random",
                "bip.packet=64",
                "bip.slots.control=1",
                "bus.rate=264",
                "lanai.clock=66",
                "network.fluid-after=2",
                "bus.dma.setup=0 us",
                "switch.arbitration=round-robin");
        check(4, 381, cluster("lab", 4, 381, changes));
    }

    @Property(tries = 5)
    void theSameSeedGivesTheSameRunEventByEvent(@ForAll @IntRange(max = 1_000_000) int seed) {
        EventHistory first = new EventHistory();
        new Traffic(4, 30, 20_000, seed).run(cluster(4, seed), first);
        EventHistory second = first.again();
        new Traffic(4, 30, 20_000, seed).run(cluster(4, seed), second);
        second.complete();
        assertTrue(first.size() > 1_000, "events: " + first.size());
    }
}
