package org.bipj.launch.command;

import java.util.ArrayList;
import java.util.List;
import org.bipj.core.job.Application;
import org.bipj.launch.system.Cores;

/** The program and the processor of each rank of a job. The ranks of the programs have consecutive numbers. */
public final class Placement {
    private final List<Application> applications = new ArrayList<>();
    private final List<Application> ofRank = new ArrayList<>();
    private final List<String> bindings;

    /** The placement of a job's ranks on the processors of this host. */
    public Placement(Options options, Cores cores) {
        for (ProgramOptions program : options.programs) {
            Application application = new Application(applications.size(), program.ranks, program.command.getFirst());
            applications.add(application);
            for (int i = 0; i < program.ranks; i++) {
                ofRank.add(application);
            }
        }
        bindings = bindings(options.binding, ofRank.size(), cores);
    }

    /** For each rank the processor to which it is bound, or {@code none}. */
    public static List<String> bindings(Options.Binding binding, int ranks, Cores cores) {
        List<Integer> places = binding == Options.Binding.HWTHREAD ? cores.threads() : cores.cores();
        // Not by default: bound ranks are no faster (docs/PERFORMANCE.md), and two jobs would share cores.
        boolean bound = binding == Options.Binding.CORE || binding == Options.Binding.HWTHREAD;
        List<String> bindings = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            bindings.add(bound ? Integer.toString(places.get(rank % places.size())) : "none");
        }
        return bindings;
    }

    /** The program of a rank. */
    public Application application(int rank) {
        return ofRank.get(rank);
    }

    /** The processor that a rank is to be bound to, or {@code none}. */
    public String binding(int rank) {
        return bindings.get(rank);
    }

    /** The same of all ranks, with commas between. */
    public String bindings() {
        return String.join(",", bindings);
    }
}
