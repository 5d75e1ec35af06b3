package org.bipj.net.ucx;

import org.bipj.core.nic.PeerFailedException;
import org.bipj.core.payload.Payload;
import org.bipj.net.remote.Landings;
import org.bipj.net.remote.PutOnlyMemory;

/**
 * Long messages over UCX: puts into memory of a peer, which it has named for one message. They are {@link #PENDING} until UCX
 * does not use their memory any more.
 */
final class UcxTransfers extends PutOnlyMemory {
    /** How long parts of a message may come behind its end, which does not wait for them in UCX. */
    private static final long LATE_NS = 10_000_000_000L;

    private final UcxPeers peers;
    private final UcxWorker worker;
    private final Landings landings = new Landings();
    private final UcxReads reads;
    /** Whether bytes have arrived since the last {@link #advance}. */
    private boolean moved;

    UcxTransfers(UcxLink.Shared shared, UcxPeers peers) {
        this.peers = peers;
        worker = shared.worker();
        reads = new UcxReads(worker, peers);
    }

    /**
     * A part of a message has come, or was announced. Called inside {@link UcxWorker#progress}.
     *
     * @return what is wrong with it; null if nothing is
     */
    String arrived(UcxLink link, long header, long data, boolean announced) {
        long key = UcxFrame.key(Ucp.MEMORY, header);
        long place = UcxFrame.place(Ucp.MEMORY, header);
        int bytes = UcxFrame.length(Ucp.MEMORY, header);
        String wrong = landings.wrong(link.peer(), key, place, bytes, announced);
        if (wrong != null) {
            return wrong;
        }
        Landings.Landing landing = landings.find(key);
        moved = true;
        if (announced) {
            if (!landing.isDirect()) {
                return "the announcement of a message for memory that is not native, or whose arena was closed";
            }
            reads.add(link, landing, bytes, data);
        } else {
            landing.copyIn(Ucp.MEMORY, data, place, bytes);
            link.framesArrived++;
        }
        return null;
    }

    /** Goes on with messages that come. True if some of their bytes have come since the last time. */
    boolean advance() {
        boolean any = moved;
        moved = false;
        return !reads.isEmpty() && reads.advance() || any;
    }

    @Override
    public long exposeTarget(int peer, Payload payload, long bytes) {
        return landings.keyOf(landings.open(peer, payload, bytes));
    }

    /** Waits for parts that the end of the message has overtaken: all of them were given to UCX before. */
    @Override
    public void conceal(long key) {
        Landings.Landing landing = landings.find(key);
        if (landing == null) {
            throw new IllegalArgumentException("key " + key + " names nothing");
        }
        UcxLink link = peers.link(landing.peer());
        long until = System.nanoTime() + LATE_NS;
        while (!landing.isComplete() && link.failure() == null && System.nanoTime() - until < 0) {
            worker.progress();
            moved |= reads.advance();
        }
        if (landing.isComplete() || link.isReported()) {
            landings.close(landing);
        } else if (link.failure() != null) {
            // The landing stays, because UCX may still use its memory.
            throw new PeerFailedException(link.peer(), link.failure().text());
        } else {
            throw new IllegalStateException(
                    "rank " + link.peer() + " calls a long message complete of which bytes are missing");
        }
    }

    @Override
    public int put(int peer, long key, Payload from, long bytes, long cookie) {
        if (!Landings.isKey(key)) {
            return UNREACHABLE;
        }
        UcxLink link = peers.link(peer);
        link.puts.add(from, key, bytes, cookie);
        link.puts.advance();
        if (!link.puts.isEmpty()) {
            peers.watch(link);
        }
        return PENDING;
    }
}
