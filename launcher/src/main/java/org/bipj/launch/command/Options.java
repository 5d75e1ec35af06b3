package org.bipj.launch.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bipj.shm.ShmSession;
import org.bipj.sim.SimOptions;

/** The parsed command line of {@code mpirun}. */
public final class Options {
    /** Where ranks live. */
    public enum Mode {
        /** A rank is a process. */
        PROCESS,
        /** A rank is a thread of one JVM. */
        THREAD,
        /** A rank is a coroutine in virtual time. */
        SIM
    }

    /** What ranks are bound to. */
    public enum Binding {
        /** Nothing. */
        NONE,
        /** One core each. */
        CORE,
        /** One hardware thread each. */
        HWTHREAD
    }

    /** Without questions, because there is no terminal to answer them, and without forwarding. */
    private static final List<String> SSH =
            List.of("ssh", "-x", "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=20", "-o", "LogLevel=ERROR");

    private static final int NET_TIMEOUT_SECONDS = 30;

    /** Written by the parser; the methods of the same names describe them. */
    final List<ProgramOptions> programs = new ArrayList<>();

    final List<String> ignored = new ArrayList<>();
    Mode mode = Mode.PROCESS;
    Binding binding = Binding.NONE;
    DeadlockPlan deadlock;
    long timeoutMillis;
    String outputDirectory;
    boolean showOutput = true;
    boolean tagOutput;
    boolean mergeErrors;
    boolean displayMap;
    boolean reportBindings;
    boolean quiet;
    boolean verbose;
    boolean help;
    boolean version;
    boolean virtualTime;
    boolean profile;
    boolean oversubscribe;
    List<String> launchAgent = SSH;
    int netTimeoutSeconds = NET_TIMEOUT_SECONDS;
    Network network = Network.AUTO;
    final List<String> trusted = new ArrayList<>();
    /** Null where all ranks run on this host, without a supervisor. */
    HostPlan hosts;

    private List<String> rankFlags = List.of();

    /** Of a simulated cluster. */
    String platform = SimOptions.DEFAULT_PLATFORM;

    long seed = 1;
    boolean jitter;
    String faults = "";
    String trace = "";
    final List<String> overrides = new ArrayList<>();

    /** The programs, in the order of their ranks. */
    public List<ProgramOptions> programs() {
        return programs;
    }

    /** Where ranks live. */
    public Mode mode() {
        return mode;
    }

    /** What ranks are bound to. */
    public Binding binding() {
        return binding;
    }

    /** Options that have no effect here, as they were given. */
    public List<String> ignored() {
        return ignored;
    }

    /** True if nothing is printed that is not an error. */
    public boolean quiet() {
        return quiet;
    }

    /** True if the commands that are started are printed. */
    public boolean verbose() {
        return verbose;
    }

    /** True if the program and the processor of each rank are printed, for {@code --display-map}. */
    public boolean displayMap() {
        return displayMap;
    }

    /** True if the processor of each rank is printed, for {@code --report-bindings}. */
    public boolean reportBindings() {
        return reportBindings;
    }

    /** True if lines of output begin with stream and rank. */
    public boolean tagOutput() {
        return tagOutput;
    }

    /** True if ranks write to standard output alone. */
    public boolean mergeErrors() {
        return mergeErrors;
    }

    /** Directory for files with the ranks' output; null: none. */
    public String outputDirectory() {
        return outputDirectory;
    }

    /** False if output goes to files only. */
    public boolean showOutput() {
        return showOutput;
    }

    /** The time after which the job is ended; 0: never. */
    public long timeoutMillis() {
        return timeoutMillis;
    }

    /** What to do about a deadlock. */
    public DeadlockPlan deadlock() {
        return deadlock;
    }

    /** True if the JDK's clocks are virtual in a simulation, too. */
    public boolean virtualTime() {
        return virtualTime;
    }

    /** True if the ranks' MPI calls are measured. */
    public boolean profile() {
        return profile;
    }

    /** Options that the launcher adds for itself to those of each rank's JVM. */
    public List<String> rankFlags() {
        return rankFlags;
    }

    /** Sets {@link #rankFlags}, before the ranks' commands are built. */
    public void addRankFlag(String flag) {
        rankFlags = List.of(flag);
    }

    /** Which host each rank runs on; null where all run on this one. */
    public HostPlan hosts() {
        return hosts;
    }

    /** The launch agent, which starts a command on a host: its words before the host's name. */
    public List<String> launchAgent() {
        return launchAgent;
    }

    /** How long a host may be silent. */
    public int netTimeoutSeconds() {
        return netTimeoutSeconds;
    }

    /** What carries messages between hosts. */
    public Network network() {
        return network;
    }

    /** Subnets in which UCX may be used unless it is asked for. */
    public List<String> trustedSubnets() {
        return trusted;
    }

    /** Number of ranks on the host that has most. */
    public int ranksPerHost() {
        return hosts == null ? ranks() : hosts.mostRanks();
    }

    /** True if the help is wanted, and no job. */
    public boolean help() {
        return help;
    }

    /** True if the version is wanted, and no job. */
    public boolean version() {
        return version;
    }

    /** The options of the simulation; null without one. */
    public SimOptions simOptions() {
        if (mode != Mode.SIM) {
            return null;
        }
        String cluster = Files.exists(Path.of(platform)) ? ownFile(platform) : platform;
        return new SimOptions(cluster, seed, faults, trace.isEmpty() ? trace : ownFile(trace), overrides, jitter);
    }

    /**
     * A file of the launcher's, or null, by a name that serves the ranks too: their working directory may be another.
     */
    public String ownFile(String name) {
        boolean elsewhere = programs.stream().anyMatch(program -> program.directory != null);
        return name != null && elsewhere ? Path.of(name).toAbsolutePath().toString() : name;
    }

    /** Number of ranks of the job; valid once each program's is decided. */
    public int ranks() {
        return programs.stream().mapToInt(program -> program.ranks).sum();
    }

    /**
     * Decides the number of ranks of each program.
     *
     * @param otherwise the number of ranks of a single program where no option sets it
     */
    void decideRanks(int otherwise) {
        if (programs.stream().allMatch(ProgramOptions::isHere)) {
            programs.forEach(program -> program.decideRanks(otherwise));
        } else {
            HostPlan.Maker maker = new HostPlan.Maker(programs, oversubscribe);
            programs.forEach(maker::add);
            hosts = maker.plan();
            if (hosts.hosts().size() == 1 && hosts.hosts().getFirst().isHere()) {
                hosts = null;
            }
        }
        if (ranks() > ShmSession.MAX_RANKS) {
            throw new UsageException(ranks() + " ranks in all: expected at most " + ShmSession.MAX_RANKS);
        }
    }
}
