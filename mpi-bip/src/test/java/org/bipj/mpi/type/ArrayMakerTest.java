package org.bipj.mpi.type;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.stream.IntStream;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.op.BaseType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The arguments of parts of arrays: the least and the largest that are right, and what is said of others. */
class ArrayMakerTest {
    private static final int C = 0;
    private static final int FORTRAN = 1;
    private static final int BLOCK = 0;
    private static final int CYCLIC = 1;
    private static final int NONE = 2;
    private static final int DEFAULT = -1;
    private static final TypeShape INT = TypeShape.of(BaseType.INT);

    private static void assertRefused(String message, Executable make) {
        EngineException e = assertThrows(EngineException.class, make);
        assertEquals(ErrorClass.ARG, e.errorClass());
        assertEquals(message, e.getMessage());
    }

    private static long[] longs(long... values) {
        return values;
    }

    private static int[] ints(int... values) {
        return values;
    }

    @Test
    void aSubarrayLiesInItsArray() {
        assertEquals(
                4 * 12,
                ArrayMaker.subarray(longs(3, 4), longs(3, 4), longs(0, 0), C, INT)
                        .layout()
                        .size());
        TypeShape corner = ArrayMaker.subarray(longs(3, 4), longs(1, 1), longs(2, 3), FORTRAN, INT);
        assertEquals(4, corner.layout().size());
        assertEquals(4 * 11, corner.trueLb());
        assertRefused(
                "order is 2; expected ORDER_C or ORDER_FORTRAN",
                () -> ArrayMaker.subarray(longs(3), longs(1), longs(0), 2, INT));
        assertRefused(
                "order is -1; expected ORDER_C or ORDER_FORTRAN",
                () -> ArrayMaker.subarray(longs(3), longs(1), longs(0), -1, INT));
        assertRefused(
                "sizes is null; expected one for each dimension",
                () -> ArrayMaker.subarray(null, longs(1), longs(0), C, INT));
        assertRefused(
                "sizes is empty; expected one for each dimension",
                () -> ArrayMaker.subarray(longs(), longs(), longs(), C, INT));
        assertRefused(
                "sizes[1] is 0; expected 1 or more",
                () -> ArrayMaker.subarray(longs(1, 0), longs(1, 1), longs(0, 0), C, INT));
        assertRefused(
                "subSizes has no elements; expected 1, one for each dimension",
                () -> ArrayMaker.subarray(longs(1), null, longs(0), C, INT));
        assertRefused(
                "subSizes has 1 elements; expected 2, one for each dimension",
                () -> ArrayMaker.subarray(longs(1, 1), longs(1), longs(0, 0), C, INT));
        assertRefused(
                "starts has 3 elements; expected 2, one for each dimension",
                () -> ArrayMaker.subarray(longs(1, 1), longs(1, 1), longs(0, 0, 0), C, INT));
        assertRefused(
                "subSizes[1] is 0; expected 1 to 4",
                () -> ArrayMaker.subarray(longs(3, 4), longs(1, 0), longs(0, 0), C, INT));
        assertRefused(
                "subSizes[0] is 4; expected 1 to 3",
                () -> ArrayMaker.subarray(longs(3, 4), longs(4, 1), longs(0, 0), C, INT));
        assertRefused(
                "starts[0] is -1; expected 0 to 1",
                () -> ArrayMaker.subarray(longs(3, 4), longs(2, 1), longs(-1, 0), C, INT));
        assertRefused(
                "starts[0] is 2; expected 0 to 1",
                () -> ArrayMaker.subarray(longs(3, 4), longs(2, 1), longs(2, 0), C, INT));
    }

    private static TypeShape deal(int size, int rank, int[] distribs, int[] dargs, int[] psizes, long... gsizes) {
        return ArrayMaker.darray(new ArrayMaker.Deal(size, rank, distribs, dargs, psizes), gsizes, C, INT);
    }

    private static void assertPlaces(TypeShape shape, int... elements) {
        int[] places = IntStream.range(0, shape.layout().runs())
                .flatMap(run -> IntStream.range(0, (int) shape.layout().runLength(run) / 4)
                        .map(i -> (int) shape.layout().runOffset(run) / 4 + i))
                .toArray();
        assertArrayEquals(elements, places);
    }

    @Test
    void aDealtArrayHasAPlaceForEachProcess() {
        int[] block = ints(BLOCK);
        int[] dflt = ints(DEFAULT);
        assertEquals(4 * 3, deal(2, 1, block, dflt, ints(2), 7).layout().size());
        assertEquals(4 * 4, deal(2, 0, block, ints(4), ints(2), 7).layout().size());
        assertEquals(4 * 7, deal(2, 0, block, ints(7), ints(2), 7).layout().size());
        assertEquals(0, deal(2, 1, block, ints(7), ints(2), 7).layout().size());
        assertEquals(
                4 * 4, deal(2, 0, ints(CYCLIC), ints(1), ints(2), 7).layout().size());
        assertEquals(
                4 * 7, deal(1, 0, ints(NONE), ints(-9), ints(1), 7).layout().size());
        assertRefused(
                "size is 3, and psizes are [2]; expected psizes that multiply to size",
                () -> deal(3, 0, block, dflt, ints(2), 7));
        int[] many = ints(1 << 30, 1 << 30, 1 << 30, 1 << 30, 1 << 30);
        assertRefused(
                "size is 0, and psizes are [1073741824, 1073741824, 1073741824, 1073741824, 1073741824]"
                        + "; expected psizes that multiply to size",
                () -> deal(0, 0, new int[5], ints(1, 1, 1, 1, 1), many, 7, 7, 7, 7, 7));
        assertRefused("rank is 2; expected 0 to 1", () -> deal(2, 2, block, dflt, ints(2), 7));
        assertRefused("rank is -1; expected 0 to 1", () -> deal(2, -1, block, dflt, ints(2), 7));
        assertRefused(
                "dargs[0] is 0; expected 1 or more, or DISTRIBUTE_DFLT_DARG",
                () -> deal(2, 0, block, ints(0), ints(2), 7));
        assertRefused(
                "dargs[0] is -2; expected 1 or more, or DISTRIBUTE_DFLT_DARG",
                () -> deal(2, 0, ints(CYCLIC), ints(-2), ints(2), 7));
        assertRefused(
                "dargs[0] is 3; expected blocks that hold all 7 elements on 2 processes",
                () -> deal(2, 0, block, ints(3), ints(2), 7));
        assertRefused(
                "psizes[0] is 2; expected 1 for a dimension that is not distributed",
                () -> deal(2, 0, ints(NONE), dflt, ints(2), 7));
        assertRefused(
                "distribs[0] is 3; expected DISTRIBUTE_BLOCK, DISTRIBUTE_CYCLIC or DISTRIBUTE_NONE",
                () -> deal(2, 0, ints(3), dflt, ints(2), 7));
        assertRefused("gsizes[0] is 0; expected 1 or more", () -> deal(2, 0, block, dflt, ints(2), 0));
        assertRefused("psizes[0] is 0; expected 1 or more", () -> deal(2, 0, block, dflt, ints(0), 7));
        assertRefused("psizes is null; expected one for each dimension", () -> deal(2, 0, block, dflt, null, 7));
        assertRefused(
                "distribs has 2 elements; expected 1, one for each dimension",
                () -> deal(2, 0, new int[2], dflt, ints(2), 7));
        assertRefused(
                "dargs has no elements; expected 1, one for each dimension", () -> deal(2, 0, block, null, ints(2), 7));
        assertRefused(
                "psizes has 2 elements; expected 1, one for each dimension",
                () -> deal(2, 0, block, dflt, ints(2, 1), 7));
        assertRefused(
                "order is 5; expected ORDER_C or ORDER_FORTRAN",
                () -> ArrayMaker.darray(new ArrayMaker.Deal(2, 0, block, dflt, ints(2)), longs(7), 5, INT));
    }
}
