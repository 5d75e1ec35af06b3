package org.bipj.mpi.type;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.op.BaseType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TypeShapeTest {
    /** As in C: the value of a pair with an int index is aligned, and so is the index behind it. */
    @ParameterizedTest
    @CsvSource({
        "BYTE, 1, 1, 1, 1, BYTE, 1",
        "CHAR, 2, 2, 2, 2, CHAR, 1",
        "SHORT, 2, 2, 2, 2, SHORT, 1",
        "BOOLEAN, 1, 1, 1, 1, BOOLEAN, 1",
        "INT, 4, 4, 4, 4, INT, 1",
        "LONG, 8, 8, 8, 8, LONG, 1",
        "FLOAT, 4, 4, 4, 4, FLOAT, 1",
        "DOUBLE, 8, 8, 8, 8, DOUBLE, 1",
        "PACKED, 1, 1, 1, 1, BYTE, 1",
        "FLOAT_COMPLEX, 8, 8, 4, 4, FLOAT, 1",
        "DOUBLE_COMPLEX, 16, 16, 8, 8, DOUBLE, 1",
        "INT2, 8, 8, 4, 1, INT, 2",
        "SHORT_INT, 6, 8, 4, 1, 'INT and SHORT', 2",
        "LONG_INT, 12, 16, 8, 1, 'INT and LONG', 2",
        "FLOAT_INT, 8, 8, 4, 1, 'INT and FLOAT', 2",
        "DOUBLE_INT, 12, 16, 8, 1, 'DOUBLE and INT', 2",
        "SHORT2, 4, 4, 2, 2, SHORT, 1",
        "LONG2, 16, 16, 8, 8, LONG, 1",
        "FLOAT2, 8, 8, 4, 4, FLOAT, 1",
        "DOUBLE2, 16, 16, 8, 8, DOUBLE, 1",
        "OBJECT, 1, 1, 1, 1, BYTE, 1"
    })
    void predefinedTypesAreThoseOfTheStandard(
            BaseType base, int size, int extent, int align, int unit, String types, int elements) {
        TypeShape shape = TypeShape.of(base);
        assertEquals(size, shape.layout().size());
        assertEquals(0, shape.layout().lb());
        assertEquals(extent, shape.layout().extent());
        assertEquals(align, shape.align());
        assertEquals(unit, shape.unit());
        assertEquals(types, shape.signature().toString());
        assertEquals(elements, shape.signature().elementsIn(size));
        assertSame(base, shape.base());
        assertSame(base, shape.element());
        assertEquals(base.name(), shape.contents());
        assertFalse(shape.markedBounds());
        assertEquals(0, shape.trueLb());
        TypeLayout layout = shape.layout();
        int last = layout.runs() - 1;
        assertEquals(layout.runOffset(last) + layout.runLength(last), shape.trueUb());
        if (layout.runs() > 1) {
            assertEquals(align, layout.runOffset(last), "the index");
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyPredefinedTypeHasAShape(BaseType base) {
        if (base == BaseType.MIXED) {
            assertThrows(IllegalArgumentException.class, () -> TypeShape.of(base));
        } else {
            assertEquals(base.size(), TypeShape.of(base).layout().size());
        }
    }

    @Test
    void otherBoundsLeaveDataAndTrueBoundsAsTheyAre() {
        TypeShape shape = TypeShape.of(BaseType.SHORT_INT);
        TypeShape resized = shape.resized(-4, 24);
        assertEquals(-4, resized.layout().lb());
        assertEquals(24, resized.layout().extent());
        assertTrue(resized.markedBounds());
        assertEquals(0, resized.trueLb());
        assertEquals(8, resized.trueUb());
        assertEquals(6, resized.layout().size());
        assertSame(shape.signature(), resized.signature());
        assertEquals(4, resized.align());
    }

    @Test
    void aTypeOfSeveralNamesThem() {
        TypeShape both = TypeMaker.struct(new long[] {1, 2}, new long[] {0, 8}, new TypeShape[] {
            TypeShape.of(BaseType.INT), TypeShape.of(BaseType.DOUBLE)
        });
        assertSame(BaseType.MIXED, both.base());
        assertSame(BaseType.MIXED, both.element());
        assertEquals("DOUBLE and INT", both.contents());
        TypeShape one = TypeMaker.struct(new long[] {1, 0}, new long[] {0, 8}, new TypeShape[] {
            TypeShape.of(BaseType.INT), TypeShape.of(BaseType.DOUBLE)
        });
        assertSame(BaseType.MIXED, one.base());
        assertSame(BaseType.INT, one.element());
        assertEquals("INT", one.contents());
        TypeShape none = TypeMaker.struct(new long[] {0}, new long[] {0}, new TypeShape[] {TypeShape.of(BaseType.INT)});
        assertSame(BaseType.BYTE, none.element());
    }

    /** A type without data has no types, whatever it was made of. */
    @Test
    void aPartWithoutDataAddsNoType() {
        TypeShape empty = TypeMaker.vector(0, 1, 8, TypeShape.of(BaseType.DOUBLE));
        TypeShape[] parts = {TypeShape.of(BaseType.INT), empty};
        TypeShape shape = TypeMaker.struct(new long[] {1, 1}, new long[] {0, 8}, parts);
        assertSame(BaseType.INT, shape.element());
        assertEquals(4, shape.layout().size());
    }

    /** As mpiJava's structs are: their parts are of one type, and so are they. */
    @Test
    void aStructOfOneTypeIsOfThatType() {
        TypeShape two = TypeMaker.vector(2, 1, 8, TypeShape.of(BaseType.INT));
        TypeShape[] parts = {TypeShape.of(BaseType.INT), two, two};
        TypeShape shape = TypeMaker.struct(BaseType.INT, new long[] {1, 1, 0}, new long[] {4, 20, 100}, parts);
        assertSame(BaseType.INT, shape.base());
        assertSame(BaseType.INT, shape.element());
        assertEquals(4, shape.unit());
        assertEquals(3, shape.layout().runs());
        assertEquals(4, shape.layout().runOffset(0));
        assertEquals(20, shape.layout().runOffset(1));
        assertEquals(28, shape.layout().runOffset(2));
        assertEquals(32, shape.trueUb());
        assertEquals(3, shape.signature().elementsIn(12));
    }

    /** The last of two elements lies as far away as a long can say. */
    @Test
    void elementsMayBeFarApart() {
        TypeShape apart = TypeMaker.vector(2, 1, 1L << 62, TypeShape.of(BaseType.INT));
        assertEquals(2, apart.layout().runs());
        assertEquals(1L << 62, apart.layout().runOffset(1));
        assertEquals((1L << 62) + 4, apart.trueUb());
    }
}
