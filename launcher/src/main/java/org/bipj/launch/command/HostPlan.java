package org.bipj.launch.command;

import java.util.ArrayList;
import java.util.List;

/**
 * Which ranks of a job run on which host, for jobs of several hosts.
 *
 * @param hosts those with ranks
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

    /** Assigns ranks to hosts, program by program. */
    static final class Maker {
        private final boolean oversubscribe;
        /** All named hosts, with the slots of the host files or, if there are no files, of all lists. */
        private final List<HostSlots> pool = new ArrayList<>();

        private final List<List<Integer>> ranks = new ArrayList<>();
        private int next;

        Maker(List<ProgramOptions> programs, boolean oversubscribe) {
            this.oversubscribe = oversubscribe;
            boolean files = programs.stream().anyMatch(program -> !program.hostFiles.isEmpty());
            for (ProgramOptions program : programs) {
                for (HostSlots host : merged(program.hostFiles)) {
                    int at = at(host);
                    put(
                            at,
                            host,
                            Math.max(host.slots(), at < 0 ? 0 : pool.get(at).slots()));
                }
            }
            for (ProgramOptions program : programs) {
                for (HostSlots host : merged(program.hostList)) {
                    int at = at(host);
                    int before = at < 0 ? 0 : pool.get(at).slots();
                    put(at, host, files && at >= 0 ? before : before + host.slots());
                }
            }
            pool.forEach(host -> ranks.add(new ArrayList<>()));
        }

        private int at(HostSlots host) {
            for (int i = 0; i < pool.size(); i++) {
                if (pool.get(i).isSameAs(host)) {
                    return i;
                }
            }
            return -1;
        }

        private void put(int at, HostSlots host, int slots) {
            HostSlots now = new HostSlots(host.name(), host.isHere(), slots);
            if (at < 0) {
                pool.add(now);
            } else {
                pool.set(at, now);
            }
        }

        /** Each host once, with the sum of its slots. */
        private static List<HostSlots> merged(List<HostSlots> hosts) {
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

        /** Decides the number of ranks of a program, and gives each its host. */
        void add(ProgramOptions program) {
            List<HostSlots> own = program.hostList.isEmpty() ? pool : merged(program.hostList);
            int[] hosts = own.stream().mapToInt(this::at).toArray();
            int[] room = new int[hosts.length];
            long all = 0;
            for (int i = 0; i < hosts.length; i++) {
                boolean shared = program.hostList.isEmpty();
                int free = own.get(i).slots() - (shared ? ranks.get(hosts[i]).size() : 0);
                room[i] = Math.max(0, free);
                if (program.ranksPerHost > 0) {
                    room[i] = oversubscribe ? program.ranksPerHost : Math.min(room[i], program.ranksPerHost);
                }
                all += room[i];
            }
            decide(program, hosts.length, all);
            spread(program, hosts, room);
        }

        private void decide(ProgramOptions program, int hosts, long slots) {
            long most = (long) program.ranksPerHost * hosts;
            if (most > 0 && program.ranks > most) {
                throw new UsageException("-n " + program.ranks + " with -N " + program.ranksPerHost + ": " + hosts
                        + " hosts have at most " + most + " ranks");
            }
            long wanted = program.ranks > 0 ? program.ranks : most > 0 ? most : slots;
            if (wanted > slots && !oversubscribe || wanted == 0) {
                throw new UsageException(wanted + " ranks of " + program.command.getFirst() + ": the hosts have "
                        + slots + " free slots; name more (--host NAME:N), or give --oversubscribe");
            }
            program.ranks = OptionValues.ranks("-n", Long.toString(wanted));
        }

        private void spread(ProgramOptions program, int[] hosts, int[] room) {
            int[] counts = new int[hosts.length];
            List<Integer> places = new ArrayList<>();
            for (boolean beyond = false; places.size() < program.ranks; ) {
                int before = places.size();
                for (int i = 0; i < hosts.length && places.size() < program.ranks; i++) {
                    int most = beyond ? Integer.MAX_VALUE : room[i];
                    // By slot a host is filled first; ranks for which there is no slot go to the hosts in turn.
                    int least = program.byHost || beyond ? Math.min(most, counts[i] + 1) : most;
                    for (; counts[i] < least && places.size() < program.ranks; counts[i]++) {
                        places.add(i);
                    }
                }
                beyond |= places.size() == before;
            }
            if (!program.byHost) {
                places.sort(null);
            }
            places.forEach(place -> ranks.get(hosts[place]).add(next++));
        }

        /** All named hosts. */
        List<HostSlots> pool() {
            return List.copyOf(pool);
        }

        /** The plan, once all programs have been added. */
        HostPlan plan() {
            List<Host> used = new ArrayList<>();
            for (int i = 0; i < pool.size(); i++) {
                HostSlots host = pool.get(i);
                if (!ranks.get(i).isEmpty()) {
                    used.add(new Host(host.name(), host.isHere(), host.slots(), List.copyOf(ranks.get(i))));
                }
            }
            return new HostPlan(used);
        }
    }
}
