package org.bipj.net.tcp;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Bytes that have come over a connection. Packets are handed over in place; those that a sink keeps stay where they are,
 * and later bytes go around them.
 *
 * <pre>
 *   ... [deliver ... parsed ... filled) ...      deliver to parsed: whole frames, parsed to filled: a part of one
 * </pre>
 */
final class Inbox {
    /** Fewer bytes are not worth a read, while what is there can be moved. */
    private static final int LEAST_ROOM = 1 << 16;

    final MemorySegment memory;
    private final ByteBuffer bytes;
    private final ByteBuffer view;
    private final int capacity;
    private final CRC32C crc = new CRC32C();
    int deliver;
    int parsed;
    private int filled;
    /** Frames that are kept, by place: beginning and end of each. */
    private int[] kept = new int[0];

    private int keeps;

    /** Without bytes. */
    Inbox(int capacity) {
        this.capacity = capacity;
        bytes = ByteBuffer.allocateDirect(capacity + Long.BYTES)
                .alignedSlice(Long.BYTES)
                .slice(0, capacity);
        view = bytes.duplicate();
        memory = MemorySegment.ofBuffer(bytes);
    }

    /** True if a whole frame is there. */
    boolean hasFrame() {
        return deliver < parsed;
    }

    /** Reads what has come, as far as there is room. The number of bytes; -1 at the connection's end. */
    int read(SocketChannel channel) throws IOException {
        int end = makeRoom();
        if (end <= filled) {
            return 0;
        }
        int n = channel.read(bytes.limit(end).position(filled));
        filled += Math.max(n, 0);
        return n;
    }

    /** Place of the next frame, if all of it is there and it is well; else negative. It counts as parsed then. */
    int parse(int maxPayload) throws DamagedFrame {
        if (filled - parsed < Frame.HEADER) {
            return -1;
        }
        int at = parsed;
        String wrong = Frame.wrongHeader(memory, at, maxPayload);
        if (wrong != null) {
            throw new DamagedFrame(wrong);
        }
        int end = at + Frame.bytesAt(memory, at);
        if (filled < end) {
            return -1;
        }
        if (!Frame.isWhole(memory, view, crc, at)) {
            throw new DamagedFrame("a damaged frame: its CRC does not match");
        }
        parsed = end;
        return at;
    }

    /** End of the room behind {@link #filled}; moves a part of a frame to where there is more room. */
    private int makeRoom() {
        if (keeps == 0) {
            if (deliver == filled) {
                moveTo(0);
            } else if (deliver > 0 && capacity - filled < LEAST_ROOM) {
                moveTo(0);
            }
            return capacity;
        }
        return makeRoomAmongKept();
    }

    private int makeRoomAmongKept() {
        int end = endOfRoom(filled);
        if (hasFrame() || end - deliver >= LEAST_ROOM) {
            return end;
        }
        int best = deliver;
        int most = end - deliver;
        for (int i = 0; i <= keeps; i++) {
            int from = i == 0 ? 0 : kept[2 * i - 1];
            int to = i == keeps ? capacity : kept[2 * i];
            if (to - from > most) {
                best = from;
                most = to - from;
            }
        }
        if (best != deliver && most > filled - deliver) {
            moveTo(best);
        }
        return endOfRoom(filled);
    }

    private int endOfRoom(int from) {
        for (int i = 0; i < keeps; i++) {
            if (kept[2 * i] >= from) {
                return kept[2 * i];
            }
        }
        return capacity;
    }

    private void moveTo(int to) {
        int length = filled - deliver;
        if (length > 0) {
            MemorySegment.copy(memory, deliver, memory, to, length);
        }
        parsed += to - deliver;
        filled = to + length;
        deliver = to;
    }

    /** A frame that was handed over is kept. */
    void keep(int at) {
        int i = 0;
        while (i < keeps && kept[2 * i] < at) {
            i++;
        }
        if (2 * keeps == kept.length) {
            kept = Arrays.copyOf(kept, Math.max(16, 2 * kept.length));
        }
        System.arraycopy(kept, 2 * i, kept, 2 * i + 2, 2 * (keeps - i));
        kept[2 * i] = at;
        kept[2 * i + 1] = at + Frame.bytesAt(memory, at);
        keeps++;
    }

    /** Ends the hold of a frame, and returns its bytes. */
    int release(long at) {
        for (int i = 0; i < keeps; i++) {
            if (kept[2 * i] == at) {
                int frame = kept[2 * i + 1] - kept[2 * i];
                System.arraycopy(kept, 2 * i + 2, kept, 2 * i, 2 * (keeps - i - 1));
                keeps--;
                return frame;
            }
        }
        throw new IllegalArgumentException("no packet is kept at " + (at + Frame.HEADER));
    }

    /** Bytes that came and make no sense as a frame. */
    static final class DamagedFrame extends Exception {
        private static final long serialVersionUID = 1L;

        DamagedFrame(String what) {
            super(what);
        }
    }
}
