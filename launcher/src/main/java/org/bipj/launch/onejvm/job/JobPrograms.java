package org.bipj.launch.onejvm.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bipj.core.job.Application;
import org.bipj.launch.hosted.loader.HostedProgram;
import org.bipj.launch.hosted.loader.KeptProgram;
import org.bipj.launch.hosted.loader.SharedProgram;
import org.bipj.launch.mpirun.program.Library;

/** What each rank of a job runs in this JVM; ranks of one command share its program. */
public final class JobPrograms {
    private final List<SharedProgram> programs = new ArrayList<>();
    private final List<Application> applications = new ArrayList<>();
    /** Ranks for whose end the job does not wait. */
    private final BitSet services = new BitSet();

    /** The programs of a job's command line, in the order of their ranks. */
    public JobPrograms(List<HostedProgram> hosted, ClassLoader library) throws IOException {
        Map<String, Map<String, byte[]>> rewritten = new HashMap<>();
        for (HostedProgram each : hosted) {
            int ranks = each.application().ranks();
            services.set(ranks(), ranks() + ranks, each.service());
            programs.addAll(
                    Collections.nCopies(ranks, new SharedProgram(each, library, Library.classPath(), rewritten)));
            applications.addAll(Collections.nCopies(ranks, each.application()));
        }
    }

    /** How many ranks run each program. */
    public List<Integer> counts() {
        return applications.stream().distinct().map(Application::ranks).toList();
    }

    public int ranks() {
        return programs.size();
    }

    public SharedProgram program(int rank) {
        return programs.get(rank);
    }

    /** The programs by rank, for many runs: ranks of one command share a program, and each has its own classes. */
    public List<KeptProgram> kept() {
        return programs.stream().map(KeptProgram::new).toList();
    }

    /** True if the job does not wait for the end of a rank. */
    public boolean isService(int rank) {
        return services.get(rank);
    }

    /** The place of a rank's program in the job. */
    public Application application(int rank) {
        return applications.get(rank);
    }
}
