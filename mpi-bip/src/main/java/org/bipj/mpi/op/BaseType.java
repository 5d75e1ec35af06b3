package org.bipj.mpi.op;

/**
 * The predefined datatypes, as the data that a derived datatype is made of. Sizes are those of data in a message,
 * without gaps.
 */
public enum BaseType {
    BYTE(1, 0),
    CHAR(2, 1),
    SHORT(2, 1),
    BOOLEAN(1, 0),
    INT(4, 2),
    LONG(8, 3),
    FLOAT(4, 2),
    DOUBLE(8, 3),
    PACKED(1, 0),
    /** A complex number of two floats, the real part first. */
    FLOAT_COMPLEX(8, 2),
    /** A complex number of two doubles, the real part first. */
    DOUBLE_COMPLEX(16, 3),
    /** An int value and an int index. */
    INT2(8, 0),
    /** A short value and an int index. */
    SHORT_INT(6, 0),
    /** A long value and an int index. */
    LONG_INT(12, 0),
    /** A float value and an int index. */
    FLOAT_INT(8, 0),
    /** A double value and an int index. */
    DOUBLE_INT(12, 0),
    /** Two shorts: a value and an index. */
    SHORT2(4, 1),
    /** Two longs: a value and an index. */
    LONG2(16, 3),
    /** Two floats: a value and an index. */
    FLOAT2(8, 2),
    /** Two doubles: a value and an index. */
    DOUBLE2(16, 3),
    /** An element of an array of objects: never in a message as it is, so that its size stands for one element. */
    OBJECT(1, 0),
    /** Data of several types, seen as bytes. */
    MIXED(1, 0);

    private final int size;
    private final int arrayShift;

    BaseType(int size, int arrayShift) {
        this.size = size;
        this.arrayShift = arrayShift;
    }

    /** How many bytes of data one element has. */
    public int size() {
        return size;
    }

    /** Binary logarithm of the bytes in one element of the scratch array. */
    public int arrayShift() {
        return arrayShift;
    }

    /** True for the pairs of a value and an index, on which MINLOC and MAXLOC are defined. */
    public boolean isPair() {
        return ordinal() >= INT2.ordinal() && ordinal() <= DOUBLE2.ordinal();
    }

    /** True for the pairs of two numbers of one type, whose index is of the value's type. */
    public boolean isPairOfOneType() {
        return ordinal() >= SHORT2.ordinal() && ordinal() <= DOUBLE2.ordinal();
    }

    /** Bytes of one element of the Java arrays whose data this is; 1 for data of several types. */
    public int elementBytes() {
        return this == INT2 ? Integer.BYTES : 1 << arrayShift;
    }

    /** A Java array of this type that holds that many bytes. */
    public Object newArrayOfBytes(long bytes) {
        return newArray(Math.toIntExact((bytes + (1L << arrayShift) - 1) >> arrayShift));
    }

    /** A Java array that holds data of this type. */
    Object newArray(int length) {
        return switch (this) {
            case CHAR -> new char[length];
            case SHORT, SHORT2 -> new short[length];
            case BOOLEAN -> new boolean[length];
            case INT -> new int[length];
            case LONG, LONG2 -> new long[length];
            case FLOAT, FLOAT_COMPLEX, FLOAT2 -> new float[length];
            case DOUBLE, DOUBLE_COMPLEX, DOUBLE2 -> new double[length];
            default -> new byte[length];
        };
    }
}
