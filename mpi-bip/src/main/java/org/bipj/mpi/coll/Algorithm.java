package org.bipj.mpi.coll;

/**
 * Names of algorithms. Each class of this package that implements one says for which operation, and cites its source.
 */
enum Algorithm {
    /** The root exchanges a message with every other rank. */
    LINEAR,
    /** A tree of small fixed degree. */
    TREE,
    /** In round k, every rank tells the rank 2^k behind it. */
    DISSEMINATION,
    /** A binomial tree. */
    BINOMIAL,
    /** Pieces travel from rank to rank. */
    CHAIN,
    /** The root scatters, then all gather. */
    SCATTER_ALLGATHER,
    /** In round k, ranks at distance 2^k exchange what they have. */
    RECURSIVE_DOUBLING,
    /** Recursive halving, then gathering: half the work of recursive doubling. */
    RABENSEIFNER,
    /** Every rank passes on to its right what came from its left. */
    RING,
    /** Logarithmic rounds for any number of ranks, at the price of copies. */
    BRUCK,
    /** In round k, every rank sends to the rank k behind it and receives from the rank k before it. */
    PAIRWISE,
    /** Two simpler collective operations, one after the other, over one root. */
    VIA_ROOT,
    /** One exchange between two ranks. */
    PAIR,
    /** Every rank writes to one place and reads all the others'. */
    TABLE
}
