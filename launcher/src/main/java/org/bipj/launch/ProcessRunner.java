package org.bipj.launch;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bipj.shm.ShmSession;

/** Runs a job whose ranks are processes: starts them, carries their output, and ends them all when one fails. */
final class ProcessRunner {
    private final Options options;
    private final RankProgram program;
    private final List<String> bindings;
    private final Watchdog watchdog;
    private final List<RankProcess> ranks = new ArrayList<>();

    /**
     * A job to run.
     *
     * @param bindings for each rank the core that it shall be bound to, or {@code none}
     * @param watchdog closed by the caller
     */
    ProcessRunner(Options options, RankProgram program, List<String> bindings, Watchdog watchdog) {
        this.options = options;
        this.program = program;
        this.bindings = bindings;
        this.watchdog = watchdog;
    }

    /** Runs the job to its end and returns its exit code. */
    int run() throws IOException {
        long grace = Ending.graceMillis();
        try (ShmSession session = ShmSession.forProcesses(options.ranks)) {
            watchdog.guard(session.directory());
            Supervisor supervisor = new Supervisor(options, session, ranks, watchdog, grace);
            Thread hook = new Thread(() -> supervisor.interrupted(session), "end of mpirun");
            Runtime.getRuntime().addShutdownHook(hook);
            try {
                start(session, supervisor);
                supervisor.startWatch();
                return supervisor.await();
            } finally {
                supervisor.end(null);
            }
        }
    }

    private void start(ShmSession session, Supervisor supervisor) throws IOException {
        for (int rank = 0; rank < options.ranks && !supervisor.isEnding(); rank++) {
            Process process = builder(session, rank).start();
            watchdog.rank(process.pid());
            RankProcess started = new RankProcess(
                    rank,
                    process,
                    pump(supervisor.terminal(), rank, process, false),
                    pump(supervisor.terminal(), rank, process, true));
            supervisor.started(started);
        }
    }

    private ProcessBuilder builder(ShmSession session, int rank) {
        ProcessBuilder builder = new ProcessBuilder(program.command(rank));
        Map<String, String> environment = builder.environment();
        Environment.restore(environment);
        environment.putAll(program.environment());
        environment.putAll(options.environment);
        environment.putAll(session.environment(rank));
        environment.put("BIPJ_BIND", bindings.get(rank));
        builder.redirectInput(rank == 0 ? Redirect.INHERIT : Redirect.from(new File("/dev/null")));
        return builder;
    }

    private LinePump pump(Terminal terminal, int rank, Process process, boolean err) {
        RankLines lines = OutputPlan.of(options).lines(terminal, rank, err);
        if (!program.isJava() && err) {
            lines.drop(ScriptSupport.NOTE);
        }
        boolean prompts = rank == 0 && !err && Boolean.getBoolean("bipj.terminal");
        return new LinePump(err ? process.getErrorStream() : process.getInputStream(), lines, prompts);
    }
}
