package org.bipj.launch.mpirun.command;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Which ranks of a job run on which host, for jobs of several hosts.
 *
 * @param hosts those with ranks; beside them, some without, where other jobs are
 */
public record HostPlan(List<Host> hosts) {
    /**
     * A host of the job.
     *
     * @param name as it was given, for the launch agent
     * @param isHere true for this host
     * @param slots number of ranks that fit there
     * @param ranks its ranks, ascending
     */
    public record Host(String name, boolean isHere, int slots, List<Integer> ranks) {}

    /** The places of the hosts that have ranks. */
    public List<Integer> used() {
        return IntStream.range(0, hosts.size())
                .filter(index -> !hosts.get(index).ranks.isEmpty())
                .boxed()
                .toList();
    }

    /** True if all ranks are on this host. */
    public boolean isHere() {
        return hosts.stream().allMatch(host -> host.isHere || host.ranks.isEmpty());
    }

    /** Number of ranks of the host that has most. */
    public int mostRanks() {
        return hosts.stream().mapToInt(host -> host.ranks.size()).max().orElse(0);
    }

    /** The host of each rank, as its place among {@link #hosts}. */
    public int[] hostOfRanks() {
        int[] all = new int[hosts.stream().mapToInt(host -> host.ranks.size()).sum()];
        for (int i = 0; i < hosts.size(); i++) {
            for (int rank : hosts.get(i).ranks) {
                all[rank] = i;
            }
        }
        return all;
    }
}
