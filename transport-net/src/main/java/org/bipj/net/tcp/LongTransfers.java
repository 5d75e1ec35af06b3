package org.bipj.net.tcp;

import org.bipj.core.payload.Payload;
import org.bipj.net.remote.Completions;
import org.bipj.net.remote.Landings;
import org.bipj.net.remote.PutOnlyMemory;

/**
 * Long messages over TCP: puts into memory of a peer, which it has named for one message. They are {@link #PENDING} until the
 * kernel has taken the last byte.
 */
final class LongTransfers extends PutOnlyMemory {
    private final TcpPort port;
    final Landings landings = new Landings();
    final Completions completions = new Completions();

    LongTransfers(TcpPort port) {
        this.port = port;
    }

    @Override
    public void conceal(long key) {
        Landings.Landing landing = landings.find(key);
        if (landing == null) {
            throw new IllegalArgumentException("key " + key + " names nothing");
        }
        Link link = port.links().link(landing.peer());
        boolean complete = landing.isComplete() || !link.isConnected();
        if (landing.isDirect()) {
            link.expectDirect(-1);
        }
        landings.close(landing);
        if (!complete) {
            throw new IllegalStateException(
                    "rank " + link.peer() + " calls a long message complete of which bytes are missing");
        }
    }

    @Override
    public long exposeTarget(int peer, Payload payload, long bytes) {
        Landings.Landing landing = landings.open(peer, payload, bytes);
        if (landing.isDirect()) {
            port.links().link(peer).expectDirect(1);
        }
        return landings.keyOf(landing);
    }

    @Override
    public int put(int peer, long key, Payload from, long bytes, long cookie) {
        if (!Landings.isKey(key)) {
            return UNREACHABLE;
        }
        port.put(peer, key, from, bytes, cookie);
        return PENDING;
    }
}
