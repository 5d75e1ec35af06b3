package org.bipj.mpi.op;

/** REPLACE and NO_OP: one of the operands, whatever the data. */
final class Selection implements Reduction {
    private final boolean left;

    Selection(boolean left) {
        this.left = left;
    }

    @Override
    public boolean commutative() {
        return false;
    }

    @Override
    public void apply(Object in, int inStart, Object inOut, int inOutStart, int elements) {
        if (left) {
            System.arraycopy(in, inStart, inOut, inOutStart, elements);
        }
    }
}
