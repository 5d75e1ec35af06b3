package org.bipj.net.remote;

import java.lang.foreign.Arena;
import org.bipj.core.nic.Region;
import org.bipj.core.nic.RemoteMemory;
import org.bipj.core.payload.Payload;

/** Memory of ranks of other hosts: a peer puts into memory that was named to it, for one message. There is no other access. */
public abstract class PutOnlyMemory implements RemoteMemory {
    /** For the transports, each of which extends this. */
    protected PutOnlyMemory() {}

    /** No memory can be reached by all peers. */
    @Override
    public final Region register(long bytes, Arena arena) {
        return null;
    }

    @Override
    public final long expose(Payload payload) {
        return NOT_EXPOSED;
    }

    @Override
    public final long exposeSource(int peer, Payload payload) {
        return NOT_EXPOSED;
    }

    @Override
    public final int get(int peer, long key, Payload into, long bytes, long cookie) {
        return UNREACHABLE;
    }
}
