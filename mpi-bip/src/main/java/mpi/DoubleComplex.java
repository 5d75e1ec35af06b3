package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;

/** A view of one complex number of two doubles in an array or buffer. Writing to it writes there. */
public final class DoubleComplex {
    private final DoubleBuffer buffer;
    private final int offset;

    private DoubleComplex(DoubleBuffer buffer, int index) {
        this.buffer = buffer;
        this.offset = ValueChecks.offset(index, 2, "DoubleComplex.get");
    }

    /** The first complex number of a buffer. */
    public static DoubleComplex get(DoubleBuffer buffer) {
        return get(buffer, 0);
    }

    /** The complex number at an index (in complex numbers) of a buffer. */
    public static DoubleComplex get(DoubleBuffer buffer, int index) {
        return new DoubleComplex(buffer, index);
    }

    /** The first complex number of an array. */
    public static DoubleComplex get(double[] array) {
        return get(array, 0);
    }

    /** The complex number at an index (in complex numbers) of an array. */
    public static DoubleComplex get(double[] array, int index) {
        return new DoubleComplex(DoubleBuffer.wrap(array), index);
    }

    /** The first complex number of a buffer of bytes in the machine's order. */
    public static DoubleComplex get(ByteBuffer buffer) {
        return get(buffer, 0);
    }

    /** The complex number at an index (in complex numbers) of a buffer of bytes in the machine's order. */
    public static DoubleComplex get(ByteBuffer buffer, int index) {
        ByteBuffer whole = buffer.duplicate().clear().order(ByteOrder.nativeOrder());
        return new DoubleComplex(whole.asDoubleBuffer(), index);
    }

    /** The real part. */
    public double getReal() {
        return buffer.get(offset);
    }

    /** The imaginary part. */
    public double getImag() {
        return buffer.get(offset + 1);
    }

    /** Sets the real part. */
    public void putReal(double real) {
        buffer.put(offset, real);
    }

    /** Sets the imaginary part. */
    public void putImag(double imag) {
        buffer.put(offset + 1, imag);
    }

    /** A buffer that begins with this number; it may be sent or received into. */
    public DoubleBuffer getBuffer() {
        return buffer.slice(offset, buffer.capacity() - offset);
    }
}
