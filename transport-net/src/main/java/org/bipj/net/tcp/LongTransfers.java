package org.bipj.net.tcp;

import java.util.Arrays;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.Region;
import org.bipj.core.nic.RemoteMemory;
import org.bipj.core.payload.Payload;

/**
 * Long messages over TCP: puts into memory of a peer, which it has named for one message. They are {@link #PENDING} until the
 * kernel has taken the last byte.
 */
final class LongTransfers implements RemoteMemory {
    private final TcpPort port;
    final Landings landings = new Landings();
    /** Cookies of puts that are done and have not been reported. */
    private long[] done = new long[4];

    private int dones;

    LongTransfers(TcpPort port) {
        this.port = port;
    }

    /** Notes a put whose last byte has left. */
    void onPut(long cookie) {
        if (dones == done.length) {
            done = Arrays.copyOf(done, 2 * dones);
        }
        done[dones++] = cookie;
    }

    boolean hasDone() {
        return dones > 0;
    }

    /** Reports the puts that are done, in their order, and returns their number. */
    int report(PacketSink sink) {
        int reported = 0;
        try {
            // The sink's answer may complete another one.
            while (reported < dones) {
                sink.onCompletion(done[reported++]);
            }
        } finally {
            dones -= reported;
            System.arraycopy(done, reported, done, 0, dones);
        }
        return reported;
    }

    /** No memory can be reached by all peers. */
    @Override
    public Region register(long bytes) {
        return null;
    }

    @Override
    public long expose(Payload payload) {
        return NOT_EXPOSED;
    }

    @Override
    public void conceal(long key) {
        Landings.Landing landing = landings.find(key);
        if (landing == null) {
            throw new IllegalArgumentException("key " + key + " names nothing");
        }
        Link link = port.link(landing.peer());
        boolean complete = landing.isComplete() || !link.isConnected();
        if (landing.isDirect()) {
            link.expectDirect(-1);
        }
        landings.close(landing);
        if (!complete) {
            throw new IllegalStateException(
                    "rank " + link.peer + " calls a long message complete of which bytes are missing");
        }
    }

    @Override
    public long exposeSource(int peer, Payload payload) {
        return NOT_EXPOSED;
    }

    @Override
    public long exposeTarget(int peer, Payload payload, long bytes) {
        Landings.Landing landing = landings.open(peer, payload, bytes);
        if (landing.isDirect()) {
            port.link(peer).expectDirect(1);
        }
        return landings.keyOf(landing);
    }

    @Override
    public int get(int peer, long key, Payload into, long bytes, long cookie) {
        return UNREACHABLE;
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
