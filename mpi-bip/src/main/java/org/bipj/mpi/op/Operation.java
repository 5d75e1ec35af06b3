package org.bipj.mpi.op;

/** The predefined operations (MPI 4.1 section 6.9.2). */
public enum Operation {
    MAX,
    MIN,
    SUM,
    PROD,
    LAND,
    BAND,
    LOR,
    BOR,
    LXOR,
    BXOR,
    MINLOC,
    MAXLOC,
    REPLACE,
    NO_OP;

    /** True if operands may change places. */
    public boolean isCommutative() {
        return isReduction();
    }

    /** True where values are combined, and their type matters; false for REPLACE and NO_OP. */
    public boolean isReduction() {
        return this != REPLACE && this != NO_OP;
    }
}
