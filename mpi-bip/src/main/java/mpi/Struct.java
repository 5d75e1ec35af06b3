package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Base class of structs that users lay over a {@link ByteBuffer}: a subclass adds its fields in order, keeps their
 * offsets, and gives access to them in its own subclass of {@link Data}. Fields follow each other without gaps unless
 * {@link #setOffset} makes one. The buffer must have the machine's byte order, as those of {@code MPI.newByteBuffer}
 * have.
 *
 * <pre>{@code
 * class Particle extends Struct {
 *     final int position = addDouble(3);
 *     final int kind = addInt();
 *
 *     @Override
 *     protected Data newData() {
 *         return new Data();
 *     }
 *
 *     class Data extends Struct.Data {
 *         double position(int axis) {
 *             return getDouble(position, axis);
 *         }
 *     }
 * }
 * }</pre>
 */
public abstract class Struct {
    private final List<Datatype> types = new ArrayList<>();
    private final List<Integer> offsets = new ArrayList<>();
    private final List<Integer> lengths = new ArrayList<>();
    private int end;
    private @Nullable Datatype type;

    /** For subclasses. */
    public Struct() {}

    /** A new accessor that is not in a buffer yet. */
    protected abstract Data newData();

    /** The extent of the struct's datatype in bytes. No fields can be added afterwards. */
    public final int getExtent() throws MPIException {
        return getType().getExtent();
    }

    /** The struct's datatype, committed. No fields can be added afterwards. */
    public final synchronized Datatype getType() throws MPIException {
        if (type == null) {
            type = makeType();
            type.commit();
        }
        return type;
    }

    /** The datatype of the fields so far. */
    Datatype makeType() {
        return Datatype.createStruct(ints(lengths), ints(offsets), types.toArray(new Datatype[0]));
    }

    private static int[] ints(List<Integer> list) {
        return list.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The struct at the beginning of a buffer. The caller names the subclass's own Data as the result. */
    public final <T extends Data> T getData(ByteBuffer buffer) throws MPIException {
        return getData(buffer, 0);
    }

    /** The struct at an index, in structs, of a buffer. */
    public final <T extends Data> T getData(ByteBuffer buffer, int index) throws MPIException {
        int extent = getExtent();
        return at(buffer, extent == 0 ? 0 : ValueChecks.offset(index, extent, "Struct.getData"));
    }

    /** The struct at the beginning of an array. */
    public final <T extends Data> T getData(byte[] array) throws MPIException {
        return getData(array, 0);
    }

    /** The struct at an index, in structs, of an array. */
    public final <T extends Data> T getData(byte[] array, int index) throws MPIException {
        return getData(ByteBuffer.wrap(array).order(ByteOrder.nativeOrder()), index);
    }

    /** The type of the result is the caller's word for what {@link #newData} returns, as in the Open MPI bindings. */
    @SuppressWarnings("unchecked")
    private <T extends Data> T at(ByteBuffer buffer, int offset) {
        Data data = newData();
        data.buffer = buffer;
        data.offset = offset;
        return (T) data;
    }

    /**
     * Says where the next field begins.
     *
     * @param offset in bytes, not less than the end of the last field
     * @return this struct
     */
    public final Struct setOffset(int offset) {
        checkOpen();
        if (offset < end) {
            throw new IllegalArgumentException("Struct.setOffset: offset is " + offset + "; expected " + end
                    + " or more, where the last field ends");
        }
        end = offset;
        return this;
    }

    private void checkOpen() {
        if (type != null) {
            throw new IllegalStateException(
                    getClass().getName() + ": fields cannot be added after the struct's datatype was used");
        }
    }

    private int addField(Datatype fieldType, int fieldBytes, int length) {
        checkOpen();
        if (length < 0) {
            throw new IllegalArgumentException("Struct: length of a field is " + length + "; expected 0 or more");
        }
        int offset = end;
        end = Math.addExact(end, Math.multiplyExact(fieldBytes, length));
        types.add(fieldType);
        offsets.add(offset);
        lengths.add(length);
        return offset;
    }

    /** Adds a byte and returns its offset. */
    public final int addByte() {
        return addByte(1);
    }

    /** Adds an array of bytes and returns its offset. */
    public final int addByte(int length) {
        return addField(Predefined.BYTE, 1, length);
    }

    /** Adds a char and returns its offset. */
    public final int addChar() {
        return addChar(1);
    }

    /** Adds an array of chars and returns its offset. */
    public final int addChar(int length) {
        return addField(Predefined.CHAR, 2, length);
    }

    /** Adds a short and returns its offset. */
    public final int addShort() {
        return addShort(1);
    }

    /** Adds an array of shorts and returns its offset. */
    public final int addShort(int length) {
        return addField(Predefined.SHORT, 2, length);
    }

    /** Adds an int and returns its offset. */
    public final int addInt() {
        return addInt(1);
    }

    /** Adds an array of ints and returns its offset. */
    public final int addInt(int length) {
        return addField(Predefined.INT, 4, length);
    }

    /** Adds a long and returns its offset. */
    public final int addLong() {
        return addLong(1);
    }

    /** Adds an array of longs and returns its offset. */
    public final int addLong(int length) {
        return addField(Predefined.LONG, 8, length);
    }

    /** Adds a float and returns its offset. */
    public final int addFloat() {
        return addFloat(1);
    }

    /** Adds an array of floats and returns its offset. */
    public final int addFloat(int length) {
        return addField(Predefined.FLOAT, 4, length);
    }

    /** Adds a double and returns its offset. */
    public final int addDouble() {
        return addDouble(1);
    }

    /** Adds an array of doubles and returns its offset. */
    public final int addDouble(int length) {
        return addField(Predefined.DOUBLE, 8, length);
    }

    /** Adds a struct and returns its offset. */
    public final int addStruct(Struct struct) throws MPIException {
        return addStruct(struct, 1);
    }

    /** Adds an array of structs and returns its offset. */
    public final int addStruct(Struct struct, int length) throws MPIException {
        return addField(struct.getType(), struct.getExtent(), length);
    }

    /** Adds an element of a datatype and returns its offset. */
    public final int addData(Datatype type) throws MPIException {
        return addData(type, 1);
    }

    /** Adds an array of elements of a datatype and returns its offset. */
    public final int addData(Datatype type, int length) throws MPIException {
        return addField(
                type, Math.toIntExact(type.shape("of Struct.addData").layout().extent()), length);
    }

    /** Base class of accessors to one struct in a buffer. Fields are named by their offsets. */
    public abstract class Data {
        private ByteBuffer buffer;
        private int offset;

        /** For subclasses. */
        @SuppressWarnings("NullAway.Init") // getData tells a new accessor its buffer.
        public Data() {}

        /** A buffer that begins with this struct; it may be sent or received into. */
        public final ByteBuffer getBuffer() {
            return from(offset);
        }

        private ByteBuffer from(int at) {
            return at == 0 ? buffer : buffer.slice(at, buffer.capacity() - at).order(buffer.order());
        }

        /** The value of a byte field. */
        protected final byte getByte(int field) {
            return buffer.get(offset + field);
        }

        /** An element of an array of bytes. */
        protected final byte getByte(int field, int index) {
            return buffer.get(offset + field + index);
        }

        /** Sets a byte field. */
        protected final void putByte(int field, byte v) {
            buffer.put(offset + field, v);
        }

        /** Sets an element of an array of bytes. */
        protected final void putByte(int field, int index, byte v) {
            buffer.put(offset + field + index, v);
        }

        /** The value of a char field. */
        protected final char getChar(int field) {
            return buffer.getChar(offset + field);
        }

        /** An element of an array of chars. */
        protected final char getChar(int field, int index) {
            return buffer.getChar(offset + field + 2 * index);
        }

        /** Sets a char field. */
        protected final void putChar(int field, char v) {
            buffer.putChar(offset + field, v);
        }

        /** Sets an element of an array of chars. */
        protected final void putChar(int field, int index, char v) {
            buffer.putChar(offset + field + 2 * index, v);
        }

        /** The value of a short field. */
        protected final short getShort(int field) {
            return buffer.getShort(offset + field);
        }

        /** An element of an array of shorts. */
        protected final short getShort(int field, int index) {
            return buffer.getShort(offset + field + 2 * index);
        }

        /** Sets a short field. */
        protected final void putShort(int field, short v) {
            buffer.putShort(offset + field, v);
        }

        /** Sets an element of an array of shorts. */
        protected final void putShort(int field, int index, short v) {
            buffer.putShort(offset + field + 2 * index, v);
        }

        /** The value of an int field. */
        protected final int getInt(int field) {
            return buffer.getInt(offset + field);
        }

        /** An element of an array of ints. */
        protected final int getInt(int field, int index) {
            return buffer.getInt(offset + field + 4 * index);
        }

        /** Sets an int field. */
        protected final void putInt(int field, int v) {
            buffer.putInt(offset + field, v);
        }

        /** Sets an element of an array of ints. */
        protected final void putInt(int field, int index, int v) {
            buffer.putInt(offset + field + 4 * index, v);
        }

        /** The value of a long field. */
        protected final long getLong(int field) {
            return buffer.getLong(offset + field);
        }

        /** An element of an array of longs. */
        protected final long getLong(int field, int index) {
            return buffer.getLong(offset + field + 8 * index);
        }

        /** Sets a long field. */
        protected final void putLong(int field, long v) {
            buffer.putLong(offset + field, v);
        }

        /** Sets an element of an array of longs. */
        protected final void putLong(int field, int index, long v) {
            buffer.putLong(offset + field + 8 * index, v);
        }

        /** The value of a float field. */
        protected final float getFloat(int field) {
            return buffer.getFloat(offset + field);
        }

        /** An element of an array of floats. */
        protected final float getFloat(int field, int index) {
            return buffer.getFloat(offset + field + 4 * index);
        }

        /** Sets a float field. */
        protected final void putFloat(int field, float v) {
            buffer.putFloat(offset + field, v);
        }

        /** Sets an element of an array of floats. */
        protected final void putFloat(int field, int index, float v) {
            buffer.putFloat(offset + field + 4 * index, v);
        }

        /** The value of a double field. */
        protected final double getDouble(int field) {
            return buffer.getDouble(offset + field);
        }

        /** An element of an array of doubles. */
        protected final double getDouble(int field, int index) {
            return buffer.getDouble(offset + field + 8 * index);
        }

        /** Sets a double field. */
        protected final void putDouble(int field, double v) {
            buffer.putDouble(offset + field, v);
        }

        /** Sets an element of an array of doubles. */
        protected final void putDouble(int field, int index, double v) {
            buffer.putDouble(offset + field + 8 * index, v);
        }

        /** The accessor to a struct field. */
        protected final <S extends Struct, D extends Struct.Data> D getData(S struct, int field) {
            return ((Struct) struct).at(buffer, offset + field);
        }

        /** The accessor to an element of an array of structs. */
        protected final <S extends Struct, D extends Struct.Data> D getData(S struct, int field, int index) {
            return ((Struct) struct).at(buffer, offset + field + index * struct.getExtent());
        }

        /** A buffer that begins with a field, to be sent or received into. */
        protected final ByteBuffer getBuffer(Datatype type, int field) {
            return from(offset + field);
        }

        /** A buffer that begins with an element of an array. */
        protected final ByteBuffer getBuffer(Datatype type, int field, int index) throws MPIException {
            int extent =
                    Math.toIntExact(type.shape("of Struct.getBuffer").layout().extent());
            return from(offset + field + index * extent);
        }
    }
}
