package org.bipj.net.tcp;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.zip.CRC32C;
import org.bipj.net.remote.Landings;

/** The {@link Frame#PART} that is being read, piece by piece, into the memory that it goes to. */
final class PartReader {
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer[] two = new ByteBuffer[2];
    /** Null while no PART is being read. */
    private Landings.Landing landing;

    private int stated;
    /** Bytes of the message that are missing, and bytes of padding behind them. */
    private int rest;

    private int padding;
    /** What the header says that the sender is done with. */
    final int[] done = new int[2];

    boolean isActive() {
        return landing != null;
    }

    /** True if the missing bytes are read straight into the user's memory. */
    boolean isDirect() {
        return landing != null && landing.isDirect() && rest > 0;
    }

    /** Bytes of the frame that are still to come into the {@link Inbox}. */
    int throughInbox() {
        return (isDirect() ? 0 : rest) + padding;
    }

    /** Begins with a frame whose headers are there. */
    void begin(Landings landings, int peer, MemorySegment memory, ByteBuffer view, int at) throws Inbox.DamagedFrame {
        rest = Frame.length(memory, at) - Frame.PART_HEADER;
        padding = Frame.bytes(rest) - Frame.HEADER - rest;
        done[0] = Frame.done(memory, at, 0);
        done[1] = Frame.done(memory, at, 1);
        landing = landing(landings, peer, Frame.key(memory, at), Frame.place(memory, at), rest);
        stated = Frame.beginCrc(memory, view, crc, at);
    }

    /** The memory that a PART goes to. */
    static Landings.Landing landing(Landings landings, int peer, long key, long place, int bytes)
            throws Inbox.DamagedFrame {
        Inbox.DamagedFrame.ifWrong(landings.wrong(peer, key, place, bytes, true));
        return landings.find(key);
    }

    /** Takes bytes of the frame out of the inbox, and returns their number. */
    int take(MemorySegment memory, ByteBuffer view, int at, int there) {
        int n = Math.min(there, rest);
        if (n > 0) {
            crc.update(view.limit(at + n).position(at));
            landing.copyIn(memory, at, n);
            rest -= n;
        }
        int skipped = Math.min(there - n, padding);
        padding -= skipped;
        return n + skipped;
    }

    /** Reads missing bytes into the user's memory and what follows into {@code behind}. All bytes; -1 at the end. */
    int read(SocketChannel channel, ByteBuffer behind) throws IOException {
        ByteBuffer next = landing.next(rest);
        int from = next.position();
        two[0] = next;
        two[1] = behind;
        int all = (int) channel.read(two, 0, 2);
        int n = next.position() - from;
        if (n > 0) {
            crc.update(next.flip().position(from));
            landing.advance(n);
            rest -= n;
        }
        return all;
    }

    /** True if all of the frame was read; it is no longer active then. */
    boolean ends() throws Inbox.DamagedFrame {
        if (rest + padding > 0) {
            return false;
        }
        landing = null;
        if ((int) crc.getValue() != stated) {
            throw Inbox.DamagedFrame.crc();
        }
        return true;
    }
}
