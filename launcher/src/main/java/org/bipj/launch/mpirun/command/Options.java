package org.bipj.launch.mpirun.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bipj.core.job.family.SpawnRequest;
import org.bipj.core.machine.ThisHost;
import org.bipj.core.replay.ChoiceFolder;
import org.bipj.launch.explore.ExplorationPlan;
import org.bipj.launch.support.Cores;
import org.bipj.launch.support.LaunchException;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.launch.support.RankFolder;
import org.bipj.launch.support.ShellWord;
import org.bipj.launch.support.UsageException;
import org.bipj.shm.ShmSession;
import org.bipj.sim.SimOptions;

/** The parsed command line of {@code mpirun}. */
public final class Options {
    /** What a rank is, and which clock it has. */
    public enum Mode {
        /** A rank is a process. */
        PROCESS,
        /** A rank is a thread of one JVM. */
        THREAD,
        /** A rank is a coroutine in virtual time. */
        SIM
    }

    /** For {@link #stdin}: no rank gets standard input. */
    public static final int NO_RANK = -1;

    /** For {@link #stdin}: each rank gets a copy of standard input. */
    public static final int ALL_RANKS = -2;

    /** Without questions, because there is no terminal to answer them, and without forwarding. */
    private static final List<String> SSH =
            List.of("ssh", "-x", "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=20", "-o", "LogLevel=ERROR");

    private static final int NET_TIMEOUT_SECONDS = 30;

    /** Output goes to files only. */
    static final ValueKey<Boolean> NO_COPY = ValueKey.of("nocopy", Form.FLAG, ValueKey.INHERITED);

    /** A file for the events of a simulation. */
    private static final ValueKey<String> EVENTS = ValueKey.of("events", Form.TEXT, !ValueKey.INHERITED);

    /** What is chosen where MPI leaves it open. */
    private static final ValueKey<List<String>> EXPLORATION =
            ValueKey.of("exploration", Form.TEXTS, !ValueKey.INHERITED);

    /** The seeds with which the job is run. */
    private static final ValueKey<List<String>> SEEDS = ValueKey.of("seeds", Form.TEXTS, !ValueKey.INHERITED);

    /** What options have given that are no more than a value. */
    final Values values = new Values();

    /** Written by the parser, as the fields that follow; the methods of the same names describe them. */
    final List<ProgramOptions> programs = new ArrayList<>();

    /** Options without effect, by the reason why they have none. */
    final Map<String, List<String>> ignored = new LinkedHashMap<>();

    BindingPlan binding = BindingPlan.FREE;
    /** Variables that the programs of all ranks get. */
    final Map<String, String> environment = new LinkedHashMap<>();

    private int job;

    /** Null: what comes first counts. */
    ExplorationPlan exploration;

    /** Null: the job is run once. */
    SeedPlan seeds;

    /** Where a profile is written as CSV; null: nowhere. */
    Path profileTable;

    /** The rank file; null if there is none. */
    RankFile rankFile;

    /** Null where all ranks run on this host, without a supervisor. */
    HostPlan hosts;
    /** All hosts that the options name, if they name others than this one. */
    List<HostSlots> allocation = List.of();

    private int slots;

    private List<String> rankFlags = List.of();

    private List<String> rankPlaces = List.of();
    private final List<RankFolder> rankFolders = new ArrayList<>();

    /** The options of a job whose values come from another JVM, in words. */
    public static Options of(Iterator<String> words) {
        Options options = new Options();
        options.values.putAll(Values.of(words, Option::keyOf));
        List<String> plan = options.values.get(EXPLORATION, null);
        options.exploration = plan == null ? null : ExplorationPlan.of(plan.iterator());
        List<String> seeds = options.values.get(SEEDS, null);
        options.seeds = seeds == null ? null : SeedPlan.of(seeds.iterator());
        return options;
    }

    /** The values for the JVM of ranks, in words. Names of files are such as serve it. */
    public List<String> words() {
        Values all = new Values();
        all.putAll(values);
        all.put(Option.OUTPUT_FILENAME.key(), ownFile(outputDirectory()));
        all.put(Option.TRACE.key(), ownFile(given(Option.TRACE, null)));
        all.put(Option.PLATFORM.key(), cluster());
        all.put(EXPLORATION, exploration == null ? null : exploration().words());
        all.put(SEEDS, seeds == null ? null : seeds().words());
        return all.words();
    }

    /** True if an option has given a value. */
    boolean has(Option option) {
        return values.get(option.key(), null) != null;
    }

    /** The value that an option has given, or another one. */
    private <T> T given(Option option, T otherwise) {
        return values.get(option.key(), otherwise);
    }

    /** Gives a value as an option does; null: none. */
    <T> void set(Option option, T value) {
        values.put(option.key(), value);
    }

    /** The programs, in the order of their ranks. */
    public List<ProgramOptions> programs() {
        return programs;
    }

    /** What a rank is, and which clock it has. */
    public Mode mode() {
        return Mode.valueOf(given(Option.MODE, Mode.PROCESS.name()));
    }

    /** Which processors ranks are bound to. */
    public BindingPlan binding() {
        return binding;
    }

    /** Options that have no effect here, as they were given, with the reasons; empty if there are none. */
    public String ignored() {
        return ignored.entrySet().stream()
                .map(each -> String.join(", ", each.getValue()) + " (" + each.getKey() + ")")
                .collect(Collectors.joining("; "));
    }

    void ignore(String option, String reason) {
        ignored.computeIfAbsent(reason, key -> new ArrayList<>()).add(option);
    }

    /** The rank that gets standard input, {@link #NO_RANK} or {@link #ALL_RANKS}. */
    public int stdin() {
        return given(Option.STDIN, 0);
    }

    /**
     * The options of a job that a rank of this one has asked for: it shows its output alike.
     *
     * @param number of the new job
     * @param plan its hosts; null: all its ranks run on this one, without a supervisor
     * @param slots of all hosts; 0: there is no limit
     */
    public Options ofSpawned(
            int number,
            SpawnRequest request,
            BiFunction<List<String>, String, List<String>> command,
            HostPlan plan,
            int slots) {
        Options spawned = new Options();
        spawned.job = number;
        spawned.values.putAll(values.inherited());
        spawned.set(Option.STDIN, NO_RANK);
        spawned.hosts = plan;
        spawned.slots = slots;
        for (SpawnRequest.Program wanted : request.programs()) {
            ProgramOptions program = ProgramOptions.ofSpawned(programs.getFirst(), wanted, command);
            if (plan == null) {
                program.requireDirectory();
            }
            spawned.programs.add(program);
        }
        if (spawned.ranks() > ShmSession.MAX_RANKS) {
            throw new LaunchException(
                    1, spawned.ranks() + " processes are wanted; expected at most " + ShmSession.MAX_RANKS);
        }
        for (RankFolder folder : rankFolders) {
            List<String> flags = folder.flagsOf(number, spawned.ranks());
            if (!flags.isEmpty()) {
                spawned.addRankFolder(folder);
                flags.forEach(spawned::addRankFlag);
            }
        }
        return spawned;
    }

    /** Number of the job among those of this launcher: 0 for the one of the command line, others for those that ranks have asked for. */
    public int job() {
        return job;
    }

    /** True if lines of output begin with the time. */
    public boolean timestampOutput() {
        return has(Option.TIMESTAMP_OUTPUT);
    }

    /** True if the hosts and their slots are printed, for {@code --display-allocation}. */
    public boolean displayAllocation() {
        return has(Option.DISPLAY_ALLOCATION);
    }

    /** False if the job is described only, for {@code --do-not-launch}. */
    public boolean launches() {
        return !has(Option.DO_NOT_LAUNCH);
    }

    /** Where the process id of mpirun is to be written: {@code -}, {@code +} or a file; null: nowhere. */
    public String pidChannel() {
        return given(Option.REPORT_PID, null);
    }

    /** The hosts that the job may use. */
    public List<HostPlan.Host> allocation() {
        return allocation.isEmpty()
                ? List.of(new HostPlan.Host(ThisHost.NAME, true, slotsHere(), List.of()))
                : allocation.stream()
                        .map(host -> new HostPlan.Host(host.name(), host.isHere(), host.slots(), List.of()))
                        .toList();
    }

    /** For how many processes all hosts have room, those of this job among them; 0: nobody has counted. */
    public int slots() {
        return slots;
    }

    /** Number of ranks for which this host has processors. */
    int slotsHere() {
        Cores cores = Cores.OF_PROCESS;
        return (has(Option.USE_THREADS) ? cores.threads() : cores.cores()).size();
    }

    /** True if nothing is printed that is not an error. */
    public boolean quiet() {
        return has(Option.QUIET);
    }

    /** True if the commands that are started are printed. */
    public boolean verbose() {
        return has(Option.VERBOSE);
    }

    /** True if the program and the processor of each rank are printed, for {@code --display-map}. */
    public boolean displayMap() {
        return has(Option.DISPLAY_MAP);
    }

    /** True if the processor of each rank is printed, for {@code --report-bindings}. */
    public boolean reportBindings() {
        return has(Option.REPORT_BINDINGS);
    }

    /** True if lines of output begin with stream and rank. */
    public boolean tagOutput() {
        return has(Option.TAG_OUTPUT);
    }

    /** True if ranks write to standard output alone. */
    public boolean mergeErrors() {
        return has(Option.MERGE_ERRORS);
    }

    /** Directory for files with the ranks' output; null: none. */
    public String outputDirectory() {
        return given(Option.OUTPUT_FILENAME, null);
    }

    /** False if output goes to files only. */
    public boolean showOutput() {
        return !values.get(NO_COPY, false);
    }

    /** The time after which the job is ended; 0: never. */
    public long timeoutMillis() {
        return given(Option.TIMEOUT, 0L);
    }

    /** What happens when a deadlock is detected. */
    public DeadlockPlan deadlock() {
        return given(Option.DEADLOCK, null);
    }

    /** True if the JDK's clocks are virtual in a simulation, too. */
    public boolean virtualTime() {
        return has(Option.VIRTUAL_TIME) || ip() || exploration != null;
    }

    /** The virtual time at which a simulation is ended, in picoseconds; 0: it is not. */
    public long untilPs() {
        return given(Option.UNTIL, 0L);
    }

    /** Where the folders of hosts with IP are, absolute; empty: in a temporary place. */
    public String hostDirectory() {
        return given(Option.HOST_DIR, "");
    }

    /** The folders of hosts are in this one, which the launcher has made. */
    public void findHostsIn(Path folder) {
        set(Option.HOST_DIR, folder.toString());
    }

    /** True if each rank is a host with IP: in a simulation, or as a process with a loopback address of its own. */
    public boolean ip() {
        return has(Option.IP);
    }

    /** True if a simulated job is run again, to see whether it is the same. */
    public boolean twice() {
        return has(Option.TWICE);
    }

    /** The file in which the events of a simulation are recorded; empty: none. */
    public String events() {
        return values.get(EVENTS, "");
    }

    /** The events of the job are recorded in a file. */
    public void recordEvents(Path file) {
        values.put(EVENTS, file.toAbsolutePath().toString());
    }

    /** The job is run again, with its events in a file, and writes no others. */
    public void repeat(Path file) {
        recordEvents(file);
        set(Option.TRACE, null);
        set(Option.OUTPUT_FILENAME, null);
    }

    /** What is chosen where MPI leaves it open; null: whatever comes first. */
    public ExplorationPlan exploration() {
        if (exploration == null) {
            return null;
        }
        return exploration.triesAll()
                ? exploration.command().isEmpty() ? exploration.of(repeating()) : exploration
                : exploration.repeating(ownFile(exploration.choices()));
    }

    /** The seeds with which the job is run, one after the other; null: it is run once. */
    public SeedPlan seeds() {
        return seeds == null || !seeds.command().isEmpty() ? seeds : seeds.with(repeating());
    }

    /** These options of a job whose values come from another JVM, with one of the seeds. */
    public Options withSeed(long seed) {
        return with(Option.SEED, seed);
    }

    /** These options of a job whose values come from another JVM, with other faults; none are drawn. */
    public Options withFaults(String faults) {
        return with(Option.FAULTS, faults).with(Option.CHAOS, "");
    }

    private Options with(Option option, Object value) {
        Values all = new Values();
        all.putAll(values);
        all.put(option.key(), value);
        return of(all.words().iterator());
    }

    /** The faults that each seed draws, as {@code --chaos} has them; empty: none. */
    public String chaos() {
        return given(Option.CHAOS, "");
    }

    /** Words of each program, as a shell reads them. */
    public String describe(Function<ProgramOptions, List<String>> words) {
        return programs.stream()
                .map(each -> words.apply(each).stream().map(ShellWord::of).collect(Collectors.joining(" ")))
                .collect(Collectors.joining(" : "));
    }

    /** The command of a shell that runs the programs with the same options, but for those of an exploration and of seeds. */
    private String repeating() {
        String mpirun = LauncherVariables.property(LauncherVariables.COMMAND);
        List<String> words = new ArrayList<>(List.of(mpirun == null ? "./mpirun" : mpirun, "--mode", "sim"));
        if (has(Option.FAULTS) && chaos().isEmpty()) {
            words.addAll(List.of("--faults", given(Option.FAULTS, "")));
        }
        for (ProgramOptions program : programs) {
            if (program != programs.getFirst()) {
                words.add(":");
            }
            words.addAll(program.given);
            words.addAll(List.of("-n", Integer.toString(program.ranks)));
            words.addAll(program.command);
        }
        return words.stream().map(ShellWord::of).collect(Collectors.joining(" "));
    }

    /** What MPI calls are checked for, as {@link org.bipj.core.job.Job#checks} has it; null: they are not. */
    public String checks() {
        return given(Option.CHECK, null);
    }

    /** True if the job goes on when a rank dies, for {@code --with-ft}. */
    public boolean survivesDeaths() {
        return given(Option.WITH_FT, false);
    }

    /** True if the ranks' MPI calls are measured. */
    public boolean profile() {
        return has(Option.PROFILE);
    }

    /** The file of {@code --profile=csv:FILE}; null: none. */
    public Path profileTable() {
        return profileTable;
    }

    /** True if the end of the job is followed by a report. */
    public boolean report() {
        return has(Option.REPORT);
    }

    /** True if calls and messages of ranks are recorded, to be shown or reported when the job has ended. */
    public boolean isRecorded() {
        return timeline() != null || report();
    }

    /** The file of {@code --timeline}; null: nothing is recorded. */
    public Path timeline() {
        return given(Option.TIMELINE, null);
    }

    /** Where the ranks' choices are recorded, or replayed from; null: neither. */
    public ChoiceFolder choiceFolder() {
        Path recorded = given(Option.RECORD, null);
        Path replayed = given(Option.REPLAY, null);
        return recorded == null && replayed == null
                ? null
                : new ChoiceFolder(recorded == null ? replayed : recorded, recorded == null);
    }

    /** The trace of a simulation that gets the calls of ranks; null: none does. */
    public Path tracedCalls() {
        boolean hasCalls = mode() == Mode.SIM && !ip() && exploration == null;
        return hasCalls && has(Option.TRACE) ? Path.of(given(Option.TRACE, "")).toAbsolutePath() : null;
    }

    /** Options that the launcher adds for itself to those of each rank's JVM. */
    public List<String> rankFlags() {
        return rankFlags;
    }

    /** Folders in which ranks write, on each host. */
    public List<RankFolder> rankFolders() {
        return rankFolders;
    }

    /** Adds to {@link #rankFolders}, before the ranks' commands are built. */
    public void addRankFolder(RankFolder folder) {
        rankFolders.add(folder);
    }

    /** Where ranks that are JVMs of their own find classes, behind those of the program. */
    public List<String> rankPlaces() {
        return rankPlaces;
    }

    /** Adds to {@link #rankPlaces}, before the ranks' commands are built. */
    public void addRankPlace(String place) {
        rankPlaces = Stream.concat(rankPlaces.stream(), Stream.of(place)).toList();
    }

    /** Adds to {@link #rankFlags}, before the ranks' commands are built. */
    public void addRankFlag(String flag) {
        rankFlags = Stream.concat(rankFlags.stream(), Stream.of(flag)).toList();
    }

    /** Which host each rank runs on; null where all run on this one. */
    public HostPlan hosts() {
        return hosts;
    }

    /** The launch agent, which starts a command on a host: its words before the host's name. */
    public List<String> launchAgent() {
        return given(Option.LAUNCH_AGENT, SSH);
    }

    /** How long a host may be silent. */
    public int netTimeoutSeconds() {
        return given(Option.NET_TIMEOUT, NET_TIMEOUT_SECONDS);
    }

    /** Which network carries messages between hosts. */
    public HostNetwork network() {
        return given(Option.NET, HostNetwork.AUTO);
    }

    /** Subnets in which UCX may be used unless it is asked for. */
    public List<String> trustedSubnets() {
        return given(Option.NET_TRUSTED, List.of());
    }

    /** The ports on which ranks listen for those of other hosts, {@code FROM-TO}; empty: any. */
    public String netPorts() {
        return given(Option.NET_PORTS, "");
    }

    /** Number of ranks on the host that has most. */
    public int ranksPerHost() {
        return hosts == null ? ranks() : hosts.mostRanks();
    }

    /** True if the help is wanted, and no job. */
    public boolean help() {
        return has(Option.HELP);
    }

    /** True if the version is wanted, and no job. */
    public boolean version() {
        return has(Option.VERSION);
    }

    /** The options of the simulation; null without one. */
    public SimOptions simOptions() {
        return mode() == Mode.SIM
                ? new SimOptions(
                        cluster(),
                        given(Option.SEED, 1L),
                        given(Option.FAULTS, ""),
                        ownFile(given(Option.TRACE, "")),
                        given(Option.SET, List.of()),
                        has(Option.JITTER),
                        ip())
                : null;
    }

    /** The platform of a simulated cluster. */
    private String cluster() {
        String platform = given(Option.PLATFORM, SimOptions.DEFAULT_PLATFORM);
        return Files.exists(Path.of(platform)) ? ownFile(platform) : platform;
    }

    /**
     * A file of the launcher's, or null, by a name that serves the ranks too: their working directory may be another.
     */
    public String ownFile(String name) {
        boolean elsewhere = programs.stream().anyMatch(program -> program.directory != null);
        return name != null && !name.isEmpty() && elsewhere
                ? Path.of(name).toAbsolutePath().toString()
                : name;
    }

    /** True if a rank runs a program that serves the others. */
    public boolean isService(int rank) {
        int from = 0;
        for (ProgramOptions program : programs) {
            from += program.ranks;
            if (rank < from) {
                return program.service;
            }
        }
        return false;
    }

    /** Number of ranks for whose end the job waits: those that do not serve others. */
    public int awaitedRanks() {
        return programs.stream()
                .mapToInt(program -> program.service ? 0 : program.ranks)
                .sum();
    }

    /** Number of ranks of the job; valid once each program's is decided. */
    public int ranks() {
        return programs.stream().mapToInt(program -> program.ranks).sum();
    }

    /** Decides the number of ranks of each program, and where they run. */
    void decideRanks() {
        if (has(Option.NOLOCAL)) {
            programs.forEach(ProgramOptions::leaveThisHost);
        }
        if (rankFile != null) {
            programs.forEach(program -> program.slots = 0);
            programs.forEach(program -> program.decideRanks(rankFile.hosts().size()));
            if (ranks() > rankFile.hosts().size()) {
                throw new UsageException(
                        "--rankfile: it has lines for " + rankFile.hosts().size() + " ranks, the job has " + ranks());
            }
            hosts = rankFile.plan(ranks());
        } else if (programs.stream().allMatch(ProgramOptions::isHere)) {
            programs.forEach(program -> program.decideRanks(slotsHere()));
            refuseOversubscription();
        } else {
            HostPlanner planner = new HostPlanner(programs, has(Option.OVERSUBSCRIBE));
            allocation = planner.pool();
            programs.forEach(program -> program.ranks = planner.assign(program));
            hosts = planner.plan();
            if (hosts.hosts().size() == 1 && hosts.hosts().getFirst().isHere()) {
                hosts = null;
            }
        }
        if (hosts != null || !allocation.isEmpty()) {
            slots = Math.max(
                    ranks(),
                    (allocation.isEmpty() ? hosts.hosts() : allocation())
                            .stream().mapToInt(HostPlan.Host::slots).sum());
        }
        if (ranks() > ShmSession.MAX_RANKS) {
            throw new UsageException(ranks() + " ranks in all: expected at most " + ShmSession.MAX_RANKS);
        }
    }

    private void refuseOversubscription() {
        int named = programs.stream().mapToInt(program -> program.slots).sum();
        int slots = named > 0 ? named : slotsHere();
        if (has(Option.NOOVERSUBSCRIBE) && ranks() > slots) {
            throw new UsageException("--nooversubscribe: " + ranks() + " ranks, and this host has " + slots + " slots");
        }
    }
}
