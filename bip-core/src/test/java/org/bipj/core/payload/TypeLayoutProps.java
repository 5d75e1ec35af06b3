package org.bipj.core.payload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

class TypeLayoutProps {
    @Property(tries = 3_000, shrinking = ShrinkingMode.OFF)
    void runsAreThoseOfTheByteWiseDescription(@ForAll long seed) {
        Layouts layouts = Layouts.random(new Random(seed));
        TypeLayout layout = layouts.layout();
        long[] places = layouts.places();
        assertEquals(places.length, layout.size());
        assertEquals(Arrays.stream(places).min().orElse(0), layout.trueLb());
        assertEquals(places.length == 0 ? 0 : Arrays.stream(places).max().getAsLong() + 1, layout.trueUb());
        int travelled = 0;
        for (int run = 0; run < layout.runs(); run++) {
            assertTrue(layout.runLength(run) > 0, "an empty run");
            assertEquals(travelled, layout.runStart(run));
            assertTrue(
                    run == 0 || layout.runOffset(run - 1) + layout.runLength(run - 1) != layout.runOffset(run),
                    "neighbours that are not merged");
            for (int i = 0; i < layout.runLength(run); i++) {
                assertEquals(places[travelled], layout.runOffset(run) + i);
                assertEquals(run, layout.runAt(travelled++));
            }
        }
        assertEquals(places.length, travelled);
    }

    @Property(tries = 1_000, shrinking = ShrinkingMode.OFF)
    void denseMeansThatAMessageIsOneRun(@ForAll long seed) {
        Layouts layouts = Layouts.random(new Random(seed));
        boolean oneRun = true;
        long[] places = layouts.places(3);
        for (int i = 0; i < places.length; i++) {
            oneRun &= places[i] == i;
        }
        if (places.length > 0) {
            assertEquals(oneRun, layouts.layout().isDense(), "seed " + seed);
        }
    }

    @Test
    void otherBoundsLeaveTheDataWhereTheyAre() {
        TypeLayout layout = TypeLayout.bytes(8).resized(-4, 16);
        assertEquals(8, layout.size());
        assertEquals(-4, layout.lb());
        assertEquals(16, layout.extent());
        assertEquals(0, layout.trueLb());
        assertFalse(layout.isDense());
        assertTrue(layout.resized(0, 8).isDense());
    }

    @Test
    void aLayoutWithoutDataHasNoRuns() {
        TypeLayout layout = TypeLayout.of(new long[] {5, 9}, new long[] {0, 0}, 0, 0);
        assertEquals(0, layout.runs());
        assertEquals(0, layout.size());
        assertEquals(0, layout.trueLb());
        assertEquals(0, layout.trueUb());
        assertTrue(layout.isDense());
    }

    @Test
    void moreBytesThanALongCountsAreAnError() {
        long[] lengths = {Long.MAX_VALUE, 1};
        assertThrows(ArithmeticException.class, () -> TypeLayout.of(new long[] {0, -9}, lengths, 0, 1));
    }
}
