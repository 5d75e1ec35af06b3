package org.bipj.core.replay;

/**
 * A recorded choice: a word of 32 bits, which is never 0. Behind the last one a file has zeros.
 *
 * <pre>
 *   31    28 27         16 15                0
 *   | kind  | tag         | source + 1       |   receives and probes: the source is 0 as long as there is no message
 *
 *   31    28 27  24 23                       0
 *   | kind  | call | number                  |   FAILED: how often in a row. SUCCEEDED: the position of the request that has ended.
 *                                                SOME: how many have ended; their positions follow
 *
 *   31    28 27                              0
 *   | kind  | number                         |   REPEATED: how often the receive before came again. POSITION: of a request
 * </pre>
 */
public final class ChoiceWord {
    /** A receive from any rank. Written when it is posted; the source follows when it takes a message. */
    public static final int RECEIVE = 1;

    /** A probe for a message of any rank has waited for one. */
    public static final int PROBE = 2;

    /** A probe that does not wait has found a message. */
    public static final int FOUND = 3;

    /** Tests or probes that do not wait have failed, so often in a row. */
    public static final int FAILED = 4;

    /** A test has succeeded, or a call for one of several requests has ended one. */
    public static final int SUCCEEDED = 5;

    /** A call for some of several requests has ended some. */
    public static final int SOME = 6;

    /** One of these requests. */
    public static final int POSITION = 7;

    /** MPI was finalised. */
    public static final int END = 8;

    /** The receive before it came again and again, and took a message of the same source at once. */
    static final int REPEATED = 9;

    /** The most receives that one word counts. */
    static final int MOST_REPEATED = (1 << 28) - 1;

    /** The largest number in a word of a call. */
    public static final int MOST = (1 << 24) - 1;

    /** The most ranks that messages can be of. */
    public static final int SOURCES = (1 << 16) - 2;

    private static final int KIND_SHIFT = 28;
    private static final int CALL_SHIFT = 24;
    private static final int CALL_MASK = 0xf;
    private static final int TAG_SHIFT = 16;
    private static final int TAG_MASK = 0xfff;
    private static final int SOURCE_MASK = 0xffff;
    private static final int POSITION_MASK = (1 << KIND_SHIFT) - 1;
    /** Stands for each tag. */
    private static final int ANY_TAG = TAG_MASK;
    /** Stands for all tags from here on. */
    private static final int LARGE_TAG = TAG_MASK - 1;

    /** Calls whose result is recorded. */
    public enum Call {
        /** A probe that does not wait. */
        PROBE("a probe that does not wait"),
        /** A test of one request. */
        TEST("a test"),
        /** A test of all of several requests. */
        TEST_ALL("a test of all of several requests"),
        /** A test of one of several requests. */
        TEST_ANY("a test for one of several requests"),
        /** A test of some of several requests. */
        TEST_SOME("a test for some of several requests"),
        /** A wait for one of several requests. */
        WAIT_ANY("a wait for one of several requests"),
        /** A wait for some of several requests. */
        WAIT_SOME("a wait for some of several requests"),
        /** A wait that ends after some time. */
        TIMED("a wait with a time limit"),
        /** A test for a partition. */
        ARRIVED("a test for a partition"),
        /** The cancellation of a receive. */
        CANCEL("the cancellation of a receive");

        private static final Call[] ALL = values();
        private final String words;

        Call(String words) {
            this.words = words;
        }

        /** True if it ends one or some of several requests, and does not fail. */
        public boolean waits() {
            return this == WAIT_ANY || this == WAIT_SOME;
        }

        /** True if it may end more than one of several requests. */
        public boolean endsSome() {
            return this == TEST_SOME || this == WAIT_SOME;
        }

        /** What it is, in words. */
        public String words() {
            return words;
        }
    }

    private ChoiceWord() {}

    static int ofMessage(int kind, int tag, int source) {
        return kind << KIND_SHIFT | code(tag) << TAG_SHIFT | source + 1;
    }

    static int ofCall(int kind, Call call, int number) {
        return kind << KIND_SHIFT | call.ordinal() << CALL_SHIFT | number;
    }

    static int ofPosition(int position) {
        return POSITION << KIND_SHIFT | position;
    }

    static int ofRepeated(int count) {
        return REPEATED << KIND_SHIFT | count;
    }

    static int ofEnd() {
        return END << KIND_SHIFT;
    }

    /** The kind of a word; 0 behind the last one. */
    public static int kind(int word) {
        return word >>> KIND_SHIFT;
    }

    static int withSource(int word, int source) {
        return word & ~SOURCE_MASK | source + 1;
    }

    /** The source of a message; negative if there is none. */
    public static int source(int word) {
        return (word & SOURCE_MASK) - 1;
    }

    /** The call that a word is of. */
    public static Call call(int word) {
        return Call.ALL[Math.min(word >>> CALL_SHIFT & CALL_MASK, Call.ALL.length - 1)];
    }

    /** The number in the word of a call. */
    public static int number(int word) {
        return word & MOST;
    }

    static int position(int word) {
        return word & POSITION_MASK;
    }

    /** How often the receive before the word came again; 0 for other words. */
    static int repeated(int word) {
        return kind(word) == REPEATED ? word & MOST_REPEATED : 0;
    }

    /** True if a tag may be that of a word. */
    static boolean hasTag(int word, int tag) {
        return (word >>> TAG_SHIFT & TAG_MASK) == code(tag);
    }

    private static int code(int tag) {
        return tag < 0 ? ANY_TAG : Math.min(tag, LARGE_TAG);
    }

    /** What was recorded, in words. */
    public static String text(int word) {
        return switch (kind(word)) {
            case RECEIVE -> "a receive from any rank with " + tag(word);
            case PROBE -> "a probe for a message of any rank with " + tag(word);
            case FOUND -> Call.PROBE.words + " with " + tag(word) + ", which finds a message";
            case FAILED -> call(word).words + ", which fails";
            case SUCCEEDED -> call(word).words;
            case SOME -> call(word).words;
            case END -> "MPI.Finalize";
            default -> "nothing";
        };
    }

    private static String tag(int word) {
        int code = word >>> TAG_SHIFT & TAG_MASK;
        return code == ANY_TAG ? "any tag" : code == LARGE_TAG ? "a tag above " + (LARGE_TAG - 1) : "tag " + code;
    }

    /** A call for a message, in the words of {@link #text}. */
    public static String text(int kind, int tag) {
        return text(ofMessage(kind, tag, 0));
    }
}
