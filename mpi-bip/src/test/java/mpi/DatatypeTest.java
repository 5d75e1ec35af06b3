package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.ErrorClass;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Datatypes as their users see them: units, life, errors. */
class DatatypeTest {
    @Test
    void sizesAndBoundsAreToldInUnitsOfTheBaseType() {
        assertEquals(1, MPI.INT.getExtent());
        assertEquals(1, MPI.DOUBLE.getSize());
        assertEquals(2, MPI.DOUBLE_COMPLEX.getSize());
        assertEquals(6, MPI.SHORT_INT.getSize());
        assertEquals(8, MPI.SHORT_INT.getExtent());
        assertEquals(16, MPI.LONG_INT.getExtent());
        Datatype column = Datatype.createVector(3, 1, 4, MPI.DOUBLE);
        assertEquals(3, column.getSize());
        assertEquals(9, column.getExtent());
        assertEquals(9, column.getTrueExtent());
        Datatype shifted = Datatype.createIndexed(new int[] {2}, new int[] {5}, MPI.INT);
        assertEquals(5, shifted.getLb());
        assertEquals(5, shifted.getTrueLb());
        assertEquals(2, shifted.getExtent());
    }

    @Test
    void structsAreToldInBytesAndPaddedLikeInC() {
        Datatype struct =
                Datatype.createStruct(new int[] {1, 1}, new int[] {0, 8}, new Datatype[] {MPI.DOUBLE, MPI.INT});
        assertEquals(12, struct.getSize());
        assertEquals(16, struct.getExtent());
        assertEquals(12, struct.getTrueExtent());
    }

    @Test
    void resizingTakesBytes() {
        Datatype strided = Datatype.createResized(MPI.INT, 0, 12);
        assertEquals(3, strided.getExtent());
        assertEquals(1, strided.getSize());
        assertEquals(3 * 3, Datatype.createContiguous(3, strided).getExtent());
    }

    @Test
    void blocksThatTouchAreOneRunHoweverMany() {
        TypeLayout layout =
                Datatype.createVector(1_000_000, 2, 2, MPI.DOUBLE).shape("test").layout();
        assertTrue(layout.isDense());
        assertEquals(16_000_000, layout.size());
        TypeLayout rows = Datatype.createContiguous(1000, Datatype.createVector(1000, 1, 1, MPI.INT))
                .shape("test")
                .layout();
        assertEquals(1, rows.runs());
    }

    @Test
    void sizesBeyondAnIntAreUndefined() {
        Datatype large = Datatype.createContiguous(1 << 30, Datatype.createContiguous(8, MPI.BYTE));
        assertEquals(MPI.UNDEFINED, large.getSize());
        assertEquals(1L << 33, large.shape("test").layout().size());
    }

    @Test
    void derivedTypesMustBeCommittedBeforeUse() {
        Datatype type = Datatype.createContiguous(2, MPI.INT);
        assertNull(type.usable());
        type.commit();
        assertSame(type.shape("test").layout(), type.usable());
        assertSame(type.usable(), type.dup().usable());
        assertSame(MPI.INT.usable(), MPI.INT.shape("test").layout());
    }

    @Test
    void aFreedTypeIsNullAndUseless() {
        Datatype type = Datatype.createContiguous(2, MPI.INT);
        type.commit();
        Datatype larger = Datatype.createContiguous(2, type);
        type.free();
        assertTrue(type.isNull());
        assertNull(type.usable());
        assertEquals(4, larger.getSize(), "types made of it live on");
        for (Runnable use : new Runnable[] {
            type::free, type::commit, type::getSize, () -> Datatype.createContiguous(1, type), type::dup
        }) {
            MPIException e = assertThrows(MPIException.class, use::run);
            assertEquals(MPI.ERR_TYPE, e.getErrorClass());
        }
    }

    @Test
    void predefinedTypesCannotBeFreed() {
        MPIException e = assertThrows(MPIException.class, MPI.INT::free);
        assertEquals("Datatype.free: INT is predefined, and cannot be freed", e.getMessage());
        assertTrue(MPI.DATATYPE_NULL.isNull());
        assertFalse(MPI.INT.isNull());
    }

    @Test
    void wrongArgumentsAreNamed() {
        assertMessage(
                ErrorClass.ARG,
                "Datatype.createVector: blockLength is -1; expected 0 or more",
                () -> Datatype.createVector(1, -1, 1, MPI.INT));
        assertMessage(
                ErrorClass.ARG,
                "Datatype.createHIndexed: blockLengths[1] is -3; expected 0 or more",
                () -> Datatype.createHIndexed(new int[] {1, -3}, new int[2], MPI.INT));
        assertMessage(
                ErrorClass.ARG,
                "Datatype.createIndexed: blockLengths and displacements must be arrays of one length",
                () -> Datatype.createIndexed(new int[2], new int[1], MPI.INT));
        assertMessage(
                ErrorClass.ARG,
                "Datatype.createStruct: types has 1 elements; expected 2, as blockLengths has",
                () -> Datatype.createStruct(new int[2], new int[2], new Datatype[1]));
        assertMessage(
                ErrorClass.TYPE,
                "Datatype.createContiguous: the datatype is DATATYPE_NULL",
                () -> Datatype.createContiguous(1, MPI.DATATYPE_NULL));
    }

    @Test
    void moreBytesThanALongCanCountAreRefused() {
        int many = Integer.MAX_VALUE;
        Datatype huge = Datatype.createContiguous(many, Datatype.createContiguous(1 << 30, MPI.INT));
        assertRefused(() -> Datatype.createContiguous(many, huge));
        assertRefused(() -> Datatype.createVector(2, 1, many, huge));
        assertRefused(() -> Datatype.createHVector(8, 1, 0, huge));
        assertRefused(() -> Datatype.createIndexed(new int[] {1}, new int[] {many}, huge));
        assertRefused(() -> Datatype.createStruct(new int[] {many}, new int[1], new Datatype[] {huge}));
    }

    @Test
    void boundsBeyondALongAreRefusedHoweverTheyComeAbout() {
        Datatype half = Datatype.createContiguous(1 << 30, Datatype.createContiguous(1 << 30, MPI.INT));
        assertRefused(() -> Datatype.createVector(2, 1, 1, half));
        assertRefused(() -> Datatype.createIndexed(new int[] {1, 1}, new int[] {0, 1}, half));
        assertRefused(() -> Datatype.createIndexed(new int[] {1}, new int[] {1}, half));
        Datatype apart = Datatype.createVector(2, 1, 1 << 29, Datatype.createContiguous(1 << 28, MPI.INT));
        Datatype marked = Datatype.createResized(MPI.INT, 0, 4);
        assertRefused(() -> Datatype.createStruct(new int[] {1, 64}, new int[2], new Datatype[] {marked, apart}));
    }

    @Test
    void manySeparatePiecesAreATypeAndTooManyAreRefused() {
        Datatype column = Datatype.createVector(1 << 22, 1, 2, MPI.INT);
        assertEquals(1 << 22, column.shape("test").layout().runs());
        assertEquals(1 << 22, column.getSize());
        int many = Integer.MAX_VALUE;
        assertTooMany(
                "createVector: with count 4194305 and", () -> Datatype.createVector((1 << 22) + 1, 1, 2, MPI.INT));
        assertTooMany(
                "createVector: with count 2147483647 and blockLength 2",
                () -> Datatype.createVector(many, 2, 3, MPI.INT));
        assertTooMany("createHVector: with count 21", () -> Datatype.createHVector(many, 1, 3, MPI.INT));
        assertTooMany("createContiguous: with count 2147483647", () -> Datatype.createContiguous(many, MPI.SHORT_INT));
        assertTooMany("createContiguous: with count 2 ", () -> Datatype.createContiguous(2, column));
        int[] one = {many};
        assertTooMany("blockLengths", () -> Datatype.createIndexed(one, new int[1], MPI.SHORT_INT));
        assertTooMany("blockLengths", () -> Datatype.createHIndexed(one, new int[1], MPI.SHORT_INT));
        assertTooMany("displacements", () -> Datatype.createIndexedBlock(many, new int[1], MPI.SHORT_INT));
        int[] edge = {1 << 15, 1 << 15};
        int[] half = {1 << 15, 1 << 14};
        int[] corner = new int[2];
        int c = MPI.ORDER_C;
        Datatype rows = Datatype.createSubarray(edge, half, corner, c, MPI.INT);
        assertPieces(1 << 15, 1L << 31, rows);
        assertTooMany(
                "createSubarray: the datatype's separate pieces",
                () -> Datatype.createSubarray(edge, half, corner, MPI.ORDER_FORTRAN, MPI.SHORT_INT));
        int[] cyclic = {MPI.DISTRIBUTE_CYCLIC};
        int[] dflt = {MPI.DISTRIBUTE_DFLT_DARG};
        assertTooMany("createDarray", () -> Datatype.createDarray(2, 1, one, cyclic, dflt, new int[] {2}, c, MPI.INT));
        assertPieces(1, 4L * many, Datatype.createDarray(1, 0, one, cyclic, dflt, new int[] {1}, c, MPI.INT));
        assertPieces(0, 0, Datatype.createDarray(many, 7, new int[] {7}, cyclic, dflt, one, c, MPI.INT));
        assertTooMany("blockLengths", () -> Datatype.createStruct(one, new int[1], new Datatype[] {MPI.SHORT_INT}));
    }

    /** The last piece of each element touches the first one of the next: there is one more piece than elements. */
    @Test
    @Tag("deep")
    void piecesThatTouchAreOneWhileTheyAreCollected() {
        Datatype ends = Datatype.createHIndexed(new int[] {1, 1}, new int[] {0, 12}, MPI.INT);
        int elements = (1 << 22) - 1;
        assertPieces(1 << 22, 8L * elements, Datatype.createContiguous(elements, Datatype.createResized(ends, 0, 16)));
    }

    @Test
    void hugeCountsThatLeaveOnePieceOrNoneAreTypes() {
        int many = Integer.MAX_VALUE;
        Datatype spaced = Datatype.createResized(MPI.INT, 0, 8);
        Datatype shifted = Datatype.createHIndexed(new int[] {1}, new int[] {4}, MPI.INT);
        Datatype empty = Datatype.createResized(Datatype.createContiguous(0, MPI.INT), 0, 4);
        assertPieces(1, 4L * many, Datatype.createVector(many, 1, 1, MPI.INT));
        assertPieces(1, 8L * many, Datatype.createVector(many, 2, 2, MPI.INT));
        assertPieces(1, 4L * many, Datatype.createHVector(many, 1, 4, spaced));
        assertPieces(1, 4L * many, Datatype.createContiguous(many, shifted));
        assertPieces(0, 0, Datatype.createVector(many, 0, 7, MPI.INT));
        assertPieces(0, 0, Datatype.createVector(many, many, 0, empty));
        assertPieces(0, 0, Datatype.createContiguous(many, empty));
        assertEquals(
                4L * many,
                Datatype.createContiguous(many, empty).shape("test").layout().extent());
    }

    @Test
    void theElementsOfAStructAreKeptInGroupsNotTooMany() {
        Datatype mixed =
                Datatype.createStruct(new int[] {1, 2}, new int[] {0, 2}, new Datatype[] {MPI.SHORT, MPI.BYTE});
        int[] zero = new int[1];
        Datatype alone = Datatype.createStruct(new int[] {1 << 28}, zero, new Datatype[] {mixed});
        assertPieces(1, 4L << 28, alone);
        assertEquals(3, alone.shape("test").signature().elementsIn(4));
        assertTooMany(
                "groups",
                () -> Datatype.createStruct(
                        new int[] {1 << 28, 1}, new int[] {0, 1 << 30}, new Datatype[] {mixed, MPI.INT}));
    }

    private static void assertPieces(int pieces, long bytes, Datatype type) {
        TypeLayout layout = type.shape("test").layout();
        assertEquals(pieces, layout.runs());
        assertEquals(bytes, layout.size());
    }

    private static void assertTooMany(String words, Executable make) {
        MPIException refused = assertThrows(MPIException.class, make);
        assertEquals(MPI.ERR_ARG, refused.getErrorClass());
        assertTrue(refused.getMessage().contains("more than 4194304"), refused.getMessage());
        assertTrue(refused.getMessage().contains(words), refused.getMessage());
    }

    private static void assertRefused(Executable make) {
        MPIException refused = assertThrows(MPIException.class, make);
        assertEquals(MPI.ERR_ARG, refused.getErrorClass());
        assertTrue(refused.getMessage().contains("2^63"), refused.getMessage());
    }

    @Test
    void namesAndAttributesGoWithTheTypeAndItsDuplicates() {
        int key = Datatype.createKeyval();
        Datatype type = Datatype.createContiguous(2, MPI.INT);
        assertEquals("", type.getName());
        assertEquals("DOUBLE_INT", MPI.DOUBLE_INT.getName());
        type.setName("two");
        type.setAttr(key, "value");
        Datatype copy = type.clone();
        assertNotSame(type, copy);
        assertEquals("two", copy.getName());
        assertEquals("value", copy.getAttr(key));
        type.deleteAttr(key);
        assertNull(type.getAttr(key));
        assertEquals("value", copy.getAttr(key));
        Datatype.freeKeyval(key);
        assertEquals(
                MPI.ERR_KEYVAL,
                assertThrows(MPIException.class, () -> copy.setAttr(key, "other"))
                        .getErrorClass());
    }

    @Test
    void aStructOfOneArrayHasNoPartMadeByCreateStruct() {
        Datatype pair = Datatype.createStruct(new int[] {1, 1}, new int[] {0, 8}, new Datatype[] {MPI.INT, MPI.INT});
        MPIException e = assertThrows(
                MPIException.class,
                () -> Datatype.Struct(new int[] {1, 2}, new int[] {0, 4}, new Datatype[] {MPI.INT, pair}));
        assertEquals(MPI.ERR_TYPE, e.getErrorClass());
        assertThrows(MPIException.class, () -> Datatype.Struct(new int[] {1}, new int[] {0}, new Datatype[] {pair}));
    }

    private static void assertMessage(int errorClass, String message, Runnable call) {
        MPIException e = assertThrows(MPIException.class, call::run);
        assertEquals(message, e.getMessage());
        assertEquals(errorClass, e.getErrorClass());
    }
}
