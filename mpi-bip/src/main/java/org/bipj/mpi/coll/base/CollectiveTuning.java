package org.bipj.mpi.coll.base;

import java.util.HashMap;
import java.util.Map;
import org.bipj.core.replay.CollectiveFacts;
import org.jspecify.annotations.Nullable;

/**
 * The facts, apart from bytes, that the choice of algorithms depends on: number of ranks, and whether they outnumber cores. Each
 * operation's folder has the choice itself. Every rank must come to the same choice, so that only what all ranks know may
 * enter: not a buffer's kind, not a layout, not the local number of cores.
 *
 * <p>Where ranks outnumber cores, a message costs 0.1 us and a wait a time slice of somebody else. What counts is then
 * how often each rank must be scheduled for one operation, not the number of messages or of rounds: with one root,
 * every other rank waits once.
 */
public final class CollectiveTuning {
    /**
     * Up to here a message travels with its envelope and costs its latency: rounds count, bytes do not. Beyond it,
     * bytes begin to cost as much as the latency (8 KiB at 30 GB/s take 0.25 us).
     */
    public static final int SHORT_BYTES = 8 << 10;

    /**
     * From here the gain of splitting a message pays for the additional rounds: 64 KiB take 2 us, a round 0.1 to 0.3.
     */
    public static final int LONG_BYTES = 64 << 10;

    /**
     * A rank that must speak to more ranks than this is slower than a tree even if everybody must be scheduled more
     * than once: 2 * 64 messages of 0.1 us are three time slices of a busy core's yield.
     */
    public static final int LINEAR_RANKS = 64;

    /** Degree of the barrier's tree above {@link #LINEAR_RANKS}: few levels, and no rank serves many. */
    public static final int TREE_DEGREE = 16;

    /** Blocks up to here are copied several times by Bruck's alltoall, which is cheaper than as many messages. */
    public static final int BRUCK_BYTES = 256;

    /** With fewer ranks, Bruck's alltoall saves no message that would pay for its copies. */
    public static final int BRUCK_RANKS = 8;

    /** Packed bytes that one array can hold with room to spare; longer messages go whole, whatever their layout. */
    public static final long PACKED_BYTES_MAX = 1L << 30;

    /** A chain of more ranks than this fills later than scatter and allgather end. */
    public static final int CHAIN_RANKS = 8;

    /** A piece of a long vector that is combined while it is in a core's cache and the next one arrives. */
    public static final int PIECE_BYTES = 64 << 10;

    /** With cores short, each piece costs a turn of other ranks, which is dearer than a cache miss. */
    public static final int CROWDED_PIECE_BYTES = 512 << 10;

    /** Each rank reads all others' marks, and most of them come from another core: 50 to 100 ns each. */
    public static final int SHARING_RANKS = 64;

    /**
     * Up to here a root's messages lie ready in rings, hundreds of them, while the other ranks do not run; from here on the
     * copies count.
     */
    public static final int RUN_AHEAD_BYTES = 16 << 10;

    /**
     * From here on two ranks broadcast through shared memory: the root need not ask whether the other one is ready, and the
     * other one reads what has left the root's cache, which between distant cores is four times as quick.
     */
    public static final int PAIR_BCAST_BYTES = 1 << 20;

    /** Bytes of each rank that every rank folds for itself, in place of a message each way. */
    public static final int TABLE_BYTES = 56;

    /**
     * Bytes of broadcasts that a rank keeps before it calls them, where network interfaces multicast: ten milliseconds at the
     * 26 MB/s of LCI's boards, so that the root's wait for the last rank, some 0.2 ms, does not count.
     */
    public static final int MULTICAST_AHEAD_BYTES = 256 << 10;

    private final int size;
    private final boolean oversubscribed;
    private final boolean sharing;
    private final boolean checksTypes;
    private final boolean multicasting;
    private final boolean powerOfTwo;
    /** By the enum that names an operation's algorithms; null where nothing is forced. */
    private @Nullable Map<Class<?>, Enum<?>> forced;
    /** Where algorithms are forced for these ranks, which are a part of others; null: here. */
    private @Nullable CollectiveTuning whole;
    /** As it was in the run that is replayed; null where none is. */
    private @Nullable CollectiveTuning replayed;

    /**
     * The choices for one communicator.
     *
     * @param size number of ranks
     * @param oversubscribed true where ranks outnumber cores
     * @param sharing true where the ranks can share memory
     * @param checksTypes true where messages carry the types of their data, which shared memory does not
     * @param multicasting true where network interfaces multicast
     */
    public CollectiveTuning(
            int size, boolean oversubscribed, boolean sharing, boolean checksTypes, boolean multicasting) {
        this.size = size;
        this.checksTypes = checksTypes;
        this.multicasting = multicasting;
        this.sharing = sharing;
        this.oversubscribed = oversubscribed;
        this.powerOfTwo = Integer.bitCount(size) == 1;
    }

    /**
     * The same for operations that are recorded: without shared memory and multicasts, which serve blocking calls only. Before
     * the ranks have agreed, {@code agreed} is null, and none of them takes processors to be short.
     */
    public static CollectiveTuning recorded(int size, @Nullable CollectiveTuning agreed) {
        CollectiveTuning tuning = new CollectiveTuning(
                size, agreed != null && agreed.oversubscribed, false, agreed != null && agreed.checksTypes, false);
        tuning.forced = agreed == null ? null : agreed.forced;
        return tuning;
    }

    /** The same for a communicator that this one's ranks have made, and whose ranks can share memory, and multicast, or not. */
    public CollectiveTuning inherited(int otherSize, boolean otherSharing, boolean otherMulticasting) {
        CollectiveTuning tuning =
                new CollectiveTuning(otherSize, oversubscribed, otherSharing, checksTypes, otherMulticasting);
        tuning.forced = forced;
        return tuning;
    }

    /** The same where a run is replayed in which these facts held; null: none is. */
    public CollectiveTuning replaying(@Nullable CollectiveFacts facts) {
        if (facts != null) {
            replayed =
                    new CollectiveTuning(size, oversubscribed, facts.shares(), facts.checksTypes(), facts.multicasts());
            replayed.whole = this;
        }
        return this;
    }

    /** By what the algorithms of reductions are chosen, since the order in which they round is theirs: this, or what is replayed. */
    CollectiveTuning ofReductions() {
        return replayed == null ? this : replayed;
    }

    /** The same for some of these ranks, in operations that are parts of theirs. */
    CollectiveTuning part(int ranks, boolean partSharing) {
        CollectiveTuning tuning = new CollectiveTuning(ranks, oversubscribed, partSharing, checksTypes, false);
        tuning.whole = this;
        return tuning;
    }

    /**
     * Overrides the choice for an operation where the algorithm can serve it; null ends that. For tests and studies.
     */
    public <A extends Enum<A>> void force(Class<A> operation, @Nullable A algorithm) {
        if (forced == null) {
            forced = new HashMap<>();
        }
        forced.put(operation, algorithm);
    }

    /** The algorithm that is forced for an operation, or null. */
    public <A extends Enum<A>> @Nullable A forced(Class<A> operation) {
        if (whole != null) {
            return whole.forced(operation);
        }
        return forced == null ? null : operation.cast(forced.get(operation));
    }

    /** True where the ranks can share memory, and few enough to read each other's marks. */
    public boolean shares() {
        return sharing && size > 1 && size <= SHARING_RANKS;
    }

    /** As {@link #shares}, for data: messages carry their types where those are checked. */
    public boolean sharesData() {
        return shares() && !checksTypes;
    }

    /**
     * True where a vector or block of that many bytes of each rank goes through shared memory, since ranks outnumber cores
     * and each of them then runs once or twice for an operation. Longer ones are mostly copies, which two cores share better
     * where no rank has to fold for all.
     */
    public boolean shares(long bytes) {
        return sharesData() && oversubscribed && size > 2 && bytes <= LONG_BYTES;
    }

    /** True where network interfaces multicast, and to more ranks than a message reaches. */
    public boolean multicasts() {
        return multicasting && size > 2;
    }

    /** The number of ranks in the communicator. */
    public int size() {
        return size;
    }

    /** True where the ranks outnumber the cores. */
    public boolean oversubscribed() {
        return oversubscribed;
    }

    /** True where messages carry the types of their data. */
    public boolean checksTypes() {
        return checksTypes;
    }

    /** True where the number of ranks is a power of two. */
    public boolean powerOfTwo() {
        return powerOfTwo;
    }

    /** True where one root may serve all other ranks, so that each of them waits once. */
    public boolean linear() {
        return oversubscribed && size > 2 && size <= LINEAR_RANKS;
    }

    /** The same for a message of that length, which the root sends or receives as often as there are other ranks. */
    public boolean linear(long bytes) {
        return bytes <= LONG_BYTES && linear();
    }

    /** Bytes of the pieces in which long messages pass through a rank. */
    public int pieceBytes() {
        return oversubscribed ? CROWDED_PIECE_BYTES : PIECE_BYTES;
    }

    /**
     * True where gather and scatter of equal blocks are served by one root: binomial trees forward each block log(n) times,
     * which only short ones bear.
     */
    public boolean rootedLinear(long blockBytes) {
        return size <= 4 || linear() || blockBytes * size > LONG_BYTES;
    }
}
