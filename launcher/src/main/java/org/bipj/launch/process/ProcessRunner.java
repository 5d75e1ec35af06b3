package org.bipj.launch.process;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bipj.core.job.Application;
import org.bipj.launch.command.GracePeriod;
import org.bipj.launch.command.Options;
import org.bipj.launch.command.Placement;
import org.bipj.launch.command.ProgramOptions;
import org.bipj.launch.job.SlowStart;
import org.bipj.launch.output.Terminal;
import org.bipj.launch.program.Environment;
import org.bipj.launch.program.LongCommand;
import org.bipj.launch.program.RankProgram;
import org.bipj.launch.system.OwnProcess;
import org.bipj.launch.system.ProcessGroup;
import org.bipj.launch.system.StandardInput;
import org.bipj.launch.system.UserSignal;
import org.bipj.launch.system.Watchdog;
import org.bipj.shm.ShmSession;

/** Runs a job whose ranks are processes: starts them, transfers their output, and ends all when one fails. */
public final class ProcessRunner {
    private final OwnProcess own = OwnProcess.current();
    private final Options options;
    private final List<RankProgram> programs;
    private final Placement placement;
    private final Watchdog watchdog;
    private final RankOutput output;
    /** Null until the job has a session. */
    private volatile Supervisor supervised;

    /** Held while a rank starts: one that the end of the job did not see would outlive this process. */
    private final Object starting = new Object();

    /** Whether the job is being ended. Guarded by {@link #starting}. */
    private boolean isInterrupted;

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
        this.output = new RankOutput(options, programs, placement);
    }

    /** Runs the job to its end and returns its exit code. */
    public int run() throws IOException {
        long grace = GracePeriod.millis();
        Path directory = ShmSession.planDirectory();
        // While the watchdog starts a processor has time for this. Later it would take 10 ms from the ranks' start.
        own.forwardStops(signal -> own.signal(signal, running()));
        watchdog.guard(directory);
        try (ShmSession session = ShmSession.forProcesses(options.ranks(), directory)) {
            Supervisor supervisor = new Supervisor(options, session, watchdog::gone, grace);
            supervised = supervisor;
            Thread hook = new Thread(() -> interrupted(supervisor, session), "end of mpirun");
            own.atEnd(hook);
            if (!options.quiet()) {
                new SlowStart(options.ranks(), supervisor::started, supervisor::joined).watch(supervisor.terminal());
            }
            try {
                if (programs.stream().anyMatch(program -> !program.isJava())) {
                    UserSignal.letProgramsHandleUsr1();
                }
                start(session, supervisor);
                supervisor.startWatch();
                return supervisor.await();
            } finally {
                supervisor.end(null);
            }
        }
    }

    /** Process ids of the ranks that run. */
    private List<Long> running() {
        Supervisor supervisor = supervised;
        return supervisor == null ? List.of() : supervisor.running();
    }

    /** The JVM shuts down, by a signal or because the job is over: ends what still runs and removes the session. */
    private void interrupted(Supervisor supervisor, ShmSession session) {
        synchronized (starting) {
            isInterrupted = true;
        }
        supervisor.end(null);
        session.close();
        watchdog.close();
    }

    private void start(ShmSession session, Supervisor supervisor) throws IOException {
        int all = options.ranks();
        LongCommand files = new LongCommand(session::addFile);
        List<OutputStream> copies = new ArrayList<>();
        for (int rank = 0; rank < all && !supervisor.isEnding(); rank++) {
            synchronized (starting) {
                if (isInterrupted) {
                    return;
                }
                Process process = own.start(builder(session, rank, files));
                watchdog.rank(process.pid());
                supervisor.started(supervised(rank, process, supervisor.terminal()));
                copies.add(process.getOutputStream());
            }
        }
        if (options.stdin() == Options.ALL_RANKS) {
            new InputCopies(copies).start();
        }
    }

    private RankProcess supervised(int rank, Process process, Terminal terminal) {
        return new RankProcess(
                rank,
                new LocalChild(process),
                output.pump(terminal, rank, process.getInputStream(), false),
                options.mergeErrors() ? null : output.pump(terminal, rank, process.getErrorStream(), true));
    }

    private Redirect input(int rank) {
        return options.stdin() == Options.ALL_RANKS
                ? Redirect.PIPE
                : rank == options.stdin() ? StandardInput.inherited() : StandardInput.nothing();
    }

    private ProcessBuilder builder(ShmSession session, int rank, LongCommand files) {
        Application application = placement.application(rank);
        ProgramOptions asked = options.programs().get(application.number());
        RankProgram program = programs.get(application.number());
        ProcessBuilder builder = own.builder();
        Map<String, String> environment = builder.environment();
        Environment.restore(environment);
        environment.putAll(asked.environment());
        // These take the options' variables into account.
        environment.putAll(program.environment());
        environment.putAll(session.environment(rank, application));
        environment.put(ShmSession.BINDING, placement.binding(rank));
        List<String> command = files.shortened(program.command(rank), environment);
        builder.command(ProcessGroup.led(options.binding().cpus(), command));
        if (asked.directory() != null) {
            builder.directory(asked.directory().toFile());
        }
        builder.redirectErrorStream(options.mergeErrors());
        builder.redirectInput(input(rank));
        return builder;
    }
}
