package org.bipj.net.ucx;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.LongPredicate;
import org.bipj.core.nic.NicPort;
import org.bipj.net.remote.Completions;
import org.bipj.net.remote.LinkSizes;
import org.bipj.net.remote.PeerFailure;

/** What a rank keeps of a rank of another host: its endpoint, frames that are in use, frames that have come, and the windows. */
final class UcxLink {
    /** The request of a frame that waits for an endpoint; those of UCX are addresses. */
    private static final long UNSENT = 0;

    private static final int NO_ROOM = -1;
    /** Beside the lanes: frames that are nothing but a header. */
    private static final int SERVICE = NicPort.LANES;

    private static final int SERVICE_FRAMES = 16;

    final int peer;
    private final int rank;
    private final int token;
    private final LinkSizes sizes;
    private final UcxWorker worker;
    private final SendRing[] rings = new SendRing[NicPort.LANES + 1];

    /** 0 before there is one, and after it has failed. */
    long endpoint;
    /** By lane, modulo 2^32: bytes of frames that have been committed, and those that the peer is done with. */
    private final int[] sent = new int[NicPort.LANES];

    private final int[] doneByPeer = new int[NicPort.LANES];
    /** By lane, modulo 2^32: bytes of frames that this rank is done with, and what it has said of them. */
    private final int[] done = new int[NicPort.LANES];

    private final int[] doneSaid = new int[NicPort.LANES];
    private final int[] sequence = new int[NicPort.LANES];
    private final Reorder[] order = {new Reorder(), new Reorder()};

    /** Frames that have come, in the order of their lanes: a ring of a power of two. */
    private long[] arrived = new long[16];

    private int first;
    private int count;
    final KeptFrames kept = new KeptFrames();
    /** Frames whose bytes UCX uses, or that wait for an endpoint. */
    int pending;

    /** In the port's queue of links with frames. */
    boolean ready;
    /** In the port's list of links whose sends have not ended, or that have no endpoint yet. */
    boolean busy;
    /** Something was sent to the peer, or has come from it. */
    boolean met;
    /** The peer has closed its port: what is sent to it is dropped. */
    boolean left;

    private boolean byeSaid;
    /** Why nothing can be sent or received any more; null as long as it can. */
    PeerFailure failure;

    /** Why the latest send has failed; null if none has. */
    String unsendable;
    /** The failure was reported, so the clients have let go of messages from and to the peer. */
    boolean reported;
    /** Packets or long messages are lost that UCX had not sent. */
    boolean unsent;
    /** The peer's; null before it is known. */
    UcxAddress address;
    /** When the endpoint was made, by {@link System#nanoTime}. */
    long connectedAt;
    /** The user was asked for a firewall. */
    boolean unanswered;

    /** Long messages to the peer. */
    final UcxPuts puts;
    /** Long messages from the peer that UCX moves into this rank's memory. */
    int reads;

    /** Bytes that have been given to UCX, and frames that have been sent and have come. */
    long bytes;

    long framesSent;
    long framesArrived;

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
        this.peer = peer;
        rank = shared.rank;
        token = shared.token;
        sizes = shared.sizes;
        worker = shared.worker;
        puts = new UcxPuts(this, worker, shared.completions, shared.reaching, shared.arena);
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

    /** True if UCX uses no memory of a user's for messages from or to the peer. */
    boolean isOffUserMemory() {
        return reads == 0 && !puts.isUnderWay();
    }

    /** True if it has nothing to send or to hand over. One that has failed is quiet once that was reported. */
    boolean isQuiet() {
        return failure != null ? reported : pending == 0 && count == 0 && puts.isEmpty() && reads == 0;
    }

    /** True if packets or long messages wait for UCX, or are lost. */
    boolean hasUnsent() {
        return unsent || !rings[NicPort.CONTROL].isEmpty() || !rings[NicPort.DATA].isEmpty() || !puts.isEmpty();
    }

    // ---- out ---------------------------------------------------------------------------------------------------

    MemorySegment memory(int lane) {
        return rings[lane].memory;
    }

    /** Place of a packet's payload; negative if there is no room. */
    long claim(int lane, int bytes) {
        int frame = UcxFrame.bytes(bytes);
        if (sent[lane] - doneByPeer[lane] + frame > sizes.window(lane) && !left) {
            return NO_ROOM;
        }
        int at = rings[lane].claim(frame);
        return at < 0 ? NO_ROOM : at + UcxFrame.HEADER;
    }

    /** Sends what was written behind a claim. */
    void commit(int lane, long claim, int bytes, int immediate) {
        sent[lane] += UcxFrame.bytes(bytes);
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
        doneSaid[NicPort.CONTROL] = done[NicPort.CONTROL];
        doneSaid[NicPort.DATA] = done[NicPort.DATA];
        UcxFrame.seal(memory, at, token, rank, number, kind, bytes, immediate, done);
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

    /** Sends a WINDOW frame if the peer should know by now what this rank is done with. */
    void sayDone() {
        if (owes(NicPort.DATA) || owes(NicPort.CONTROL)) {
            sendHeader(UcxFrame.WINDOW);
        }
    }

    private boolean owes(int lane) {
        return done[lane] - doneSaid[lane] >= sizes.window(lane) / 4;
    }

    private boolean sendHeader(int kind) {
        int at = rings[SERVICE].claim(UcxFrame.HEADER);
        if (at < 0) {
            return false;
        }
        post(rings[SERVICE], at, kind, 0, 0, 0);
        return true;
    }

    /** Sends the end of this rank; false if there is no room now. */
    boolean sayBye() {
        byeSaid = byeSaid || sendHeader(UcxFrame.BYE);
        return byeSaid;
    }

    // ---- in ----------------------------------------------------------------------------------------------------

    /** Reads what the peer says, in the header of any frame, that it is done with. */
    void heed(long address) {
        for (int lane = 0; lane < NicPort.LANES; lane++) {
            int more = UcxFrame.done(Ucp.MEMORY, address, lane) - doneByPeer[lane];
            // Frames of different kinds may overtake each other: an older one states less.
            if (more > 0 && more <= sent[lane] - doneByPeer[lane]) {
                doneByPeer[lane] += more;
            }
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

    boolean hasFrame() {
        return count > 0;
    }

    /** The next frame. */
    long head() {
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
        done[UcxFrame.kind(Ucp.MEMORY, address)] += UcxFrame.bytes(UcxFrame.length(Ucp.MEMORY, address));
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
