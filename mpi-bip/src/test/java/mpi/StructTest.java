package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** Structs laid over buffers. */
class StructTest {
    /** A struct as users write it. */
    static final class Vec extends Struct {
        final int x = addDouble();
        final int y = addDouble();

        @Override
        protected Data newData() {
            return new Data();
        }

        final class Data extends Struct.Data {
            double x() {
                return getDouble(x);
            }

            double y() {
                return getDouble(y);
            }

            Data set(double newX, double newY) {
                putDouble(x, newX);
                putDouble(y, newY);
                return this;
            }
        }
    }

    /** A struct with every kind of field. */
    static final class Particle extends Struct {
        final Vec vec = new Vec();
        final int flag = addByte();
        final int letters = addChar(2);
        final int kind = setOffset(8).addInt();
        final int small = addShort();
        final int mass = setOffset(16).addFloat();
        final int id = setOffset(24).addLong();
        final int places = addStruct(vec, 2);
        final int pairs = addData(MPI.SHORT_INT, 2);

        @Override
        protected Data newData() {
            return new Data();
        }

        final class Data extends Struct.Data {
            void fill(int n) {
                putByte(flag, (byte) n);
                putChar(letters, 0, 'a');
                putChar(letters, 1, (char) ('a' + n));
                putInt(kind, -n);
                putShort(small, (short) n);
                putFloat(mass, n / 2f);
                putLong(id, 1L << 40 | n);
                Vec.Data second = getData(vec, places, 1);
                second.set(n, -n);
                MPI.shortInt
                        .<ShortInt.Data>getData(getBuffer(MPI.SHORT_INT, pairs, 1))
                        .putIndex(n);
            }

            String text() {
                Vec.Data second = getData(vec, places, 1);
                ShortInt.Data pair = MPI.shortInt.getData(getBuffer(MPI.SHORT_INT, pairs, 1));
                return getByte(flag) + " " + getChar(letters, 0) + getChar(letters, 1) + " " + getInt(kind) + " "
                        + getShort(small) + " " + getFloat(mass) + " " + (getLong(id) - (1L << 40)) + " " + second.x()
                        + " " + second.y() + " " + pair.getIndex();
            }
        }
    }

    @Test
    void fieldsFollowEachOtherUnlessToldOtherwise() {
        Particle p = new Particle();
        assertEquals(0, p.flag);
        assertEquals(1, p.letters);
        assertEquals(8, p.kind);
        assertEquals(12, p.small);
        assertEquals(32, p.places);
        assertEquals(64, p.pairs);
        assertEquals(80, p.getExtent());
        assertEquals(1 + 4 + 4 + 2 + 4 + 8 + 32 + 12, p.getType().getSize());
        assertSame(p.getType(), p.getType());
    }

    @Test
    void valuesOfAnArrayOfStructsAreKeptApart() {
        Particle p = new Particle();
        ByteBuffer buffer = MPI.newByteBuffer(3 * p.getExtent());
        for (int i = 0; i < 3; i++) {
            Particle.Data data = p.getData(buffer, i);
            data.fill(i);
        }
        for (int i = 0; i < 3; i++) {
            Particle.Data data = p.getData(buffer, i);
            assertEquals(
                    i + " a" + (char) ('a' + i) + " " + -i + " " + i + " " + i / 2f + " " + i + " " + (double) i + " "
                            + (double) -i + " " + i,
                    data.text());
        }
    }

    @Test
    void worksOnByteArraysInTheMachinesOrder() {
        Vec vec = new Vec();
        byte[] bytes = new byte[32];
        Vec.Data second = vec.getData(bytes, 1);
        second.set(1.5, 2.5);
        assertEquals(1.5, ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).getDouble(16));
        assertEquals(2.5, second.getBuffer().getDouble(8));
        Vec.Data first = vec.getData(bytes);
        assertEquals(0.0, first.x());
    }

    @Test
    void aStructThatWasUsedIsClosed() {
        Vec vec = new Vec();
        vec.getType();
        assertThrows(IllegalStateException.class, vec::addInt);
        assertThrows(IllegalStateException.class, () -> vec.setOffset(100));
        assertThrows(IllegalArgumentException.class, () -> new Vec().setOffset(15));
        assertThrows(IllegalArgumentException.class, () -> new Vec().addInt(-1));
    }

    @Test
    void pairsLieWhereTheirDatatypesSay() {
        assertSame(MPI.DOUBLE_INT, MPI.doubleInt.getType());
        assertSame(MPI.SHORT_INT, MPI.shortInt.getType());
        assertEquals(8, MPI.int2.getExtent());
        assertEquals(8, MPI.floatInt.getExtent());
        assertEquals(16, MPI.longInt.getExtent());
        ByteBuffer buffer = MPI.newByteBuffer(32);
        LongInt.Data pair = MPI.longInt.getData(buffer, 1);
        pair.putValue(-5L);
        pair.putIndex(9);
        assertEquals(-5L, buffer.getLong(16));
        assertEquals(9, buffer.getInt(24));
        DoubleInt.Data same = MPI.doubleInt.getData(buffer, 1);
        same.putValue(2.5);
        assertEquals(2.5, same.getValue());
        assertEquals(9, same.getIndex());
    }

    @Test
    void complexNumbersAreViews() {
        double[] array = new double[6];
        DoubleComplex second = DoubleComplex.get(array, 1);
        second.putReal(1);
        second.putImag(2);
        assertEquals(1, array[2]);
        assertEquals(2, array[3]);
        assertEquals(1, second.getBuffer().get(0));
        ByteBuffer bytes = MPI.newByteBuffer(16);
        FloatComplex.get(bytes, 1).putImag(3f);
        assertEquals(3f, bytes.getFloat(12));
        assertEquals(3f, FloatComplex.get(bytes.asFloatBuffer(), 1).getImag());
    }
}
