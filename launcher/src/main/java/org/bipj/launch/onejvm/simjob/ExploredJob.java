package org.bipj.launch.onejvm.simjob;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.bipj.core.machine.JobVariables;
import org.bipj.core.replay.Choices;
import org.bipj.core.report.FailureText;
import org.bipj.launch.explore.Chooser;
import org.bipj.launch.explore.DivergedException;
import org.bipj.launch.explore.Exploration;
import org.bipj.launch.explore.ExplorationPlan;
import org.bipj.launch.explore.ExplorationReport;
import org.bipj.launch.explore.TestLine;
import org.bipj.launch.hosted.loader.KeptProgram;
import org.bipj.launch.mpirun.command.DeadlockPlan;
import org.bipj.launch.onejvm.job.JobPrograms;
import org.bipj.launch.onejvm.job.RankOutputs;
import org.bipj.launch.onejvm.job.ThreadJobSpec;
import org.bipj.launch.support.OwnProcess;
import org.bipj.launch.support.UsageException;

/** A job that is run again and again in this JVM, for each way in which MPI may do what it leaves open; then the JVM ends. */
public final class ExploredJob {
    /** Runs in which it is looked whether the program relies on buffers. */
    private static final int MOST_UNBUFFERED = 100;

    private final ThreadJobSpec spec;
    private final OwnProcess process = OwnProcess.current();
    private final JobPrograms programs;
    private final List<KeptProgram> kept;

    private final RankOutputs outputs = new RankOutputs();

    public ExploredJob(ThreadJobSpec spec) throws IOException {
        this.spec = spec;
        programs = new JobPrograms(spec.programs(), process.library());
        kept = programs.kept();
    }

    /** Explores the program, prints the report, and ends the JVM. */
    public void run() {
        PrintStream out = process.out();
        PrintStream err = process.err();
        outputs.begin(programs.ranks());
        PrintStream ranks = outputs.stream();
        process.show(
                InputStream.nullInputStream(),
                ranks,
                new PrintStream(PrintStream.nullOutputStream()),
                spec.classPath());
        RunWatch watch = new RunWatch(spec.options().exploration().millis(), 0);
        Exploration all = exploration(spec.options().exploration(), watch);
        boolean deadlocksUnbuffered = false;
        int code;
        try (watch) {
            all.explore();
            code = all.exitCode();
            deadlocksUnbuffered = code == 0 && deadlocksUnbuffered(all.runs(), watch);
        } catch (UsageException e) {
            err.println("mpirun: " + e.getMessage());
            process.exit(UsageException.EXIT_CODE);
            return;
        } catch (DivergedException | UnsupportedOperationException e) {
            err.println("mpirun: --explore: " + e.getMessage());
            code = 1;
        } catch (RuntimeException e) {
            // What the JVM prints of it would go where the ranks' output goes.
            err.println("mpirun: --explore: " + FailureText.of(e));
            code = 1;
        }
        Path folder = Path.of(spec.output().directory());
        if (deadlocksUnbuffered) {
            out.println("A deadlock where no standard send is buffered, as MPI allows: "
                    + spec.options().exploration().unbuffered());
        }
        new ExplorationReport(all, spec.options().exploration(), programs.ranks(), folder, test()).print(out);
        out.flush();
        process.exit(code);
    }

    private Exploration exploration(ExplorationPlan plan, RunWatch watch) {
        return new Exploration(plan, chooser -> {
            ExploredRun run = begin(plan, chooser);
            return watch.during(run, () -> run.run(kept::get));
        });
    }

    /** True if one of as many runs, but not of many, comes to a deadlock where standard sends wait for their receives. */
    private boolean deadlocksUnbuffered(long runs, RunWatch watch) {
        if (spec.options().exploration().buffers() == Choices.Buffers.NONE) {
            return false;
        }
        Exploration unbuffered =
                exploration(spec.options().exploration().unbuffered(Math.min(runs, MOST_UNBUFFERED)), watch);
        unbuffered.exploreUntil(outcome -> outcome.code() == DeadlockPlan.EXIT_CODE);
        return unbuffered.outcomes().stream().anyMatch(outcome -> outcome.code() == DeadlockPlan.EXIT_CODE);
    }

    private ExploredRun begin(ExplorationPlan plan, Chooser chooser) {
        try {
            return new ExploredRun(spec.sim(), programs.ranks(), programs::application, plan, chooser, outputs, null);
        } catch (IllegalArgumentException e) {
            // There is no such cluster.
            throw new UsageException(e.getMessage());
        }
    }

    /** How a test of JUnit runs the program. */
    private TestLine test() {
        if (spec.programs().size() > 1 || spec.programs().getFirst().main().contains("/")) {
            return TestLine.NONE;
        }
        return TestLine.of(
                spec.sim(),
                JobVariables.value(JobVariables.CHECK),
                spec.programs().getFirst().main(),
                spec.programs().getFirst().arguments());
    }
}
