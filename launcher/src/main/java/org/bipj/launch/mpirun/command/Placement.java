package org.bipj.launch.mpirun.command;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.bipj.core.job.Application;
import org.bipj.launch.support.Cores;

/** The program and the processors of each rank of a job. The ranks of the programs have consecutive numbers. */
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
        // On several hosts their supervisors bind the ranks.
        bindings = options.hosts == null
                ? options.binding.bindings(
                        IntStream.range(0, ofRank.size()).boxed().toList(), cores)
                : Collections.nCopies(ofRank.size(), BindingPlan.NONE);
    }

    /** The program that a rank runs. */
    public Application application(int rank) {
        return ofRank.get(rank);
    }

    /** The processors that a rank is to be bound to, as Linux lists them, or {@code none}. */
    public String binding(int rank) {
        return bindings.get(rank);
    }

    /** The processors of all ranks, with semicolons between. */
    public String bindings() {
        return String.join(";", bindings);
    }
}
