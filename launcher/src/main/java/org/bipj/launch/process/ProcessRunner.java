package org.bipj.launch.process;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bipj.core.job.Application;
import org.bipj.launch.command.GracePeriod;
import org.bipj.launch.command.Options;
import org.bipj.launch.command.Placement;
import org.bipj.launch.command.ProgramOptions;
import org.bipj.launch.job.SlowStart;
import org.bipj.launch.output.IncubatorNote;
import org.bipj.launch.output.LinePump;
import org.bipj.launch.output.OutputPlan;
import org.bipj.launch.output.RankLines;
import org.bipj.launch.output.Terminal;
import org.bipj.launch.program.Environment;
import org.bipj.launch.program.RankProgram;
import org.bipj.launch.program.ScriptSupport;
import org.bipj.launch.system.JobControl;
import org.bipj.launch.system.Watchdog;
import org.bipj.shm.ShmSession;

/** Runs a job whose ranks are processes: starts them, transfers their output, and ends all when one fails. */
public final class ProcessRunner {
    private final Options options;
    private final List<RankProgram> programs;
    private final Placement placement;
    private final Watchdog watchdog;
    private final List<RankProcess> ranks = new ArrayList<>();

    /**
     * A job to run.
     *
     * @param programs what to start for the ranks of each of the options' programs
     * @param watchdog closed by the caller
     */
    public ProcessRunner(Options options, List<RankProgram> programs, Placement placement, Watchdog watchdog) {
        this.options = options;
        this.programs = programs;
        this.placement = placement;
        this.watchdog = watchdog;
    }

    /** Runs the job to its end and returns its exit code. */
    public int run() throws IOException {
        long grace = GracePeriod.millis();
        try (ShmSession session = ShmSession.forProcesses(options.ranks())) {
            watchdog.guard(session.directory());
            Supervisor supervisor = new Supervisor(options, session, ranks, watchdog, grace);
            Thread hook = new Thread(() -> supervisor.interrupted(session), "end of mpirun");
            Runtime.getRuntime().addShutdownHook(hook);
            if (!options.quiet()) {
                new SlowStart(options.ranks(), supervisor::started, supervisor::joined).watch(supervisor.terminal());
            }
            try {
                start(session, supervisor);
                JobControl.install(supervisor::running);
                supervisor.startWatch();
                return supervisor.await();
            } finally {
                supervisor.end(null);
            }
        }
    }

    private void start(ShmSession session, Supervisor supervisor) throws IOException {
        int all = options.ranks();
        for (int rank = 0; rank < all && !supervisor.isEnding(); rank++) {
            Process process = builder(session, rank).start();
            watchdog.rank(process.pid());
            RankProcess started = new RankProcess(
                    rank,
                    process,
                    pump(supervisor.terminal(), rank, process, false),
                    options.mergeErrors() ? null : pump(supervisor.terminal(), rank, process, true));
            supervisor.started(started);
        }
    }

    private ProcessBuilder builder(ShmSession session, int rank) {
        Application application = placement.application(rank);
        ProgramOptions asked = options.programs().get(application.number());
        RankProgram program = programs.get(application.number());
        ProcessBuilder builder = new ProcessBuilder(program.command(rank));
        Map<String, String> environment = builder.environment();
        Environment.restore(environment);
        environment.putAll(program.environment());
        environment.putAll(asked.environment());
        environment.putAll(session.environment(rank, application));
        environment.put("BIPJ_BIND", placement.binding(rank));
        if (asked.directory() != null) {
            builder.directory(asked.directory().toFile());
        }
        builder.redirectErrorStream(options.mergeErrors());
        builder.redirectInput(rank == 0 ? Redirect.INHERIT : Redirect.from(new File("/dev/null")));
        return builder;
    }

    private LinePump pump(Terminal terminal, int rank, Process process, boolean err) {
        RankLines lines = OutputPlan.of(options).lines(terminal, rank, err);
        boolean hasErrors = err || options.mergeErrors();
        if (hasErrors) {
            lines.holdTraces();
        }
        RankProgram program = programs.get(placement.application(rank).number());
        if (hasErrors && !program.isJava()) {
            lines.drop(ScriptSupport.NOTE);
        } else if (hasErrors && IncubatorNote.isPrintedBy(program.words())) {
            IncubatorNote.drop(lines);
        }
        boolean prompts = rank == 0 && !err && Boolean.getBoolean("bipj.terminal");
        return new LinePump(err ? process.getErrorStream() : process.getInputStream(), lines, prompts);
    }
}
