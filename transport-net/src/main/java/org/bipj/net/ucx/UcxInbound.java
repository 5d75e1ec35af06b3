package org.bipj.net.ucx;

import java.util.ArrayDeque;
import org.bipj.core.nic.PacketSink;
import org.bipj.net.remote.LinkSizes;

/** Frames that have come over UCX: checked, in the order of their lanes, and handed over in turns of their peers. */
final class UcxInbound {
    private final int rank;
    private final int token;
    private final LinkSizes sizes;
    private final UcxPeers peers;
    private final UcxTransfers transfers;
    /** Links with frames that wait to be delivered. */
    private final ArrayDeque<UcxLink> ready = new ArrayDeque<>();

    /** How many messages were dropped, as they do not come from the job. */
    private int strangers;

    UcxInbound(UcxLink.Shared shared, UcxPeers peers, UcxTransfers transfers) {
        rank = shared.rank();
        token = shared.token();
        sizes = shared.sizes();
        this.peers = peers;
        this.transfers = transfers;
    }

    /** Handles a frame; see {@link UcxWorker.Events#arrived}. */
    boolean arrived(long address, long bytes) {
        UcxLink link =
                linkOf(address, UcxFrame.wrong(Ucp.MEMORY, address, bytes, token, peers.size(), sizes.maxPacket()));
        if (link == null) {
            return false;
        }
        boolean stays = link.arrive(address);
        makeReady(link);
        if (!link.met) {
            // To say what this rank is done with, and to be told if the peer fails.
            peers.watch(link);
        }
        return stays;
    }

    /** Handles a part of a long message; see {@link UcxWorker.Events#part}. */
    boolean part(long header, long headerBytes, long data, long bytes, boolean announced) {
        UcxLink link = linkOf(header, UcxFrame.wrongPart(Ucp.MEMORY, header, headerBytes, bytes, token, peers.size()));
        if (link == null || link.failure() != null) {
            return false;
        }
        link.heed(header);
        String wrong = transfers.arrived(link, header, data, announced);
        if (wrong != null) {
            peers.fail(link, "it sends " + wrong);
        }
        return wrong == null;
    }

    /** The link of a frame; null if something is wrong with it. */
    private UcxLink linkOf(long address, String wrong) {
        if (wrong == null && UcxFrame.rank(Ucp.MEMORY, address) != rank) {
            return peers.link(UcxFrame.rank(Ucp.MEMORY, address));
        }
        if (strangers++ == 0) {
            System.getLogger(UcxPort.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "rank " + rank + " drops a message of UCX that "
                                    + (wrong == null ? "comes from this rank" : wrong)
                                    + "; further ones are not reported");
        }
        return null;
    }

    private void makeReady(UcxLink link) {
        if (!link.ready && link.hasFrame()) {
            link.ready = true;
            ready.add(link);
        }
    }

    boolean hasReady() {
        return !ready.isEmpty();
    }

    /** Hands over frames of all peers but one, about so many, and returns their number. */
    int deliver(UcxLink except, PacketSink sink, int limit) {
        int handed = 0;
        for (int i = ready.size(); i > 0 && handed < limit; i--) {
            UcxLink link = ready.poll();
            if (link == except) {
                ready.add(link);
                continue;
            }
            link.ready = false;
            try {
                handed += deliverOf(link, sink, limit - handed);
            } finally {
                // Also where a sink throws: the rest is found again.
                makeReady(link);
            }
        }
        return handed;
    }

    /** Hands over frames of a peer, and returns their number. */
    int deliverOf(UcxLink link, PacketSink sink, int limit) {
        int handed = 0;
        while (handed < limit && link.hasFrame()) {
            handed++;
            hand(link, link.remove(), sink);
        }
        peers.sayDone(link);
        return handed;
    }

    private static void hand(UcxLink link, long address, PacketSink sink) {
        int result = PacketSink.DONE;
        try {
            result = sink.onPacket(
                    link.peer(),
                    UcxFrame.kind(Ucp.MEMORY, address),
                    UcxFrame.immediate(Ucp.MEMORY, address),
                    Ucp.MEMORY,
                    address + UcxFrame.HEADER,
                    UcxFrame.length(Ucp.MEMORY, address));
        } finally {
            if (result == PacketSink.KEEP) {
                link.kept.add(address);
            } else {
                link.done(address);
            }
        }
    }

    /** How many messages were dropped, as they do not come from the job. */
    int strangers() {
        return strangers;
    }
}
