package org.bipj.mpi.coll.base;

import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.coll.port.CommMulticast;
import org.jspecify.annotations.Nullable;

/**
 * Broadcasts of one communicator by multicasts of the network interface.
 *
 * <ul>
 *   <li>The ranks agree on a group in an operation that no rank leaves before all have called it: the first barrier after a
 *       broadcast, or the first allreduce. Until then broadcasts are messages, whose root need not wait for all.
 *   <li>Ranks that have not called a broadcast keep what comes for it, {@link CollectiveTuning#MULTICAST_AHEAD_BYTES} at most. All ranks
 *       count the bytes of broadcasts alike. Where the count would pass that bound the root waits until all have called, which
 *       signals along a tree tell it, and the count starts again. It also starts again with each operation as above.
 * </ul>
 */
public final class MulticastTurns {
    private static final int NO_GROUP = Long.SIZE;

    private final CollState state;
    private final @Nullable CommMulticast multicast;
    /** Whether a broadcast would have used a group, had there been one. */
    private boolean wanted;

    private boolean asked;
    private boolean agreed;
    /** Bytes that a root may send to ranks that have not called. */
    private long room = CollectiveTuning.MULTICAST_AHEAD_BYTES;

    /** For the ranks of one communicator; {@code multicast} is null where the port does not support it. */
    MulticastTurns(CollState state, @Nullable CommMulticast multicast) {
        this.state = state;
        this.multicast = multicast;
    }

    /** True if the ranks have agreed on a group. All must ask alike. */
    boolean isThere() {
        wanted = true;
        return agreed;
    }

    /**
     * An operation begins that no rank leaves before all have called it: all then have received all broadcasts before it.
     *
     * @param wants true if it uses the group itself
     */
    void synchronise(boolean wants) {
        room = CollectiveTuning.MULTICAST_AHEAD_BYTES;
        if ((wanted || wants) && !asked) {
            asked = true;
            agreed = agree();
        }
    }

    /** Copies the root's elements, at least one byte, to all ranks. */
    public void bcast(Data data, int root) {
        long bytes = data.bytes();
        if (bytes <= CollectiveTuning.MULTICAST_AHEAD_BYTES) {
            piece(data, bytes, root);
            return;
        }
        Data run = Packed.open(state, data, state.rank == root);
        for (long at = 0; at < bytes; at += CollectiveTuning.MULTICAST_AHEAD_BYTES) {
            long n = Math.min(CollectiveTuning.MULTICAST_AHEAD_BYTES, bytes - at);
            piece(state.bytes(run, at, n, run.type()), n, root);
        }
        Packed.close(state, run, data, state.rank != root);
    }

    private void piece(Data data, long bytes, int root) {
        assert multicast != null : "no multicasts";
        if (bytes > room) {
            awaitAll(root);
            room = CollectiveTuning.MULTICAST_AHEAD_BYTES;
        }
        room -= bytes;
        if (state.rank == root) {
            multicast.send(data, Tags.BCAST);
        } else {
            multicast.receive(data, root, Tags.BCAST);
        }
    }

    /** The root waits until all ranks have come so far: signals go up a binomial tree. */
    private void awaitAll(int root) {
        int virtual = Ranks.relative(state.rank, root, state.size);
        int mask = 1;
        for (; mask < state.size && (virtual & mask) == 0; mask <<= 1) {
            if (virtual + mask < state.size) {
                state.awaitSignal(Ranks.absolute(virtual + mask, root, state.size), Tags.BCAST);
            }
        }
        if (virtual != 0) {
            state.signal(Ranks.absolute(virtual - mask, root, state.size), Tags.BCAST);
        }
    }

    // ---- agreement ---------------------------------------------------------------------------------------------

    private boolean agree() {
        assert multicast != null : "no multicasts";
        int number = Long.numberOfTrailingZeros(common(multicast.free()));
        if (number == NO_GROUP) {
            return false;
        }
        boolean joined = multicast.join(number);
        boolean all = common(joined ? 1 : 0) != 0;
        if (!all) {
            multicast.close();
        }
        return all;
    }

    /** The bits that all ranks have: they go up a binomial tree to rank 0, and the result down. */
    private long common(long own) {
        long[] bits = {own};
        long[] others = new long[1];
        Data mine = Data.of(bits, 0, Long.BYTES, TypeLayout.BYTE);
        Data theirs = Data.of(others, 0, Long.BYTES, TypeLayout.BYTE);
        int mask = 1;
        for (; mask < state.size && (state.rank & mask) == 0; mask <<= 1) {
            if (state.rank + mask < state.size) {
                state.port.receive(theirs, state.rank + mask, Tags.SHARING);
                bits[0] &= others[0];
            }
        }
        if (state.rank != 0) {
            state.port.send(mine, state.rank - mask, Tags.SHARING);
            state.port.receive(mine, state.rank - mask, Tags.SHARING);
        }
        for (mask >>= 1; mask > 0; mask >>= 1) {
            if (state.rank + mask < state.size) {
                state.port.send(mine, state.rank + mask, Tags.SHARING);
            }
        }
        return bits[0];
    }
}
