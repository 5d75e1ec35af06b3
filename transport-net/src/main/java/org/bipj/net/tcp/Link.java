package org.bipj.net.tcp;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.payload.Payload;
import org.bipj.net.remote.Landings;
import org.bipj.net.remote.LinkSizes;
import org.bipj.net.remote.PeerFailure;
import org.bipj.net.remote.RemoteLink;

/** The state of the connection with a rank of another host: packets that wait for the kernel, received bytes, and the window. */
public final class Link extends RemoteLink {
    /** Parts of long messages that are written at once. */
    private static final int PARTS = 4;

    private final int maxPacket;
    private final int window;
    private final FrameRing control;
    private final FrameRing data;
    private final PutQueue puts;
    private final Landings landings;
    private final PartReader part = new PartReader();
    /** Messages of the peer that are expected straight in the user's memory. */
    private int direct;
    /** What has arrived from the peer; null before there is a connection. */
    private Inbox in;

    SocketChannel channel;
    SelectionKey key;
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer[] pieces = new ByteBuffer[8];

    /** A sink has a packet of this link in its hands: bytes must not move. */
    private boolean handing;
    /** Frames that are known to wait in {@link Inbox}, in the port's queue of such links. */
    boolean ready;
    /** In the port's list of links that have something to write. */
    boolean blocked;
    /** Whether the connector was asked for a connection. */
    boolean asked;
    /** Why nothing can be written any more, while what has come before may still be read; null as long as it can. */
    String unwritable;
    /** Whether the port has closed the connection. */
    boolean forgotten;

    /** The peer has lost this rank, or is silent: why, and when that was heard; null if it is neither. */
    String lostBy;

    long lostByAt;

    /** The kernel of the peer's host does not acknowledge what was written. */
    boolean isSilent;

    /** Bytes that the kernel has accepted and delivered, to check that nothing is in transit. */
    long written;

    long read;
    /** Bytes of long messages that have come and left. */
    long longBytes;

    /**
     * Without a connection.
     *
     * @param landings where long messages go that come
     * @param put gets the cookies of long messages that have left
     */
    Link(int peer, LinkSizes sizes, Landings landings, LongConsumer put) {
        super(peer, sizes, Frame.HEADER);
        maxPacket = sizes.maxPacket();
        window = sizes.window(NicPort.DATA);
        this.landings = landings;
        // Jobs of many ranks have smaller windows and smaller parts.
        puts = new PutQueue(Math.min(2 * window, Frame.PART_MAX), put);
        // What waits for the kernel: the window, and frames beside it.
        control = new FrameRing(2 * sizes.window(NicPort.CONTROL));
        data = new FrameRing(window);
    }

    void connected(SocketChannel by) {
        channel = by;
        // Room for a window that is kept, and as much around it.
        in = new Inbox(2 * window, part);
    }

    @Override
    protected boolean isConnected() {
        return channel != null && failure == null && !forgotten;
    }

    @Override
    public boolean takesPackets() {
        return failure == null && unwritable == null;
    }

    /** Notes that the peer has closed its port. */
    void leave() {
        left = true;
    }

    /** The connection with the peer has failed. */
    void fail(PeerFailure by) {
        failure = by;
    }

    // ---- out ---------------------------------------------------------------------------------------------------

    @Override
    public MemorySegment memory(int lane) {
        return queue(lane).memory;
    }

    @Override
    protected int claimFrame(int lane, int bytes) {
        return queue(lane).claim(bytes);
    }

    private FrameRing queue(int lane) {
        return lane == NicPort.DATA ? data : control;
    }

    void commit(int lane, long claim, int bytes, int immediate) {
        countSent(lane, Frame.bytes(bytes));
        seal(queue(lane), (int) claim - Frame.HEADER, lane, bytes, immediate);
    }

    private void seal(FrameRing queue, int at, int kind, int bytes, int immediate) {
        queue.commit(crc, at, kind, bytes, immediate, stateDone());
    }

    @Override
    protected boolean sendHeader(int kind) {
        int at = control.claim(Frame.HEADER);
        if (at < 0) {
            return false;
        }
        seal(control, at, kind, 0, 0);
        return true;
    }

    boolean isFlushed() {
        return control.isEmpty() && data.isEmpty() && puts.isEmpty();
    }

    /**
     * True if nothing is to be written, and nothing that was read waits to be handed over. A connection that has failed is quiet
     * once that was reported: nothing comes or leaves any more.
     */
    @Override
    public boolean isQuiet() {
        return failure != null ? isReported() : (left || unwritable == null && isFlushed()) && !hasFrame();
    }

    /**
     * Bytes. A connection counts as one byte each way, so that the sum of all ranks' balances is not 0 as long as one end stands:
     * bytes may still come from the other one.
     */
    @Override
    protected long unitsSent() {
        return written + (channel == null ? 0 : 1);
    }

    @Override
    protected long unitsReceived() {
        return read + (channel == null ? 0 : 1);
    }

    @Override
    public long bytesWritten() {
        return written;
    }

    @Override
    public boolean hasUnsent() {
        return unsent || isSilent || data.hasPackets() || control.hasPackets() || !puts.isEmpty();
    }

    /** Drops what waits. Long messages to a peer that has closed its port are done then; to one that fails, they are lost. */
    void drop() {
        unsent = !left && hasUnsent();
        control.taken(control.pending());
        data.taken(data.pending());
        if (left) {
            puts.complete();
        } else {
            puts.clear();
        }
    }

    /** Queues a long message, which stays as it is until it has left. */
    void put(Payload from, long key, long bytes, long cookie) {
        puts.add(from, key, bytes, cookie);
    }

    /**
     * Writes what the kernel takes, of long messages a few parts at most, so that what comes is not forgotten meanwhile.
     * True if all is written.
     */
    boolean flush() throws IOException {
        if (left || unwritable != null) {
            drop();
        }
        for (int parts = 0; !isFlushed(); parts += puts.isEmpty() ? 0 : 1) {
            int n = control.isEmpty() && puts.isEmpty() ? writeData() : writePieces();
            written += n;
            if (n == 0 || parts == PARTS) {
                return false;
            }
        }
        return true;
    }

    private int writeData() throws IOException {
        int n = channel.write(data.next());
        data.taken(n);
        return n;
    }

    /** Control goes before data, and that before one part of a long message, but for the rest of a frame that has begun. */
    private int writePieces() throws IOException {
        int dataRest = data.rest();
        int partRest = puts.rest();
        int n = 0;
        if (dataRest > 0) {
            pieces[n++] = data.restOfFrame();
        } else if (partRest > 0) {
            n = puts.pieces(pieces, 0);
        }
        n = control.pieces(pieces, n, 0);
        n = data.pieces(pieces, n, dataRest);
        if (partRest == 0 && !puts.isEmpty()) {
            puts.prepare(crc, done());
            n = puts.pieces(pieces, n);
        }
        int all = (int) channel.write(pieces, 0, n);
        int rest = all;
        rest -= data.taken(Math.min(rest, dataRest));
        longBytes += Math.min(rest, partRest);
        rest -= puts.taken(Math.min(rest, partRest));
        rest -= control.taken(Math.min(rest, control.pending()));
        rest -= data.taken(Math.min(rest, data.pending()));
        puts.taken(rest);
        longBytes += rest;
        return all;
    }

    // ---- in ----------------------------------------------------------------------------------------------------

    @Override
    public boolean hasFrame() {
        return in != null && in.hasFrame();
    }

    /** Reads what has come, unless frames wait to be handed over. */
    void read() throws IOException, Inbox.DamagedFrame {
        if (handing || in.hasFrame() || left) {
            return;
        }
        if (!part.isActive()) {
            in.beginPart(landings, peer());
        }
        int n = in.read(channel, direct > 0);
        if (n < 0) {
            throw new IOException("the connection was closed");
        }
        read += n;
        if (part.isActive()) {
            longBytes += n;
            in.feed();
            if (!part.ends()) {
                return;
            }
            heedFrame(part.done[NicPort.CONTROL], part.done[NicPort.DATA]);
        }
        for (int at = in.parse(maxPacket); at >= 0; at = in.parse(maxPacket)) {
            parsed(at);
        }
    }

    private void parsed(int at) throws Inbox.DamagedFrame {
        heedFrame(Frame.done(in.memory, at, NicPort.CONTROL), Frame.done(in.memory, at, NicPort.DATA));
        int kind = Frame.kind(in.memory, at);
        if (kind == Frame.PART) {
            int bytes = Frame.length(in.memory, at) - Frame.PART_HEADER;
            longBytes += bytes;
            PartReader.landing(landings, peer(), Frame.key(in.memory, at), Frame.place(in.memory, at), bytes)
                    .copyIn(in.memory, at + Frame.HEADER + Frame.PART_HEADER, bytes);
        }
        left |= kind == Frame.BYE;
        if (kind > Frame.DATA && in.deliver == at) {
            in.deliver = in.parsed;
        }
    }

    /** What the peer says that it is done with. */
    private void heedFrame(int control, int data) throws Inbox.DamagedFrame {
        String wrongControl = heed(NicPort.CONTROL, control);
        String wrong = wrongControl == null ? heed(NicPort.DATA, data) : wrongControl;
        if (wrong != null) {
            throw new Inbox.DamagedFrame(wrong);
        }
    }

    /** Counts the peer's messages that are expected straight in the user's memory. */
    void expectDirect(int more) {
        direct += more;
    }

    /** Hands over what has been read. Returns the number of packets. */
    int deliver(PacketSink sink, int limit) {
        int handed = 0;
        while (in.hasFrame() && handed < limit) {
            int at = in.deliver;
            in.deliver = at + Frame.bytesAt(in.memory, at);
            int lane = Frame.kind(in.memory, at);
            if (lane <= Frame.DATA) {
                handed++;
                hand(sink, lane, at);
            }
        }
        return handed;
    }

    private void hand(PacketSink sink, int lane, int at) {
        int result = PacketSink.DONE;
        handing = true;
        try {
            result = sink.onPacket(
                    peer(),
                    lane,
                    Frame.immediate(in.memory, at),
                    in.memory,
                    at + Frame.HEADER,
                    Frame.length(in.memory, at));
        } finally {
            handing = false;
            if (result == PacketSink.KEEP) {
                in.keep(at);
            } else {
                countDone(lane, Frame.bytesAt(in.memory, at));
            }
        }
    }

    @Override
    public long peek() {
        while (in.hasFrame() && Frame.kind(in.memory, in.deliver) > Frame.DATA) {
            in.deliver += Frame.bytesAt(in.memory, in.deliver);
        }
        if (!in.hasFrame()) {
            return 0;
        }
        int at = in.deliver;
        return (long) Frame.immediate(in.memory, at) << 32 | Frame.length(in.memory, at) + 1;
    }

    @Override
    public MemorySegment peekMemory() {
        return in.memory;
    }

    @Override
    public long peekOffset() {
        return in.deliver + Frame.HEADER;
    }

    @Override
    public void take() {
        int frame = Frame.bytesAt(in.memory, in.deliver);
        in.deliver += frame;
        countDone(NicPort.DATA, frame);
    }

    void release(int lane, long offset) {
        countDone(lane, in.release(offset - Frame.HEADER));
    }
}
