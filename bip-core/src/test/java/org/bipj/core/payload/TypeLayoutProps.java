package org.bipj.core.payload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
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

    @Property(tries = 1_000, shrinking = ShrinkingMode.OFF)
    void boundsOfElementsAreThoseOfTheirBytes(@ForAll long seed) {
        Random random = new Random(seed);
        Layouts layouts = Layouts.random(random);
        int count = random.nextInt(6);
        long[] places = layouts.places(count);
        TypeLayout layout = layouts.layout();
        assertEquals(Arrays.stream(places).min().orElse(0), layout.lowest(count));
        assertEquals(Arrays.stream(places).map(at -> at + 1).max().orElse(0), layout.highest(count));
    }

    /** Beyond that number the bounds are no numbers; so many bytes no buffer has. */
    @Test
    void moreElementsThanAnyBufferHoldsHaveNoBounds() {
        for (TypeLayout layout : new TypeLayout[] {
            TypeLayout.bytes(8),
            TypeLayout.bytes(8).resized(0, -64),
            TypeLayout.of(new long[] {-100}, new long[] {8}, -100, 8),
            TypeLayout.of(new long[] {100}, new long[] {8}, 100, 8)
        }) {
            long most = layout.mostElements();
            long reach = Math.max(
                    Math.max(layout.size(), Math.abs(layout.extent())),
                    Math.max(Math.abs(layout.trueLb()), Math.abs(layout.trueUb())));
            assertEquals(Long.MAX_VALUE / 4 / reach, most);
            assertEquals(layout.trueLb() + Math.min(0, (most - 1) * layout.extent()), layout.lowest(most));
            assertEquals(layout.trueUb() + Math.max(0, (most - 1) * layout.extent()), layout.highest(most));
            for (long none : new long[] {most + 1, Long.MAX_VALUE, 0, -1}) {
                assertEquals(0, layout.lowest(none));
                assertEquals(0, layout.highest(none));
            }
        }
        assertEquals(Long.MAX_VALUE, TypeLayout.bytes(0).mostElements(), "no data are nowhere");
    }

    /** What is packed has the same data in one run, and is made once. */
    @Test
    void thePackedLayoutHasNoGaps() {
        Signature two = Signature.pair(ElementKind.SHORT, ElementKind.INT);
        TypeLayout apart =
                TypeLayout.of(new long[] {0, 4}, new long[] {2, 4}, 0, 12).typed(two);
        TypeLayout packed = apart.packed();
        assertTrue(packed.isDense());
        assertEquals(6, packed.size());
        assertEquals(6, packed.extent());
        assertSame(two, packed.signature());
        assertSame(packed, apart.packed());
        assertSame(packed, packed.packed());
        TypeLayout none = TypeLayout.of(new long[0], new long[0], 0, 8);
        assertTrue(none.packed().isDense());
        assertEquals(0, none.packed().size());
    }

    /** Of runs that are long, a loop over runs is no gain. */
    @Test
    void runsOfOneLengthAndDistanceAreAVector() {
        long[] lengths = {8, 8, 8};
        TypeLayout vector = TypeLayout.of(new long[] {0, 24, 48}, lengths, 0, 72);
        assertTrue(vector.isStrided());
        assertEquals(24, vector.stride());
        assertFalse(TypeLayout.of(new long[] {0, 24, 56}, lengths, 0, 72).isStrided());
        assertFalse(TypeLayout.of(new long[] {0, 24, 48}, new long[] {8, 8, 4}, 0, 72)
                .isStrided());
        assertFalse(TypeLayout.of(new long[] {0, 24, 48}, new long[] {4, 8, 8}, 0, 72)
                .isStrided());
        assertEquals(40, TypeLayout.of(new long[] {0}, new long[] {8}, 0, 40).stride(), "that of the next element");
        assertEquals(-24, TypeLayout.of(new long[] {48, 24, 0}, lengths, 0, 72).stride());
        assertEquals(0, TypeLayout.of(new long[0], new long[0], 0, 8).stride());
        long longest = 1 << 20;
        assertTrue(TypeLayout.of(new long[] {0}, new long[] {longest}, 0, 2 * longest)
                .isStrided());
        assertFalse(TypeLayout.of(new long[] {0}, new long[] {longest + 1}, 0, 2 * longest)
                .isStrided());
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
