package org.bipj.net.ucx;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.LongPredicate;
import org.bipj.core.payload.Payload;
import org.bipj.net.remote.Completions;
import org.bipj.net.remote.Landings;

/**
 * Long messages on their way to a peer, one after the other. Each goes in parts: active messages out of the user's memory where
 * that is one native run, else out of copies. Where the lane reaches the peer's memory and both memories are native runs, the
 * message is one part, whose bytes UCX moves from the one to the other.
 */
final class UcxPuts {
    /** Bytes of a message in a part: with its headers it is one message of UCX over TCP. */
    static final int PART_MAX = UcxFrame.MAX - UcxFrame.PART_HEADER;

    /** Parts whose bytes may be in use at the same time: packets wait behind so many. */
    private static final int SLOTS = 4;

    /** Parts that are sent before the rank looks at what has come. */
    private static final int BURST = 16;

    private static final long NO_REQUEST = 0;

    /** The value of {@link #reach} before it is known. */
    private static final int UNKNOWN = 0;

    private static final int REACHES = 1;
    private static final int REACHES_NOT = 2;

    private final UcxLink link;
    private final UcxWorker worker;
    private final Completions completions;
    private final LongPredicate reaching;
    private final Arena arena;
    /** Whether the endpoint's lanes reach the peer's memory. */
    private int reach = UNKNOWN;

    /** Messages of which bytes have not been given to UCX. */
    private Put head;

    private Put tail;
    private Put free;

    /** By slot: the message of a part whose bytes are in use, and its request. */
    private final Put[] puts = new Put[SLOTS];

    private final long[] requests = new long[SLOTS];
    private int used;
    /** Header of each slot's part. Null before the first message. */
    private MemorySegment headers;
    /** Copy of each slot's bytes; null before it has one. */
    private final MemorySegment[] copies = new MemorySegment[SLOTS];

    /** Parts that were sent, and those of them that UCX moves by itself. */
    int parts;

    int regions;

    /** A long message to the peer. */
    private static final class Put {
        private Payload from;
        private long key;
        private long bytes;
        private long cookie;
        /** Its memory, where it is one native run; also keeps that alive while UCX reads it. */
        private ByteBuffer view;
        /** True if UCX moves it by itself. */
        private boolean region;
        /** Bytes that have been given to UCX. */
        private long place;
        /** How many parts have bytes in use by UCX. */
        private int underWay;

        private Put next;
    }

    /**
     * Without messages.
     *
     * @param completions get the cookie of each message whose bytes are not in use any more
     * @param reaching true for an endpoint whose lanes {@linkplain UcxLanes#reachMemory reach memory}
     */
    UcxPuts(UcxLink link, UcxWorker worker, Completions completions, LongPredicate reaching, Arena arena) {
        this.link = link;
        this.worker = worker;
        this.completions = completions;
        this.reaching = reaching;
        this.arena = arena;
    }

    boolean isEmpty() {
        return head == null && used == 0;
    }

    /** True while UCX may read a message's memory. */
    boolean isUnderWay() {
        return used > 0;
    }

    /** Appends a message: the first bytes of a payload, which stays as it is until it has left. */
    void add(Payload from, long key, long bytes, long cookie) {
        if (headers == null) {
            headers = arena.allocate((long) SLOTS * UcxFrame.PART_HEADER, Long.BYTES);
        }
        Put put = free == null ? new Put() : free;
        free = put.next;
        put.from = from;
        put.key = key;
        put.bytes = bytes;
        put.cookie = cookie;
        put.view = Landings.viewOf(from, bytes);
        put.region = put.view != null && Landings.isNative(key) && reaches();
        put.place = 0;
        put.next = null;
        if (head == null) {
            head = put;
        } else {
            tail.next = put;
        }
        tail = put;
    }

    private boolean reaches() {
        if (reach == UNKNOWN && link.endpoint != 0) {
            reach = reaching.test(link.endpoint) ? REACHES : REACHES_NOT;
        }
        return reach == REACHES;
    }

    /** Sends what there is room for. True if bytes have left or are not in use any more. */
    boolean advance() {
        boolean moved = reap();
        if (link.hasLeft()) {
            return drop() || moved;
        }
        for (int n = 0; n < BURST && head != null && used < SLOTS && link.isUsable(); n++) {
            moved = true;
            sendPart(head);
        }
        return moved;
    }

    private void sendPart(Put put) {
        int slot = 0;
        while (puts[slot] != null) {
            slot++;
        }
        if (put.view != null && !put.from.isOpen()) {
            put.view = null;
            put.region = false;
        }
        int length = (int) (put.region ? put.bytes : Math.min(PART_MAX, put.bytes - put.place));
        long at = put.view == null
                ? copyOut(put, slot, length)
                : MemorySegment.ofBuffer(put.view).address() + put.place;
        long header = (long) slot * UcxFrame.PART_HEADER;
        link.seal(headers, header, UcxFrame.PART, 0, length, 0);
        UcxFrame.sealPart(headers, header, put.key, put.place);
        link.count(UcxFrame.PART_HEADER + (long) length);
        parts++;
        regions += put.region ? 1 : 0;
        long request = worker.sendPart(
                link.endpoint, headers.address() + header, UcxFrame.PART_HEADER, at, length, put.region);
        put.place += length;
        if (put.place == put.bytes) {
            head = put.next;
        }
        if (Ucp.isError(request)) {
            link.unsendable = Ucp.error(request);
            return;
        }
        if (request != NO_REQUEST) {
            puts[slot] = put;
            requests[slot] = request;
            put.underWay++;
            used++;
        }
        end(put);
    }

    private long copyOut(Put put, int slot, int length) {
        if (copies[slot] == null) {
            copies[slot] = arena.allocate(PART_MAX, Long.BYTES);
        }
        put.from.copyOut(put.place, copies[slot], 0, length);
        return copies[slot].address();
    }

    /** Finds parts whose bytes are not in use any more. */
    private boolean reap() {
        boolean any = false;
        for (int slot = 0; slot < SLOTS && used > 0; slot++) {
            Put put = puts[slot];
            byte status = put == null ? Ucp.IN_PROGRESS : Ucp.check(requests[slot]);
            if (status == Ucp.IN_PROGRESS) {
                continue;
            }
            Ucp.requestFree(requests[slot]);
            puts[slot] = null;
            put.underWay--;
            used--;
            any = true;
            if (status == Ucp.OK || link.hasLeft()) {
                end(put);
            } else if (link.unsendable == null) {
                link.unsendable = Ucp.error(status);
            }
        }
        return any;
    }

    /** Reports a message if it is complete. */
    private void end(Put put) {
        if (put.place == put.bytes && put.underWay == 0) {
            completions.add(put.cookie);
            recycle(put);
        }
    }

    private void recycle(Put put) {
        put.from = null;
        put.view = null;
        put.next = free;
        free = put;
    }

    /** Ends, as if they had left, the messages to a peer that has closed its port. */
    private boolean drop() {
        boolean any = head != null;
        while (head != null) {
            Put put = head;
            head = put.next;
            put.place = put.bytes;
            end(put);
        }
        return any;
    }

    /** Forgets the messages to a peer that has failed, none of which {@link #isUnderWay}. */
    void clear() {
        head = null;
    }
}
