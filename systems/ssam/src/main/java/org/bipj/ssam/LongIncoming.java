package org.bipj.ssam;

/**
 * The cells of long messages of one connection from its peer: which is expected, and when an acknowledgement leaves. Pure.
 * Cells have numbers that continue from message to message; a cell that is not the expected one is dropped.
 */
final class LongIncoming {
    /** The cell belongs to no message that has been opened. */
    static final int NONE = 0;
    /** The cell has come before. */
    static final int OLD = 1;
    /** A cell before this one was lost. */
    static final int GAP = 2;
    /** The cell is the expected one. */
    static final int NEXT = 3;

    private long expected;
    private long end;
    private int every;
    /** Cells since the last acknowledgement. */
    private int owed;
    /** The sender has been informed of the gap before the expected cell. */
    private boolean gap;

    /** A message begins with the expected cell; an acknowledgement leaves after so many cells. */
    void open(int cells, int acknowledgeEvery) {
        end = expected + cells;
        every = acknowledgeEvery;
    }

    long expected() {
        return expected;
    }

    /** True if a message has been opened and some of its cells are missing. */
    boolean isOpen() {
        return expected < end;
    }

    /** A cell has come. */
    int arrived(long number) {
        if (number < expected) {
            owed++;
            return OLD;
        }
        if (!isOpen()) {
            return NONE;
        }
        if (number > expected) {
            return GAP;
        }
        expected++;
        owed++;
        gap = false;
        return NEXT;
    }

    /** True for the first gap before the expected cell: the sender is to send again at once. */
    boolean isNewGap() {
        boolean isNew = !gap;
        gap = true;
        return isNew;
    }

    /** An acknowledgement has to leave. */
    boolean isDue() {
        return owed > 0 && owed >= every;
    }

    /** An acknowledgement may leave. */
    boolean isOwed() {
        return owed > 0;
    }

    void acknowledged() {
        owed = 0;
    }
}
