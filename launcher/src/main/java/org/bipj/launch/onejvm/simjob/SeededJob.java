package org.bipj.launch.onejvm.simjob;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.bipj.core.nic.PortException;
import org.bipj.launch.explore.EndlessRunException;
import org.bipj.launch.hosted.loader.KeptProgram;
import org.bipj.launch.mpirun.command.SeedPlan;
import org.bipj.launch.mpirun.job.HostFolders;
import org.bipj.launch.mpirun.output.Terminal;
import org.bipj.launch.onejvm.job.HostedRank;
import org.bipj.launch.onejvm.job.JobLines;
import org.bipj.launch.onejvm.job.JobPrograms;
import org.bipj.launch.onejvm.job.ThreadJobSpec;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.launch.support.OwnProcess;
import org.bipj.sim.kernel.TimeLimitException;

/**
 * A simulated job that is run with one seed after the other in this JVM, until it fails. What ranks print is shown as each run ends, as
 * if that had been the only one; the seed that fails is run once more as a {@link SimulatedJob}, which reports it and ends the JVM.
 */
public final class SeededJob {
    private static final double NANOS_PER_S = 1e9;
    /** How often a terminal shows how far it is. */
    private static final long PROGRESS_NS = TimeUnit.MILLISECONDS.toNanos(200);
    /** Deletes the line on a terminal. */
    private static final String CLEAR = "\r\033[K";

    private final ThreadJobSpec spec;
    private final SeedPlan seeds;
    private final OwnProcess process = OwnProcess.current();
    private final PrintStream err = process.err();
    private final boolean isTerminal = LauncherVariables.isTrue(LauncherVariables.ERRORS_TERMINAL);
    private final JobPrograms programs;
    private final List<KeptProgram> kept;

    private final OutputTape tape = new OutputTape();
    private final JobLines lines;
    private long shownNs;

    public SeededJob(ThreadJobSpec spec) throws IOException {
        this.spec = spec;
        seeds = spec.options().seeds();
        programs = new JobPrograms(spec.programs(), process.library());
        kept = programs.kept();
        lines = new JobLines(spec.output(), Terminal.ofProcess(process::halt));
    }

    /** Runs the job, and ends the JVM. */
    public void run() throws IOException {
        long start = System.nanoTime();
        process.show(
                InputStream.nullInputStream(),
                tape.stream(false),
                tape.stream(!spec.output().merged()),
                spec.classPath());
        try (RunWatch watch = new RunWatch(0, spec.options().timeoutMillis())) {
            for (long seed = seeds.from(); seed <= seeds.to(); seed++) {
                progress(seed);
                DrawnFaults faults = DrawnFaults.of(spec.with(seed));
                boolean hasFailed = hasFailed(faults.spec(), watch);
                clear();
                if (!faults.line().isEmpty()) {
                    say(faults.line());
                }
                if (hasFailed) {
                    tape.clear();
                    DrawnFaults needed = needed(faults, watch);
                    String fewer = needed.count() == faults.count()
                            ? ""
                            : " with " + needed.count() + " of " + faults.count() + " faults that were drawn";
                    say("seed " + seed + " fails" + fewer + "; again: " + seeds.again(seed, needed.text()));
                    new SimulatedJob(needed.spec()).run();
                    return;
                }
                tape.play(lines);
            }
        }
        if (!spec.options().quiet()) {
            say(String.format(
                    Locale.ROOT,
                    "seeds %s: no run has failed, %.1f s",
                    seeds,
                    (System.nanoTime() - start) / NANOS_PER_S));
        }
        process.exit(0);
    }

    /** Leaves out faults, one by one, as long as the job fails with the others. */
    private DrawnFaults needed(DrawnFaults all, RunWatch watch) {
        DrawnFaults needed = all;
        for (int i = all.count() - 1; i >= 0; i--) {
            DrawnFaults fewer = needed.without(i);
            if (hasFailed(fewer.spec(), watch)) {
                needed = fewer;
                // Those behind it may not be needed any more.
                i = needed.count();
            }
            tape.clear();
        }
        return needed;
    }

    private boolean hasFailed(ThreadJobSpec one, RunWatch watch) {
        HostFolders folders = new HostFolders("");
        SimRank.World world = new SimRank.World(
                one.options().virtualTime(), one.sim().ip(), one.sim().seed(), folders);
        RepeatedRun run = new RepeatedRun(one.sim(), programs.ranks(), programs::application, world) {
            @Override
            public void ended(HostedRank rank) {
                tape.end(rank.number());
            }
        };
        process.onUncaught(run::uncaught);
        for (int rank = 0; rank < programs.ranks(); rank++) {
            if (programs.isService(rank)) {
                run.session.serves(rank);
            }
        }
        if (one.options().untilPs() > 0) {
            run.session.endAt(one.options().untilPs());
        }
        try (folders) {
            return !watch.during(run, () -> run.runToEnd(kept::get)).key().isEmpty();
        } catch (EndlessRunException | TimeLimitException | PortException e) {
            // Told when the job is run again.
            return true;
        }
    }

    // ---- what is shown -----------------------------------------------------------------------------------------

    private void progress(long seed) {
        if (isTerminal && System.nanoTime() - shownNs > PROGRESS_NS) {
            shownNs = System.nanoTime();
            err.print(CLEAR + "seed " + seed + " of " + seeds);
            err.flush();
        }
    }

    private void clear() {
        if (isTerminal) {
            err.print(CLEAR);
            err.flush();
        }
    }

    private void say(String line) {
        err.println("mpirun: " + line);
    }
}
