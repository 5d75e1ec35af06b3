package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Counting what a status says has been received. */
class StatusTest {
    private static final Datatype STRUCT =
            Datatype.createStruct(new int[] {1, 2}, new int[] {0, 8}, new Datatype[] {MPI.DOUBLE, MPI.INT});

    private static Status of(long bytes) {
        return new Status(3, 7, bytes, false, MPI.SUCCESS, 5);
    }

    @Test
    void tellsWhereTheMessageCameFrom() {
        Status status = of(0);
        assertEquals(3, status.getSource());
        assertEquals(7, status.getTag());
        assertEquals(MPI.SUCCESS, status.getError());
        assertEquals(5, status.getIndex());
    }

    @Test
    void countsWholeElements() {
        assertEquals(4, of(16).getCount(MPI.INT));
        assertEquals(0, of(0).getCount(MPI.INT));
        assertEquals(2, of(32).getCount(STRUCT));
        assertEquals(MPI.UNDEFINED, of(18).getCount(MPI.INT));
        assertEquals(MPI.UNDEFINED, of(1L << 32).getCount(MPI.BYTE));
    }

    @Test
    void countsTypesWithoutData() {
        Datatype nothing = Datatype.createContiguous(0, MPI.INT);
        assertEquals(0, of(0).getCount(nothing));
        assertEquals(MPI.UNDEFINED, of(4).getCount(nothing));
        assertEquals(0, of(0).getElements(nothing));
    }

    @Test
    void countsBasicElementsOfWhatEndsInsideOfAnElement() {
        assertEquals(MPI.UNDEFINED, of(28).getCount(STRUCT));
        assertEquals(3 + 2, of(28).getElements(STRUCT));
        assertEquals(MPI.UNDEFINED, of(26).getElements(STRUCT));
        assertEquals(2, of(12).getElements(MPI.DOUBLE_INT));
        assertEquals(1, of(16).getElements(MPI.DOUBLE_COMPLEX));
        assertEquals(1L << 32, of(1L << 32).getElementsX(MPI.BYTE).getCount());
        assertEquals(MPI.UNDEFINED, of(1L << 32).getElements(MPI.BYTE));
    }

    @Test
    void canBeSet() {
        Status status = of(0);
        status.setElements(STRUCT, 4);
        assertEquals(24, status.getCount(MPI.BYTE));
        status.setElementsX(MPI.BYTE, new Count(1L << 33));
        assertEquals(1L << 33, status.getElementsX(MPI.BYTE).getCount());
        assertFalse(status.isCancelled());
        status.setCancelled(true);
        assertTrue(status.isCancelled());
        MPIException e = assertThrows(MPIException.class, () -> status.setElements(MPI.INT, -1));
        assertEquals(MPI.ERR_COUNT, e.getErrorClass());
    }
}
