package org.bipj.net.tcp;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.bipj.net.remote.RemoteLink;

/**
 * What travels over a connection after the handshake, in the byte order of both machines (the handshake compares them):
 *
 * <pre>
 *   0        4      5         6       8           12        16             20          24
 *   | length | kind | version | magic | immediate | CRC-32C | CONTROL done | DATA done | payload, padded to 8 bytes ...
 * </pre>
 *
 * The CRC covers header and payload, with 0 in its own place. "Done" are the bytes of frames of a lane that the sender of this
 * frame is done with, since the beginning of the connection, modulo 2^32.
 *
 * <p>The payload of a PART, a piece of a long message, begins with the {@linkplain org.bipj.net.remote.Landings name} of the memory that it goes
 * to and its place in the message:
 *
 * <pre>
 *   24    32      40
 *   | key | place | bytes of the message, padded to 8 bytes ...
 * </pre>
 */
final class Frame {
    /** The kind of a packet of the CONTROL lane. */
    static final int CONTROL = 0;
    /** The kind of a packet of the DATA lane. */
    static final int DATA = 1;
    /** Nothing but the header: more room in the windows. */
    static final int WINDOW = RemoteLink.WINDOW;
    /** Nothing but the header: the sender closes its port, and no frame follows. */
    static final int BYE = RemoteLink.BYE;
    /** A piece of a long message: no packet, and in no window, because the receiver has memory for it. */
    static final int PART = 4;

    static final int HEADER = 24;

    /** How many bytes key and place take in a PART. */
    static final int PART_HEADER = 16;

    /**
     * Most bytes of a message in a PART. The CRC is computed before the first of them leaves, and the receiver's work begins
     * then; a CONTROL frame waits for one PART at most. A receiver reads the beginning of each PART apart from the rest: 1 MiB in
     * eight of them takes half as long again as in two (docs/lab/networks.md).
     */
    static final int PART_MAX = 1 << 19;

    private static final int KINDS = 5;
    private static final byte VERSION = 2;
    private static final short MAGIC = (short) 0xB19C;

    private static final int LENGTH_AT = 0;
    private static final int KIND_AT = 4;
    private static final int VERSION_AT = 5;
    private static final int MAGIC_AT = 6;
    private static final int IMMEDIATE_AT = 8;
    private static final int CRC_AT = 12;
    private static final int DONE_AT = 16;
    private static final int KEY_AT = 24;
    private static final int PLACE_AT = 32;

    private Frame() {}

    /** How many bytes a frame with so much payload has. */
    static int bytes(int payload) {
        return HEADER + (payload + 7 & -8);
    }

    /** Bytes of the frame that begins here. */
    static int bytesAt(MemorySegment memory, long at) {
        return bytes(length(memory, at));
    }

    /**
     * Writes the header of a frame whose payload is in place.
     *
     * @param bytes the memory's bytes, in which only position and limit are changed
     */
    static void seal(
            MemorySegment memory,
            ByteBuffer bytes,
            CRC32C crc,
            int at,
            int kind,
            int length,
            int immediate,
            int[] done) {
        writeHeader(memory, at, kind, length, immediate, done);
        memory.set(JAVA_INT, at + CRC_AT, crcOf(bytes, crc, at, length));
    }

    /**
     * Writes the headers of a PART, at 0.
     *
     * @param body the bytes of the message, from its position to its limit; the position is moved
     */
    static void sealPart(
            MemorySegment memory, ByteBuffer bytes, CRC32C crc, long key, long place, ByteBuffer body, int[] done) {
        writeHeader(memory, 0, PART, PART_HEADER + body.remaining(), 0, done);
        memory.set(JAVA_LONG, KEY_AT, key);
        memory.set(JAVA_LONG, PLACE_AT, place);
        crcOf(bytes, crc, 0, PART_HEADER);
        crc.update(body);
        memory.set(JAVA_INT, CRC_AT, (int) crc.getValue());
    }

    private static void writeHeader(MemorySegment memory, int at, int kind, int length, int immediate, int[] done) {
        memory.set(JAVA_INT, at + LENGTH_AT, length);
        memory.set(JAVA_BYTE, at + KIND_AT, (byte) kind);
        memory.set(JAVA_BYTE, at + VERSION_AT, VERSION);
        memory.set(JAVA_SHORT, at + MAGIC_AT, MAGIC);
        memory.set(JAVA_INT, at + IMMEDIATE_AT, immediate);
        memory.set(JAVA_INT, at + CRC_AT, 0);
        memory.set(JAVA_INT, at + DONE_AT, done[0]);
        memory.set(JAVA_INT, at + DONE_AT + Integer.BYTES, done[1]);
    }

    /** Begins the CRC of a PART with its headers, and returns the CRC stated. */
    static int beginCrc(MemorySegment memory, ByteBuffer bytes, CRC32C crc, int at) {
        int stated = memory.get(JAVA_INT, at + CRC_AT);
        memory.set(JAVA_INT, at + CRC_AT, 0);
        crcOf(bytes, crc, at, PART_HEADER);
        return stated;
    }

    private static int crcOf(ByteBuffer bytes, CRC32C crc, int at, int length) {
        crc.reset();
        bytes.limit(at + HEADER + length).position(at);
        crc.update(bytes);
        return (int) crc.getValue();
    }

    /** What is wrong with the header that begins here; null if nothing is. */
    static String wrongHeader(MemorySegment memory, long at, int maxPayload) {
        if (memory.get(JAVA_SHORT, at + MAGIC_AT) != MAGIC) {
            return "no frame where one was expected";
        }
        if (memory.get(JAVA_BYTE, at + VERSION_AT) != VERSION) {
            return "a frame of version " + memory.get(JAVA_BYTE, at + VERSION_AT) + "; expected " + VERSION;
        }
        int kind = kind(memory, at);
        int length = length(memory, at);
        if (kind < 0 || kind >= KINDS) {
            return "a frame of kind " + kind + "; expected 0 to " + (KINDS - 1);
        }
        if (kind == PART) {
            boolean fits = length > PART_HEADER && length <= PART_HEADER + PART_MAX;
            return fits
                    ? null
                    : "a part of a message of " + (length - PART_HEADER) + " bytes; expected 1 to " + PART_MAX;
        }
        int most = kind <= DATA ? maxPayload : 0;
        return length < 0 || length > most ? "a frame of " + length + " bytes; expected 0 to " + most : null;
    }

    /** True if the CRC of a whole frame matches. */
    static boolean isWhole(MemorySegment memory, ByteBuffer bytes, CRC32C crc, int at) {
        int stated = memory.get(JAVA_INT, at + CRC_AT);
        memory.set(JAVA_INT, at + CRC_AT, 0);
        return crcOf(bytes, crc, at, length(memory, at)) == stated;
    }

    static int length(MemorySegment memory, long at) {
        return memory.get(JAVA_INT, at + LENGTH_AT);
    }

    static int kind(MemorySegment memory, long at) {
        return memory.get(JAVA_BYTE, at + KIND_AT);
    }

    static int immediate(MemorySegment memory, long at) {
        return memory.get(JAVA_INT, at + IMMEDIATE_AT);
    }

    /** Name of the memory that a PART goes to. */
    static long key(MemorySegment memory, long at) {
        return memory.get(JAVA_LONG, at + KEY_AT);
    }

    /** The place of a PART's bytes in its message. */
    static long place(MemorySegment memory, long at) {
        return memory.get(JAVA_LONG, at + PLACE_AT);
    }

    static int done(MemorySegment memory, long at, int lane) {
        return memory.get(JAVA_INT, at + DONE_AT + Integer.BYTES * lane);
    }
}
