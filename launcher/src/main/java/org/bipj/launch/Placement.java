package org.bipj.launch;

import java.util.ArrayList;
import java.util.List;
import org.bipj.core.job.Application;

/** Which program and which processor each rank of a job has: the programs' ranks follow each other. */
final class Placement {
    private final List<Application> applications = new ArrayList<>();
    private final List<Application> ofRank = new ArrayList<>();
    private final List<String> bindings;

    Placement(Options options, Cores cores) {
        for (ProgramOptions program : options.programs) {
            Application application = new Application(applications.size(), program.ranks, program.command.getFirst());
            applications.add(application);
            for (int i = 0; i < program.ranks; i++) {
                ofRank.add(application);
            }
        }
        bindings = cores.bindings(options.binding, ofRank.size());
    }

    /** The program of a rank. */
    Application application(int rank) {
        return ofRank.get(rank);
    }

    /** The processor that a rank is to be bound to, or {@code none}. */
    String binding(int rank) {
        return bindings.get(rank);
    }

    /** The same of all ranks, with commas between. */
    String bindings() {
        return String.join(",", bindings);
    }
}
