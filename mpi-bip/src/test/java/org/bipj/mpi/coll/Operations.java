package org.bipj.mpi.coll;

import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.op.BaseType;
import org.bipj.mpi.op.ReduceType;
import org.bipj.mpi.op.Reduction;

/** Operations for tests, exact and associative, so that any order of evaluation gives the oracle's bytes. */
enum Operations {
    /** Sum of ints. */
    INT_SUM(BaseType.INT, 1, true) {
        @Override
        void apply(Object in, int inStart, Object inOut, int inOutStart, int elements) {
            int[] a = (int[]) in;
            int[] b = (int[]) inOut;
            for (int i = 0; i < elements; i++) {
                b[inOutStart + i] += a[inStart + i];
            }
        }
    },
    /** Product of 2 x 2 matrices of ints, which does not commute: an element is four ints and must never be cut. */
    MATRIX_PRODUCT(BaseType.INT, 4, false) {
        @Override
        void apply(Object in, int inStart, Object inOut, int inOutStart, int elements) {
            if (elements % 4 != 0) {
                throw new AssertionError(elements + " elements cut a matrix");
            }
            int[] a = (int[]) in;
            int[] b = (int[]) inOut;
            for (int i = 0; i < elements; i += 4) {
                int x = inStart + i;
                int y = inOutStart + i;
                int p = a[x] * b[y] + a[x + 1] * b[y + 2];
                int q = a[x] * b[y + 1] + a[x + 1] * b[y + 3];
                int r = a[x + 2] * b[y] + a[x + 3] * b[y + 2];
                int s = a[x + 2] * b[y + 1] + a[x + 3] * b[y + 3];
                b[y] = p;
                b[y + 1] = q;
                b[y + 2] = r;
                b[y + 3] = s;
            }
        }
    },
    /** Composition of affine maps x -> p x + q of longs, which does not commute. */
    AFFINE(BaseType.LONG, 2, false) {
        @Override
        void apply(Object in, int inStart, Object inOut, int inOutStart, int elements) {
            long[] a = (long[]) in;
            long[] b = (long[]) inOut;
            for (int i = 0; i < elements; i += 2) {
                long p = a[inStart + i];
                b[inOutStart + i + 1] = p * b[inOutStart + i + 1] + a[inStart + i + 1];
                b[inOutStart + i] *= p;
            }
        }
    },
    /** Largest of bytes. */
    BYTE_MAX(BaseType.BYTE, 1, true) {
        @Override
        void apply(Object in, int inStart, Object inOut, int inOutStart, int elements) {
            byte[] a = (byte[]) in;
            byte[] b = (byte[]) inOut;
            for (int i = 0; i < elements; i++) {
                b[inOutStart + i] = (byte) Math.max(a[inStart + i], b[inOutStart + i]);
            }
        }
    };

    private final BaseType base;
    private final int width;
    private final boolean commutative;

    Operations(BaseType base, int width, boolean commutative) {
        this.base = base;
        this.width = width;
        this.commutative = commutative;
    }

    abstract void apply(Object in, int inStart, Object inOut, int inOutStart, int elements);

    BaseType base() {
        return base;
    }

    int bytes() {
        return width << base.arrayShift();
    }

    boolean commutative() {
        return commutative;
    }

    /** One element without gaps. */
    TypeLayout dense() {
        return TypeLayout.bytes(bytes());
    }

    /** One element with a gap in it and one behind it. */
    TypeLayout gapped() {
        int half = Math.max(1, width / 2) << base.arrayShift();
        return TypeLayout.of(new long[] {0, half + 8L}, new long[] {half, bytes() - half}, 0, bytes() + 24L);
    }

    /** The operation as collectives see it. */
    Reduction reduction() {
        Operations operation = this;
        return new Reduction() {
            @Override
            public boolean commutative() {
                return operation.commutative;
            }

            @Override
            public void apply(Object in, int inStart, Object inOut, int inOutStart, int elements) {
                operation.apply(in, inStart, inOut, inOutStart, elements);
            }
        };
    }

    /** Packed data combined one after the other: left op right, into right. */
    byte[] combine(byte[] left, byte[] right) {
        ReduceType type = new ReduceType(dense(), base);
        int elements = left.length / bytes();
        Object a = type.newArray(elements);
        Object b = type.newArray(elements);
        Buffers.write(a, 0, TypeLayout.BYTE, left);
        Buffers.write(b, 0, TypeLayout.bytes(1), right);
        apply(a, 0, b, 0, elements * width);
        return Buffers.read(b, 0, TypeLayout.bytes(1), right.length);
    }
}
