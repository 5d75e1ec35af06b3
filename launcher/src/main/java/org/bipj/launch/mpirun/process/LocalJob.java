package org.bipj.launch.mpirun.process;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.bipj.core.job.Application;
import org.bipj.core.job.family.Connections;
import org.bipj.core.nic.PortException;
import org.bipj.launch.mpirun.command.GracePeriod;
import org.bipj.launch.mpirun.command.Options;
import org.bipj.launch.mpirun.command.Placement;
import org.bipj.launch.mpirun.command.ProgramOptions;
import org.bipj.launch.mpirun.job.HostFolders;
import org.bipj.launch.mpirun.job.PartyWatch;
import org.bipj.launch.mpirun.output.Terminal;
import org.bipj.launch.mpirun.program.Environment;
import org.bipj.launch.mpirun.program.LongCommand;
import org.bipj.launch.mpirun.program.RankProgram;
import org.bipj.launch.mpirun.program.ScriptSupport;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.launch.support.OwnProcess;
import org.bipj.launch.support.ProcessGroup;
import org.bipj.launch.support.StandardInput;
import org.bipj.launch.support.Watchdog;
import org.bipj.shm.ShmSession;
import org.bipj.shm.figures.JobDescription;

/** One job of this host whose ranks are processes: its session, its supervisor, and how its ranks start. */
public final class LocalJob implements MemberJob {
    private final OwnProcess own = OwnProcess.current();
    private final Options options;
    private final List<RankProgram> programs;
    private final Placement placement;
    private final Watchdog watchdog;
    private final PartyWatch party;
    private final RankOutput output;
    private final ShmSession session;
    private final RankWatcher supervisor;
    /** Whether those that have asked for the job wait at a door. */
    private final boolean isAtDoor;

    /** How many requests of ranks have been taken; of the family's thread. */
    private int taken;

    /** Held while a rank starts: one that the end of the job did not see would outlive this process. */
    private final Object starting = new Object();

    /** Whether the job is being ended. Guarded by {@link #starting}. */
    private boolean isInterrupted;

    /**
     * Makes the session.
     *
     * @param programs what to start for the ranks of each of the options' programs
     * @param directory of the session, which the watchdog knows
     * @param parents who has asked for the job; null: the user
     * @param party watches the jobs of the launcher
     */
    public LocalJob(
            Options options,
            List<RankProgram> programs,
            Placement placement,
            Watchdog watchdog,
            Path directory,
            Connections.Parents parents,
            PartyWatch party) {
        this.options = options;
        this.programs = programs;
        this.placement = placement;
        this.watchdog = watchdog;
        output = new RankOutput(options, programs, placement);
        long grace = GracePeriod.millis();
        session = ShmSession.forProcesses(options.ranks(), directory);
        this.party = party;
        if (options.survivesDeaths()) {
            session.surviveDeaths();
        }
        if (parents != null) {
            session.startedBy(parents, options.job());
        }
        isAtDoor = parents != null && parents.areAtDoor();
        supervisor = new RankWatcher(options, session, party, watchdog::gone, grace);
    }

    /** Watches the jobs of the launcher. */
    public PartyWatch party() {
        return party;
    }

    @Override
    public RankWatcher supervisor() {
        return supervisor;
    }

    @Override
    public Options options() {
        return options;
    }

    @Override
    public String address() {
        return isAtDoor ? "" : session.address();
    }

    @Override
    public List<SpawnTicket> requests() {
        if (session.board().asked() == taken) {
            return List.of();
        }
        List<SpawnTicket> requests = session.desk().take().stream()
                .map(request -> new SpawnTicket(request.request(), request::answer))
                .toList();
        taken += requests.size();
        return requests;
    }

    @Override
    public Ties ties() {
        Set<String> links;
        try {
            links = session.links();
        } catch (PortException e) {
            links = Set.of("");
        }
        return new Ties(session.address(), links);
    }

    @Override
    public void fail(String message, int code) {
        supervisor.fail(message, code);
    }

    @Override
    public void signal(String name) {
        own.signal(name, supervisor.running());
    }

    @Override
    public void start() throws IOException {
        int all = options.ranks();
        LongCommand files = new LongCommand(session::addFile);
        List<OutputStream> copies = new ArrayList<>();
        for (int rank = 0; rank < all && !supervisor.isEnding(); rank++) {
            synchronized (starting) {
                if (isInterrupted) {
                    return;
                }
                Process process = own.start(builder(rank, files));
                watchdog.rank(process.pid());
                supervisor.started(supervised(rank, process, supervisor.terminal()));
                if (isCopied(rank)) {
                    copies.add(process.getOutputStream());
                }
            }
        }
        if (!copies.isEmpty()) {
            new InputCopies(copies).start();
        }
        describe();
    }

    /** Behind the ranks' start, which would take longer else. A job of which viewers cannot learn runs all the same. */
    private void describe() {
        synchronized (starting) {
            if (!isInterrupted) {
                try {
                    session.describe(JobDescription.ofThisProcess(
                            JobDescription.PROCESSES,
                            options.ranks(),
                            IntStream.range(0, options.ranks()).boxed().toList(),
                            options.programs().getFirst().command()));
                } catch (PortException e) {
                    System.getLogger(LocalJob.class.getName()).log(System.Logger.Level.DEBUG, "no description", e);
                }
            }
        }
    }

    @Override
    public void end() {
        supervisor.end(null);
    }

    /** Also removes the session. */
    @Override
    public void interrupt() {
        synchronized (starting) {
            isInterrupted = true;
        }
        supervisor.end(null);
        session.close();
    }

    private RankProcess supervised(int rank, Process process, Terminal terminal) {
        return new RankProcess(
                rank,
                new LocalChild(process),
                output.pump(terminal, rank, process.getInputStream(), false),
                options.mergeErrors() ? null : output.pump(terminal, rank, process.getErrorStream(), true));
    }

    /** Tells a rank's JVM the folder of its host; that of a script by the variable that every java command reads. */
    private void addFolder(int rank, boolean isJava, List<String> words, Map<String, String> environment) {
        Path folder = Path.of(options.hostDirectory()).resolve(HostFolders.name(rank));
        String option = "-D" + LauncherVariables.HOST_DIRECTORY + "=" + folder;
        if (isJava) {
            words.add(1, option);
        } else {
            ScriptSupport.add(option, environment);
        }
    }

    private Redirect input(int rank) {
        return isCopied(rank)
                ? Redirect.PIPE
                : rank == options.stdin() ? StandardInput.inherited() : StandardInput.nothing();
    }

    /** True if the launcher reads standard input for a rank: one in the background of a terminal cannot. */
    private boolean isCopied(int rank) {
        return options.stdin() == Options.ALL_RANKS
                || rank == options.stdin() && ProcessGroup.isInSession(options.ranks()) && StandardInput.isTerminal();
    }

    private ProcessBuilder builder(int rank, LongCommand files) {
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
        if (options.slots() > 0) {
            environment.put(ShmSession.UNIVERSE, Integer.toString(options.slots()));
        }
        List<String> words = program.command(rank);
        if (options.ip()) {
            addFolder(rank, program.isJava(), words, environment);
        }
        List<String> command = files.shortened(words, environment);
        builder.command(ProcessGroup.oneOf(options.ranks(), options.binding().cpus(), command));
        if (asked.directory() != null) {
            builder.directory(asked.directory().toFile());
        }
        builder.redirectErrorStream(options.mergeErrors());
        builder.redirectInput(input(rank));
        return builder;
    }

    @Override
    public void close() {
        party.over(session);
        session.close();
    }
}
