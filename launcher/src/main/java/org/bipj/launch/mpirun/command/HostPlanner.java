package org.bipj.launch.mpirun.command;

import java.util.ArrayList;
import java.util.List;
import org.bipj.launch.support.UsageException;

/** Assigns the ranks of a job to hosts, program by program. */
final class HostPlanner {
    private final boolean oversubscribe;
    /** All named hosts, with the slots of the host files or, if there are no files, of all lists. */
    private final List<HostSlots> pool = new ArrayList<>();

    /** The ranks of each host of the pool. */
    private final List<List<Integer>> ranks = new ArrayList<>();

    private int nextRank;

    HostPlanner(List<ProgramOptions> programs, boolean oversubscribe) {
        this.oversubscribe = oversubscribe;
        boolean files = programs.stream().anyMatch(program -> !program.hostFiles.isEmpty());
        for (ProgramOptions program : programs) {
            for (HostSlots host : merged(program.hostFiles)) {
                int index = indexInPool(host);
                int known = index < 0 ? 0 : pool.get(index).slots();
                putInPool(index, host, Math.max(host.slots(), known));
            }
        }
        for (ProgramOptions program : programs) {
            for (HostSlots host : merged(program.hostList)) {
                int index = indexInPool(host);
                int known = index < 0 ? 0 : pool.get(index).slots();
                putInPool(index, host, files && index >= 0 ? known : known + host.slots());
            }
        }
        pool.forEach(host -> ranks.add(new ArrayList<>()));
    }

    /** The host's index in the pool; negative if it is not there. */
    private int indexInPool(HostSlots host) {
        for (int i = 0; i < pool.size(); i++) {
            if (pool.get(i).isSameAs(host)) {
                return i;
            }
        }
        return -1;
    }

    private void putInPool(int index, HostSlots host, int slots) {
        HostSlots entry = new HostSlots(host.name(), host.isHere(), slots);
        if (index < 0) {
            pool.add(entry);
        } else {
            pool.set(index, entry);
        }
    }

    /** Each host once, with the sum of its slots. */
    static List<HostSlots> merged(List<HostSlots> hosts) {
        List<HostSlots> merged = new ArrayList<>();
        for (HostSlots host : hosts) {
            int slots = hosts.stream()
                    .filter(host::isSameAs)
                    .mapToInt(HostSlots::slots)
                    .sum();
            if (merged.stream().noneMatch(host::isSameAs)) {
                merged.add(new HostSlots(host.name(), host.isHere(), slots));
            }
        }
        return merged;
    }

    /** Assigns the next ranks to the hosts of a program; returns how many ranks the program has. */
    int assign(ProgramOptions program) {
        boolean usesPool = program.hostList.isEmpty();
        List<HostSlots> candidates = usesPool ? pool : merged(program.hostList);
        int[] hosts = candidates.stream().mapToInt(this::indexInPool).toArray();
        int[] freeSlots = new int[hosts.length];
        long allFree = 0;
        for (int i = 0; i < hosts.length; i++) {
            int taken = usesPool ? ranks.get(hosts[i]).size() : 0;
            freeSlots[i] = Math.max(0, candidates.get(i).slots() - taken);
            if (program.ranksPerHost > 0) {
                freeSlots[i] = oversubscribe ? program.ranksPerHost : Math.min(freeSlots[i], program.ranksPerHost);
            }
            allFree += freeSlots[i];
        }
        int count = ranksOf(program, hosts.length, allFree);
        spread(count, program.byHost, hosts, freeSlots);
        return count;
    }

    private int ranksOf(ProgramOptions program, int hosts, long freeSlots) {
        long most = (long) program.ranksPerHost * hosts;
        if (most > 0 && program.ranks > most) {
            throw new UsageException("-n " + program.ranks + " with -N " + program.ranksPerHost + ": " + hosts
                    + " hosts have at most " + most + " ranks");
        }
        long wanted = program.ranks > 0 ? program.ranks : most > 0 ? most : freeSlots;
        if (wanted > freeSlots && !oversubscribe || wanted == 0) {
            throw new UsageException(wanted + " ranks of " + program.command.getFirst() + ": the hosts have "
                    + freeSlots + " free slots; name more (--host NAME:N), or give --oversubscribe");
        }
        return OptionValues.ranks("-n", Long.toString(wanted));
    }

    private void spread(int count, boolean byHost, int[] hosts, int[] freeSlots) {
        int[] counts = new int[hosts.length];
        List<Integer> places = new ArrayList<>();
        for (boolean beyond = false; places.size() < count; ) {
            int before = places.size();
            for (int i = 0; i < hosts.length && places.size() < count; i++) {
                int most = beyond ? Integer.MAX_VALUE : freeSlots[i];
                // By slot a host is filled first; ranks for which there is no slot go to the hosts in turn.
                int least = byHost || beyond ? Math.min(most, counts[i] + 1) : most;
                for (; counts[i] < least && places.size() < count; counts[i]++) {
                    places.add(i);
                }
            }
            beyond |= places.size() == before;
        }
        if (!byHost) {
            places.sort(null);
        }
        places.forEach(place -> ranks.get(hosts[place]).add(nextRank++));
    }

    /** All hosts that the options name, also those that get no rank. */
    List<HostSlots> pool() {
        return List.copyOf(pool);
    }

    /** The plan, once the ranks of all programs have been assigned. */
    HostPlan plan() {
        List<HostPlan.Host> used = new ArrayList<>();
        for (int i = 0; i < pool.size(); i++) {
            HostSlots host = pool.get(i);
            if (!ranks.get(i).isEmpty()) {
                used.add(new HostPlan.Host(host.name(), host.isHere(), host.slots(), List.copyOf(ranks.get(i))));
            }
        }
        return new HostPlan(used);
    }
}
