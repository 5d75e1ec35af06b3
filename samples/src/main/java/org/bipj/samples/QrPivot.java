package org.bipj.samples;

import java.nio.ByteBuffer;
import mpi.Datatype;
import mpi.MPI;
import mpi.Op;
import mpi.Struct;
import mpi.UserFunction;

/** A candidate for the next pivot: two ints and two doubles, and the operation that chooses between two of them. */
final class QrPivot extends Struct {
    private final int column = addInt();
    private final int owner = addInt();
    private final int square = addDouble();
    private final int head = addDouble();

    @Override
    protected Data newData() {
        return new Data();
    }

    /** A candidate in a buffer. */
    final class Data extends Struct.Data {
        /** Its column of the matrix. */
        int column() {
            return getInt(column);
        }

        /** The rank that has this column. */
        int owner() {
            return getInt(owner);
        }

        /** The sum of the squares of its remaining elements; negative if a rank has no column left. */
        double square() {
            return getDouble(square);
        }

        /** The first of these elements. */
        double head() {
            return getDouble(head);
        }

        void set(int columnNumber, int ownerRank, double squareSum, double first) {
            putInt(column, columnNumber);
            putInt(owner, ownerRank);
            putDouble(square, squareSum);
            putDouble(head, first);
        }

        /** The longer column wins; of two of the same length that with the smaller number, whatever the order of merging. */
        private boolean isBetterThan(Data other) {
            return square() > other.square() || square() == other.square() && column() < other.column();
        }
    }

    /** The operation that keeps the better of two candidates. */
    Op better() {
        return new Op(new Better(), true);
    }

    private final class Better extends UserFunction {
        @Override
        public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
            for (int i = 0; i < count; i++) {
                Data left = getData(in, i);
                Data right = getData(inOut, i);
                if (left.isBetterThan(right)) {
                    right.set(left.column(), left.owner(), left.square(), left.head());
                }
            }
        }
    }

    /** Room for one candidate. */
    ByteBuffer buffer() {
        return MPI.newByteBuffer(getExtent());
    }
}
