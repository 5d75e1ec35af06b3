package org.bipj.mpi.coll.base;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.coll.port.CommSharing;
import org.jspecify.annotations.Nullable;

/**
 * The ranks of a communicator on several hosts, as two levels: those of this rank's host, and one leader of each host.
 * Algorithms of two levels are made of algorithms among these: bytes cross the network between leaders only.
 *
 * <p>Hosts are numbered in the order of their first ranks, ranks of a host in their own order. A host's leader is its first
 * rank, but on the host of an operation's root the root.
 */
public final class Levels {
    /** Operations among the ranks of this host. */
    public final CollState local;

    /** Operations among the leaders, by host. On a rank that does not lead they are not called. */
    public final CollState between;

    private final int rank;
    /** By rank: the number of its host. */
    private final int[] hostOf;
    /** By host: its ranks, in ascending order. */
    private final int[][] ranksOf;
    /** By host the leader in the operation that is under way. */
    private final int[] leaders;

    /** Room for what an operation counts by host. */
    private final int[] counts;

    private final int[] starts;
    private final boolean contiguous;
    private final ReductionContext localReducing;
    private final ReductionContext betweenReducing;

    Levels(CollState whole, int[] hosts) {
        rank = whole.rank;
        int[] names = Arrays.stream(hosts).distinct().toArray();
        hostOf = new int[hosts.length];
        Arrays.setAll(
                hostOf,
                r -> IntStream.range(0, names.length)
                        .filter(host -> names[host] == hosts[r])
                        .findFirst()
                        .orElseThrow());
        ranksOf = new int[names.length][];
        Arrays.setAll(
                ranksOf,
                host -> IntStream.range(0, hostOf.length)
                        .filter(r -> hostOf[r] == host)
                        .toArray());
        contiguous = IntStream.range(1, hostOf.length).allMatch(r -> hostOf[r - 1] <= hostOf[r]);
        leaders = new int[names.length];
        counts = new int[names.length];
        starts = new int[names.length];
        int[] own = ranksOf[hostOf[rank]];
        CommSharing sharing = whole.port.sharing(own);
        local = part(whole, own, Arrays.binarySearch(own, rank), sharing);
        between = part(whole, leaders, hostOf[rank], null);
        localReducing = new ReductionContext(local);
        betweenReducing = new ReductionContext(between);
    }

    private static CollState part(CollState whole, int[] members, int place, @Nullable CommSharing sharing) {
        CollPort port = new PartPort(whole.port, members, place, sharing);
        return new CollState(port, whole.tuning().part(members.length, sharing != null), whole.pool, whole.packed);
    }

    /** The number of hosts that the ranks are on. */
    public int hosts() {
        return ranksOf.length;
    }

    /** The number of a rank's host. */
    public int hostOf(int ofRank) {
        return hostOf[ofRank];
    }

    /** Ranks of a host; not to be changed. */
    public int[] ranksOf(int host) {
        return ranksOf[host];
    }

    /** An array with room for a count for each host. */
    public int[] counts() {
        return counts;
    }

    /** An array with room for where each host's data begin. */
    public int[] starts() {
        return starts;
    }

    /**
     * True if the ranks of each host follow each other. Only then can an operation that does not commute combine host by
     * host.
     */
    public boolean contiguous() {
        return contiguous;
    }

    /** Chooses the leaders for an operation with that root; true if this rank is one. */
    public boolean lead(int root) {
        for (int host = 0; host < leaders.length; host++) {
            leaders[host] = ranksOf[host][0];
        }
        leaders[hostOf[root]] = root;
        return leaders[hostOf[rank]] == rank;
    }

    /** The leader of this host, as a rank of {@link #local}. */
    public int leaderPlace() {
        return Arrays.binarySearch(ranksOf[hostOf[rank]], leaders[hostOf[rank]]);
    }

    /** A reduction among the ranks of this host, as a part of another one; to be ended. */
    public ReductionContext beginLocal(ReductionContext whole) {
        return localReducing.beginAs(whole);
    }

    /** A reduction among the leaders, as a part of another one; to be ended. */
    public ReductionContext beginBetween(ReductionContext whole) {
        return betweenReducing.beginAs(whole);
    }
}
