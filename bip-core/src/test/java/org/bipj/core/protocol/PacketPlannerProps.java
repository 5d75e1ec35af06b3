package org.bipj.core.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class PacketPlannerProps {
    /** The paper's pipeline: each of the stages works on another packet at the same time. */
    private static double time(double bytes, double packet, int stages, double packetNs, double bytesPerNs) {
        return (bytes / packet + stages - 1) * (packetNs + packet / bytesPerNs);
    }

    /**
     * A table entry serves lengths that differ by a factor of two, so its size is at most 2^(1/4) off the best one of a
     * length, which costs 1.5 %; rounding to the granularity costs up to 6 % where the best size is near one grain.
     */
    @Property(tries = 500)
    void theTableIsNearTheBestOfAllSizes(
            @ForAll @LongRange(min = 1, max = 1L << 34) long bytes,
            @ForAll @IntRange(min = 2, max = 8) int stages,
            @ForAll @DoubleRange(min = 5, max = 5_000) double packetNs,
            @ForAll @DoubleRange(min = 0.05, max = 50) double bytesPerNs,
            @ForAll @IntRange(min = 1, max = 1024) int granularity,
            @ForAll @IntRange(min = 1024, max = 1 << 17) int most) {
        PacketPlanner planner = new PacketPlanner(stages, packetNs, bytesPerNs, granularity, most);
        int planned = planner.packetSize(bytes);
        double best = Double.MAX_VALUE;
        for (int packet = granularity; packet <= most; packet += granularity) {
            best = Math.min(best, time(bytes, packet, stages, packetNs, bytesPerNs));
        }
        double time = time(bytes, planned, stages, packetNs, bytesPerNs);
        assertTrue(time <= 1.08 * best, planned + " bytes take " + time + " ns, the best size " + best);
    }

    @Property(tries = 300)
    void longerMessagesNeverHaveSmallerPacketsAndAllAreLegal(
            @ForAll @IntRange(min = 1, max = 8) int stages,
            @ForAll @DoubleRange(min = 0, max = 5_000) double packetNs,
            @ForAll @DoubleRange(min = 0.05, max = 50) double bytesPerNs,
            @ForAll @IntRange(min = 1, max = 1024) int granularity,
            @ForAll @IntRange(min = 1024, max = 1 << 20) int most) {
        PacketPlanner planner = new PacketPlanner(stages, packetNs, bytesPerNs, granularity, most);
        int last = 0;
        for (int log = 0; log < 63; log++) {
            int size = planner.packetSize(1L << log);
            assertTrue(size >= last, "at 2^" + log);
            assertTrue(size >= granularity && size <= most && size % granularity == 0, size + " at 2^" + log);
            assertEquals(size, planner.packetSize((1L << log) + ((1L << log) - 1)), "within a power of two");
            last = size;
        }
        assertTrue(planner.packetSize(0) >= granularity);
    }

    @Test
    void withOneStageThereIsNothingToOverlap() {
        PacketPlanner planner = new PacketPlanner(1, 100, 1, 64, 10_000);
        assertEquals(9_984, planner.packetSize(1));
        assertEquals(9_984, planner.packetSize(Long.MAX_VALUE));
    }

    @Test
    void badParametersAreNamed() {
        assertThrows(IllegalArgumentException.class, () -> new PacketPlanner(0, 1, 1, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new PacketPlanner(1, 1, 1, 0, 1));
        String message = assertThrows(IllegalArgumentException.class, () -> new PacketPlanner(2, 1, 1, 65, 64))
                .getMessage();
        assertTrue(message.contains("65") && message.contains("64"), message);
    }

    /** Two stages, 100 ns for a packet, 1 byte per ns: the root of length times 100, with a length of 2^6.5 and of 2^13.5. */
    @Test
    void theSizeIsThatOfTheFormula() {
        PacketPlanner planner = new PacketPlanner(2, 100, 1, 1, 1 << 20);
        assertEquals(95, planner.packetSize(64));
        assertEquals(1076, planner.packetSize(8192));
        assertEquals(1, new PacketPlanner(1, 1, 1, 1, 1).packetSize(100));
    }
}
