package org.bipj.launch.hosts;

import java.io.IOException;
import java.util.List;
import org.bipj.launch.mpirun.command.Options;
import org.bipj.launch.mpirun.command.Placement;
import org.bipj.launch.mpirun.job.SlowStart;
import org.bipj.launch.mpirun.process.JobFamily;
import org.bipj.launch.mpirun.program.RankProgram;
import org.bipj.launch.support.OwnProcess;
import org.bipj.launch.support.UserSignal;
import org.bipj.launch.support.Watchdog;

/** Runs a job of several hosts, and the jobs that its ranks ask for. */
public final class HostsRunner {
    private final OwnProcess own = OwnProcess.current();
    private final Options options;
    private final Watchdog watchdog;
    private final SpawnedJobs maker;
    private final HostsJob job;
    private final JobFamily family;

    /**
     * A job to run.
     *
     * @param programs what to start for the ranks of each of the options' programs
     * @param watchdog closed by the caller
     * @param maker makes the jobs that its ranks ask for
     */
    public HostsRunner(
            Options options, List<RankProgram> programs, Placement placement, Watchdog watchdog, SpawnedJobs maker) {
        this.options = options;
        this.watchdog = watchdog;
        this.maker = maker;
        HostTree tree = maker.tree();
        tree.numbered(options.hosts());
        job = new HostsJob(options, programs, placement, tree, null, false);
        family = new JobFamily(job, maker);
    }

    /** Runs the job to its end and returns its exit code. */
    public int run() throws IOException {
        watchdog.guard(null);
        own.atEnd(new Thread(this::end, "end of mpirun"));
        try {
            // Already now for SIGUSR1, which would otherwise end mpirun while it waits for hosts.
            UserSignal.letProgramsHandleUsr1();
            job.supervisor().startWatch();
            job.start();
            if (!options.quiet()) {
                new SlowStart(options.ranks(), job.supervisor()::started, job::joined)
                        .watch(job.supervisor().terminal());
            }
            own.forwardStops(family::signal);
            family.startWatch();
            return family.await();
        } finally {
            end();
        }
    }

    /** Ends what still runs on all hosts; also called where mpirun is interrupted. */
    private void end() {
        family.interrupt();
        job.close();
        maker.close();
        watchdog.close();
    }
}
