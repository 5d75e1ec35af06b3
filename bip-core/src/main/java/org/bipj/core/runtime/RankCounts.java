package org.bipj.core.runtime;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.bipj.core.channel.Channel;
import org.bipj.core.job.Job;
import org.bipj.core.job.Traffic;
import org.jspecify.annotations.Nullable;

/**
 * What a rank has counted so far, for those who look at it while it runs. All methods may be called by any thread, and none waits for the
 * rank: what it has counted last may be missing.
 */
public final class RankCounts {
    /** By rank, as far as it has opened the library. Read by threads that must not wait for one that opens a port. */
    private static final Map<Job, WeakReference<RankCounts>> ALL = Collections.synchronizedMap(new WeakHashMap<>());

    private final List<Channel> channels = new ArrayList<>();
    private final Map<Client, Gauges> gauges = new EnumMap<>(Client.class);
    /** Of channels that are closed. */
    private final Traffic before = new Traffic();

    private volatile boolean severalThreads;

    /** What a client can say beside its messages. Both may be called by any thread. */
    public interface Gauges {
        /** Messages that have come and that no receive has matched. */
        int unexpected();

        /** Blocking collective calls so far. */
        long collectiveCalls();
    }

    RankCounts(Job job) {
        ALL.put(job, new WeakReference<>(this));
    }

    /** The counts of a rank; null while it has not opened the library, or when it has left for good. */
    public static @Nullable RankCounts of(Job job) {
        WeakReference<RankCounts> known = ALL.get(job);
        return known == null ? null : known.get();
    }

    /** The counts of the one rank of this process; null as for {@link #of}. */
    public static @Nullable RankCounts ofProcess() {
        synchronized (ALL) {
            for (WeakReference<RankCounts> known : ALL.values()) {
                RankCounts counts = known.get();
                if (counts != null) {
                    return counts;
                }
            }
        }
        return null;
    }

    synchronized void opened(Channel channel) {
        if (!channels.contains(channel)) {
            channels.add(channel);
        }
    }

    synchronized void closed(Channel channel) {
        if (channels.remove(channel)) {
            channel.addTo(before);
        }
    }

    synchronized void gauge(Client client, Gauges by) {
        gauges.put(client, by);
    }

    synchronized void left(Client client) {
        gauges.remove(client);
    }

    void severalThreads(boolean on) {
        severalThreads = on;
    }

    /** True if several threads may call: such a rank's waits are not timed. */
    public boolean hasSeveralThreads() {
        return severalThreads;
    }

    /** The messages exchanged with all ranks. */
    public synchronized Traffic traffic() {
        Traffic all = new Traffic();
        all.add(before);
        channels.forEach(channel -> channel.addTo(all));
        return all;
    }

    /** The messages exchanged with one rank, of channels that are open. */
    public synchronized Traffic traffic(int peer) {
        Traffic all = new Traffic();
        channels.forEach(channel -> channel.addTo(all, peer));
        return all;
    }

    /** As {@link Gauges#unexpected}, of all clients. */
    public synchronized int unexpected() {
        return gauges.values().stream().mapToInt(Gauges::unexpected).sum();
    }

    /** As {@link Gauges#collectiveCalls}, of all clients. */
    public synchronized long collectiveCalls() {
        return gauges.values().stream().mapToLong(Gauges::collectiveCalls).sum();
    }
}
