package org.bipj.net.ucx;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.bipj.net.remote.Landings;

/** Long messages that UCX moves into this rank's memory by itself, after a peer has announced them. */
final class UcxReads {
    private static final long NO_REQUEST = 0;

    private final UcxWorker worker;
    private final UcxPeers peers;
    private final List<Read> reads = new ArrayList<>();
    private final List<Read> free = new ArrayList<>();

    /** A part of a long message, which this rank receives from UCX. */
    private static final class Read {
        private UcxLink link;
        private Landings.Landing landing;
        private int bytes;
        /** Keeps the memory alive while UCX stores into it. */
        private ByteBuffer into;
        /** What UCX has announced; 0 once it was asked for it. */
        private long announced;

        private long request;
    }

    UcxReads(UcxWorker worker, UcxPeers peers) {
        this.worker = worker;
        this.peers = peers;
    }

    boolean isEmpty() {
        return reads.isEmpty();
    }

    /** A message was announced, for memory that {@linkplain Landings.Landing#isDirect is} one native run. */
    void add(UcxLink link, Landings.Landing landing, int bytes, long announced) {
        Read read = free.isEmpty() ? new Read() : free.removeLast();
        read.link = link;
        read.landing = landing;
        read.bytes = bytes;
        read.announced = announced;
        reads.add(read);
        link.reads++;
    }

    /** Begins and ends what it can. True if there was something. */
    boolean advance() {
        boolean any = false;
        for (int i = reads.size() - 1; i >= 0; i--) {
            Read read = reads.get(i);
            if (read.announced != 0) {
                begin(read);
                any = true;
            }
            if (hasEnded(read)) {
                any = true;
                read.link.reads--;
                reads.set(i, reads.getLast());
                reads.removeLast();
                read.landing = null;
                read.into = null;
                free.add(read);
            }
        }
        return any;
    }

    private void begin(Read read) {
        long announced = read.announced;
        read.announced = 0;
        read.request = NO_REQUEST;
        if (!read.link.isUsable()) {
            worker.release(announced);
            return;
        }
        read.into = read.landing.next(read.bytes);
        long request =
                worker.receive(announced, MemorySegment.ofBuffer(read.into).address(), read.bytes);
        if (Ucp.isError(request)) {
            peers.fail(read.link, Ucp.error(request));
        } else if (request == NO_REQUEST) {
            stored(read);
        } else {
            read.request = request;
        }
    }

    private boolean hasEnded(Read read) {
        if (read.request == NO_REQUEST) {
            return true;
        }
        byte status = Ucp.check(read.request);
        if (status == Ucp.IN_PROGRESS) {
            return false;
        }
        Ucp.requestFree(read.request);
        if (status == Ucp.OK) {
            stored(read);
        } else {
            peers.fail(read.link, Ucp.error(status));
        }
        return true;
    }

    private static void stored(Read read) {
        read.landing.advance(read.bytes);
        read.link.framesArrived++;
    }
}
