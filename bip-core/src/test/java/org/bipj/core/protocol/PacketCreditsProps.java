package org.bipj.core.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Two sides that exchange packets and credits, in any order. */
class PacketCreditsProps {
    @Property(tries = 200)
    void creditsAreNeitherLostNorMade(@ForAll @IntRange(min = 1, max = 16) int window, @ForAll long seed) {
        PacketCredits[] sides = {new PacketCredits(2, window), new PacketCredits(2, window)};
        Random random = new Random(seed);
        // By receiver: credits that travel with each packet, or alone.
        ArrayDeque<Integer> packets = new ArrayDeque<>();
        ArrayDeque<Integer> alone = new ArrayDeque<>();
        int held = 0;
        int sent = 0;
        int taken = 0;
        for (int step = 0; step < 500; step++) {
            switch (random.nextInt(4)) {
                case 0 -> {
                    if (sides[0].spend(1)) {
                        packets.add(sides[0].takeOwed(1));
                        sent++;
                    } else {
                        assertEquals(0, sides[0].available(1));
                    }
                }
                case 1 -> {
                    if (!packets.isEmpty()) {
                        sides[1].refill(0, packets.remove());
                        held++;
                    }
                }
                case 2 -> {
                    if (held > 0) {
                        held--;
                        taken++;
                        if (sides[1].owe(0)) {
                            alone.add(sides[1].takeOwed(0));
                        }
                    }
                }
                default -> {
                    if (!alone.isEmpty()) {
                        sides[0].refill(1, alone.remove());
                    }
                }
            }
            int returning = alone.stream().mapToInt(Integer::intValue).sum();
            assertEquals(window, sides[0].available(1) + packets.size() + held + sides[1].owed(0) + returning);
            assertTrue(held + packets.size() <= window, "more packets than reserved buffers");
            assertTrue(sides[1].owed(0) < Math.max(1, window / 2), "half a window is returned at once");
        }
        assertEquals(sent, taken + held + packets.size());
    }

    @Example
    void moreCreditsThanAWindowAreAnError() {
        PacketCredits credits = new PacketCredits(2, 3);
        assertThrows(IllegalStateException.class, () -> credits.refill(1, 1));
        assertThrows(IllegalArgumentException.class, () -> new PacketCredits(2, 0));
    }

    @Example
    void creditsAreDueOnceHalfAWindowIsOwed() {
        PacketCredits credits = new PacketCredits(2, 8);
        assertEquals(8, credits.window());
        for (int owed = 1; owed <= 3; owed++) {
            assertFalse(credits.owe(1));
        }
        assertFalse(credits.isDue(1));
        assertTrue(credits.owe(1));
        assertTrue(credits.isDue(1));
        assertFalse(credits.isDue(0));
    }
}
