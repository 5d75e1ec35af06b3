package org.bipj.splitc;

/**
 * The dissemination barrier of one rank, pure: in round r of a meeting a rank signals the one 2^r further on and waits for the
 * one 2^r before it. A signal carries the number of the meeting and its purpose, so signals may overtake each other,
 * and ranks that meet for different purposes find out.
 */
final class Signals {
    /** Why ranks meet: the low bits of a purpose; the rest is a number on which they must agree. */
    static final int OPEN = 0;

    static final int BARRIER = 1;
    static final int ALLOCATE = 2;
    static final int STORE_SYNC = 3;
    static final int CLOSE = 4;
    private static final int KIND_BITS = 3;

    private final int rank;
    private final int size;
    private final int rounds;
    private int meeting;
    /** By round and parity of the meeting: the latest number, and the purpose. */
    private final int[] numbers;

    private final long[] purposes;

    Signals(int rank, int size) {
        this.rank = rank;
        this.size = size;
        rounds = Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
        numbers = new int[2 * rounds];
        purposes = new long[2 * rounds];
    }

    static long purpose(int kind, long number) {
        return number << KIND_BITS | kind;
    }

    int rounds() {
        return rounds;
    }

    /** A meeting begins, whose number is returned: from 1. */
    int begin() {
        return ++meeting;
    }

    int to(int round) {
        return (int) ((rank + (1L << round)) % size);
    }

    /** The rank whose signal a round waits for. */
    int from(int round) {
        return (int) ((rank - (1L << round) % size + size) % size);
    }

    void arrived(int round, int number, long purpose) {
        int at = 2 * round + (number & 1);
        numbers[at] = number;
        purposes[at] = purpose;
    }

    boolean hasArrived(int round) {
        return numbers[2 * round + (meeting & 1)] == meeting;
    }

    /** What is wrong with the signal of a round; null: nothing. */
    String disagreement(int round, long purpose) {
        long other = purposes[2 * round + (meeting & 1)];
        if (other == purpose) {
            return null;
        }
        return "rank " + rank + " is in " + words(purpose) + ", rank " + from(round) + " in " + words(other)
                + "; expected the same collective calls, in the same order, on all ranks";
    }

    private static String words(long purpose) {
        long number = purpose >> KIND_BITS;
        return switch ((int) purpose & (1 << KIND_BITS) - 1) {
            case OPEN -> "init with a memory of " + number + " bytes";
            case BARRIER -> "barrier";
            case ALLOCATE -> "an allocation of " + number + " bytes of spread memory";
            case STORE_SYNC -> "allStoreSync";
            default -> "close";
        };
    }
}
