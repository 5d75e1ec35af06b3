package org.bipj.core.nic;

/**
 * Where an endpoint is found. Names travel in messages as one {@code long}, so that none is made for a message.
 *
 * <pre>
 *   63  62         40 39       20 19       0
 *   | 0 | generation | endpoint  | rank    |
 * </pre>
 *
 * @param rank its owner
 * @param endpoint its number at the owner; 0 is the first one that the owner has opened, which all ranks know
 * @param generation which of the endpoints that have had this number, from 1; 0 in the name of one that is known by
 *     its number alone stands for any of them
 */
public record EndpointName(int rank, int endpoint, int generation) {
    private static final int RANK_BITS = 20;
    private static final int ENDPOINT_BITS = 20;
    private static final int GENERATION_BITS = 23;

    /** Most ranks whose endpoints have names, and most endpoints of one. */
    public static final int MOST = 1 << RANK_BITS;

    /** A name; its parts are in range. */
    public EndpointName {
        check("rank", rank, RANK_BITS);
        check("endpoint", endpoint, ENDPOINT_BITS);
        check("generation", generation, GENERATION_BITS);
    }

    private static void check(String what, int value, int bits) {
        if (value >>> bits != 0) {
            throw new IllegalArgumentException(
                    "name of an endpoint: " + what + " " + value + ", expected 0 to " + ((1 << bits) - 1));
        }
    }

    /** The name that all know: of the first endpoint that a rank has opened. */
    public static EndpointName first(int rank) {
        return new EndpointName(rank, 0, 0);
    }

    /** The name in 64 bits, as messages carry it. */
    public long packed() {
        return (long) generation << RANK_BITS + ENDPOINT_BITS | (long) endpoint << RANK_BITS | rank;
    }

    /** The name that {@link #packed} made. */
    public static EndpointName of(long packed) {
        return new EndpointName(rank(packed), endpoint(packed), generation(packed));
    }

    /** The rank in a packed name. */
    public static int rank(long packed) {
        return (int) packed & (1 << RANK_BITS) - 1;
    }

    /** The number of the endpoint in a packed name. */
    public static int endpoint(long packed) {
        return (int) (packed >>> RANK_BITS) & (1 << ENDPOINT_BITS) - 1;
    }

    /** The generation of a packed name; 0 stands for any. */
    public static int generation(long packed) {
        return (int) (packed >>> RANK_BITS + ENDPOINT_BITS);
    }

    /** A packed name without its generation: the place of the endpoint. */
    public static long place(long packed) {
        return packed & (1L << RANK_BITS + ENDPOINT_BITS) - 1;
    }
}
