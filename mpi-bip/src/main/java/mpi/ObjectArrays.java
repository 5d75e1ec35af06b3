package mpi;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.Signature;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.Counts;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.object.CountedLength;
import org.jspecify.annotations.Nullable;

/**
 * Arrays of objects as messages, for the datatype OBJECT and types made of it. A message is
 *
 * <pre>
 *   length of the encoded objects (4 bytes) | an Object[] as the communicator's codec encodes it | padding
 * </pre>
 *
 * <p>A probe finds the number of objects without their bytes, which may be on their way still: out of the message's signature and
 * its {@linkplain CountedLength length}.
 */
final class ObjectArrays {
    private static final int LENGTH_BYTES = Integer.BYTES;
    private static final Object[] NONE = {};

    private ObjectArrays() {}

    /** A message of elements of an array; what cannot be encoded is an error. */
    static Data message(Comm comm, @Nullable Object buf, int offset, int count, Datatype type) {
        Object[] objects = collect(buf, offset, count, type);
        byte[] bytes = objects.length == 0 ? new byte[0] : padded(packed(comm, objects), objects.length);
        TypeLayout layout = TypeLayout.BYTE.typed(Signature.objects(objects.length));
        return Data.of(bytes, 0, bytes.length, layout);
    }

    /** Objects as bytes, with their length before them. */
    static byte[] packed(Comm comm, Object[] objects) {
        byte[] encoded = ObjectCalls.encode(comm, objects);
        if (encoded.length > Integer.MAX_VALUE / 2) {
            throw new EngineException(
                    ErrorClass.COUNT,
                    "the objects are " + encoded.length + " bytes; expected at most " + Integer.MAX_VALUE / 2);
        }
        return ByteBuffer.allocate(LENGTH_BYTES + encoded.length)
                .putInt(encoded.length)
                .put(encoded)
                .array();
    }

    private static byte[] padded(byte[] bytes, int count) {
        long length = CountedLength.of(bytes.length, count);
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, Math.toIntExact(length));
    }

    /**
     * The objects of a message.
     *
     * @param signature of the message
     */
    static Object[] objects(Comm comm, byte[] message, int signature) {
        if (!Signature.isOfObjects(signature)) {
            throw new EngineException(
                    ErrorClass.TYPE,
                    "the message consists of "
                            + (signature == Signature.UNTYPED ? "other data" : Signature.nameOf(signature))
                            + ", and the receive is for OBJECT");
        }
        return message.length == 0 ? new Object[0] : unpacked(comm, message, 0);
    }

    /** The objects that {@link #packed} has put at some place of an array. */
    static Object[] unpacked(Comm comm, byte[] bytes, int position) {
        int end = packedEnd(bytes, position);
        byte[] encoded = Arrays.copyOfRange(bytes, position + LENGTH_BYTES, end);
        return ObjectCalls.decodeArray(comm, encoded);
    }

    /** Where packed objects end. */
    static int packedEnd(byte[] bytes, int position) {
        if (bytes == null || position < 0 || position > bytes.length - LENGTH_BYTES) {
            throw new EngineException(
                    ErrorClass.ARG,
                    (bytes == null ? "inbuf is null" : "inbuf has " + bytes.length + " bytes, position is " + position)
                            + "; expected packed objects there");
        }
        long end = (long) position + LENGTH_BYTES + ByteBuffer.wrap(bytes).getInt(position);
        if (end < position + LENGTH_BYTES || end > bytes.length) {
            throw new EngineException(ErrorClass.TRUNCATE, "there are no packed objects at position " + position);
        }
        return (int) end;
    }

    /** The objects of elements of a datatype, in the order of its data. */
    static Object[] collect(@Nullable Object buf, long offset, int count, @Nullable Datatype type) {
        int[] places = places(buf, offset, count, type);
        Object[] objects = new Object[places.length];
        Object[] array = arrayOrNone(buf);
        for (int i = 0; i < places.length; i++) {
            objects[i] = array[places[i]];
        }
        return objects;
    }

    /** A buffer that may be of no array only where no element of it is used. */
    private static Object[] arrayOrNone(@Nullable Object buf) {
        return buf instanceof Object[] array ? array : NONE;
    }

    /** Puts objects where the data of elements of a datatype are; there may be fewer of them. */
    static void distribute(Object[] objects, @Nullable Object buf, long offset, int count, @Nullable Datatype type) {
        int[] places = places(buf, offset, count, type);
        if (objects.length > places.length) {
            throw new EngineException(
                    ErrorClass.TRUNCATE,
                    "the message has " + objects.length + " objects, and there is room for " + places.length);
        }
        Object[] array = arrayOrNone(buf);
        for (int i = 0; i < objects.length; i++) {
            try {
                array[places[i]] = objects[i];
            } catch (ArrayStoreException e) {
                throw new EngineException(
                        ErrorClass.TYPE,
                        "object " + i + " of the message is a "
                                + objects[i].getClass().getTypeName() + ", and the buffer a "
                                + array.getClass().getTypeName());
            }
        }
    }

    /** The indices of the data of elements of a datatype. */
    private static int[] places(@Nullable Object buf, long offset, int count, @Nullable Datatype type) {
        if (count < 0) {
            throw Counts.negative("count", count);
        }
        TypeLayout layout = layout(type);
        if (count == 0 || layout.size() == 0) {
            return new int[0];
        }
        if (!(buf instanceof Object[] array)) {
            throw new EngineException(
                    ErrorClass.BUFFER,
                    "the buffer is "
                            + (buf == null ? "null" : "a " + buf.getClass().getTypeName())
                            + "; expected an array of objects");
        }
        if (count > layout.mostElements()
                || offset + layout.lowest(count) < 0
                || offset + layout.highest(count) > array.length) {
            throw new EngineException(
                    ErrorClass.BUFFER,
                    "the buffer has " + array.length + " elements; expected room for " + count + " of " + type
                            + " from offset " + offset);
        }
        int[] places = new int[number(count * layout.size())];
        int n = 0;
        for (int k = 0; k < count; k++) {
            for (int run = 0; run < layout.runs(); run++) {
                int first = (int) (offset + k * layout.extent() + layout.runOffset(run));
                for (int i = 0; i < layout.runLength(run); i++) {
                    places[n++] = first + i;
                }
            }
        }
        return places;
    }

    /** The layout of a datatype of objects, in elements; every other type is refused, with each buffer and count. */
    static TypeLayout layout(@Nullable Datatype type) {
        if (type == null) {
            throw new EngineException(ErrorClass.TYPE, "the datatype is null");
        }
        if (!type.isOfObjects()) {
            throw new EngineException(
                    ErrorClass.TYPE, "the datatype is " + type + "; expected OBJECT, or a type made of it");
        }
        return type.shape("of OBJECT").layout();
    }

    /** A number of objects that an array can hold. */
    static int number(long objects) {
        if (objects > Integer.MAX_VALUE - 8) {
            throw new EngineException(ErrorClass.COUNT, objects + " objects are more than an array holds");
        }
        return (int) objects;
    }

    /** The index behind so many elements of a datatype; an index that no array has where that is too large. */
    static long behind(long offset, long elements, @Nullable Datatype type) {
        long extent = layout(type).extent();
        long high = Math.multiplyHigh(elements, extent);
        long low = elements * extent;
        boolean fits = high == low >> Long.SIZE - 1 && Math.abs(low) < 1L << Long.SIZE - 2;
        return fits ? offset + low : -1;
    }
}
