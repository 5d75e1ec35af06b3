package org.bipj.mpi.topology;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.jspecify.annotations.Nullable;

/**
 * How the processes of a communicator are split by what they use (MPI_Comm_split_type, MPI 4.1 section 7.4.2). Each says the same number
 * of bytes about itself; of those of all, each finds out alike.
 */
public final class ResourceSplit {
    /** Bytes of a node's name that are compared. */
    private static final int NODE_BYTES = 256;

    private static final int KINDS = HardwareResource.values().length;

    /** Bytes that a process says about itself. */
    public static final int BYTES = NODE_BYTES + Integer.BYTES * (2 + KINDS);

    private final ByteBuffer all;
    private final int size;
    private final int undefined;

    /**
     * A split of the processes that have said this.
     *
     * @param all what {@link #of} has made of each, in the order of ranks
     * @param undefined the type of processes that take no part
     */
    public ResourceSplit(byte[] all, int undefined) {
        this.all = ByteBuffer.wrap(all);
        this.size = all.length / BYTES;
        this.undefined = undefined;
    }

    /**
     * What a process says about itself.
     *
     * @param type its argument of the call
     * @param value the value of the key that guides the split; empty without one
     * @param instances {@link HardwareResource#instances}
     */
    public static byte[] of(int type, String value, String node, int[] instances) {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES);
        byte[] name = node.getBytes(StandardCharsets.UTF_8);
        bytes.put(name, 0, Math.min(name.length, NODE_BYTES)).position(NODE_BYTES);
        bytes.putInt(type).putInt(value.hashCode());
        for (int instance : instances) {
            bytes.putInt(instance);
        }
        return bytes.array();
    }

    private int number(int rank, int i) {
        return all.getInt(rank * BYTES + NODE_BYTES + Integer.BYTES * i);
    }

    private boolean takesPart(int rank) {
        return number(rank, 0) != undefined;
    }

    /** Checks that all processes that take part mean the same. */
    public void checkAgreement() {
        int first = -1;
        for (int rank = 0; rank < size; rank++) {
            if (takesPart(rank)) {
                first = first < 0 ? rank : first;
                check(first, rank, 0, "splitType is " + number(rank, 0));
                check(first, rank, 1, "the info key that says by what to split has another value");
            }
        }
    }

    private void check(int first, int rank, int i, String what) {
        if (number(first, i) != number(rank, i)) {
            throw new EngineException(
                    ErrorClass.ARG, "at rank " + rank + " " + what + "; expected the same as at rank " + first);
        }
    }

    /** The lowest rank of those that use the same instance as this one; {@code undefined} where it uses none, or several. */
    public int colour(int rank, HardwareResource kind) {
        if (!takesPart(rank) || instance(rank, kind) < 0) {
            return undefined;
        }
        int other = 0;
        while (!share(rank, other, kind)) {
            other++;
        }
        return other;
    }

    private int instance(int rank, HardwareResource kind) {
        return number(rank, 2 + kind.ordinal());
    }

    private boolean share(int rank, int other, HardwareResource kind) {
        int at = rank * BYTES;
        int otherAt = other * BYTES;
        return takesPart(other)
                && instance(rank, kind) == instance(other, kind)
                && Arrays.equals(all.array(), at, at + NODE_BYTES, all.array(), otherAt, otherAt + NODE_BYTES);
    }

    /** The largest kind whose instances split the processes, so that none has them all; null if there is none. */
    public @Nullable HardwareResource largest() {
        for (HardwareResource kind : HardwareResource.values()) {
            int users = 0;
            int ofFirst = 0;
            for (int rank = 0; rank < size; rank++) {
                users += colour(rank, kind) == undefined ? 0 : 1;
                ofFirst += colour(rank, kind) == 0 ? 1 : 0;
            }
            if (users > 0 && ofFirst < size) {
                return kind;
            }
        }
        return null;
    }
}
