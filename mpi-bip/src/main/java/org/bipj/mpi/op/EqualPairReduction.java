package org.bipj.mpi.op;

/**
 * MINLOC and MAXLOC on pairs of two numbers of one type, a value and an index, in arrays of that type: the better value wins, of
 * equal values the smaller index.
 */
final class EqualPairReduction extends LocationReduction {
    private final BaseType type;

    EqualPairReduction(Operation operation, BaseType type) {
        super(operation);
        this.type = type;
    }

    @Override
    public void apply(Object in, int inStart, Object inOut, int inOutStart, int elements) {
        for (int k = 0; k < elements; k += 2) {
            int i = inStart + k;
            int j = inOutStart + k;
            int order = compare(in, i, inOut, j);
            if (order == wins) {
                System.arraycopy(in, i, inOut, j, 2);
            } else if (order == 0 && compare(in, i + 1, inOut, j + 1) < 0) {
                System.arraycopy(in, i + 1, inOut, j + 1, 1);
            }
        }
    }

    /** -1, 0 or 1 for less, equal or greater; 2 where one of them is no number, so that neither wins. */
    private int compare(Object a, int i, Object b, int j) {
        return switch (type) {
            case SHORT2 -> Integer.signum(Short.compare(((short[]) a)[i], ((short[]) b)[j]));
            case LONG2 -> Long.compare(((long[]) a)[i], ((long[]) b)[j]);
            case FLOAT2 -> PairReduction.compare(((float[]) a)[i], ((float[]) b)[j]);
            default -> PairReduction.compare(((double[]) a)[i], ((double[]) b)[j]);
        };
    }
}
