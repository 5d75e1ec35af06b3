package org.bipj.mpi.match;

/**
 * What a rank says of a blocking collective call in each of its messages, in place of a tag, and in each of its turns in
 * shared memory:
 *
 * <pre>
 *    31  30   29   28          27         15 14       0
 *   | 1 | state | multicast | number      | check    |
 * </pre>
 *
 * Bit 31 takes part in matching: tags of all other messages are not negative. So does the bit of multicasts, which have no
 * order with other messages of their sender. {@code number} counts the calls on the communicator, {@code check} sums up all of
 * them, this one included.
 */
public final class CallWord {
    /** In place of the root of an operation that has none. */
    public static final int NO_ROOT = -1;

    /** In place of the reduction of an operation that has none. */
    public static final int NO_OP = 0;

    /** All reductions that users wrote: their identity is not known to other ranks. */
    public static final int USERS_OP = 15;

    /** Set in the words of blocking calls, and in no other tag. */
    public static final int BLOCKING = 1 << 31;

    public static final int CHECK_BITS = 15;
    private static final int CHECK_MASK = (1 << CHECK_BITS) - 1;
    private static final int NUMBER_BITS = 13;
    private static final int NUMBER_MASK = (1 << NUMBER_BITS) - 1;
    /** Set in the words of messages that their sender has multicast, and of receives of such messages. */
    static final int MULTICAST = 1 << CHECK_BITS + NUMBER_BITS;

    private static final int STATE_SHIFT = CHECK_BITS + NUMBER_BITS + 1;
    private static final int STATE_MASK = 3 << STATE_SHIFT;
    /** The data of the message are wrong, and the call goes on. */
    private static final int SPOILT = 1 << STATE_SHIFT;

    /** The call has failed, and no other one comes. */
    private static final int END = 2 << STATE_SHIFT;

    /** Tags of operations are below this; those of non-blocking and persistent calls, and of agreements, are not. */
    private static final int OPERATION_TAGS = 32;

    private CallWord() {}

    /** The word that stands for a call, made of its number and its check. */
    public static int of(int number, int check) {
        return BLOCKING | (number & NUMBER_MASK) << CHECK_BITS | check & CHECK_MASK;
    }

    /** True if a receive with one word takes a message with another one. */
    static boolean match(int wanted, int arrived) {
        return ((wanted ^ arrived) & MULTICAST) == 0 || isEnd(arrived);
    }

    /** The word of a multicast of the same call. */
    public static int multicast(int word) {
        return word | MULTICAST;
    }

    /** The word without what only matching looks at. */
    public static int plain(int word) {
        return word & ~MULTICAST;
    }

    /** The word of a message of this call whose data are wrong. */
    public static int spoilt(int word) {
        return word & ~STATE_MASK | SPOILT;
    }

    /** The word by which a rank says that this call of its has failed, and that it makes no other one. */
    public static int endOf(int word) {
        return word & ~STATE_MASK | END;
    }

    /** True if no call of its sender comes after this one, which has failed. */
    public static boolean isEnd(int word) {
        return (word & STATE_MASK) == END;
    }

    /** True if the call has failed, or its data are wrong. */
    public static boolean isFailure(int word) {
        return (word & STATE_MASK) != 0;
    }

    /** The word of the same call without a failure. */
    public static int sound(int word) {
        return word & ~STATE_MASK;
    }

    /** True for the tags of algorithms that are no numbers of a non-blocking or persistent call. */
    public static boolean isOperation(int tag) {
        return Integer.compareUnsigned(tag, OPERATION_TAGS) < 0;
    }

    /** How many calls the call of one word comes after that of another one, as long as they are not thousands apart. */
    public static int lead(int word, int of) {
        int shift = Integer.SIZE - NUMBER_BITS;
        return (word >>> CHECK_BITS) - (of >>> CHECK_BITS) << shift >> shift;
    }

    /** The low bits of a sum of call kinds, which the word has room for. */
    public static int check(int sum) {
        return sum & CHECK_MASK;
    }
}
