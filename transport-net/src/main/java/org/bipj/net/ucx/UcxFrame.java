package org.bipj.net.ucx;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;

/**
 * An active message of this transport, in the byte order of both machines:
 *
 * <pre>
 *   0       4      8          12     13        14      16          20             24          28       32
 *   | token | rank | sequence | kind | version | magic | immediate | CONTROL done | DATA done | length | payload ...
 * </pre>
 *
 * The token is made of the job's secret, so that messages of another job are recognised; it travels unprotected. The sequence
 * counts frames of a lane. "Done" are the bytes of frames of a lane that the sender of this frame is done with, modulo 2^32.
 */
final class UcxFrame {
    /** A packet of the CONTROL lane. */
    static final int CONTROL = 0;
    /** A packet of the DATA lane. */
    static final int DATA = 1;
    /** Nothing but the header: more room in the windows. */
    static final int WINDOW = 2;
    /** Nothing but the header: the sender closes its port. */
    static final int BYE = 3;

    static final int HEADER = 32;

    private static final byte VERSION = 1;
    private static final short MAGIC = (short) 0xB19D;

    private static final int TOKEN_AT = 0;
    private static final int RANK_AT = 4;
    private static final int SEQUENCE_AT = 8;
    private static final int KIND_AT = 12;
    private static final int VERSION_AT = 13;
    private static final int MAGIC_AT = 14;
    private static final int IMMEDIATE_AT = 16;
    private static final int DONE_AT = 20;
    private static final int LENGTH_AT = 28;

    private UcxFrame() {}

    /** Bytes that a frame with so much payload takes in packet memory and of the window. */
    static int bytes(int payload) {
        return HEADER + (payload + 7 & -8);
    }

    /** Writes the header of a frame whose payload is in place. */
    static void seal(
            MemorySegment memory,
            long at,
            int token,
            int rank,
            int sequence,
            int kind,
            int length,
            int immediate,
            int[] done) {
        memory.set(JAVA_INT, at + TOKEN_AT, token);
        memory.set(JAVA_INT, at + RANK_AT, rank);
        memory.set(JAVA_INT, at + SEQUENCE_AT, sequence);
        memory.set(JAVA_BYTE, at + KIND_AT, (byte) kind);
        memory.set(JAVA_BYTE, at + VERSION_AT, VERSION);
        memory.set(JAVA_SHORT, at + MAGIC_AT, MAGIC);
        memory.set(JAVA_INT, at + IMMEDIATE_AT, immediate);
        memory.set(JAVA_INT, at + DONE_AT, done[0]);
        memory.set(JAVA_INT, at + DONE_AT + Integer.BYTES, done[1]);
        memory.set(JAVA_INT, at + LENGTH_AT, length);
    }

    /** What is wrong with a message of so many bytes; null if nothing is. */
    static String wrong(MemorySegment memory, long at, long bytes, int token, int ranks, int maxPayload) {
        if (bytes < HEADER || memory.get(JAVA_SHORT, at + MAGIC_AT) != MAGIC) {
            return "is no frame of this library";
        }
        if (memory.get(JAVA_BYTE, at + VERSION_AT) != VERSION) {
            return "is a frame of version " + memory.get(JAVA_BYTE, at + VERSION_AT) + "; expected " + VERSION;
        }
        if (memory.get(JAVA_INT, at + TOKEN_AT) != token) {
            return "belongs to another job";
        }
        if (rank(memory, at) < 0 || rank(memory, at) >= ranks) {
            return "comes from rank " + rank(memory, at) + " of " + ranks;
        }
        int kind = kind(memory, at);
        int length = length(memory, at);
        int most = kind == CONTROL || kind == DATA ? maxPayload : 0;
        if (kind < 0 || kind > BYE || length < 0 || length > most || length != bytes - HEADER) {
            return "is a frame of kind " + kind + " with " + length + " bytes in " + bytes;
        }
        return null;
    }

    static int rank(MemorySegment memory, long at) {
        return memory.get(JAVA_INT, at + RANK_AT);
    }

    static int sequence(MemorySegment memory, long at) {
        return memory.get(JAVA_INT, at + SEQUENCE_AT);
    }

    static int kind(MemorySegment memory, long at) {
        return memory.get(JAVA_BYTE, at + KIND_AT);
    }

    static int immediate(MemorySegment memory, long at) {
        return memory.get(JAVA_INT, at + IMMEDIATE_AT);
    }

    static int done(MemorySegment memory, long at, int lane) {
        return memory.get(JAVA_INT, at + DONE_AT + Integer.BYTES * lane);
    }

    static int length(MemorySegment memory, long at) {
        return memory.get(JAVA_INT, at + LENGTH_AT);
    }
}
