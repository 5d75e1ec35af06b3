package org.bipj.launch.mpirun.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.bipj.launch.mpirun.command.Options;
import org.bipj.launch.mpirun.command.Placement;
import org.bipj.launch.mpirun.job.PartyWatch;
import org.bipj.launch.mpirun.job.SlowStart;
import org.bipj.launch.mpirun.program.RankProgram;
import org.bipj.launch.support.OwnProcess;
import org.bipj.launch.support.UserSignal;
import org.bipj.launch.support.Watchdog;
import org.bipj.shm.ShmSession;

/**
 * Runs a job whose ranks are processes: starts them, transfers their output, and ends all when one fails; and the jobs that its ranks ask
 * for.
 */
public final class ProcessRunner {
    private final OwnProcess own = OwnProcess.current();
    private final Options options;
    private final List<RankProgram> programs;
    private final Placement placement;
    private final Watchdog watchdog;
    private final JobMaker maker;
    /** Null until the job has a session. */
    private volatile JobFamily family;

    /**
     * A job to run.
     *
     * @param programs what to start for the ranks of each of the options' programs
     * @param watchdog closed by the caller
     * @param maker makes the jobs that its ranks ask for
     */
    public ProcessRunner(
            Options options, List<RankProgram> programs, Placement placement, Watchdog watchdog, JobMaker maker) {
        this.options = options;
        this.programs = programs;
        this.placement = placement;
        this.watchdog = watchdog;
        this.maker = maker;
    }

    /** Runs the job to its end and returns its exit code. */
    public int run() throws IOException {
        Path directory = ShmSession.planDirectory();
        // While the watchdog starts a processor has time for this. Later it would take 10 ms from the ranks' start.
        own.forwardStops(this::signal);
        watchdog.guard(directory);
        PartyWatch party = new PartyWatch(options.deadlock().patienceNs());
        try (LocalJob job = new LocalJob(options, programs, placement, watchdog, directory, null, party)) {
            JobFamily all = new JobFamily(job, maker);
            family = all;
            Thread hook = new Thread(this::interrupted, "end of mpirun");
            own.atEnd(hook);
            RankWatcher supervisor = job.supervisor();
            if (!options.quiet()) {
                new SlowStart(options.ranks(), supervisor::started, supervisor::joined).watch(supervisor.terminal());
            }
            try {
                if (programs.stream().anyMatch(program -> !program.isJava())) {
                    UserSignal.letProgramsHandleUsr1();
                }
                job.start();
                supervisor.startWatch();
                all.startWatch();
                return all.await();
            } finally {
                all.end();
                maker.close();
            }
        }
    }

    private void signal(String name) {
        JobFamily all = family;
        if (all != null) {
            all.signal(name);
        }
    }

    /** The JVM shuts down, by a signal or because the job is over: ends what still runs and removes the sessions. */
    private void interrupted() {
        family.interrupt();
        maker.close();
        watchdog.close();
    }
}
