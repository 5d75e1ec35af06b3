package org.bipj.mpi.check;

import mpi.MpiCall;

/** How a one-sided operation uses the memory of its target. */
enum AccessKind {
    PUT,
    GET,
    /** Atomic by element, so that several may update the same one. */
    ACCUMULATE;

    static AccessKind of(MpiCall call) {
        return switch (Facts.of(call)) {
            case PUT -> PUT;
            case GET -> GET;
            default -> ACCUMULATE;
        };
    }

    /** False if both may use the same memory in one epoch (MPI 4.1 section 12.7). */
    boolean conflicts(AccessKind other) {
        return this == PUT || this != other;
    }
}
