package org.bipj.mpi.coll.base;

import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.coll.port.CollPort;
import org.jspecify.annotations.Nullable;

/** Checks of arguments that must be right before the first message, because other ranks would wait for it. */
public final class CollectiveChecks {
    private CollectiveChecks() {}

    /** Rejects a root that is no rank of the communicator. */
    public static void root(CollPort c, int root) {
        if (root < 0 || root >= c.size()) {
            throw error(c, ErrorClass.ROOT, "root is " + root + ", expected 0 to " + (c.size() - 1));
        }
    }

    /** Rejects a negative count. */
    public static void count(CollPort c, String name, long count) {
        if (count < 0) {
            throw error(c, ErrorClass.COUNT, name + " is " + count + ", expected 0 or more");
        }
    }

    /** One count per rank, none negative, and as many displacements. */
    private static void counts(CollPort c, String name, int @Nullable [] counts, int @Nullable [] displacements) {
        counts(c, name, counts);
        perRank(c, "displacements of the ", name, displacements == null ? -1 : displacements.length);
    }

    /** Rejects counts that are not one for each rank, or are negative. */
    @SuppressWarnings("NullAway") // perRank refuses null.
    public static void counts(CollPort c, String name, int @Nullable [] counts) {
        perRank(c, "", name, counts == null ? -1 : counts.length);
        for (int rank = 0; rank < c.size(); rank++) {
            if (counts[rank] < 0) {
                throw error(
                        c,
                        ErrorClass.COUNT,
                        name + " for rank " + rank + " is " + counts[rank] + ", expected 0 or more");
            }
        }
    }

    /**
     * One count, none negative, displacement and datatype per rank.
     *
     * @param counts name of the counts
     * @param types name of the datatypes
     */
    public static void blocks(CollPort c, String counts, String types, Blocks blocks) {
        counts(c, counts, blocks.counts(), blocks.displacements());
        if (blocks.isTyped()) {
            types(c, types, blocks.types());
        }
    }

    /** Rejects datatypes that are not one for each rank. */
    @SuppressWarnings("NullAway") // perRank refuses null.
    private static void types(CollPort c, String name, TypeLayout @Nullable [] types) {
        perRank(c, "", name, types == null ? -1 : types.length);
        for (int rank = 0; rank < c.size(); rank++) {
            if (types[rank] == null) {
                throw error(c, ErrorClass.TYPE, name + " for rank " + rank + " is null, expected a datatype");
            }
        }
    }

    /** Rejects null, and MPI_IN_PLACE where the standard does not define it. */
    public static void present(CollPort c, String name, @Nullable Object buffer) {
        if (buffer == null || buffer == CollState.IN_PLACE) {
            String found = buffer == null ? "null" : "IN_PLACE, which is for the root";
            throw error(c, ErrorClass.BUFFER, name + " is " + found);
        }
    }

    /** Checks equal blocks of one direction; where there is no root, the only block must be there. */
    public static void block(CollPort c, String way, Data block, boolean isRoot) {
        // The name is joined for an error only, so that no call allocates.
        if (block.count() < 0) {
            count(c, way + " count", block.count());
        }
        if (!isRoot && block.bytes() > 0 && (block.buffer() == null || block.buffer() == CollState.IN_PLACE)) {
            present(c, way + " buffer", block.buffer());
        }
    }

    /** Rejects unequal bytes: a rank sends to itself what it receives from itself. */
    public static void sameBytes(CollPort c, long sent, long received) {
        if (sent != received) {
            throw error(
                    c,
                    ErrorClass.COUNT,
                    "it sends " + sent + " bytes to each rank and expects " + received + " of each");
        }
    }

    /** Rejects bytes that are both sent and received. Only blocks without gaps in the same buffer are compared. */
    public static void disjoint(CollPort c, Blocks send, Blocks receive) {
        if (send.buffer() != receive.buffer()) {
            return;
        }
        for (int dest = 0; dest < c.size(); dest++) {
            for (int source = 0; source < c.size(); source++) {
                if (overlap(send, dest, receive, source)) {
                    throw error(
                            c,
                            ErrorClass.BUFFER,
                            "what goes to rank " + dest + " and what comes from rank " + source
                                    + " overlap in the one buffer");
                }
            }
        }
    }

    private static boolean overlap(Blocks a, int i, Blocks b, int k) {
        return a.type(i).isDense()
                && b.type(k).isDense()
                && a.bytes(i) > 0
                && b.bytes(k) > 0
                && a.offset(i) < b.offset(k) + b.bytes(k)
                && b.offset(k) < a.offset(i) + a.bytes(i);
    }

    /** Rejects an array that does not hold all elements to be combined. */
    public static void range(CollPort c, String name, int length, long first, long elements) {
        if (first < 0 || first + elements > length) {
            throw error(
                    c,
                    ErrorClass.BUFFER,
                    name + " has " + length + " elements, expected elements " + first + " to "
                            + (first + elements - 1));
        }
    }

    /** The name is passed in two parts, which are joined for an error only, so that no call allocates. */
    private static void perRank(CollPort c, String of, String name, int length) {
        if (length < c.size()) {
            String found = length < 0 ? "null" : length + " entries";
            throw error(
                    c, ErrorClass.ARG, of + name + ": " + found + ", expected one for each of " + c.size() + " ranks");
        }
    }

    /** Makes an error that names the calling rank. */
    public static EngineException error(CollPort c, int errorClass, String message) {
        return new EngineException(errorClass, "rank " + c.rank() + ": " + message);
    }
}
