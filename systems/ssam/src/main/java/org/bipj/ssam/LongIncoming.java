package org.bipj.ssam;

/**
 * The cells of long messages of one connection from its peer: which is expected, and when an acknowledgement leaves. Pure.
 * Cells have numbers that continue from message to message; a cell that is not the expected one is dropped.
 */
final class LongIncoming {
    /** The cell belongs to no message that has been opened. */
    static final int NONE = 0;
    /** {@link #arrived}: the cell has arrived before. */
    static final int OLD = 1;
    /** {@link #arrived}: a cell before this one has been lost. */
    static final int GAP = 2;
    /** {@link #arrived}: the cell is the expected one. */
    static final int NEXT = 3;

    private long expected;
    private long end;
    private int every;
    /** How many cells have arrived since the last acknowledgement. */
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

    /** Takes in the number of a cell; the result is one of the constants above. */
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

    /** True if an acknowledgement has to be sent now. */
    boolean isDue() {
        return owed > 0 && owed >= every;
    }

    /** True if an acknowledgement would report something new. */
    boolean isOwed() {
        return owed > 0;
    }

    void acknowledged() {
        owed = 0;
    }
}
