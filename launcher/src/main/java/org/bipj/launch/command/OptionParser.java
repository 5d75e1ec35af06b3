package org.bipj.launch.command;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.bipj.core.job.JobVariables;
import org.bipj.launch.system.Cores;
import org.bipj.launch.system.LauncherVariables;
import org.bipj.launch.system.Level;
import org.bipj.mpi.engine.MpiVariables;

/**
 * Reads the command line of {@code mpirun}: options with Open MPI's names (one or two dashes, value after a space or
 * {@code =}), up to the first word that is not an option. The program is that word and all that follow, up to a lone
 * {@code :}, after which the next program's options begin.
 *
 * <p>Written by hand for a fast start: a general parser took longer than the rest of the launcher.
 */
public final class OptionParser {
    private static final String ONE_HOST = "the job has one host";

    private final Options options = new Options();
    private List<String> words;
    private int at;
    private String simOnly;
    /** Options that are decided once all are known, each with its value; null: not given. */
    private List<String> rankFile;

    private List<String> bindTo;
    private List<String> cpuList = List.of();
    /** A mapping by groups of cores, as it was given, which makes a difference for bound ranks only. */
    private String mapping;

    private String appFile;
    private boolean checkTypes;
    /** What MPI calls are checked for; null: they are not. */
    private String checks;
    /** Null: nothing was said. */
    private DeadlockPlan.Action deadlock;
    /** Options, as they were given, that concern other hosts than this one. */
    private final List<String> forHosts = new ArrayList<>();
    /** Options, as they were given, that concern messages between hosts. */
    private final List<String> forNetwork = new ArrayList<>();

    /** The program whose options are being read. */
    private ProgramOptions program;
    /** Words that are not options are arguments, and options may follow them. */
    private boolean mixed;

    private OptionParser() {}

    /**
     * Parses a command line.
     *
     * @throws UsageException if it is wrong
     */
    public static Options parse(List<String> words) {
        return parse(words, LauncherVariables::value);
    }

    /** An option in an environment, which may name hosts. */
    static Options parse(List<String> words, UnaryOperator<String> environment) {
        OptionParser parser = new OptionParser();
        int from = 0;
        for (int at = 0; at <= words.size(); at++) {
            if (at == words.size() || words.get(at).equals(":")) {
                parser.program(words.subList(from, at));
                from = at + 1;
            }
        }
        parser.options.deadlock =
                DeadlockPlan.of(parser.deadlock == null ? DeadlockPlan.Action.ABORT : parser.deadlock);
        parser.check(environment);
        if (parser.checkTypes) {
            parser.options.programs.forEach(each -> each.environment.put(MpiVariables.CHECK_TYPES, "on"));
        }
        if (parser.checks != null) {
            parser.options.checks = parser.checks;
            parser.options.programs.forEach(each -> each.environment.put(JobVariables.CHECK, parser.checks));
        }
        return parser.options;
    }

    /** Reads one program with its options. */
    private void program(List<String> all) {
        words = all;
        at = 0;
        mixed = false;
        program = new ProgramOptions();
        options.programs.add(program);
        while (at < words.size() && (mixed || words.get(at).startsWith("-"))) {
            String word = words.get(at++);
            if (word.equals("--")) {
                break;
            }
            if (!word.startsWith("-") || !option(known(word))) {
                if (program.command.isEmpty()) {
                    throw new UsageException("unknown option " + word);
                }
                program.command.add(word);
                if (!mixed) {
                    break;
                }
            }
        }
        program.command.addAll(words.subList(at, words.size()));
    }

    private static String name(String word) {
        int equals = word.indexOf('=');
        return word.substring(word.startsWith("--") ? 2 : 1, equals < 0 ? word.length() : equals);
    }

    /** An option by the name that it has here. */
    private static String known(String word) {
        String here = OtherOptions.synonym(name(word));
        if (here == null) {
            return word;
        }
        int equals = word.indexOf('=');
        return "--" + here + (equals < 0 || here.contains("=") ? "" : word.substring(equals));
    }

    /** Takes an option; false if there is no option of this name. */
    private boolean option(String word) {
        int equals = word.indexOf('=');
        String name = name(word);
        return (program.command.isEmpty() && forItself(word, name, equals))
                || ofJob(word, name, equals)
                || ofOutput(word, name, equals)
                || ofPlaces(word, name, equals)
                || ofProgram(word, name, equals)
                || ignored(word, name, equals)
                || ofScript(name);
    }

    /** Options that run nothing. Programs of the script {@code bipj} have such options of their own. */
    private boolean forItself(String word, String name, int equals) {
        switch (name) {
            case "h", "help" -> options.help = flag(word, equals);
            case "V", "version" -> options.version = flag(word, equals);
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Options that hold for all programs. */
    private boolean ofJob(String word, String name, int equals) {
        switch (name) {
            case "q", "quiet" -> options.quiet = flag(word, equals);
            case "v", "verbose" -> options.verbose = flag(word, equals);
            // The superuser may run jobs.
            case "allow-run-as-root" -> flag(word, equals);
            case "report-pid" -> options.pidChannel = value(word, equals);
            case "do-not-launch" -> options.launches = !flag(word, equals);
            case "stdin" -> options.stdin = OptionValues.stdin(value(word, equals));
            case "genv" -> options.environment.put(value(word, equals), value(word, -1));
            case "launch-agent" -> options.launchAgent = OptionValues.launchAgent(word, noted(forHosts, word, equals));
            case "net-timeout" -> options.netTimeoutSeconds = OptionValues.seconds(word, noted(forHosts, word, equals));
            case "net" -> options.network = OptionValues.network(word, noted(forNetwork, word, equals));
            case "net-trusted" -> options.trusted.addAll(OptionValues.subnets(word, noted(forNetwork, word, equals)));
            case "net-ports" -> options.netPorts = OptionValues.ports(word, noted(forNetwork, word, equals));
            case "profile" -> options.profile = flag(word, equals);
            case "check" -> checks = equals < 0 ? "on" : OptionValues.checks(word.substring(equals + 1));
            case "check-types" -> checkTypes = flag(word, equals);
            case "timeout" -> options.timeoutMillis = OptionValues.timeoutMillis(value(word, equals));
            case "deadlock" -> deadlock = OptionValues.deadlock(value(word, equals));
            case "mode" -> options.mode = OptionValues.mode(value(word, equals));
            case "platform", "seed", "faults", "trace", "set" -> {
                simOnly = "--" + name;
                simulated(name, value(word, equals));
            }
            case "virtual-time" -> {
                simOnly = "--virtual-time";
                options.virtualTime = flag(word, equals);
            }
            case "jitter" -> {
                simOnly = "--jitter";
                options.jitter = flag(word, equals);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Options that concern what is printed. */
    private boolean ofOutput(String word, String name, int equals) {
        switch (name) {
            case "tag-output" -> options.tagOutput = flag(word, equals);
            case "timestamp-output" -> options.timestampOutput = flag(word, equals);
            case "merge-stderr-to-stdout" -> options.mergeErrors = flag(word, equals);
            case "output-filename" -> output(value(word, equals));
            case "display-map" -> options.displayMap = flag(word, equals);
            case "display-allocation" -> options.displayAllocation = flag(word, equals);
            case "report-bindings" -> options.reportBindings = flag(word, equals);
            case "output", "display" -> {
                for (String part : value(word, equals).split("[,:]")) {
                    outputOrDisplay(word, part);
                }
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /** A word of Open MPI 5's {@code --output} or {@code --display}. */
    private void outputOrDisplay(String word, String part) {
        int equals = part.indexOf('=');
        String value = part.substring(equals + 1);
        switch (equals < 0 ? part : part.substring(0, equals)) {
            case "tag", "tag-detailed", "tag-fullname", "rank" -> options.tagOutput = true;
            case "timestamp" -> options.timestampOutput = true;
            case "merge-stderr-to-stdout" -> options.mergeErrors = true;
            case "dir", "directory" -> output(value);
            case "nocopy" -> options.showOutput = false;
            case "map", "map-devel" -> options.displayMap = true;
            case "allocation" -> options.displayAllocation = true;
            case "bind", "bindings" -> options.reportBindings = true;
            case "copy", "raw" -> {
                // As always.
            }
            default -> options.ignore(word + " " + part, "not supported");
        }
    }

    /** Options that choose hosts and processors. */
    private boolean ofPlaces(String word, String name, int equals) {
        switch (name) {
            case "oversubscribe" -> options.oversubscribe = flag(word, equals);
            case "nooversubscribe" -> options.noOversubscribe = flag(word, equals);
            case "nolocal" -> options.noLocal = flag(word, equals);
            case "use-hwthread-cpus" -> options.countsThreads = flag(word, equals);
            case "rankfile" -> rankFile = List.of(word, value(word, equals));
            case "cpu-set" -> cpus(word, value(word, equals));
            case "cpu-list" -> {
                String list = value(word, equals);
                cpus(word, list);
                cpuList = List.of(list.split(","));
            }
            case "bind-to" -> bindTo = List.of(word, value(word, equals));
            case "cpus-per-proc" ->
                options.binding = options.binding.wide(OptionValues.ranks(word, value(word, equals)));
            default -> {
                return false;
            }
        }
        return true;
    }

    private void cpus(String word, String list) {
        options.binding = options.binding.within(OptionValues.processors(word + " " + list, list));
    }

    /** Options that each program has for itself. */
    private boolean ofProgram(String word, String name, int equals) {
        switch (name) {
            case "n", "np", "c" -> program.ranks = OptionValues.ranks(word, value(word, equals));
            case "N", "npernode" -> program.ranksPerHost = OptionValues.ranks(word, value(word, equals));
            case "pernode" -> program.ranksPerHost = flag(word, equals) ? 1 : 0;
            case "H", "host" ->
                program.addHosts(program.hostList, HostLists.ofList(word, value(word, equals), Cores.OF_PROCESS));
            case "hostfile", "machinefile" ->
                program.addHosts(program.hostFiles, HostLists.ofFile(word, value(word, equals), Cores.OF_PROCESS));
            case "map-by" -> mapBy(word, value(word, equals));
            case "ppr" -> mapBy(word, "ppr:" + value(word, equals));
            case "npersocket" -> mapBy(word, "ppr:" + value(word, equals) + ":socket");
            case "path" -> program.path = value(word, equals);
            case "app" -> appFile = value(word, equals);
            case "env" -> program.environment.put(value(word, equals), value(word, -1));
            case "rank-by" -> place(word, value(word, equals));
            case "wdir", "wd" -> program.directory = OptionValues.directory(word, value(word, equals));
            case "x" -> export(value(word, equals));
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean ignored(String word, String name, int equals) {
        OtherOptions.Ignored ignored = OtherOptions.ignored(name);
        if (ignored == null) {
            return false;
        }
        StringBuilder whole = new StringBuilder(word);
        for (int i = equals < 0 ? 0 : 1; i < ignored.values(); i++) {
            whole.append(' ').append(value(word, -1));
        }
        options.ignore(whole.toString(), ignored.reason());
        return true;
    }

    /**
     * Options of the script {@code bipj} for the programs that it supplies. {@code --bipj-program N} is followed by the
     * first N words of the program; the words from the first one on that is not an option complete it. After {@code
     * --bipj-mixed} options may also appear among these.
     */
    private boolean ofScript(String name) {
        switch (name) {
            case "bipj-program" -> {
                int count = Integer.parseInt(words.get(at++));
                program.command.addAll(words.subList(at, at + count));
                at += count;
            }
            case "bipj-mixed" -> mixed = true;
            default -> {
                return false;
            }
        }
        return true;
    }

    private void simulated(String name, String value) {
        switch (name) {
            case "platform" -> options.platform = value;
            case "faults" -> options.faults = value;
            case "trace" -> options.trace = OptionValues.trace(value);
            case "set" -> options.overrides.add(value);
            default -> options.seed = OptionValues.seed(value);
        }
    }

    private static boolean flag(String word, int equals) {
        if (equals >= 0) {
            throw new UsageException(word.substring(0, equals) + " takes no value");
        }
        return true;
    }

    private String value(String word, int equals) {
        if (equals >= 0) {
            return word.substring(equals + 1);
        }
        if (at == words.size()) {
            throw new UsageException(word + " needs a value");
        }
        return words.get(at++);
    }

    /** The value of an option that is noted as it was given. */
    private String noted(List<String> in, String word, int equals) {
        String value = value(word, equals);
        in.add(equals < 0 ? word + " " + value : word);
        return value;
    }

    private void mapBy(String word, String value) {
        int ranksPerHost = OptionValues.ranksPerHost(word, value, Cores.OF_PROCESS);
        if (ranksPerHost > 0) {
            program.ranksPerHost = ranksPerHost;
        } else {
            Level groups = OptionValues.mapping(value);
            if (groups == null) {
                place(word, value);
            } else {
                options.binding = options.binding.by(groups);
                mapping = groups == Level.CORE || groups == Level.HWTHREAD ? null : given(word, value);
            }
            program.byHost = OptionValues.isByHost(value);
            options.oversubscribe |= OptionValues.isOversubscribed(value);
        }
        int width = OptionValues.width(word, value);
        if (width > 1) {
            options.binding = options.binding.wide(width);
        }
    }

    private void place(String word, String value) {
        if (OptionValues.isOtherPlace(word, value)) {
            options.ignore(given(word, value), "not supported: ranks take the slots in turn");
        }
    }

    /** An option as it was given. */
    private static String given(String word, String value) {
        return word.contains("=") ? word : word + " " + value;
    }

    private void export(String assignment) {
        int equals = assignment.indexOf('=');
        String name = equals < 0 ? assignment : assignment.substring(0, equals);
        if (name.isEmpty()) {
            throw new UsageException("-x " + assignment + ": expected NAME or NAME=VALUE");
        }
        if (equals >= 0) {
            program.environment.put(name, assignment.substring(equals + 1));
        } else {
            program.exported.add(name);
        }
    }

    private void output(String value) {
        String directory = value;
        if (directory.endsWith(":nocopy")) {
            directory = directory.substring(0, directory.length() - ":nocopy".length());
            options.showOutput = false;
        }
        if (directory.isEmpty()) {
            throw new UsageException("--output-filename: expected a directory");
        }
        options.outputDirectory = directory;
    }

    /** The programs of {@code --app}: each line of the file is a program with its options. */
    private void readPrograms() {
        String file = appFile;
        appFile = null;
        options.programs.removeLast();
        for (String line : HostLists.lines("--app", file)) {
            String text = line.replaceFirst("^\\s*#.*", "").strip();
            if (!text.isEmpty()) {
                program(List.of(text.split("\\s+")));
            }
        }
        if (appFile != null || options.programs.isEmpty()) {
            throw new UsageException("--app " + file + ": expected lines with options and a program");
        }
    }

    private void check(UnaryOperator<String> environment) {
        if (options.help || options.version) {
            return;
        }
        if (appFile != null) {
            readPrograms();
        }
        if (options.mode != Options.Mode.SIM && simOnly != null) {
            throw new UsageException(simOnly + " needs --mode sim");
        }
        if (options.programs.size() > 1) {
            for (ProgramOptions each : options.programs) {
                if (each.command.isEmpty()) {
                    throw new UsageException("no program between two \":\", before the first or after the last one");
                }
                if (!each.saysRanks()) {
                    throw new UsageException("several programs: each needs its number of ranks (-n); "
                            + String.join(" ", each.command) + " has none");
                }
            }
        } else if (program.command.isEmpty()) {
            throw new UsageException("no program given; expected: mpirun [OPTIONS] java ... Main [ARGS...]");
        }
        options.programs.forEach(each -> options.environment.forEach(each.environment::putIfAbsent));
        findHosts(environment);
        options.decideRanks();
        decideBinding();
        if (options.hosts == null) {
            forHosts.forEach(each -> options.ignore(each, ONE_HOST));
        }
        if (options.hosts == null || options.hosts.hosts().size() == 1) {
            forNetwork.forEach(each -> options.ignore(each, ONE_HOST));
        } else if (!options.netPorts.isEmpty()) {
            OptionValues.checkPorts(options.netPorts, options.hosts);
        }
        checkStdin();
        if (options.hosts != null && options.mode != Options.Mode.PROCESS) {
            throw new UsageException("ranks on several hosts are processes: --host and --hostfile with other hosts than"
                    + " this one need --mode process");
        }
        if (options.hosts != null && options.profile) {
            throw new UsageException("--profile measures jobs of one host only");
        }
    }

    /** The hosts of a Slurm allocation, unless options name some, and of {@code --rankfile}. */
    private void findHosts(UnaryOperator<String> environment) {
        boolean named = options.programs.stream().anyMatch(ProgramOptions::namesHosts);
        if (!named && rankFile == null && options.mode == Options.Mode.PROCESS) {
            List<HostSlots> allocated = SlurmAllocation.read(environment, Cores.OF_PROCESS);
            options.programs.forEach(each -> each.addAllocation(allocated));
        }
        if (rankFile != null) {
            List<HostSlots> all = options.programs.stream()
                    .flatMap(each -> Stream.concat(each.hostFiles.stream(), each.hostList.stream()))
                    .toList();
            options.rankFile = RankFile.read(rankFile.getFirst(), rankFile.getLast(), all, Cores.OF_PROCESS);
            options.binding = options.binding.atSlots(options.rankFile.slots());
        }
    }

    private void decideBinding() {
        if (bindTo != null) {
            options.binding = OptionValues.binding(options.binding, bindTo.getFirst(), bindTo.getLast(), cpuList);
        }
        if (mapping != null && options.binding.unit() == Level.NONE) {
            options.ignore(mapping, "ranks are not bound: --bind-to core");
        }
    }

    private void checkStdin() {
        if (options.stdin >= options.ranks()) {
            throw new UsageException("--stdin " + options.stdin + ": expected a rank from 0 to " + (options.ranks() - 1)
                    + ", all or none");
        }
        if (options.stdin == Options.ALL_RANKS && (options.hosts != null || options.mode != Options.Mode.PROCESS)) {
            throw new UsageException("--stdin all: expected ranks that are processes of this host");
        }
    }
}
