package org.bipj.mpi.io;

import java.util.Set;
import org.bipj.mpi.type.External32;

/** Data representations that need no registration (MPI 4.1 section 14.5). */
public final class Representations {
    /** The representation in which the file has bytes as memory has them. */
    static final String NATIVE = "native";

    /** As native: all ranks are of one architecture. */
    static final String INTERNAL = "internal";

    /** Their names. */
    public static final Set<String> NAMES = Set.of(NATIVE, INTERNAL, External32.NAME);

    private Representations() {}
}
