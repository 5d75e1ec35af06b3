package org.bipj.launch.mpirun.command;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bipj.core.machine.Processors;
import org.bipj.launch.support.Cores;
import org.bipj.launch.support.LaunchException;
import org.bipj.launch.support.Level;

/**
 * The processors that ranks are bound to, on each host by its own processors. Ranks of a host take its cores in turn; each
 * is bound to what its cores belong to. Not by default: bound ranks are no faster (docs/PERFORMANCE.md), and two jobs would
 * share cores.
 *
 * @param unit what a rank is bound to
 * @param by groups of cores that ranks take in turn; {@link Level#CORE}: one core after the other
 * @param width number of cores of a rank
 * @param cpus the processors that the job may use, as Linux lists them; empty: all
 * @param processors lists of processors, which the ranks of a host take in turn; empty: the cores
 * @param slots the cores of each rank of the job, in a rank file's words; empty: no rank file
 */
public record BindingPlan(Level unit, Level by, int width, String cpus, List<String> processors, List<String> slots) {
    /** What {@code mpirun} prints for a rank that is not bound. */
    public static final String NONE = "none";

    /** The plan without options: no rank is bound. */
    static final BindingPlan FREE = new BindingPlan(Level.NONE, Level.CORE, 1, "", List.of(), List.of());

    /** This plan with ranks that are bound to groups of a level. */
    BindingPlan to(Level to) {
        return new BindingPlan(to, by, width, cpus, List.of(), slots);
    }

    /** Ranks of a host are bound to these lists in turn. */
    BindingPlan to(List<String> lists) {
        return new BindingPlan(unit, by, width, cpus, lists, slots);
    }

    /** This plan with ranks that take groups of a level in turn. */
    BindingPlan by(Level groups) {
        return new BindingPlan(unit, groups, width, cpus, processors, slots);
    }

    /** Ranks have so many cores; they are bound to these if to nothing else. */
    BindingPlan wide(int cores) {
        return new BindingPlan(unit == Level.NONE ? Level.CORE : unit, by, cores, cpus, processors, slots);
    }

    /** The job may use these processors only. */
    BindingPlan within(String list) {
        return new BindingPlan(unit, by, width, list, processors, slots);
    }

    /** This plan with the cores of a rank file, one entry for each rank. */
    BindingPlan atSlots(List<String> ofRanks) {
        return new BindingPlan(unit, by, width, cpus, processors, ofRanks);
    }

    /** True unless ranks run wherever the system puts them. */
    public boolean binds() {
        return unit != Level.NONE || !cpus.isEmpty() || !processors.isEmpty() || !slots.isEmpty();
    }

    /**
     * The processors of each rank of a host, as Linux lists them, or {@link #NONE}.
     *
     * @param ranks their numbers in the job
     * @param all the host's processors
     * @throws LaunchException if the host does not have the processors that the plan names
     */
    public List<String> bindings(List<Integer> ranks, Cores all) {
        Cores cores = cpus.isEmpty() ? all : all.within(Processors.parse(cpus));
        if (cores.threads().isEmpty()) {
            throw new LaunchException(
                    1, "--cpu-set " + cpus + ": expected some of the processors " + list(all.threads()));
        }
        List<Integer> places = places(cores);
        List<String> bindings = new ArrayList<>();
        for (int i = 0; i < ranks.size(); i++) {
            if (!slots.isEmpty()) {
                bindings.add(list(ofSlot(ranks.get(i), slots.get(ranks.get(i)), cores)));
            } else if (!processors.isEmpty()) {
                bindings.add(list(named(processors.get(i % processors.size()), cores)));
            } else {
                bindings.add(ofPlaces(i, places, cores));
            }
        }
        return bindings;
    }

    /** The cores in the order in which ranks take them. */
    private List<Integer> places(Cores cores) {
        if (unit == Level.HWTHREAD || by == Level.HWTHREAD) {
            return cores.threads();
        }
        if (by == Level.CORE) {
            return cores.cores();
        }
        Map<List<Integer>, List<Integer>> groups = new LinkedHashMap<>();
        for (int core : cores.cores()) {
            groups.computeIfAbsent(cores.group(by, core), group -> new ArrayList<>())
                    .add(core);
        }
        List<Integer> places = new ArrayList<>();
        for (int i = 0; places.size() < cores.cores().size(); i++) {
            for (List<Integer> group : groups.values()) {
                if (i < group.size()) {
                    places.add(group.get(i));
                }
            }
        }
        return places;
    }

    private String ofPlaces(int local, List<Integer> places, Cores cores) {
        if (unit == Level.NONE) {
            return cpus.isEmpty() ? NONE : list(cores.threads());
        }
        TreeSet<Integer> bound = new TreeSet<>();
        for (int i = 0; i < width; i++) {
            int place = places.get((local * width + i) % places.size());
            bound.addAll(unit == Level.CORE ? List.of(place) : cores.group(unit, place));
        }
        return list(List.copyOf(bound));
    }

    private static List<Integer> named(String list, Cores cores) {
        BitSet wanted = Processors.parse(list);
        List<Integer> found = cores.within(wanted).threads();
        if (found.size() < wanted.cardinality()) {
            throw new LaunchException(
                    1, "--bind-to: processors " + list + ": expected some of " + list(cores.threads()));
        }
        return found;
    }

    /** The cores of a rank file's words: {@code 1}, {@code 0-2,4}, {@code *}, or of a socket {@code 1:0-2}. */
    private static List<Integer> ofSlot(int rank, String slot, Cores cores) {
        List<Integer> from = cores.cores();
        int colon = slot.indexOf(':');
        if (colon > 0) {
            List<List<Integer>> sockets = from.stream()
                    .map(core -> cores.group(Level.SOCKET, core))
                    .distinct()
                    .toList();
            int socket = Integer.parseInt(slot.substring(0, colon));
            if (socket >= sockets.size()) {
                throw wrong(rank, slot, "sockets 0 to " + (sockets.size() - 1));
            }
            from = from.stream().filter(sockets.get(socket)::contains).toList();
        }
        String numbers = slot.substring(colon + 1);
        if (numbers.equals("*")) {
            return from;
        }
        BitSet wanted = Processors.parse(numbers);
        if (wanted.length() > from.size()) {
            throw wrong(rank, slot, "cores 0 to " + (from.size() - 1));
        }
        return wanted.stream().mapToObj(from::get).toList();
    }

    private static LaunchException wrong(int rank, String slot, String expected) {
        return new LaunchException(1, "--rankfile: rank " + rank + ": slot=" + slot + ": the host has " + expected);
    }

    /** A list of processors as Linux writes it, such as {@code 0-3,8}. */
    private static String list(List<Integer> numbers) {
        return IntStream.range(0, numbers.size())
                .filter(i -> i == 0 || numbers.get(i) != numbers.get(i - 1) + 1)
                .mapToObj(first -> {
                    int last = first;
                    while (last + 1 < numbers.size() && numbers.get(last + 1) == numbers.get(last) + 1) {
                        last++;
                    }
                    return numbers.get(first) + (last == first ? "" : "-" + numbers.get(last));
                })
                .collect(Collectors.joining(","));
    }
}
