package org.bipj.ssam;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The payload of SSAM's cells (SSAM paper, section 3.1: 16 bits of flow control, 32 of handler, 40 bytes of data, 16 bits of
 * AAL3/4 trailer):
 *
 * <pre>
 *  0               2                        6                         46        48
 *  | kind 2        | answered number 14     | data, 40 bytes          | trailer |
 *  | number 14     | run 9 | handler 9      |                         |         |
 * </pre>
 *
 * <p>A number is that of a request on its connection, modulo 2^14. An <em>answer</em> covers a run of requests: {@code run}
 * requests without a reply, which end before request {@code number}; a reply also covers that request itself. A request
 * answers the other way if its run is not 0; the answered number is then its own.
 *
 * <p>A cell of a long message has no handler, and 44 bytes of data behind its number, which is that of a cell. An
 * acknowledgement with a handler is one of such cells: its number is that of the cell that is expected.
 */
final class Format {
    /** The type of a request, whose field for a run is 0. */
    static final int REQUEST = 0;
    /** A reply: an answer, and data for a reply handler. */
    static final int REPLY = 1;
    /** The type of a cell that only carries an answer. */
    static final int ACKNOWLEDGE = 2;
    /** The type of a cell of a long message. */
    static final int LONG = 3;

    /** Handler of an acknowledgement of cells of long messages. */
    static final int LONG_ACKNOWLEDGE = 1;
    /** The same, and the expected cell was lost: one behind it has come. */
    static final int LONG_GAP = 2;

    static final int LONG_AT = 2;
    /** Bytes of data of a cell of a long message. */
    static final int LONG_DATA = 44;

    static final int NUMBERS = 1 << 14;
    /** The most requests that one answer can cover. */
    static final int RUN_MAX = (1 << 9) - 1;
    /** How many bytes of data a message carries. */
    static final int DATA = 40;

    static final int DATA_AT = 6;

    private static final int MASK = NUMBERS - 1;
    private static final int KIND_SHIFT = 14;
    private static final int HANDLER_MASK = (1 << 9) - 1;
    private static final int RUN_SHIFT = 9;
    private static final int ANSWERED_SHIFT = 18;
    private static final ValueLayout.OfShort FLOW = JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt HANDLER = JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private Format() {}

    /** Writes the header of a cell. The handler of an acknowledgement is 0. */
    static void write(MemorySegment cell, int kind, long number, int run, int handler) {
        cell.set(FLOW, 0, (short) (kind << KIND_SHIFT | (int) (number & MASK)));
        cell.set(HANDLER, 2, run << RUN_SHIFT | handler);
    }

    /** Writes the header of a cell of a long message. */
    static void writeLong(MemorySegment cell, long number) {
        cell.set(FLOW, 0, (short) (LONG << KIND_SHIFT | (int) (number & MASK)));
    }

    /** A request also answers: {@code run} requests of the other way that end before {@code number}. */
    static void answer(MemorySegment request, long number, int run) {
        int handler = handlerOf(request);
        request.set(HANDLER, 2, (int) (number & MASK) << ANSWERED_SHIFT | run << RUN_SHIFT | handler);
    }

    /** Removes the answer that a request carries, which is not current when the request is sent again. */
    static void withoutAnswer(MemorySegment request) {
        request.set(HANDLER, 2, handlerOf(request));
    }

    static int kind(MemorySegment cell) {
        return (cell.get(FLOW, 0) & 0xffff) >>> KIND_SHIFT;
    }

    static int number(MemorySegment cell) {
        return cell.get(FLOW, 0) & MASK;
    }

    static int run(MemorySegment cell) {
        return cell.get(HANDLER, 2) >>> RUN_SHIFT & RUN_MAX;
    }

    static int handlerOf(MemorySegment cell) {
        return cell.get(HANDLER, 2) & HANDLER_MASK;
    }

    /** The number behind the last request that a request answers; valid if its run is not 0. */
    static int answeredNumber(MemorySegment request) {
        return request.get(HANDLER, 2) >>> ANSWERED_SHIFT & MASK;
    }

    /** The number modulo {@link #NUMBERS} as the one next to a known one. */
    static long near(int number, long known) {
        int ahead = number - (int) known & MASK;
        return known + (ahead < NUMBERS / 2 ? ahead : ahead - NUMBERS);
    }
}
