package org.bipj.net.tcp;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.bipj.net.remote.Landings;

/**
 * Bytes that have come over a connection. Packets are handed over in place; those that a sink keeps stay where they are,
 * and later bytes go around them.
 *
 * <pre>
 *   ... [deliver ... parsed ... filled) ...      deliver to parsed: whole frames, parsed to filled: a part of one
 * </pre>
 *
 * A {@link Frame#PART} that is not whole does not wait here: a {@link PartReader} takes its bytes as they come.
 */
final class Inbox {
    /** Fewer bytes are not worth a read, while what is there can be moved. */
    private static final int LEAST_ROOM = 1 << 16;

    /** Bytes to read while parts of long messages are expected, which go past this memory: not many of theirs. */
    private static final int FEW = 1 << 13;

    /** Bytes to read behind a part: the headers of the next frame. */
    private static final int FEWEST = 1 << 9;

    final MemorySegment memory;
    private final ByteBuffer bytes;
    private final ByteBuffer view;
    private final int capacity;
    private final CRC32C crc = new CRC32C();
    private final PartReader part;
    int deliver;
    int parsed;
    private int filled;
    /** Frames that are kept, by place: beginning and end of each. */
    private int[] kept = new int[0];

    private int keeps;

    /** Creates an inbox that has no bytes. */
    Inbox(int capacity, PartReader part) {
        this.capacity = capacity;
        this.part = part;
        bytes = FrameRing.allocate(capacity);
        view = bytes.duplicate();
        memory = MemorySegment.ofBuffer(bytes);
    }

    /** True if a whole frame is there. */
    boolean hasFrame() {
        return deliver < parsed;
    }

    /**
     * Reads what has come, as far as there is room. The number of bytes; -1 at the connection's end.
     *
     * @param few whether parts of long messages are expected that go straight into the user's memory
     */
    int read(SocketChannel channel, boolean few) throws IOException {
        int end = makeRoom();
        if (part.isDirect()) {
            ByteBuffer behind = bytes.limit(Math.min(end, filled + FEWEST)).position(filled);
            int n = part.read(channel, behind);
            filled = behind.position();
            return n;
        }
        if (end <= filled) {
            return 0;
        }
        int n = channel.read(
                bytes.limit(few ? Math.min(end, filled + few()) : end).position(filled));
        filled += Math.max(n, 0);
        return n;
    }

    /** The rest of the frame that is there in part, or of any. */
    private int few() {
        int there = filled - parsed;
        return there < Frame.HEADER ? FEW : Math.max(FEW, Frame.bytesAt(memory, parsed) - there);
    }

    /** Gives what has come to the {@link PartReader}; for one that is active, before anything else is parsed. */
    void feed() {
        parsed += part.take(memory, view, parsed, filled - parsed);
        deliver = parsed;
    }

    /** True if the headers of a PART are there, but not all of it, and nothing before it. */
    private boolean isAtPart() {
        return filled - parsed >= Frame.HEADER + Frame.PART_HEADER && Frame.kind(memory, parsed) == Frame.PART;
    }

    /** Lets the {@link PartReader} begin if a part of a PART is all that is here. */
    void beginPart(Landings landings, int peer) throws DamagedFrame {
        if (isAtPart()) {
            part.begin(landings, peer, memory, view, parsed);
            parsed += Frame.HEADER + Frame.PART_HEADER;
            feed();
        }
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
            throw DamagedFrame.crc();
        }
        parsed = end;
        return at;
    }

    /** End of the room behind {@link #filled}; moves a part of a frame to where there is more room. */
    private int makeRoom() {
        if (deliver == filled) {
            begin(startOfMostRoom());
        } else if (keeps > 0) {
            makeRoomAmongKept();
        } else if (deliver > 0 && capacity - filled < LEAST_ROOM) {
            moveTo(0);
        }
        return endOfRoom(filled);
    }

    /** What comes goes where the frame behind the bytes of a part is aligned. Rooms are multiples of 8 bytes, too. */
    private void begin(int room) {
        filled = room + (-part.throughInbox() & Long.BYTES - 1);
        parsed = filled;
        deliver = filled;
    }

    private void makeRoomAmongKept() {
        int end = endOfRoom(filled);
        if (hasFrame() || end - deliver >= LEAST_ROOM) {
            return;
        }
        int best = startOfMostRoom();
        int most = endOfRoom(best) - best;
        if (most > end - deliver && most > filled - deliver) {
            moveTo(best);
        }
    }

    private int startOfMostRoom() {
        int best = 0;
        int most = -1;
        for (int i = 0; i <= keeps; i++) {
            int from = i == 0 ? 0 : kept[2 * i - 1];
            int to = i == keeps ? capacity : kept[2 * i];
            if (to - from > most) {
                best = from;
                most = to - from;
            }
        }
        return best;
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

        /** Throws an exception with what is wrong, unless that is null. */
        static void ifWrong(String what) throws DamagedFrame {
            if (what != null) {
                throw new DamagedFrame(what);
            }
        }

        static DamagedFrame crc() {
            return new DamagedFrame("a damaged frame: its CRC does not match");
        }
    }
}
