package org.bipj.mpi.engine;

import java.lang.foreign.MemorySegment;
import org.bipj.core.channel.Arrival;
import org.bipj.core.channel.ChannelClient;
import org.jspecify.annotations.Nullable;

/** Messages that arrive at a rank whose waits are seen: {@link Receiving}, which gets them once that has been noted. */
final class WatchedArrivals implements ChannelClient {
    private final ChannelClient receiving;
    private final WatchedProgress progress;

    WatchedArrivals(ChannelClient receiving, WatchedProgress progress) {
        this.receiving = receiving;
        this.progress = progress;
    }

    @Override
    public boolean onShort(int peer, long envelope, MemorySegment memory, long at, int length) {
        progress.changing();
        return receiving.onShort(peer, envelope, memory, at, length);
    }

    @Override
    public void onLong(Arrival arrival) {
        progress.changing();
        receiving.onLong(arrival);
    }

    @Override
    public @Nullable Arrival withdraw(int peer, long envelope, long announcement) {
        progress.changing();
        return receiving.withdraw(peer, envelope, announcement);
    }

    @Override
    public boolean onFailure(int peer, String why) {
        progress.changing();
        return receiving.onFailure(peer, why);
    }
}
