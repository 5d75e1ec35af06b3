package org.bipj.mpi.call;

/** For which ranks of a collective operation the arguments of a side count. */
public enum Who {
    /** All ranks. */
    ALL,
    /** The root. */
    ROOT,
    /** All ranks but the root. */
    OTHERS,
    /** The operation has no such side. */
    NOBODY;

    /** True for the root, or for another rank. */
    public boolean is(boolean isRoot) {
        return switch (this) {
            case ALL -> true;
            case ROOT -> isRoot;
            case OTHERS -> !isRoot;
            case NOBODY -> false;
        };
    }
}
