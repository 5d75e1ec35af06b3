package org.bipj.mpi.comm;

import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.engine.CallArrivals;
import org.bipj.mpi.match.CallWord;
import org.jspecify.annotations.Nullable;

/**
 * The blocking collective calls of one rank on one communicator: the {@linkplain CallWord word} of the call that is under way,
 * those of the last calls, and what a word of another rank says of the call in which both parted.
 *
 * <p>The sum of a call is {@code sum * FACTOR + code}, with the sum after the call before, and the {@linkplain CallKind number} of
 * the call. It can be solved for any one of the numbers that went into it: a rank that knows its own calls finds the root that
 * another one has called with, also if that was some calls ago.
 *
 * <p>One collective call at a time is under way on a communicator (MPI 4.1 section 6.1), so nothing is locked. Only {@link #arrived}
 * is called by any thread, under the lock of progress.
 */
final class CallHistory implements CallArrivals {
    /** Calls that are remembered; a power of two. */
    private static final int CALLS = 64;

    /** Odd, so that each step can be undone. */
    private static final int FACTOR = 0x6d2b;

    private static final int INVERSE = inverse(FACTOR);

    /**
     * The last calls, one store for each, since every collective call pays for it; the word follows from it.
     *
     * <pre>
     *    63                  32 31     22 21        0
     *   | sum before the call  | kind    | root + 1  |
     * </pre>
     */
    private final long[] calls = new long[CALLS];

    private static final int SUM_SHIFT = 32;
    private static final int KIND_SHIFT = 22;
    private static final int KIND_MASK = (1 << SUM_SHIFT - KIND_SHIFT) - 1;
    private static final int ROOT_MASK = (1 << KIND_SHIFT) - 1;

    /** Number of ranks, and so of roots. */
    private int size;

    private int number;
    private int sum;
    private int word = CallWord.BLOCKING;
    /** Calls that are under way, one within the other. */
    private int depth;

    /** What messages of this call say: its word, unless the data that this rank passes on are wrong. */
    private int sent = word;
    /** Why they are; null: they are not. */
    private @Nullable EngineException spoilt;

    private @Nullable String failure;

    /** The word of a message that has come for a call which this rank has not made so; 0: none. */
    private volatile int stray;

    private int strayWorld;

    /** The last of the calls for which a message may have come before this rank had made them: the first one, before this was there. */
    private volatile int early = 1;

    /** The call in which such messages have been looked at again. */
    private int looked;

    /** A communicator has at least so many ranks. */
    void ranks(int atLeast) {
        size = Math.max(size, atLeast);
    }

    private static int inverse(int odd) {
        int x = odd;
        for (int i = 0; i < 4; i++) {
            x *= 2 - odd * x;
        }
        return x;
    }

    /**
     * Begins a call; within another one, only counts that.
     *
     * @param rooted true if all ranks name the same root and reduction, so that the sum may include them
     * @return false within another call
     */
    boolean begin(int operation, int op, int root, boolean rooted) {
        if (depth++ > 0) {
            return false;
        }
        int at = ++number & CALLS - 1;
        int kind = CallKind.of(operation, op);
        int before = sum * FACTOR;
        int after = before + CallKind.code(kind, root);
        calls[at] = (long) sum << SUM_SHIFT | (long) kind << KIND_SHIFT | root + 1;
        word = CallWord.of(number, after);
        sent = word;
        sum = rooted ? after : before + CallKind.code(CallKind.of(operation, CallWord.NO_OP), CallWord.NO_ROOT);
        return true;
    }

    private int sumBefore(int call) {
        return (int) (calls[call & CALLS - 1] >>> SUM_SHIFT);
    }

    private int kind(int call) {
        return (int) (calls[call & CALLS - 1] >>> KIND_SHIFT) & KIND_MASK;
    }

    private int root(int call) {
        return ((int) calls[call & CALLS - 1] & ROOT_MASK) - 1;
    }

    private int code(int call) {
        return CallKind.code(kind(call), root(call));
    }

    /** The word of a call that is remembered. */
    private int word(int call) {
        return CallWord.of(call, sumBefore(call) * FACTOR + code(call));
    }

    /** Ends it; throws the error of a call that went on in spite of it. */
    void end() {
        if (--depth == 0 && spoilt != null) {
            EngineException thrown = spoilt;
            spoilt = null;
            throw thrown;
        }
    }

    /**
     * Has the call that is under way go on although it has received wrong data, so that ranks keep step: its messages say from
     * now on that their data are wrong.
     *
     * @return false if no call is under way
     */
    boolean spoil(EngineException why) {
        if (depth == 0) {
            return false;
        }
        spoilt = spoilt == null ? why : spoilt;
        sent = CallWord.spoilt(word);
        return true;
    }

    /** The word of the call that is under way, or of the last one. */
    int word() {
        return word;
    }

    /** The word that messages of this call carry. */
    int sent() {
        return sent;
    }

    /** The tag of the operation of that call. */
    int operation() {
        return CallKind.operation(kind(number));
    }

    /** Why the data of this call are wrong; null if they are not. */
    @Nullable
    EngineException spoilt() {
        return spoilt;
    }

    /** Why no more calls are possible; null if they are. */
    @Nullable
    String failure() {
        return failure;
    }

    /** The call that is under way has failed. Returns false within another call, which fails next. */
    boolean abandon() {
        depth = Math.max(0, depth - 1);
        if (depth > 0) {
            return false;
        }
        spoilt = null;
        return true;
    }

    /** Makes all further calls fail, for this reason. */
    void fail(String why) {
        failure = why;
        stray = 0;
    }

    @Override
    public void ended(String why) {
        if (failure == null) {
            fail(why);
        }
    }

    @Override
    public void arrived(int world, int wordOfMessage, boolean isWanted) {
        int tag = CallWord.plain(wordOfMessage);
        int call = number + CallWord.lead(tag, word);
        if (call > number && call > early) {
            early = call;
        }
        if (stray == 0 && failure == null && !CallWord.isFailure(tag) && (isWanted || isStray(tag))) {
            strayWorld = world;
            stray = tag;
        }
    }

    /**
     * True for a message of a call that this rank has made too, but otherwise: each message of a call is received in that call. The
     * number of a rank that is thousands of calls ahead may come again; its sum does not fit the call, however that may differ.
     */
    private boolean isStray(int tag) {
        int call = number + CallWord.lead(tag, word);
        if (!isKnown(call) || tag == word) {
            return false;
        }
        return word(call) == tag || CallKind.other(tag - sumBefore(call) * FACTOR, kind(call), size) != null;
    }

    /**
     * True once in a call if messages for it may have come before this rank has made it, and so were not known to be of another call:
     * {@link #arrived} is to be told again of those that no receive has taken.
     */
    boolean looksAgain() {
        if (number > early || number == looked) {
            return false;
        }
        looked = number;
        return true;
    }

    /** The word of such a message; 0: none. */
    int stray() {
        return stray;
    }

    /** The rank in the world that has sent the stray message. */
    int strayWorld() {
        return strayWorld;
    }

    /** The call of this rank's that a word belongs to, in words that a report of waits compares; empty if it is not known. */
    String detail(int ofWord) {
        int call = number + CallWord.lead(ofWord, word);
        if (!isKnown(call) || word(call) != CallWord.sound(CallWord.plain(ofWord))) {
            return "";
        }
        return " (" + own(call) + ", call " + call + ")";
    }

    private boolean isKnown(int call) {
        return call >= 1 && call <= number && call > number - CALLS;
    }

    private String own(int call) {
        return CallKind.text(kind(call), root(call));
    }

    /**
     * The error of a rank that finds a word which is not that of its own call.
     *
     * @param found the word
     * @param rank who sent the word
     * @param self this rank
     * @param where names the communicator
     */
    EngineException parted(int found, String rank, String self, String where) {
        int theirs = CallWord.plain(found);
        int call = number + CallWord.lead(theirs, word);
        if (CallWord.isFailure(theirs)) {
            return EngineException.following(failed(theirs, call, rank, self, where));
        }
        if (isKnown(call) && word(call) == theirs) {
            return new EngineException(
                    ErrorClass.TRUNCATE,
                    self + " has not received what " + rank + " contributed to collective call " + call + where + ", "
                            + own(call) + ": counts or datatypes differ between ranks");
        }
        String parting = isKnown(call) ? found(theirs, call, rank, self) : null;
        if (call == number + 1) {
            String next = depth == 0 ? next(theirs) : null;
            parting = next == null
                    ? inserted(theirs, rank, self)
                    : rank + " is in call " + call + ", " + next + ", which " + self + " does not make";
        }
        String differ = parting != null
                ? parting
                : rank + " is in its call " + call + " and has made other calls before; " + self + " is in call "
                        + number + ", " + own(number);
        return new EngineException(
                ErrorClass.OTHER,
                "the ranks' collective calls" + where + " differ: " + differ
                        + ": expected the same calls in the same order on all ranks, with the same root and operation");
    }

    /** The error of a rank that waits in a call for one of another job that has called Finalize instead. */
    EngineException abandoned(String rank, String self, String where) {
        return new EngineException(
                ErrorClass.OTHER,
                "a deadlock: " + self + " waits in its collective call " + number + where + ", " + own(number)
                        + ", for "
                        + rank
                        + ", which has called Finalize instead: expected the same calls on all ranks; what one rank"
                        + " disconnects, no other one may free");
    }

    private String failed(int theirs, int call, String rank, String self, String where) {
        boolean isSame = isKnown(call) && word(call) == CallWord.sound(theirs);
        return rank + " has failed in its collective call " + call + where + (isSame ? ", " + own(call) : "")
                + (CallWord.isEnd(theirs) ? ", which ends all collective calls there" : "")
                + (isSame && call == number ? "" : "; " + self + " is in its call " + number + ", " + own(number));
    }

    /** The call in which another rank parted whose word is that of a call that this rank has made, too; null if it is not found. */
    private @Nullable String found(int theirs, int call, String rank, String self) {
        String other = CallKind.other(theirs - sumBefore(call) * FACTOR, kind(call), size);
        if (other != null) {
            return differ(call, other, rank, self);
        }
        // What the other rank's sum was before its call if this is the same call, less what this one's was.
        int difference = (theirs - code(call)) * INVERSE - sumBefore(call);
        for (Search search : Search.values()) {
            int there = difference;
            for (int before = call - 1; isKnown(before); before--) {
                String text = CallWord.check(there) == 0 ? null : search.call(code(before) + there, kind(before), size);
                if (text != null) {
                    return differ(before, text, rank, self);
                }
                there *= INVERSE;
            }
        }
        return null;
    }

    /** The next call on another rank, which has made the same ones so far; null if it has not. */
    private @Nullable String next(int theirs) {
        return number == 0 ? null : CallKind.other(theirs - sum * FACTOR, kind(number), size);
    }

    /** One call more on another rank, which is now in the call of this one; null if that is not so. */
    private @Nullable String inserted(int theirs, String rank, String self) {
        int after = (theirs - code(number)) * INVERSE;
        String other = CallKind.other(after - sumBefore(number) * FACTOR, kind(number), size);
        return other == null ? null : differ(number, other, rank, self);
    }

    /** In what a call of another rank may differ from one of this rank's: the likely ones first. */
    private enum Search {
        ROOT,
        REDUCTION,
        ALL;

        @Nullable
        String call(int code, int kind, int size) {
            return switch (this) {
                case ROOT -> CallKind.otherRoot(code, kind, size);
                case REDUCTION -> CallKind.otherReduction(code, kind, size);
                case ALL -> CallKind.other(code, kind, size);
            };
        }
    }

    private String differ(int call, String theirs, String rank, String self) {
        String found = call == number ? "" : " (found in call " + number + ", " + own(number) + ")";
        return "call " + call + " is " + theirs + " on " + rank + " and " + own(call) + " on " + self + found;
    }
}
