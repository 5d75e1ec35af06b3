package org.bipj.launch.mpirun.command;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bipj.launch.support.Cores;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.launch.support.UsageException;

/** The hosts that Slurm has allocated to the shell in which {@code mpirun} was started: {@code salloc}, {@code sbatch}. */
final class SlurmAllocation {
    private static final Pattern COUNT = Pattern.compile("(\\d{1,6})(?:\\(x(\\d{1,6})\\))?");
    /** A name with ranges of numbers in brackets, which a comma follows, or the end. */
    private static final Pattern NAME = Pattern.compile("((?:[^,\\[\\]]|\\[[\\d,-]+])+)(?:,|$)");

    private static final Pattern RANGE = Pattern.compile("([^\\[]*)\\[([\\d,-]+)](.*)");
    private static final int MOST_HOSTS = 100_000;

    private SlurmAllocation() {}

    /**
     * The allocated hosts, with a slot for each task; none outside of an allocation.
     *
     * @param environment returns the value of a variable, or null
     * @throws UsageException if the variables are not in Slurm's form
     */
    static List<HostSlots> read(UnaryOperator<String> environment, Cores cores) {
        String nodes = first(environment, LauncherVariables.SLURM_NODES, LauncherVariables.SLURM_NODES_OLD);
        String counts = first(environment, LauncherVariables.SLURM_TASKS, LauncherVariables.SLURM_CPUS);
        if (environment.apply(LauncherVariables.SLURM_JOB) == null || nodes == null || counts == null) {
            return List.of();
        }
        List<String> names = names(nodes);
        List<String> slots = counts(counts);
        if (slots.size() != names.size()) {
            throw new UsageException("Slurm's allocation has " + names.size() + " hosts (" + nodes + ") and "
                    + slots.size() + " numbers of tasks (" + counts + "): name the hosts by --host");
        }
        List<String> entries = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            entries.add(names.get(i) + ":" + slots.get(i));
        }
        return HostLists.ofList("Slurm's allocation", String.join(",", entries), cores);
    }

    private static String first(UnaryOperator<String> environment, String... variables) {
        return Stream.of(variables)
                .map(environment)
                .filter(value -> value != null && !value.isEmpty())
                .findFirst()
                .orElse(null);
    }

    /** The names in a list such as {@code n[1-3,07],gpu1}. */
    private static List<String> names(String list) {
        List<String> names = new ArrayList<>();
        Matcher name = NAME.matcher(list);
        while (name.lookingAt()) {
            expand(name.group(1), names, list);
            name.region(name.end(), list.length());
        }
        if (name.regionStart() < list.length() || names.isEmpty()) {
            throw wrong(list);
        }
        return names;
    }

    private static void expand(String name, List<String> into, String list) {
        Matcher range = RANGE.matcher(name);
        if (!range.matches()) {
            into.add(name);
            return;
        }
        for (String part : range.group(2).split(",")) {
            String[] ends = part.split("-");
            if (ends.length > 2 || !Stream.of(ends).allMatch(end -> end.matches("\\d{1,9}"))) {
                throw wrong(list);
            }
            int last = Integer.parseInt(ends[ends.length - 1]);
            for (int number = Integer.parseInt(ends[0]); number <= last; number++) {
                String digits = Integer.toString(number);
                String zeros = "0".repeat(Math.max(0, ends[0].length() - digits.length()));
                expand(range.group(1) + zeros + digits + range.group(3), into, list);
                if (into.size() > MOST_HOSTS) {
                    throw wrong(list);
                }
            }
        }
    }

    /** The numbers in a list such as {@code 4(x2),3}. */
    private static List<String> counts(String list) {
        List<String> counts = new ArrayList<>();
        for (String part : list.split(",")) {
            Matcher count = COUNT.matcher(part);
            if (!count.matches()) {
                throw wrong(list);
            }
            int times = count.group(2) == null ? 1 : Integer.parseInt(count.group(2));
            for (int i = 0; i < times && counts.size() <= MOST_HOSTS; i++) {
                counts.add(count.group(1));
            }
        }
        return counts;
    }

    private static UsageException wrong(String list) {
        return new UsageException("Slurm's allocation: cannot read " + list + ": name the hosts by --host");
    }
}
