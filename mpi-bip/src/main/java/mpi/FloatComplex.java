package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/** A view of one complex number of two floats in an array or buffer. Writing to it writes there. */
public final class FloatComplex {
    private final FloatBuffer buffer;
    private final int offset;

    private FloatComplex(FloatBuffer buffer, int index) {
        this.buffer = buffer;
        this.offset = ValueChecks.offset(index, 2, "FloatComplex.get");
    }

    /** The first complex number of a buffer. */
    public static FloatComplex get(FloatBuffer buffer) {
        return get(buffer, 0);
    }

    /** The complex number at an index (in complex numbers) of a buffer. */
    public static FloatComplex get(FloatBuffer buffer, int index) {
        return new FloatComplex(buffer, index);
    }

    /** The first complex number of an array. */
    public static FloatComplex get(float[] array) {
        return get(array, 0);
    }

    /** The complex number at an index (in complex numbers) of an array. */
    public static FloatComplex get(float[] array, int index) {
        return new FloatComplex(FloatBuffer.wrap(array), index);
    }

    /** The first complex number of a buffer of bytes in the machine's order. */
    public static FloatComplex get(ByteBuffer buffer) {
        return get(buffer, 0);
    }

    /** The complex number at an index (in complex numbers) of a buffer of bytes in the machine's order. */
    public static FloatComplex get(ByteBuffer buffer, int index) {
        ByteBuffer whole = buffer.duplicate().clear().order(ByteOrder.nativeOrder());
        return new FloatComplex(whole.asFloatBuffer(), index);
    }

    /** The real part. */
    public float getReal() {
        return buffer.get(offset);
    }

    /** The imaginary part. */
    public float getImag() {
        return buffer.get(offset + 1);
    }

    /** Sets the real part. */
    public void putReal(float real) {
        buffer.put(offset, real);
    }

    /** Sets the imaginary part. */
    public void putImag(float imag) {
        buffer.put(offset + 1, imag);
    }

    /** A buffer that begins with this number; it may be sent or received into. */
    public FloatBuffer getBuffer() {
        return buffer.slice(offset, buffer.capacity() - offset);
    }
}
