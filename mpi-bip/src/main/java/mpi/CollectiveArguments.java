package mpi;

import org.bipj.mpi.coll.neighbour.Neighbourhood;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a {@link CollectiveCall} as the program gives them, which {@link Collective#perform} checks: what is sent and received,
 * the root, the operation of a reduction.
 */
class CollectiveArguments {
    final Side sent = new Side();
    final Side received = new Side();
    /** That of an operation with a root. */
    int root;

    /** That of a reduction; null is an error of the program. */
    @Nullable
    Op op;

    /** Those of an operation among neighbours, or between groups. */
    @Nullable
    Neighbourhood edges;

    /** True for the form with one buffer for both sides. Which side counts depends on the rank. */
    boolean isInPlace;
}
