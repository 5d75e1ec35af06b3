package org.bipj.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /** Number of ranks; 0: as many as there are cores. */
    int ranks;

    Mode mode = Mode.PROCESS;
    Binding binding = Binding.NONE;

    /** Variables to set in ranks. */
    final Map<String, String> environment = new LinkedHashMap<>();

    boolean tagOutput;

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

    /** What the simulation is given; null where nothing is simulated. */
    SimOptions simOptions() {
        return mode == Mode.SIM ? new SimOptions(platform, seed, faults, trace, overrides) : null;
    }

    boolean help;
    boolean version;

    /** The program and its arguments. */
    List<String> command = List.of();
}
