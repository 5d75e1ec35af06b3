package org.bipj.launch.mpirun.command;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.bipj.core.job.WatchedArrays;
import org.bipj.core.job.family.ProcessSets;
import org.bipj.core.machine.JobVariables;
import org.bipj.core.replay.ChoiceFolder;
import org.bipj.launch.explore.ExplorationPlan;
import org.bipj.launch.support.Cores;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.launch.support.Level;
import org.bipj.launch.support.UsageException;
import org.bipj.mpi.engine.MpiVariables;

/**
 * What the options of a command line have said so far: {@link Option#take} changes it. What can only be decided once
 * all are known is decided in the end.
 */
final class CommandLine {
    private static final String ONE_HOST = "the job has one host";
    /** Where {@code --explore} puts files with choices. */
    private static final String EXPLORED = "explored";

    final Options options = new Options();
    /** The program whose options are being read. */
    ProgramOptions program;
    /** Words that are not options are arguments, and options may follow them. */
    boolean mixed;
    /** How many of the words that follow are the program's first ones, whatever they look like. */
    int supplied;

    /** The file of {@code --app}; null: there is none. */
    String appFile;

    /** What {@code --explore} and {@code --choices} say, where there is one of them. */
    ExplorationPlan exploration = ExplorationPlan.DEFAULT;

    /** An option that needs {@code --explore}; null: there is none. */
    private String exploresOnly;

    /** An option that needs a simulated cluster; null: there is none. */
    String simOnly;
    /** Options that are decided once all are known, each with its value; null: not given. */
    List<String> rankFile;

    List<String> bindTo;
    private List<String> cpuList = List.of();
    /** A mapping by groups of cores, as it was given, which makes a difference for bound ranks only. */
    private String mapping;

    /** Options, as they were given, that concern other hosts than this one. */
    final List<String> forHosts = new ArrayList<>();
    /** Options, as they were given, that concern messages between hosts. */
    final List<String> forNetwork = new ArrayList<>();

    // ---- hosts and networks ------------------------------------------------------------------------------------

    void hosts(String word, String value) {
        program.addHosts(program.hostList, HostLists.ofList(word, value, Cores.OF_PROCESS));
    }

    void hostFile(String word, String value) {
        program.addHosts(program.hostFiles, HostLists.ofFile(word, value, Cores.OF_PROCESS));
    }

    // ---- processors --------------------------------------------------------------------------------------------

    void cpus(String word, String list) {
        options.binding = options.binding.within(OptionValues.processors(word + " " + list, list));
    }

    void cpuList(String word, String list) {
        cpus(word, list);
        cpuList = List.of(list.split(","));
    }

    void wide(int cores) {
        options.binding = options.binding.wide(cores);
    }

    void mapBy(String word, String value) {
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
            if (OptionValues.isOversubscribed(value)) {
                options.set(Option.OVERSUBSCRIBE, true);
            }
        }
        int width = OptionValues.width(word, value);
        if (width > 1) {
            wide(width);
        }
    }

    void place(String word, String value) {
        if (OptionValues.isOtherPlace(word, value)) {
            options.ignore(given(word, value), "not supported: ranks take the slots in turn");
        }
    }

    /** An option as it was given. */
    static String given(String word, String value) {
        return word.contains("=") ? word : word + " " + value;
    }

    // ---- output and environment --------------------------------------------------------------------------------

    void output(String value) {
        String directory = value;
        if (directory.endsWith(":nocopy")) {
            directory = directory.substring(0, directory.length() - ":nocopy".length());
            options.values.put(Options.NO_COPY, true);
        }
        if (directory.isEmpty()) {
            throw new UsageException("--output-filename: expected a directory");
        }
        options.set(Option.OUTPUT_FILENAME, directory);
    }

    /** Words of Open MPI 5's {@code --output} or {@code --display}. */
    void outputOrDisplay(String word, String words) {
        for (String part : words.split("[,:]")) {
            outputOrDisplayPart(word, part);
        }
    }

    private void outputOrDisplayPart(String word, String part) {
        int equals = part.indexOf('=');
        String value = part.substring(equals + 1);
        switch (equals < 0 ? part : part.substring(0, equals)) {
            case "tag", "tag-detailed", "tag-fullname", "rank" -> options.set(Option.TAG_OUTPUT, true);
            case "timestamp" -> options.set(Option.TIMESTAMP_OUTPUT, true);
            case "merge-stderr-to-stdout" -> options.set(Option.MERGE_ERRORS, true);
            case "dir", "directory" -> output(value);
            case "nocopy" -> options.values.put(Options.NO_COPY, true);
            case "map", "map-devel" -> options.set(Option.DISPLAY_MAP, true);
            case "allocation" -> options.set(Option.DISPLAY_ALLOCATION, true);
            case "bind", "bindings" -> options.set(Option.REPORT_BINDINGS, true);
            case "copy", "raw" -> {
                // As always.
            }
            default -> options.ignore(word + " " + part, "not supported");
        }
    }

    void export(String assignment) {
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

    void profile(String value) {
        options.set(Option.PROFILE, true);
        if (value != null) {
            options.profileTable = OptionValues.table(value);
        }
    }

    void processSet(String name) {
        if (!ProcessSets.isName(name)) {
            throw new UsageException("--pset " + name
                    + ": expected a name without commas, semicolons and =, which does not begin with mpi:// or mpix://,"
                    + " in any case");
        }
        program.processSets.add(name);
    }

    void choices(Option option, String word, String value) {
        options.values.parse(option.key(), word, value);
        if (options.has(Option.RECORD) && options.has(Option.REPLAY)) {
            throw new UsageException("--record with --replay: expected one of them");
        }
    }

    // ---- what is decided in the end ----------------------------------------------------------------------------

    /**
     * Decides what depends on several options, and finds what is wrong among them.
     *
     * @param environment may name hosts
     */
    void decide(UnaryOperator<String> environment) {
        if (!options.has(Option.DEADLOCK)) {
            options.set(Option.DEADLOCK, DeadlockPlan.of(DeadlockPlan.Action.ABORT));
        }
        if (!options.help() && !options.version()) {
            check(environment);
        }
        if (options.has(Option.CHECK_TYPES)) {
            options.programs.forEach(each -> each.environment.put(MpiVariables.CHECK_TYPES, "on"));
        }
        nameProcessSets();
        if (options.checks() != null) {
            options.programs.forEach(each -> each.environment.put(JobVariables.CHECK, options.checks()));
        }
        ChoiceFolder choices = options.choiceFolder();
        if (choices != null && options.mode() == Options.Mode.PROCESS) {
            String name = choices.isReplayed() ? JobVariables.REPLAY : JobVariables.RECORD;
            String folder = choices.path().toString();
            options.programs.forEach(each -> each.environment.put(name, folder));
        }
    }

    /** All ranks know all sets of the job. */
    private void nameProcessSets() {
        ProcessSets sets = new ProcessSets();
        int first = 0;
        for (ProgramOptions each : options.programs) {
            for (String name : each.processSets) {
                sets.add(name, first, first + each.ranks - 1);
            }
            first += each.ranks;
        }
        if (!sets.names().isEmpty()) {
            options.programs.forEach(each -> each.environment.put(JobVariables.PSETS, sets.toString()));
        }
    }

    private void check(UnaryOperator<String> environment) {
        if (options.mode() != Options.Mode.SIM && simOnly != null) {
            boolean isTrace = simOnly.equals("--trace");
            throw new UsageException(
                    simOnly + " needs --mode sim" + (isTrace ? "; --timeline records the calls in every mode" : ""));
        }
        if (options.mode() != Options.Mode.SIM
                && options.checks() != null
                && List.of(options.checks().split(",")).contains(WatchedArrays.CHECK)) {
            throw new UsageException("--check=loads needs --mode sim, where the program's classes are rewritten");
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
        if (options.programs.stream().allMatch(ProgramOptions::isService)) {
            throw new UsageException("--service: expected another program that is none, whose end ends the job");
        }
        options.programs.forEach(each -> options.environment.forEach(each.environment::putIfAbsent));
        checkExploration();
        checkSeeds();
        findHosts(environment);
        options.decideRanks();
        decideBinding();
        // Ranks may start others on hosts that have no rank yet.
        boolean hasOthers = options.allocation.size() > 1;
        if (options.hosts == null && !hasOthers) {
            forHosts.forEach(each -> options.ignore(each, ONE_HOST));
        }
        if (!hasOthers && (options.hosts == null || options.hosts.hosts().size() == 1)) {
            forNetwork.forEach(each -> options.ignore(each, ONE_HOST));
        } else if (!options.netPorts().isEmpty() && options.hosts != null) {
            OptionValues.checkPorts(options.netPorts(), options.hosts);
        }
        checkStdin();
        if (!options.hostDirectory().isEmpty() && !options.ip()) {
            throw new UsageException("--host-dir needs --ip");
        }
        if (!options.chaos().isEmpty() && !options.ip()) {
            throw new UsageException("--chaos needs --ip");
        }
        if (options.twice()) {
            options.set(Option.STDIN, Options.NO_RANK);
            if (options.profile()) {
                throw new UsageException("--twice with --profile: expected one of them");
            }
            if (!options.hostDirectory().isEmpty()) {
                throw new UsageException("--twice with --host-dir: the second run would find the files of the first;"
                        + " expected one of them");
            }
        }
        if (options.hosts != null && options.mode() != Options.Mode.PROCESS) {
            throw new UsageException("ranks on several hosts are processes: --host and --hostfile with other hosts than"
                    + " this one need --mode process");
        }
        if (options.ip() && options.mode() == Options.Mode.THREAD) {
            throw new UsageException(
                    "--ip with --mode thread: threads of one JVM have one network; expected --mode sim,"
                            + " or processes");
        }
        if (options.ip() && options.hosts != null) {
            throw new UsageException(
                    "--ip: node0, node1 ... are loopback addresses of this host; expected no other hosts");
        }
        checkChoices();
    }

    /** The hosts of Open MPI's default file or of a Slurm allocation, unless options name some, and of {@code --rankfile}. */
    private void findHosts(UnaryOperator<String> environment) {
        boolean named = options.programs.stream().anyMatch(ProgramOptions::namesHosts);
        if (!named && rankFile == null && options.mode() == Options.Mode.PROCESS) {
            String file = environment.apply(LauncherVariables.DEFAULT_HOSTFILE);
            List<HostSlots> allocated = file == null || file.isEmpty()
                    ? SlurmAllocation.read(environment, Cores.OF_PROCESS)
                    : HostLists.ofFile(LauncherVariables.DEFAULT_HOSTFILE, file, Cores.OF_PROCESS);
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

    void exploring(String word, ExplorationPlan plan) {
        exploration = plan;
        exploresOnly = word;
    }

    private void checkExploration() {
        boolean explores = options.has(Option.EXPLORE);
        if (explores && !exploration.triesAll()) {
            throw new UsageException("--explore tries all runs, --choices repeats one: expected one of them");
        }
        if (!explores && exploresOnly != null) {
            throw new UsageException("--" + exploresOnly + " needs --explore");
        }
        if (options.survivesDeaths() && (explores || !exploration.triesAll())) {
            throw new UsageException(
                    "--with-ft with --explore or --choices: expected --deaths K with --explore, which implies it");
        }
        if (explores && (options.ip() || options.twice() || options.untilPs() > 0 || options.isRecorded())) {
            throw new UsageException(
                    "--explore with --ip, --twice, --until, --timeline or --report: expected none of these");
        }
        if (explores || !exploration.triesAll()) {
            options.exploration = exploration;
        }
        if (explores && !options.has(Option.OUTPUT_FILENAME)) {
            options.set(Option.OUTPUT_FILENAME, EXPLORED);
        }
    }

    private void checkSeeds() {
        if (options.seeds == null) {
            return;
        }
        boolean writes = options.isRecorded() || options.has(Option.PROFILE) || options.has(Option.TRACE);
        if (writes || options.has(Option.OUTPUT_FILENAME) || options.has(Option.HOST_DIR)) {
            throw new UsageException("--seeds with --timeline, --report, --profile, --trace, --output-filename or"
                    + " --host-dir: expected none of these");
        }
        if (options.twice() || options.exploration != null || options.choiceFolder() != null) {
            throw new UsageException(
                    "--seeds with --twice, --explore, --choices, --record or --replay: expected none of these");
        }
    }

    private void checkChoices() {
        if (options.choiceFolder() == null) {
            return;
        }
        String option = options.choiceFolder().isReplayed() ? "--replay" : "--record";
        if (options.hosts != null) {
            throw new UsageException(option + " serves jobs of one host only");
        }
        if (options.survivesDeaths()) {
            throw new UsageException(
                    option + " with --with-ft: when the others notice a death is not recorded; expected one of them");
        }
        if (options.ip() || options.twice() || options.exploration != null) {
            throw new UsageException(option + " with --ip, --twice, --explore or --choices: expected none of these");
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
        if (options.stdin() >= options.ranks()) {
            throw new UsageException("--stdin " + options.stdin() + ": expected a rank from 0 to "
                    + (options.ranks() - 1) + ", all or none");
        }
        if (options.stdin() == Options.ALL_RANKS && (options.hosts != null || options.mode() != Options.Mode.PROCESS)) {
            throw new UsageException("--stdin all: expected ranks that are processes of this host");
        }
    }
}
