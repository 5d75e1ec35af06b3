package org.bipj.net.ucx;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;
import org.bipj.net.remote.RemoteLink;

/**
 * An active message of this transport, in the byte order of both machines:
 *
 * <pre>
 *   0       4      8          12     13        14      16          20             24          28       32
 *   | token | rank | sequence | kind | version | magic | immediate | CONTROL done | DATA done | length | payload ...
 * </pre>
 *
 * The token is made of the job's secret, so that messages of another job are recognised; it travels unprotected. The sequence
 * counts frames of a lane. A {@link #PART} is such a header with a key and a place behind it, as the header of an active
 * message whose payload are the bytes. "Done" are the bytes of frames of a lane that the sender of this frame is done with,
 * modulo 2^32.
 */
final class UcxFrame {
    /** The kind of a packet of the CONTROL lane. */
    static final int CONTROL = 0;
    /** The kind of a packet of the DATA lane. */
    static final int DATA = 1;
    /** Nothing but the header: more room in the windows. */
    static final int WINDOW = RemoteLink.WINDOW;
    /** Nothing but the header: the sender closes its port. */
    static final int BYE = RemoteLink.BYE;

    /** Bytes of a long message, behind headers of their own. */
    static final int PART = 4;

    static final int HEADER = 32;
    /** How many bytes the headers of a {@link #PART} take. */
    static final int PART_HEADER = HEADER + 16;

    /** Longest frame: less than the 64 KiB of a receive segment of UCX over TCP, so that a frame is one message of its too. */
    static final int MAX = 60 << 10;

    private static final byte VERSION = 2;
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
    private static final int KEY_AT = HEADER;
    private static final int PLACE_AT = HEADER + 8;

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

    /** Writes the header of a part of a long message behind that of its frame. */
    static void sealPart(MemorySegment memory, long at, long key, long place) {
        memory.set(JAVA_LONG, at + KEY_AT, key);
        memory.set(JAVA_LONG, at + PLACE_AT, place);
    }

    /** What is wrong with a message of so many bytes; null if nothing is. */
    static String wrong(MemorySegment memory, long at, long bytes, int token, int ranks, int maxPayload) {
        String origin = wrongOrigin(memory, at, bytes, HEADER, token, ranks);
        if (origin != null) {
            return origin;
        }
        int kind = kind(memory, at);
        int most = kind == CONTROL || kind == DATA ? maxPayload : 0;
        return kind >= 0 && kind <= BYE ? wrongLength(memory, at, bytes - HEADER, most) : wrongKind(memory, at, bytes);
    }

    /** What is wrong with a part of a long message with so many bytes behind its headers; null if nothing is. */
    static String wrongPart(MemorySegment memory, long at, long headerBytes, long bytes, int token, int ranks) {
        String origin = wrongOrigin(memory, at, headerBytes, PART_HEADER, token, ranks);
        if (origin != null) {
            return origin;
        }
        return kind(memory, at) == PART
                ? wrongLength(memory, at, bytes, Integer.MAX_VALUE)
                : wrongKind(memory, at, bytes);
    }

    private static String wrongOrigin(MemorySegment memory, long at, long bytes, int header, int token, int ranks) {
        if (bytes < header || memory.get(JAVA_SHORT, at + MAGIC_AT) != MAGIC) {
            return "is no frame of this library";
        }
        if (memory.get(JAVA_BYTE, at + VERSION_AT) != VERSION) {
            return "is a frame of version " + memory.get(JAVA_BYTE, at + VERSION_AT) + "; expected " + VERSION;
        }
        if (memory.get(JAVA_INT, at + TOKEN_AT) != token) {
            return "belongs to another job";
        }
        int rank = rank(memory, at);
        return rank >= 0 && rank < ranks ? null : "comes from rank " + rank + " of " + ranks;
    }

    private static String wrongLength(MemorySegment memory, long at, long bytes, int most) {
        int length = length(memory, at);
        return length >= 0 && length <= most && length == bytes ? null : wrongKind(memory, at, bytes);
    }

    private static String wrongKind(MemorySegment memory, long at, long bytes) {
        return "is a frame of kind " + kind(memory, at) + " with " + length(memory, at) + " bytes in " + bytes;
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

    static long key(MemorySegment memory, long at) {
        return memory.get(JAVA_LONG, at + KEY_AT);
    }

    static long place(MemorySegment memory, long at) {
        return memory.get(JAVA_LONG, at + PLACE_AT);
    }
}
