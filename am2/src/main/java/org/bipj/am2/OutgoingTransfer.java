package org.bipj.am2;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.bipj.am2.channel.BulkSend;
import org.bipj.core.payload.SegmentCache;

/**
 * A bulk message that has not gone: pieces of it have not been sent, or the network has not read all data of one that is
 * sent as a whole. Used again for the next one.
 */
final class OutgoingTransfer {
    final int[] words = new int[ActiveMessages.MAX_SHORT];
    final BulkSend source;
    int wordCount;
    int kind;
    long to;
    long tag;
    long header;
    /** Where the data go in the destination's segment. */
    long offset;

    long total;
    /** How many bytes have been sent. */
    long position;
    /** The byte of the message that the source starts with. */
    private long base;

    boolean active;
    /** Whether the network takes all data with one entry, not in pieces. */
    boolean whole;
    /** Whether the message has been given to the network as a whole. */
    boolean given;

    private MemorySegment held = MemorySegment.NULL;

    OutgoingTransfer(SegmentCache cache) {
        source = new BulkSend(cache);
    }

    void begin(int withKind, long toName, long withTag, long withHeader, long atOffset, long bytes) {
        kind = withKind;
        to = toName;
        tag = withTag;
        header = withHeader;
        offset = atOffset;
        total = bytes;
        position = 0;
        base = 0;
        whole = false;
        given = false;
        active = true;
    }

    /** Copies the next bytes of the data, those from {@link #position} on. */
    void copyOut(MemorySegment memory, long at, int bytes) {
        source.copyOut(position - base, memory, at, bytes);
    }

    /** Copies what is left, so that the caller may change the source. */
    void hold() {
        long rest = total - position;
        if (held.byteSize() < rest) {
            held = Arena.ofAuto().allocate(rest, Long.BYTES);
        }
        source.copyOut(position - base, held, 0, rest);
        source.set(held, 0, rest, AmCore.BYTE);
        base = position;
    }

    void end() {
        active = false;
        source.clear();
    }

    long number() {
        return Header.transfer(header);
    }
}
