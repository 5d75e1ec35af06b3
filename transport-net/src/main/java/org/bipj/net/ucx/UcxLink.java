package org.bipj.net.ucx;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.LongPredicate;
import org.bipj.core.nic.NicPort;
import org.bipj.net.remote.Completions;
import org.bipj.net.remote.LinkSizes;
import org.bipj.net.remote.PeerFailure;
import org.bipj.net.remote.RemoteLink;

/** What a rank keeps of a rank of another host: its endpoint, frames that are in use, frames that have come, and the windows. */
public final class UcxLink extends RemoteLink {
    /** The request of a frame that waits for an endpoint; those of UCX are addresses. */
    private static final long UNSENT = 0;

    /** Beside the lanes: frames that are nothing but a header. */
    private static final int SERVICE = NicPort.LANES;

    private static final int SERVICE_FRAMES = 16;

    private final int rank;
    private final int token;
    private final UcxWorker worker;
    private final SendRing[] rings = new SendRing[NicPort.LANES + 1];

    /** 0 before there is one, and after it has failed. */
    long endpoint;

    private final int[] sequence = new int[NicPort.LANES];
    private final Reorder[] order = {new Reorder(), new Reorder()};

    /** Frames that have come, in the order of their lanes: a ring of a power of two. */
    private long[] arrived = new long[16];

    private int first;
    private int count;
    final KeptFrames kept = new KeptFrames();
    /** Frames whose bytes UCX uses, or that wait for an endpoint. */
    int pending;

    /** Whether the link is in the port's queue of links with frames. */
    boolean ready;
    /** In the port's list of links whose sends have not ended, or that have no endpoint yet. */
    boolean busy;
    /** Something was sent to the peer, or has come from it. */
    boolean met;

    /** Why the latest send has failed; null if none has. */
    String unsendable;
    /** The peer's; null before it is known. */
    UcxAddress address;
    /** When the endpoint was made, by {@link System#nanoTime}. */
    long connectedAt;
    /** The user was asked for a firewall. */
    boolean unanswered;

    /** The long messages to the peer. */
    final UcxPuts puts;
    /** Long messages from the peer that UCX moves into this rank's memory. */
    int reads;

    /** Bytes that have been given to UCX, and frames that have been sent and have come. */
    long bytes;

    long framesSent;
    long framesArrived;

    /** Since the failure of the peer: how many frames had come at the last look, and when that was another number. */
    long framesRead = -1;

    long readAt;

    /**
     * What all links of a port have in common.
     *
     * @param token of each frame
     * @param completions get the cookies of long messages that have left
     * @param reaching true for an endpoint whose lanes {@linkplain UcxLanes#reachMemory reach memory}
     */
    record Shared(
            int rank,
            int token,
            LinkSizes sizes,
            UcxWorker worker,
            Arena arena,
            Completions completions,
            LongPredicate reaching) {}

    UcxLink(int peer, Shared shared) {
        super(peer, shared.sizes, UcxFrame.HEADER);
        rank = shared.rank;
        token = shared.token;
        worker = shared.worker;
        puts = new UcxPuts(this, worker, shared.completions, shared.reaching, shared.arena);
        LinkSizes sizes = shared.sizes;
        Arena arena = shared.arena;
        for (int lane = 0; lane < NicPort.LANES; lane++) {
            rings[lane] = new SendRing(arena, sizes.window(lane) + UcxFrame.bytes(sizes.maxPacket()));
        }
        rings[SERVICE] = new SendRing(arena, SERVICE_FRAMES * UcxFrame.HEADER);
    }

    /** True if messages can be sent to the peer now. */
    boolean isUsable() {
        return endpoint != 0 && failure == null && unsendable == null && !left;
    }

    /** Notes that the peer has failed. */
    void fail(PeerFailure by) {
        failure = by;
    }

    /** The end of a connection was noticed before what the peer had said last: it had closed its port, and has not failed. */
    void withdrawFailure() {
        failure = null;
    }

    /** Notes whether something was to be sent to the peer, which is lost now. */
    void loseUnsent() {
        unsent |= hasUnsent();
    }

    /** True if UCX uses no memory of a user's for messages from or to the peer. */
    boolean isOffUserMemory() {
        return reads == 0 && !puts.isUnderWay();
    }

    /** One that has failed is quiet once that was reported. */
    @Override
    public boolean isQuiet() {
        return failure != null ? isReported() : pending == 0 && count == 0 && puts.isEmpty() && reads == 0;
    }

    @Override
    public boolean hasUnsent() {
        return unsent || !rings[NicPort.CONTROL].isEmpty() || !rings[NicPort.DATA].isEmpty() || !puts.isEmpty();
    }

    /** UCX does not tell when an endpoint has reached its peer: sends end from then on. */
    @Override
    protected boolean isConnected() {
        return endpoint != 0 && pending == 0;
    }

    // ---- out ---------------------------------------------------------------------------------------------------

    @Override
    public MemorySegment memory(int lane) {
        return rings[lane].memory;
    }

    @Override
    protected int claimFrame(int lane, int bytes) {
        return rings[lane].claim(bytes);
    }

    /** Sends what was written behind a claim. */
    void commit(int lane, long claim, int bytes, int immediate) {
        countSent(lane, UcxFrame.bytes(bytes));
        post(rings[lane], (int) claim - UcxFrame.HEADER, lane, sequence[lane]++, bytes, immediate);
    }

    private void post(SendRing ring, int at, int kind, int number, int bytes, int immediate) {
        seal(ring.memory, at, kind, number, bytes, immediate);
        if (left) {
            return;
        }
        int length = UcxFrame.HEADER + bytes;
        count(length);
        long request = endpoint == 0 ? UNSENT : send(ring, at, length);
        if (request != 0 || endpoint == 0) {
            ring.add(at, length, request);
            pending++;
        }
    }

    /** Writes the header of a frame, which says what this rank is done with. */
    void seal(MemorySegment memory, long at, int kind, int number, int bytes, int immediate) {
        UcxFrame.seal(memory, at, token, rank, number, kind, bytes, immediate, stateDone());
    }

    /** How many frames were sent. */
    @Override
    protected long unitsSent() {
        return framesSent;
    }

    @Override
    protected long unitsReceived() {
        return framesArrived;
    }

    @Override
    public long bytesWritten() {
        return bytes;
    }

    /** A frame of so many bytes is given to UCX. */
    void count(long length) {
        framesSent++;
        bytes += length;
    }

    /** A request, or 0 where the frame has left or has failed. */
    private long send(SendRing ring, int at, int length) {
        long request = worker.send(endpoint, ring.memory.address() + at, length);
        if (Ucp.isError(request)) {
            unsendable = Ucp.error(request);
            unsent |= ring != rings[SERVICE];
            return 0;
        }
        return request;
    }

    /** There is an endpoint now: sends what has waited for it. */
    void connected(long by) {
        endpoint = by;
        connectedAt = System.nanoTime();
        for (SendRing ring : rings) {
            for (int i = 0; i < ring.count(); i++) {
                ring.setRequest(i, send(ring, ring.start(i), ring.length(i)));
            }
        }
        reap();
    }

    /** Forgets frames whose bytes are not in use any more. */
    void reap() {
        for (SendRing ring : rings) {
            while (!ring.isEmpty() && hasEnded(ring.request(0), ring != rings[SERVICE])) {
                ring.remove();
                pending--;
            }
        }
    }

    private boolean hasEnded(long request, boolean ofClient) {
        if (request == UNSENT) {
            unsent |= ofClient && failure != null && !left;
            return endpoint != 0 || left || failure != null;
        }
        byte status = Ucp.check(request);
        if (status == Ucp.IN_PROGRESS) {
            return false;
        }
        if (status != Ucp.OK) {
            unsent |= ofClient;
            unsendable = unsendable == null ? Ucp.error(status) : unsendable;
        }
        Ucp.requestFree(request);
        return true;
    }

    @Override
    protected boolean sendHeader(int kind) {
        int at = rings[SERVICE].claim(UcxFrame.HEADER);
        if (at < 0) {
            return false;
        }
        post(rings[SERVICE], at, kind, 0, 0, 0);
        return true;
    }

    // ---- in ----------------------------------------------------------------------------------------------------

    /** Reads what the peer says, in the header of any frame, that it is done with. */
    void heed(long address) {
        for (int lane = 0; lane < NicPort.LANES; lane++) {
            // Statements that cannot be true are ignored.
            heed(lane, UcxFrame.done(Ucp.MEMORY, address, lane));
        }
    }

    /** A frame has come. True if it stays. */
    boolean arrive(long address) {
        framesArrived++;
        heed(address);
        int kind = UcxFrame.kind(Ucp.MEMORY, address);
        left |= kind == UcxFrame.BYE;
        if (kind > UcxFrame.DATA) {
            return false;
        }
        int place = order[kind].offer(UcxFrame.sequence(Ucp.MEMORY, address), address);
        if (place == Reorder.NEXT) {
            append(address);
            for (long next = order[kind].next(); next != 0; next = order[kind].next()) {
                append(next);
            }
        }
        return place != Reorder.TWICE;
    }

    private void append(long address) {
        if (count == arrived.length) {
            long[] more = new long[2 * count];
            for (int i = 0; i < count; i++) {
                more[i] = arrived[first + i & count - 1];
            }
            arrived = more;
            first = 0;
        }
        arrived[first + count++ & arrived.length - 1] = address;
    }

    @Override
    public boolean hasFrame() {
        return count > 0;
    }

    @Override
    public long peek() {
        long address = head();
        return (long) UcxFrame.immediate(Ucp.MEMORY, address) << 32 | UcxFrame.length(Ucp.MEMORY, address) + 1;
    }

    @Override
    public MemorySegment peekMemory() {
        return Ucp.MEMORY;
    }

    @Override
    public long peekOffset() {
        return head() + UcxFrame.HEADER;
    }

    @Override
    public void take() {
        done(remove());
    }

    /** The address of the oldest frame. */
    private long head() {
        return arrived[first];
    }

    /** Removes the next frame from the queue. */
    long remove() {
        long address = arrived[first];
        first = first + 1 & arrived.length - 1;
        count--;
        return address;
    }

    /** This rank is done with a frame. */
    void done(long address) {
        countDone(UcxFrame.kind(Ucp.MEMORY, address), UcxFrame.bytes(UcxFrame.length(Ucp.MEMORY, address)));
        worker.release(address);
    }

    /** Gives back all frames that have come. */
    void releaseAll() {
        while (hasFrame()) {
            done(remove());
        }
        for (long address = kept.removeAny(); address != 0; address = kept.removeAny()) {
            done(address);
        }
        for (Reorder lane : order) {
            for (long address = lane.removeAny(); address != 0; address = lane.removeAny()) {
                done(address);
            }
        }
    }
}
