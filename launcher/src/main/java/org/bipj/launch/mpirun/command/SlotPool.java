package org.bipj.launch.mpirun.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.bipj.core.job.family.SpawnRequest;
import org.bipj.core.machine.ThisHost;
import org.bipj.launch.support.Cores;
import org.bipj.launch.support.LaunchException;
import org.bipj.shm.ShmSession;

/**
 * The hosts of an mpirun, and how many of their slots the processes of its jobs have taken. An mpirun whose options name no host has this
 * one, without a limit.
 */
public final class SlotPool {
    private static final String HOST = "host";
    private static final String HOSTFILE = "hostfile";
    private static final String ADD_HOST = "add-host";
    private static final String ADD_HOSTFILE = "add-hostfile";

    /** Of a host that is named without a number of slots. */
    private static final String ANY = Integer.toString(ShmSession.MAX_RANKS);

    private final boolean oversubscribe;
    private final Cores cores;
    /** True as long as this host is the only one, and was not named. */
    private final boolean isUnlimitedHere;

    private List<Entry> entries = new ArrayList<>();

    /** True for the name of a host that gets processes only if a request names it. */
    private Predicate<String> isUnusable = name -> false;

    /** A host, and how many processes it has. */
    private record Entry(HostSlots host, int taken) {
        Entry with(int more) {
            return new Entry(host, taken + more);
        }
    }

    /**
     * Where the processes of a request start.
     *
     * @param request with as many processes as there is room for
     * @param plan the hosts, with their ranks
     */
    public record Placed(SpawnRequest request, HostPlan plan) {}

    /** The hosts of an mpirun whose first job has these options. */
    public SlotPool(Options first, Cores cores) {
        this.cores = cores;
        oversubscribe = first.has(Option.OVERSUBSCRIBE);
        isUnlimitedHere = first.allocation.isEmpty() && first.hosts == null;
        List<HostPlan.Host> used = first.hosts == null
                ? List.of(new HostPlan.Host(ThisHost.NAME, true, first.slotsHere(), List.of()))
                : first.hosts.hosts();
        List<HostSlots> named = first.allocation.isEmpty()
                ? used.stream()
                        .map(host -> new HostSlots(host.name(), host.isHere(), host.slots()))
                        .toList()
                : first.allocation;
        named.forEach(host -> entries.add(new Entry(host, 0)));
        if (first.hosts == null) {
            take(entries, used.getFirst(), first.ranks());
        } else {
            used.forEach(host -> take(entries, host, host.ranks().size()));
        }
    }

    private static void take(List<Entry> all, HostPlan.Host host, int more) {
        HostSlots name = new HostSlots(host.name(), host.isHere(), host.slots());
        int index = indexOf(all, name);
        if (index >= 0) {
            all.set(index, all.get(index).with(more));
        }
    }

    private static int indexOf(List<Entry> all, HostSlots host) {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).host.isSameAs(host)) {
                return i;
            }
        }
        return -1;
    }

    /** Sets who knows by their names which hosts cannot be used: only requests that name them get processes there. */
    public synchronized void leaveOut(Predicate<String> whoKnows) {
        isUnusable = whoKnows;
    }

    /** The slots of all hosts; 0 where there is no limit. */
    public synchronized int slots() {
        return isUnlimitedHere && entries.size() == 1
                ? 0
                : entries.stream().mapToInt(entry -> entry.host.slots()).sum();
    }

    /**
     * Finds hosts for the processes of a request, as many as are wanted, and takes their slots.
     *
     * @return null if there are too few slots
     * @throws LaunchException if a hint names a host that is not there
     */
    public Placed placeAll(SpawnRequest request) {
        return place(request, (wanted, hosts) -> null);
    }

    /**
     * Finds hosts for the processes of a request, as many as there is room for and its hints allow, and takes their slots.
     *
     * @throws LaunchException if there are too few slots, or a hint names a host that is not there
     */
    public Placed place(SpawnRequest request) {
        return place(request, SlotPool::fewer);
    }

    private synchronized Placed place(
            SpawnRequest request, BiFunction<SpawnRequest.Program, Room, SpawnRequest.Program> otherwise) {
        List<Entry> trial = new ArrayList<>(entries);
        List<SpawnRequest.Program> programs = new ArrayList<>();
        List<List<Integer>> ranks = new ArrayList<>();
        int next = 0;
        for (SpawnRequest.Program wanted : request.programs()) {
            List<Candidate> candidates = candidates(wanted.info(), trial);
            Room room = room(candidates, trial);
            SpawnRequest.Program program =
                    oversubscribe || wanted.processes() <= room.slots ? wanted : otherwise.apply(wanted, room);
            if (program == null) {
                return null;
            }
            int[] counts = spread(program.processes(), candidates, trial);
            for (int i = 0; i < counts.length; i++) {
                int index = candidates.get(i).index;
                while (ranks.size() <= index) {
                    ranks.add(new ArrayList<>());
                }
                for (int one = 0; one < counts[i]; one++) {
                    ranks.get(index).add(next++);
                }
                trial.set(index, trial.get(index).with(counts[i]));
            }
            programs.add(program);
        }
        entries = trial;
        List<HostPlan.Host> used = new ArrayList<>();
        for (int i = 0; i < ranks.size(); i++) {
            HostSlots host = trial.get(i).host;
            if (!ranks.get(i).isEmpty()) {
                used.add(new HostPlan.Host(host.name(), host.isHere(), host.slots(), List.copyOf(ranks.get(i))));
            }
        }
        return new Placed(new SpawnRequest(programs, request.parents()), new HostPlan(used));
    }

    /** The processes of a plan have ended, or do not start. */
    public synchronized void release(HostPlan plan) {
        plan.hosts().forEach(host -> take(entries, host, -host.ranks().size()));
    }

    /**
     * A host that a program may use.
     *
     * @param index among the entries
     * @param most how many of its processes may be there
     */
    private record Candidate(int index, int most) {}

    private List<Candidate> candidates(Map<String, String> info, List<Entry> trial) {
        List<Candidate> found = new ArrayList<>();
        for (String key : List.of(ADD_HOST, ADD_HOSTFILE)) {
            if (info.containsKey(key)) {
                for (HostSlots host : named(key, info.get(key), "1")) {
                    int index = indexOf(trial, host);
                    if (index < 0) {
                        trial.add(new Entry(host, 0));
                    } else {
                        HostSlots known = trial.get(index).host;
                        int slots = Math.max(known.slots(), host.slots());
                        trial.set(
                                index,
                                new Entry(new HostSlots(known.name(), known.isHere(), slots), trial.get(index).taken));
                    }
                    add(found, new Candidate(indexOf(trial, host), ShmSession.MAX_RANKS));
                }
            }
        }
        for (String key : List.of(HOST, HOSTFILE)) {
            if (info.containsKey(key)) {
                for (HostSlots host : named(key, info.get(key), ANY)) {
                    int index = indexOf(trial, host);
                    if (index < 0) {
                        throw new LaunchException(
                                1,
                                "the info key " + key + " names " + host.name() + "; expected hosts of this mpirun, "
                                        + names(trial) + ", or the info key " + ADD_HOST);
                    }
                    add(found, new Candidate(index, host.slots()));
                }
            }
        }
        if (found.isEmpty()) {
            for (int i = 0; i < trial.size(); i++) {
                if (!isUnusable.test(trial.get(i).host.name())) {
                    found.add(new Candidate(i, ShmSession.MAX_RANKS));
                }
            }
        }
        return found;
    }

    /** A host that is named in two ways counts once. */
    private static void add(List<Candidate> all, Candidate next) {
        if (all.stream().noneMatch(one -> one.index == next.index)) {
            all.add(next);
        }
    }

    private List<HostSlots> named(String key, String value, String otherwise) {
        String option = "the info key " + key;
        List<HostSlots> all = key.endsWith(HOSTFILE)
                ? HostLists.ofFile(option, value, cores)
                : HostLists.ofList(option, value, cores, otherwise);
        return HostPlanner.merged(all);
    }

    private static String names(List<Entry> all) {
        return String.join(", ", all.stream().map(entry -> entry.host.name()).toList());
    }

    private int room(Candidate candidate, List<Entry> trial) {
        Entry entry = trial.get(candidate.index);
        int free = isUnlimitedHere && entry.host.isHere()
                ? ShmSession.MAX_RANKS
                : Math.max(0, entry.host.slots() - entry.taken);
        return Math.min(candidate.most, free);
    }

    /**
     * Where a program may start.
     *
     * @param hosts their names
     * @param slots how many of theirs are free
     */
    private record Room(String hosts, int slots) {}

    private Room room(List<Candidate> candidates, List<Entry> trial) {
        return new Room(
                names(candidates.stream().map(one -> trial.get(one.index)).toList()),
                candidates.stream().mapToInt(one -> room(one, trial)).sum());
    }

    private static SpawnRequest.Program fewer(SpawnRequest.Program wanted, Room room) {
        SpawnRequest.Program fewer = wanted.atMost(room.slots);
        if (fewer == null) {
            throw new LaunchException(
                    1,
                    wanted.processes() + " processes of " + wanted.command() + " are wanted, and there is room for "
                            + room.slots + " on " + room.hosts
                            + "; name more hosts (info key add-host), allow fewer processes (info key soft), or give"
                            + " mpirun --oversubscribe");
        }
        return fewer;
    }

    /** How many processes each candidate gets: free slots first, from the first host on, then one after the other. */
    private int[] spread(int processes, List<Candidate> candidates, List<Entry> trial) {
        int[] counts = new int[candidates.size()];
        int left = processes;
        for (int i = 0; i < counts.length; i++) {
            counts[i] = Math.min(left, room(candidates.get(i), trial));
            left -= counts[i];
        }
        for (int i = 0; left > 0 && counts.length > 0; left--) {
            counts[i++ % counts.length]++;
        }
        return counts;
    }
}
