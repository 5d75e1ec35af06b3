package org.bipj.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bipj.shm.ShmSession;
import org.bipj.sim.SimOptions;

/** What the command line of {@code mpirun} asks for. */
final class Options {
    /** Where ranks live. */
    enum Mode {
        /** A rank is a process. */
        PROCESS,
        /** A rank is a thread of one JVM. */
        THREAD,
        /** A rank is a coroutine in virtual time. */
        SIM
    }

    /** What ranks are bound to. */
    enum Binding {
        /** Nothing. */
        NONE,
        /** One core each. */
        CORE,
        /** One hardware thread each. */
        HWTHREAD
    }

    /** The programs, in the order of their ranks. */
    final List<ProgramOptions> programs = new ArrayList<>();

    Mode mode = Mode.PROCESS;
    Binding binding = Binding.NONE;

    /** Options that have no effect here, as they were given. */
    final List<String> ignored = new ArrayList<>();

    /** Nothing is said that is not an error. */
    boolean quiet;

    /** What is started is shown. */
    boolean verbose;

    boolean displayMap;
    boolean reportBindings;
    boolean tagOutput;

    /** Standard error goes where standard output does. */
    boolean mergeErrors;

    /** Directory for files with the ranks' output; null: none. */
    String outputDirectory;

    /** False: what goes to files is not shown as well. */
    boolean showOutput = true;

    /** After this long the job is ended; 0: never. */
    long timeoutMillis;

    /** What to do about a deadlock. */
    DeadlockPlan deadlock;

    /** Of a simulated cluster. */
    String platform = SimOptions.DEFAULT_PLATFORM;

    long seed = 1;
    String faults = "";
    String trace = "";
    final List<String> overrides = new ArrayList<>();

    /** The JDK's clocks are virtual in a simulation, too. */
    boolean virtualTime;

    boolean help;
    boolean version;

    /** What the simulation is given; null where nothing is simulated. */
    SimOptions simOptions() {
        if (mode != Mode.SIM) {
            return null;
        }
        String cluster = Files.exists(Path.of(platform)) ? ownFile(platform) : platform;
        return new SimOptions(cluster, seed, faults, trace.isEmpty() ? trace : ownFile(trace), overrides);
    }

    /** A file of the launcher's, or null, by a name that serves the ranks too: their working directory may be another. */
    String ownFile(String name) {
        boolean elsewhere = programs.stream().anyMatch(program -> program.directory != null);
        return name != null && elsewhere ? Path.of(name).toAbsolutePath().toString() : name;
    }

    /** Number of ranks of the job; valid once each program's is decided. */
    int ranks() {
        return programs.stream().mapToInt(program -> program.ranks).sum();
    }

    /**
     * Decides the number of ranks of each program.
     *
     * @param otherwise the number of a single program's where nothing asks for another
     */
    void decideRanks(int otherwise) {
        programs.forEach(program -> program.decideRanks(otherwise));
        if (ranks() > ShmSession.MAX_RANKS) {
            throw new UsageException(ranks() + " ranks in all: expected at most " + ShmSession.MAX_RANKS);
        }
    }
}
