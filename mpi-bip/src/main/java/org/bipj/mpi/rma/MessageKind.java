package org.bipj.mpi.rma;

/**
 * The kinds of messages, and the envelope that names them.
 *
 * <pre>
 *   63        32 31          8 7      0
 *  | handle     | window      | kind   |
 * </pre>
 */
final class MessageKind {
    /** An operation; operands that it has follow its header. */
    static final int OPERATION = 1;

    /** An operation whose operands are the next message, {@link #OPERANDS}. */
    static final int ANNOUNCED = 2;

    static final int OPERANDS = 3;
    /** The data that the operation with this handle waits for. */
    static final int REPLY = 4;

    /** An operation was refused: the class of the error and its words. */
    static final int REFUSED = 5;

    static final int LOCK_SHARED = 6;
    static final int LOCK_EXCLUSIVE = 7;
    static final int UNLOCK = 8;
    /** Wants a reply once everything before it has been served. */
    static final int FLUSH = 9;

    static final int POST = 10;
    static final int COMPLETE = 11;
    /** Wakes a rank whose turn for a lock in shared memory has come. */
    static final int WAKE = 12;

    /** The operation of the handle is done. Served in order, after refusals. */
    static final int DONE = 13;

    /** Its sender has come to a fence, and sends no operation before its end; only where runs are explored. */
    static final int FENCED = 14;

    private MessageKind() {}

    static long envelope(int kind, int window, int handle) {
        return (long) handle << 32 | (long) window << 8 | kind;
    }

    static int kind(long envelope) {
        return (int) envelope & 0xff;
    }

    static int window(long envelope) {
        return (int) envelope >>> 8;
    }

    static int handle(long envelope) {
        return (int) (envelope >>> 32);
    }
}
