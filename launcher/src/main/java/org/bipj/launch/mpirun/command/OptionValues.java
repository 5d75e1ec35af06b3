package org.bipj.launch.mpirun.command;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.bipj.core.job.WatchedArrays;
import org.bipj.core.machine.Processors;
import org.bipj.launch.support.Cores;
import org.bipj.launch.support.Level;
import org.bipj.launch.support.UsageException;
import org.bipj.net.address.PortRange;
import org.bipj.net.address.Subnet;
import org.bipj.shm.ShmSession;
import org.bipj.sim.kernel.VirtualTimeText;

/** Parses values of options. Each method throws a {@link UsageException} for an invalid value. */
final class OptionValues {
    private static final long MAX_TIMEOUT_SECONDS = 1_000_000_000L;
    private static final int MAX_SILENCE_SECONDS = 1_000_000;

    private static final int MAX_DIGITS = 6;

    private static final Map<String, Level> LEVELS = Map.ofEntries(
            Map.entry("hwthread", Level.HWTHREAD),
            Map.entry("core", Level.CORE),
            Map.entry("slot", Level.CORE),
            Map.entry("rr", Level.CORE),
            Map.entry("l1cache", Level.L1CACHE),
            Map.entry("l2cache", Level.L2CACHE),
            Map.entry("l3cache", Level.L3CACHE),
            Map.entry("socket", Level.SOCKET),
            Map.entry("package", Level.SOCKET),
            Map.entry("numa", Level.NUMA),
            Map.entry("board", Level.BOARD),
            Map.entry("machine", Level.BOARD));

    /** Values of Open MPI's --map-by and --rank-by that give the same placement on one host. */
    private static final Set<String> PLACES = Set.of("slot", "core", "hwthread", "node");

    /** Values that give another placement: Open MPI would spread ranks over these in turn. */
    private static final Set<String> OTHER_PLACES =
            Set.of("l1cache", "l2cache", "l3cache", "socket", "package", "numa", "board", "seq", "dist", "fill");

    private OptionValues() {}

    /** True for a whole number in the digits 0 to 9; digits of other scripts do not count. */
    static boolean isNumber(String value) {
        return !value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    static int ranks(String option, String value) {
        return upTo(ShmSession.MAX_RANKS, "ranks", option, value);
    }

    /** A whole number of seconds. */
    static int seconds(String option, String value) {
        return upTo(MAX_SILENCE_SECONDS, "seconds", option, value);
    }

    private static int upTo(int most, String what, String option, String value) {
        try {
            int number = isNumber(value) ? Integer.parseInt(value) : 0;
            if (number >= 1 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Too many digits. Reported below.
        }
        throw new UsageException(option + " " + value + ": expected a number of " + what + " from 1 to " + most);
    }

    /** A name that is not empty. */
    static String name(String what, String option, String value) {
        if (value.isEmpty()) {
            throw new UsageException(option + " \"\": expected the name of a " + what);
        }
        return value;
    }

    /** A file that is written when the job ends; it is refused before the job if that cannot be. */
    static Path written(String option, String value) {
        Path file = Path.of(name("file", option, value)).toAbsolutePath();
        Path parent = file.getParent();
        if (Files.isDirectory(file) || parent == null || !Files.isWritable(Files.exists(file) ? file : parent)) {
            throw new UsageException(
                    option + (option.endsWith(":") ? "" : " ") + value + ": expected a file that can be written");
        }
        return file;
    }

    /** The file of {@code --profile=csv:FILE}. */
    static Path table(String value) {
        String prefix = "csv:";
        if (!value.startsWith(prefix)) {
            throw new UsageException("--profile=" + value + ": expected csv:FILE");
        }
        return written("--profile=csv:", value.substring(prefix.length()));
    }

    static long seed(String value) {
        try {
            if (isNumber(value.startsWith("-") ? value.substring(1) : value)) {
                return Long.parseLong(value);
            }
        } catch (NumberFormatException e) {
            // Too many digits. Reported below.
        }
        throw new UsageException("--seed " + value + ": expected a whole number");
    }

    static String hostDirectory(String value) {
        if (value.isEmpty() || Files.exists(Path.of(value)) && !Files.isDirectory(Path.of(value))) {
            throw new UsageException("--host-dir " + value + ": expected a directory, which need not exist");
        }
        return Path.of(value).toAbsolutePath().toString();
    }

    static long until(String value) {
        OptionalLong ps = VirtualTimeText.parse(value);
        if (ps.isEmpty() || ps.getAsLong() == 0 || ps.getAsLong() > VirtualTimeText.LONGEST_PS) {
            throw new UsageException(
                    "--until " + value
                            + ": expected a virtual time with its unit (ps, ns, us, ms, s) above 0, at most 1000000s, such as 2.5ms");
        }
        return ps.getAsLong();
    }

    /** The words of {@code --with-ft}: Open MPI's. */
    static final List<String> FAULT_TOLERANCE = List.of("ulfm", "mpi", "no");

    /** True if the job goes on when a rank dies. */
    static boolean faultTolerance(String option, String value) {
        if (value != null && !FAULT_TOLERANCE.contains(value)) {
            throw new UsageException(option + ": expected ulfm, mpi, no or nothing");
        }
        return !"no".equals(value);
    }

    /** A constant of an enum, by its name in small letters. */
    static <E extends Enum<E>> E oneOf(String option, String value, Class<E> type) {
        StringBuilder names = new StringBuilder();
        E[] all = type.getEnumConstants();
        for (E one : all) {
            String name = one.name().toLowerCase(Locale.ROOT);
            if (name.equals(value)) {
                return one;
            }
            names.append(one.ordinal() == 0 ? "" : one.ordinal() == all.length - 1 ? " or " : ", ")
                    .append(name);
        }
        throw new UsageException(option + " " + value + ": expected " + names);
    }

    static long timeoutMillis(String value) {
        try {
            BigDecimal seconds = new BigDecimal(value);
            if (value.chars().allMatch(c -> c < 128)
                    && seconds.signum() > 0
                    && seconds.compareTo(BigDecimal.valueOf(MAX_TIMEOUT_SECONDS)) <= 0) {
                return Math.max(1, seconds.movePointRight(3).longValue());
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new UsageException("--timeout " + value + ": expected a positive number of seconds");
    }

    /**
     * A plan with the binding of {@code --bind-to}.
     *
     * @param cpuList the processors of {@code --cpu-list} in their order
     */
    static BindingPlan binding(BindingPlan plan, String option, String value, List<String> cpuList) {
        String unit = unit(value);
        if (unit.equals("none") || unit.equals("default")) {
            return plan.to(Level.NONE);
        }
        if (unit.equals("cpu-list") || unit.equals("cpulist")) {
            if (cpuList.isEmpty()) {
                throw new UsageException(option + " " + value + ": needs --cpu-list");
            }
            return plan.to(cpuList);
        }
        if (unit.equals("user")) {
            String lists = value.substring(value.indexOf(':') + 1);
            return plan.to(Stream.of(lists.split(","))
                    .map(list -> processors(option + " " + value, list.replace('+', ',')))
                    .toList());
        }
        Level level = LEVELS.get(unit);
        if (level == null) {
            throw new UsageException(option + " " + value + ": expected core, hwthread, l1cache, l2cache, l3cache,"
                    + " socket, numa, board or none");
        }
        return plan.to(level);
    }

    /** A list of processors such as 0-3,8. */
    static String processors(String option, String value) {
        if (Processors.parse(value).isEmpty()) {
            throw new UsageException(option + ": expected processors such as 0-3,8");
        }
        return value;
    }

    /** The number of cores of each rank that a mapping such as {@code slot:PE=2} sets; 0: none. */
    static int width(String option, String value) {
        for (String part : value.toLowerCase(Locale.ROOT).split(":")) {
            if (part.startsWith("pe=")) {
                return ranks(option + " pe", part.substring("pe=".length()));
            }
        }
        return 0;
    }

    /** The groups of cores that a mapping takes in turn; null if it is none of these. */
    static Level mapping(String value) {
        return LEVELS.get(unit(value));
    }

    /** The rank of {@code --stdin}. */
    static int stdin(String value) {
        return switch (value) {
            case "none" -> Options.NO_RANK;
            case "all" -> Options.ALL_RANKS;
            default -> {
                if (!isNumber(value) || value.length() > MAX_DIGITS) {
                    throw new UsageException("--stdin " + value + ": expected the number of a rank, all or none");
                }
                yield Integer.parseInt(value);
            }
        };
    }

    /** A place without its qualifiers. */
    private static String unit(String value) {
        int qualifier = value.indexOf(':');
        return (qualifier < 0 ? value : value.substring(0, qualifier)).toLowerCase(Locale.ROOT);
    }

    /** True if Open MPI would place the ranks differently. */
    static boolean isOtherPlace(String option, String value) {
        String unit = unit(value);
        if (OTHER_PLACES.contains(unit)) {
            return true;
        }
        // A value may consist of qualifiers alone: --map-by :OVERSUBSCRIBE.
        if (PLACES.contains(unit) || unit.isEmpty() && value.length() > 1) {
            return false;
        }
        throw new UsageException(option + " " + value + ": expected slot, core, hwthread, node, socket, numa"
                + (option.contains("map") ? " or ppr:N:node" : ""));
    }

    /**
     * Ranks that a mapping such as {@code ppr:2:node} allows on a host; 0 if the value is of another kind.
     *
     * @param cores of this host
     */
    static int ranksPerHost(String option, String value, Cores cores) {
        if (!unit(value).equals("ppr")) {
            return 0;
        }
        List<String> parts = List.of(value.toLowerCase(Locale.ROOT).split(":"));
        if (parts.size() < 3) {
            throw new UsageException(option + " " + value + ": expected ppr:N:node, ppr:N:core or ppr:N:hwthread");
        }
        int ranks = ranks(option + " ppr", parts.get(1));
        return switch (parts.get(2)) {
            case "node" -> ranks;
            case "core" -> ranks * cores.cores().size();
            case "hwthread" -> ranks * cores.threads().size();
            default -> {
                Level level = LEVELS.get(parts.get(2));
                if (level == null) {
                    throw new UsageException(
                            option + " " + value + ": expected ppr:N:node, ppr:N:core, ppr:N:socket or ppr:N:numa");
                }
                yield ranks * cores.groups(level);
            }
        };
    }

    /** True for {@code --map-by node}. */
    static boolean isByHost(String value) {
        return unit(value).equals("node");
    }

    /** True if a mapping allows more ranks than slots. */
    static boolean isOversubscribed(String value) {
        return List.of(value.toLowerCase(Locale.ROOT).split(":")).contains("oversubscribe");
    }

    /** The words of a launch agent. */
    static List<String> launchAgent(String option, String value) {
        List<String> words = List.of(value.strip().split("\\s+"));
        if (words.getFirst().isEmpty()) {
            throw new UsageException(option + " \"\": expected a command");
        }
        return words;
    }

    /** Subnets with commas between. */
    static List<String> subnets(String option, String value) {
        List<String> subnets = List.of(value.split(","));
        for (String subnet : subnets) {
            try {
                Subnet.parse(subnet);
            } catch (IllegalArgumentException e) {
                throw new UsageException(
                        option + " " + value + ": expected subnets such as 10.77.0.0/16, with commas between");
            }
        }
        return subnets;
    }

    /** A range of ports, as {@link PortRange#toString} has it. */
    static String ports(String option, String value) {
        try {
            return PortRange.parse(value).toString();
        } catch (IllegalArgumentException e) {
            throw new UsageException((option.contains("=") ? option : option + " " + value) + ": " + e.getMessage());
        }
    }

    /** Each rank of a host listens on a port of its own. */
    static void checkPorts(String ports, HostPlan plan) {
        int size = PortRange.parse(ports).size();
        for (HostPlan.Host host : plan.hosts()) {
            int ranks = host.ranks().size();
            if (ranks > size) {
                throw new UsageException(
                        "--net-ports " + ports + ": it has " + size + (size == 1 ? " port" : " ports") + ", and host "
                                + host.name() + " has " + ranks + " ranks; expected a port for each rank of a host");
            }
        }
    }

    /**
     * What is checked. A file that takes the findings is empty then, and its name complete: ranks may have other working directories.
     */
    static String checks(String value) {
        List<String> words = new ArrayList<>(List.of("on"));
        for (String word : value.split(",", -1)) {
            if (word.startsWith("json:") && word.length() > "json:".length()) {
                words.add("json:"
                        + emptied(Path.of(word.substring("json:".length())).toAbsolutePath()));
            } else if (word.equals("unsafe") || word.equals("races") || word.equals(WatchedArrays.CHECK)) {
                words.add(word);
            } else {
                throw new UsageException(
                        "--check=" + value + ": expected a list of unsafe, races, loads and json:FILE");
            }
        }
        return String.join(",", words);
    }

    private static Path emptied(Path file) {
        try {
            return Files.write(file, new byte[0]);
        } catch (IOException e) {
            throw new UsageException("--check=json:" + file + ": cannot be written: " + e);
        }
    }

    static Path directory(String option, String value) {
        Path directory = Path.of(value).toAbsolutePath().normalize();
        if (!Files.isDirectory(directory)) {
            throw new UsageException(option + " " + value + ": no such directory");
        }
        return directory;
    }
}
