package org.bipj.net.remote;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** The links of a port, each made when there is first something to send to a peer, or something comes from it. */
public class Links<L extends RemoteLink> {
    private final int rank;
    /** Ranks of the own job. */
    private final int world;

    private L[] links;
    private final IntFunction<L> maker;

    /**
     * Without links.
     *
     * @param rank the owner
     * @param none a place for each rank of the world
     * @param maker makes the link to a peer
     */
    public Links(int rank, L[] none, IntFunction<L> maker) {
        this.rank = rank;
        links = none;
        world = none.length;
        this.maker = maker;
    }

    /** The rank that has these links. */
    public final int rank() {
        return rank;
    }

    /** Makes room for ranks of other jobs, with numbers above those that there are. */
    public final void grow(int size) {
        links = Arrays.copyOf(links, size);
    }

    /** Forgets the link to a peer. */
    public final void forget(int peer) {
        links[peer] = null;
    }

    /** The number of ranks in the world, and of all of other jobs that this one has been connected with. */
    public final int size() {
        return links.length;
    }

    /** The link to a peer; null where there was nothing to send or receive. */
    public final L known(int peer) {
        return links[peer];
    }

    /** The link to a peer, which is made where there is none. */
    public final L link(int peer) {
        L link = links[peer];
        return link != null ? link : meet(peer);
    }

    private L meet(int peer) {
        if (peer == rank) {
            throw new IllegalArgumentException("rank " + rank + ": a port does not send to its own rank");
        }
        links[peer] = maker.apply(peer);
        return links[peer];
    }

    /** All links, in the order of ranks; ranks of this host have none. */
    public final Stream<L> all() {
        return Arrays.stream(links).filter(Objects::nonNull);
    }

    /** True if each is: see {@link RemotePort#isQuiet}. */
    public boolean areQuiet() {
        boolean quiet = true;
        for (L link : links) {
            quiet &= link == null || link.isQuiet();
        }
        return quiet;
    }

    final long traffic() {
        long units = 0;
        for (L link : links) {
            units += link == null ? 0 : link.traffic();
        }
        return units;
    }

    final long balance(boolean closed) {
        long balance = 0;
        // Numbers of other jobs' ranks differ from process to process.
        for (int peer = 0; peer < world; peer++) {
            balance += links[peer] == null ? 0 : links[peer].balance(rank, closed);
        }
        return balance;
    }

    final long bytesWritten() {
        long bytes = 0;
        for (L link : links) {
            bytes += link == null ? 0 : link.bytesWritten();
        }
        return bytes;
    }
}
