package org.bipj.mpi.type;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.bipj.mpi.op.BaseType;
import org.junit.jupiter.api.Test;

/** Bounds of types of the second dialect against the list of displacements and marks that they stand for. */
class ElementBoundsProps {
    private enum Kind {
        DATA,
        LB,
        UB
    }

    private record Entry(Kind kind, long at) {}

    /** A type and its entries; mpiJava 1.2, section 3.12, says what its bounds are. */
    private record Written(ElementBounds bounds, List<Entry> entries) {
        static Written random(Random random, int depth) {
            if (depth == 0) {
                return switch (random.nextInt(5)) {
                    case 0 -> new Written(ElementBounds.LB, List.of(new Entry(Kind.LB, 0)));
                    case 1 -> new Written(ElementBounds.UB, List.of(new Entry(Kind.UB, 0)));
                    case 2 -> new Written(ElementBounds.NONE, List.of());
                    default ->
                        new Written(ElementBounds.of(TypeShape.of(BaseType.INT)), List.of(new Entry(Kind.DATA, 0)));
                };
            }
            Written all = new Written(ElementBounds.NONE, List.of());
            for (int block = random.nextInt(4); block > 0; block--) {
                all = all.and(random(random, depth - 1).repeated(random.nextInt(21) - 10, random.nextInt(4)));
            }
            return all;
        }

        Written and(Written other) {
            List<Entry> both = new ArrayList<>(entries);
            both.addAll(other.entries);
            return new Written(bounds.and(other.bounds), both);
        }

        Written repeated(long from, int count) {
            List<Entry> all = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                long by = from + i * (ub() - lb());
                entries.forEach(one -> all.add(new Entry(one.kind, one.at + by)));
            }
            return new Written(bounds.repeated(from, count), all);
        }

        private boolean has(Kind kind) {
            return entries.stream().anyMatch(one -> one.kind == kind);
        }

        long lb() {
            return entries.stream()
                    .filter(one -> !has(Kind.LB) || one.kind == Kind.LB)
                    .mapToLong(Entry::at)
                    .min()
                    .orElse(0);
        }

        long ub() {
            boolean marked = has(Kind.UB);
            return entries.stream()
                    .filter(one -> !marked || one.kind == Kind.UB)
                    .mapToLong(one -> marked ? one.at : one.at + 1)
                    .max()
                    .orElse(0);
        }
    }

    @Property(tries = 1000, shrinking = ShrinkingMode.OFF)
    void boundsAreThoseOfTheEntries(@ForAll long seed) {
        Written written = Written.random(new Random(seed), 3);
        ElementBounds bounds = written.bounds;
        assertEquals(written.lb(), bounds.lb());
        assertEquals(written.ub(), bounds.ub());
        assertEquals(written.ub() - written.lb(), bounds.extent());
        assertEquals(written.has(Kind.LB) || written.has(Kind.UB), bounds.areMarked());
    }

    /** A type has data from its true lower bound on, in elements; bounds that were set by hand are marks. */
    @Test
    void aTypesBoundsAreItsDataAndItsMarks() {
        TypeShape two = TypeMaker.indexed(new long[] {1, 1}, new long[] {-3, 4}, 4, TypeShape.of(BaseType.INT));
        assertEquals(-3, ElementBounds.of(two).lb());
        assertEquals(5, ElementBounds.of(two).ub());
        assertFalse(ElementBounds.of(two).areMarked());
        ElementBounds marked = ElementBounds.of(two.resized(-8, 40));
        assertTrue(marked.areMarked());
        assertEquals(-2, marked.lb());
        assertEquals(8, marked.ub());
        ElementBounds empty = ElementBounds.of(TypeMaker.indexed(new long[0], new long[0], 4, two));
        assertEquals(ElementBounds.NONE, empty);
        // A byte of the next element belongs to it, and one before the array to element -1.
        TypeShape odd = TypeMaker.indexed(new long[] {1}, new long[] {-1}, 1, TypeShape.of(BaseType.INT));
        assertEquals(-1, ElementBounds.of(odd).lb());
        assertEquals(1, ElementBounds.of(odd).ub());
    }

    @Test
    void marksAreMarks() {
        assertTrue(ElementBounds.LB.areMarked());
        assertTrue(ElementBounds.UB.areMarked());
        assertFalse(ElementBounds.NONE.areMarked());
        assertTrue(ElementBounds.LB.at(3).and(ElementBounds.UB.at(8)).areMarked());
    }

    @Test
    void moreElementsThanALongCountsAreAnError() {
        ElementBounds wide = ElementBounds.UB.at(Long.MAX_VALUE / 2).and(ElementBounds.LB);
        assertThrows(ArithmeticException.class, () -> wide.repeated(0, 4));
        assertThrows(ArithmeticException.class, () -> wide.at(Long.MAX_VALUE));
        assertThrows(
                ArithmeticException.class,
                () -> wide.and(ElementBounds.LB.at(-Long.MAX_VALUE)).extent());
    }
}
