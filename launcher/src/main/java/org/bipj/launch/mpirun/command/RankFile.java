package org.bipj.launch.mpirun.command;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bipj.launch.support.Cores;
import org.bipj.launch.support.UsageException;

/**
 * A file in Open MPI's syntax that gives each rank its host and cores, with lines such as {@code rank 0=a slot=1:0-2}.
 *
 * @param hosts the host of each rank, in the order of ranks
 * @param slots the cores of each rank on its host
 */
record RankFile(List<HostSlots> hosts, List<String> slots) {
    private static final Pattern LINE =
            Pattern.compile("rank\\s+(\\d{1,6})\\s*=\\s*(\\S+)\\s+slots?\\s*=\\s*((?:\\d{1,3}:)?(?:\\*|\\d[\\d,-]*))");

    /**
     * Reads a file.
     *
     * @param option as it was given, for messages
     * @param others the hosts that other options name, for names such as {@code +n1}
     */
    static RankFile read(String option, String file, List<HostSlots> others, Cores cores) {
        TreeMap<Integer, HostSlots> hosts = new TreeMap<>();
        TreeMap<Integer, String> slots = new TreeMap<>();
        for (String line : HostLists.lines(option, file)) {
            String text = line.replaceFirst("#.*", "").strip();
            if (text.isEmpty()) {
                continue;
            }
            Matcher words = LINE.matcher(text);
            if (!words.matches()) {
                throw new UsageException(option + " " + file + ": \"" + text + "\": expected rank N=HOST slot=CORES");
            }
            int rank = Integer.parseInt(words.group(1));
            String name = words.group(2);
            HostSlots host = name.startsWith("+n")
                    ? relative(option + " " + file, name, others)
                    : HostLists.ofList(option + " " + file, name, cores).getFirst();
            if (hosts.put(rank, host) != null) {
                throw new UsageException(option + " " + file + ": rank " + rank + " has two lines");
            }
            slots.put(rank, words.group(3));
        }
        if (hosts.isEmpty() || hosts.lastKey() >= hosts.size()) {
            throw new UsageException(option + " " + file + ": expected a line for each rank from 0 on");
        }
        return new RankFile(List.copyOf(hosts.values()), List.copyOf(slots.values()));
    }

    private static HostSlots relative(String file, String name, List<HostSlots> others) {
        String number = name.substring(2);
        if (!OptionValues.isNumber(number) || number.length() > 6 || Integer.parseInt(number) >= others.size()) {
            throw new UsageException(file + ": " + name + ": expected +n0 to +n" + (others.size() - 1)
                    + ", hosts of --host or --hostfile");
        }
        return others.get(Integer.parseInt(number));
    }

    /** The plan for a job of so many ranks; null if all of them are on this host. */
    HostPlan plan(int ranks) {
        List<HostSlots> used = new ArrayList<>();
        List<List<Integer>> ofHosts = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            HostSlots host = hosts.get(rank);
            int at = 0;
            while (at < used.size() && !used.get(at).isSameAs(host)) {
                at++;
            }
            if (at == used.size()) {
                used.add(host);
                ofHosts.add(new ArrayList<>());
            }
            ofHosts.get(at).add(rank);
        }
        if (used.stream().allMatch(HostSlots::isHere)) {
            return null;
        }
        List<HostPlan.Host> plan = new ArrayList<>();
        for (int i = 0; i < used.size(); i++) {
            List<Integer> own = List.copyOf(ofHosts.get(i));
            plan.add(new HostPlan.Host(used.get(i).name(), used.get(i).isHere(), own.size(), own));
        }
        return new HostPlan(plan);
    }
}
