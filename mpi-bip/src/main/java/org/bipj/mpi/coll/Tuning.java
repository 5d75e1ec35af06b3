package org.bipj.mpi.coll;

/**
 * Chooses algorithms by bytes, number of ranks, and whether ranks outnumber cores. Every rank must come to the same
 * choice, so that only what all ranks know may enter: not a buffer's kind, not a layout, not the local number of cores.
 *
 * <p>Where ranks outnumber cores, a message costs 0.1 us and a wait a time slice of somebody else. What counts is then
 * how often each rank must be scheduled for one operation, not the number of messages or of rounds: with one root,
 * every other rank waits once.
 */
final class Tuning {
    /**
     * Up to here a message travels with its envelope and costs its latency: rounds count, bytes do not. Beyond it,
     * bytes begin to cost as much as the latency (8 KiB at 30 GB/s take 0.25 us).
     */
    static final int SHORT_BYTES = 8 << 10;

    /**
     * From here the gain of splitting a message pays for the additional rounds: 64 KiB take 2 us, a round 0.1 to 0.3.
     */
    static final int LONG_BYTES = 64 << 10;

    /**
     * A rank that must speak to more ranks than this is slower than a tree even if everybody must be scheduled more
     * than once: 2 * 64 messages of 0.1 us are three time slices of a busy core's yield.
     */
    static final int LINEAR_RANKS = 64;

    /** Degree of the barrier's tree above {@link #LINEAR_RANKS}: few levels, and no rank serves many. */
    static final int TREE_DEGREE = 16;

    /** Blocks up to here are copied several times by Bruck's alltoall, which is cheaper than as many messages. */
    static final int BRUCK_BYTES = 256;

    /** With fewer ranks, Bruck's alltoall saves no message that would pay for its copies. */
    static final int BRUCK_RANKS = 8;

    /** Packed bytes that one array can hold with room to spare; longer messages go whole, whatever their layout. */
    static final long PACKED_BYTES_MAX = 1L << 30;

    /** A chain of more ranks than this fills later than scatter and allgather end. */
    static final int CHAIN_RANKS = 8;

    /** A piece of a long vector that is combined while it is in a core's cache and the next one arrives. */
    static final int PIECE_BYTES = 64 << 10;

    /** With cores short, each piece costs a turn of other ranks, which is dearer than a cache miss. */
    static final int CROWDED_PIECE_BYTES = 512 << 10;

    /** Each rank reads all others' lines of the table, and most of them come from another core: 50 to 100 ns each. */
    static final int TABLE_RANKS = 64;

    private final int size;
    private final boolean oversubscribed;
    private final int tableBytes;
    private final boolean checksTypes;
    private final boolean powerOfTwo;
    private final Algorithm[] forced = new Algorithm[Collective.values().length];

    /**
     * The choices for one communicator.
     *
     * @param size number of ranks
     * @param oversubscribed true where ranks outnumber cores
     * @param tableBytes most bytes of a rank on the job's table; 0: the communicator has none
     * @param checksTypes true where messages carry the types of their data, which the table does not
     */
    Tuning(int size, boolean oversubscribed, int tableBytes, boolean checksTypes) {
        this.size = size;
        this.checksTypes = checksTypes;
        this.tableBytes = tableBytes;
        this.oversubscribed = oversubscribed;
        this.powerOfTwo = Integer.bitCount(size) == 1;
    }

    /**
     * Overrides the choice for an operation where the algorithm can serve it; null ends that. For tests and studies.
     */
    void force(Collective operation, Algorithm algorithm) {
        forced[operation.ordinal()] = algorithm;
    }

    /** True where this many bytes of each rank go over the job's table. */
    private boolean table(long bytes) {
        return size > 1 && size <= TABLE_RANKS && tableBytes > 0 && bytes <= tableBytes;
    }

    private Algorithm forced(Collective operation) {
        return forced[operation.ordinal()];
    }

    /** True where one root may serve all other ranks, so that each of them waits once. */
    private boolean linear() {
        return oversubscribed && size > 2 && size <= LINEAR_RANKS;
    }

    /** The same for a message of that length, which the root sends or receives as often as there are other ranks. */
    private boolean linear(long bytes) {
        return bytes <= LONG_BYTES && linear();
    }

    /** Bytes of the pieces in which long messages pass through a rank. */
    int pieceBytes() {
        return oversubscribed ? CROWDED_PIECE_BYTES : PIECE_BYTES;
    }

    Algorithm barrier() {
        Algorithm choice = forced(Collective.BARRIER);
        if (choice != null) {
            return choice;
        }
        if (table(0)) {
            return Algorithm.TABLE;
        }
        return oversubscribed && size > 2 ? Algorithm.TREE : Algorithm.DISSEMINATION;
    }

    /** Children of a rank in the barrier's tree. */
    int barrierDegree() {
        return size <= LINEAR_RANKS ? size - 1 : TREE_DEGREE;
    }

    Algorithm bcast(long bytes) {
        Algorithm choice = forced(Collective.BCAST);
        if (choice != null) {
            return choice;
        }
        if (linear(bytes)) {
            return Algorithm.LINEAR;
        }
        // With more ranks than cores the copies are the work, and all algorithms copy the same bytes.
        if (size == 2 || bytes < LONG_BYTES || bytes > PACKED_BYTES_MAX || oversubscribed) {
            return Algorithm.BINOMIAL;
        }
        return size <= CHAIN_RANKS ? Algorithm.CHAIN : Algorithm.SCATTER_ALLGATHER;
    }

    /**
     * Gather and scatter of equal blocks. Binomial trees forward each block log(n) times, which only short ones bear.
     */
    Algorithm rooted(Collective operation, long blockBytes) {
        Algorithm choice = forced(operation);
        if (choice != null) {
            return choice;
        }
        return size <= 4 || linear() || blockBytes * size > LONG_BYTES ? Algorithm.LINEAR : Algorithm.BINOMIAL;
    }

    Algorithm allgather(long blockBytes) {
        Algorithm choice = forced(Collective.ALLGATHER);
        if (choice != null && (choice != Algorithm.RECURSIVE_DOUBLING || powerOfTwo)) {
            return choice;
        }
        long allBytes = blockBytes * size;
        if (allBytes > LONG_BYTES) {
            return Algorithm.RING;
        }
        if (linear()) {
            return allBytes <= SHORT_BYTES ? Algorithm.VIA_ROOT : Algorithm.LINEAR;
        }
        return powerOfTwo ? Algorithm.RECURSIVE_DOUBLING : Algorithm.BRUCK;
    }

    /** Allgather of unequal blocks, on whose bytes all ranks agree. */
    Algorithm allgatherv(long allBytes) {
        Algorithm choice = forced(Collective.ALLGATHER);
        if (choice == Algorithm.LINEAR || choice == Algorithm.RING) {
            return choice;
        }
        return linear() && allBytes <= LONG_BYTES ? Algorithm.LINEAR : Algorithm.RING;
    }

    Algorithm alltoall(long blockBytes) {
        Algorithm choice = forced(Collective.ALLTOALL);
        if (choice != null) {
            return choice;
        }
        if (blockBytes <= BRUCK_BYTES && size >= BRUCK_RANKS && !linear()) {
            return Algorithm.BRUCK;
        }
        return alltoallv();
    }

    /** Alltoall where a rank knows the bytes of its own blocks only. */
    Algorithm alltoallv() {
        Algorithm choice = forced(Collective.ALLTOALL);
        if (choice == Algorithm.LINEAR || choice == Algorithm.PAIRWISE) {
            return choice;
        }
        return linear() ? Algorithm.LINEAR : Algorithm.PAIRWISE;
    }

    Algorithm reduce(long bytes) {
        Algorithm choice = forced(Collective.REDUCE);
        if (choice != null) {
            return choice;
        }
        if (linear(bytes)) {
            return Algorithm.LINEAR;
        }
        return size > 2 && bytes >= LONG_BYTES ? Algorithm.RABENSEIFNER : Algorithm.BINOMIAL;
    }

    Algorithm allreduce(long bytes, boolean commutative) {
        Algorithm choice = forced(Collective.ALLREDUCE);
        if (choice == Algorithm.PAIR && size != 2
                || choice == Algorithm.RING && !commutative
                || choice == Algorithm.TABLE && !table(bytes)) {
            choice = null;
        }
        if (choice != null) {
            return choice;
        }
        // Two ranks with a core each are as quick with a message each way.
        if (table(bytes) && !checksTypes && (oversubscribed || size > 2)) {
            return Algorithm.TABLE;
        }
        if (linear(bytes)) {
            return Algorithm.VIA_ROOT;
        }
        if (bytes <= SHORT_BYTES) {
            return size == 2 ? Algorithm.PAIR : Algorithm.RECURSIVE_DOUBLING;
        }
        // Between powers of two, Rabenseifner's ranks that are left over send everything once more.
        return powerOfTwo || !commutative || bytes < LONG_BYTES ? Algorithm.RABENSEIFNER : Algorithm.RING;
    }

    Algorithm reduceScatter(long allBytes) {
        Algorithm choice = forced(Collective.REDUCE_SCATTER);
        if (choice != null && size > 1) {
            return choice;
        }
        return allBytes <= SHORT_BYTES && size > 2 ? Algorithm.VIA_ROOT : Algorithm.PAIRWISE;
    }

    Algorithm scan() {
        Algorithm choice = forced(Collective.SCAN);
        if (choice != null) {
            return choice;
        }
        // In a chain each rank waits once; with cores for all, log(n) rounds beat n hops.
        return oversubscribed ? Algorithm.CHAIN : Algorithm.RECURSIVE_DOUBLING;
    }
}
