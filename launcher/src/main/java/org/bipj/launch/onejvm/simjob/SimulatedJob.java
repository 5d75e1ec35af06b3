package org.bipj.launch.onejvm.simjob;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.core.job.RankEndedError;
import org.bipj.core.job.family.SpawnAnswer;
import org.bipj.core.job.family.SpawnRequest;
import org.bipj.core.nic.PortException;
import org.bipj.launch.explore.Decider;
import org.bipj.launch.explore.DivergedException;
import org.bipj.launch.explore.ExplorationPlan;
import org.bipj.launch.explore.ExploredChoices;
import org.bipj.launch.explore.Repetition;
import org.bipj.launch.mpirun.command.DeadlockPlan;
import org.bipj.launch.mpirun.job.HostFolders;
import org.bipj.launch.mpirun.job.JobReport;
import org.bipj.launch.mpirun.job.JobState;
import org.bipj.launch.mpirun.job.OutOfStep;
import org.bipj.launch.mpirun.job.Survival;
import org.bipj.launch.mpirun.job.TimeLimit;
import org.bipj.launch.mpirun.output.RankLines;
import org.bipj.launch.onejvm.job.FigureThread;
import org.bipj.launch.onejvm.job.HostedCommand;
import org.bipj.launch.onejvm.job.HostedRank;
import org.bipj.launch.onejvm.job.JobLines;
import org.bipj.launch.onejvm.job.ProfiledRanks;
import org.bipj.launch.onejvm.job.SharedJvmJob;
import org.bipj.launch.onejvm.job.ThreadJobSpec;
import org.bipj.launch.seeing.timeline.RecordedRanks;
import org.bipj.launch.support.LaunchException;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.launch.support.UsageException;
import org.bipj.sim.SimOptions;
import org.bipj.sim.SimSession;
import org.bipj.sim.SimWorld;
import org.bipj.sim.kernel.DeadlockException;
import org.bipj.sim.kernel.TimeLimitException;
import org.bipj.sim.kernel.VirtualTimeText;

/**
 * A job whose ranks are coroutines on a simulated cluster: runs it to its end, reports the result, and ends the JVM.
 */
public final class SimulatedJob extends SharedJvmJob {
    private static final long PS_PER_NS = 1000;
    /** The exit code of a process that is killed. */
    private static final int KILLED = 137;

    private static final int REPORT_S_DEFAULT = 10;
    private static final int REPORT_S_MOST = 1_000_000;

    private final int reportS = reportSeconds();
    private final SimSession session;
    /** What the programs see of the world. */
    private final SimRank.World world;

    /** By place; those of the first job are in front. */
    private final List<SimRank> ranks = new CopyOnWriteArrayList<>();

    /** The jobs that ranks have asked for, by number from 1. */
    private final List<SpawnedCoroutines> spawned = new CopyOnWriteArrayList<>();

    private final HostFolders folders;
    /** Null if no run of an exploration is repeated. */
    private Repetition repetition;
    /** Null if the events are not recorded. */
    private EventLog events;

    /** A rank that has ended well without having initialised the library; null: none. */
    private SimRank bystander;
    /** Null if a death ends the job. */
    private Survival survival;
    /** How many ranks of the first job have not ended. */
    private int running;

    public SimulatedJob(ThreadJobSpec spec) throws IOException {
        super(spec);
        folders = new HostFolders(spec.options().hostDirectory());
        world = new SimRank.World(
                spec.options().virtualTime(), spec.sim().ip(), spec.sim().seed(), folders);
        int n = spec.ranks();
        ExploredChoices again = choices(spec.options().exploration(), n);
        boolean survives = spec.options().survivesDeaths() || again != null && again.deaths() > 0;
        SimOptions options = survives ? spec.sim().survivingDeaths() : spec.sim();
        running = n;
        session = SimSession.open(n, options, new SimSession.Listener() {
            @Override
            public void abort(int rank, int code, String reason) {
                say(session.faults());
                ranks.get(rank).fail(code, "ended the job: " + reason, null);
                awaitEnd();
            }

            @Override
            public void started(int rank) {
                failBystander();
            }

            @Override
            public void waits(int rank, String thread, String where) {
                say("rank " + name(rank) + (thread == null ? "" : ", thread \"" + thread + "\",") + " has waited for "
                        + reportS + " s outside the library, and virtual time with it:\n" + where);
            }

            @Override
            public void spins(int rank, String thread, String where) {
                say("rank " + name(rank) + (thread == null ? "" : ", thread \"" + thread + "\",")
                        + " has run for " + reportS + " s without a call of the library. If it waits for another thread"
                        + " of its rank, that cannot run meanwhile: expected a lock, a queue, Thread.onSpinWait or another wait\n"
                        + where);
            }

            @Override
            public IntConsumer spawned(SimWorld world, SpawnRequest request) {
                return make(world, request);
            }

            @Override
            public void placed(SimWorld world) {
                ranks.addAll(spawned.get(world.number() - 1).place(SimulatedJob.this.world));
            }

            @Override
            public void killed(int rank) {
                ranks.get(rank).killed();
                finish(rank);
                if (survival != null) {
                    killedAlone(session.world(rank), ranks.get(rank));
                }
            }

            @Override
            public void restarts(int rank) {
                ranks.set(rank, ranks.get(rank).successor());
            }

            @Override
            public void lostFile(String what) {
                say(what);
            }
        });
        if (again != null) {
            repeat(again);
        }
        survival = survives ? new Survival(session::died) : null;
        session.record(spec.options().choiceFolder());
        session.serveThreads();
        SimRank.separate(session);
        if (spec.options().untilPs() > 0) {
            session.endAt(spec.options().untilPs());
        }
        session.reportAfter(Duration.ofSeconds(reportS));
        for (int rank = 0; rank < n; rank++) {
            ranks.add(new SimRank(session, rank, programs.application(rank), world, this));
            if (programs.isService(rank)) {
                session.serves(rank);
            }
        }
        recordEvents();
    }

    private void recordEvents() throws IOException {
        if (spec.options().events().isEmpty()) {
            return;
        }
        EventLog log = new EventLog(Path.of(spec.options().events()));
        events = log;
        session.kernel().observe(log);
        for (SimRank rank : ranks) {
            int number = rank.number();
            watchOutput(
                    number,
                    false,
                    (bytes, from, to) -> log.printed(number, session.clockPs(number), false, bytes, from, to));
            watchOutput(
                    number,
                    true,
                    (bytes, from, to) -> log.printed(number, session.clockPs(number), true, bytes, from, to));
        }
    }

    /** The choices of a run that is repeated; null: there are none. */
    private static ExploredChoices choices(ExplorationPlan plan, int n) throws IOException {
        if (plan == null) {
            return null;
        }
        ExploredChoices file = ExploredChoices.read(Path.of(plan.choices()));
        if (file.ranks() != n) {
            throw new IllegalArgumentException("--choices " + plan.choices() + ": choices of " + file.ranks()
                    + " ranks; expected those of a job of " + n);
        }
        return file;
    }

    /** What MPI leaves open is chosen as in a run before. */
    private void repeat(ExploredChoices file) {
        repetition = new Repetition(file.choices());
        Decider decider = new Decider(repetition, file.bound(), file.buffers(), session::poke);
        session.decideBy(decider, decider::decide);
        if (file.deaths() > 0) {
            decider.letDie(file.deaths(), session, this::dieAsChosen);
        }
    }

    private void dieAsChosen(int place) {
        ranks.get(place).vanish();
        survival.died(KILLED);
        sayOf(session.world(place), ranks.get(place), "has died, as is chosen" + othersAfterOne());
        session.leave();
    }

    private String name(int place) {
        SimWorld world = session.world(place);
        return world.name(place - world.first());
    }

    /** Of a rank of any job, after it has got its host; -1 for others. */
    private int place(Job job) {
        for (int place = 0; place < ranks.size(); place++) {
            if (ranks.get(place).job() == job) {
                return place;
            }
        }
        return -1;
    }

    private SimRank of(Job job) {
        return ranks.stream().filter(rank -> rank.job() == job).findFirst().orElse(ranks.getFirst());
    }

    // ---- jobs that ranks have asked for ------------------------------------------------------------------------

    private IntConsumer make(SimWorld world, SpawnRequest request) {
        try {
            SpawnedCoroutines job = new SpawnedCoroutines(
                    world,
                    this,
                    session,
                    HostedCommand.of(request, spec.programs().getFirst(), terminal::say),
                    process.library(),
                    new JobLines(spec.output().ofSpawned(world.number(), world.size()), terminal));
            // A request for which there are no hosts leaves its number to the next one.
            spawned.subList(world.number() - 1, spawned.size()).clear();
            spawned.add(job);
            return job::main;
        } catch (LaunchException | UsageException | IOException e) {
            throw new PortException(String.valueOf(e.getMessage()), e);
        }
    }

    /** A rank of another job than the first one has failed: what is connected with it ends. */
    void hasFailed(SimWorld world, HostedRank rank, int code, String what) {
        if (session.failStart(world, SpawnAnswer.endedEarly(rank.number(), "", what))) {
            session.end(world);
            return;
        }
        sayOf(world, rank, what);
        for (SimWorld other : session.connected(world)) {
            if (other.number() == 0) {
                fail(code, "job 0 is ended too: it is connected with job " + world.number());
                awaitEnd();
            }
            session.end(other);
        }
    }

    /** A rank of another job than the first one has ended that has finalised the library. */
    void survives(int code) {
        if (survival != null) {
            survival.ended(code);
        }
    }

    /** Says what has become of a rank of another job than the first one. */
    void sayOf(SimWorld world, HostedRank rank, String what) {
        say("rank " + world.name(rank.number()) + " (" + place() + " of pid "
                + ProcessHandle.current().pid() + ") " + what);
    }

    private void reportOthers() {
        for (SpawnedCoroutines job : spawned) {
            SimWorld of = job.world();
            // Those that have no hosts yet do nothing.
            if (ranks.size() >= of.first() + of.size()) {
                new JobReport(new SimState(session, of, ranks), terminal).now(JobReport.ofAnother(of.number()), false);
            }
        }
    }

    @Override
    public RankLines linesOfAnother(Job job, boolean error) {
        return job == null
                ? null
                : spawned.stream()
                        .map(one -> one.lines(job, error))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null);
    }

    // ---- the run -----------------------------------------------------------------------------------------------

    private static int reportSeconds() {
        String given = LauncherVariables.property(LauncherVariables.REPORT_SECONDS);
        try {
            int seconds = given == null ? REPORT_S_DEFAULT : Integer.parseInt(given);
            if (seconds >= 1 && seconds <= REPORT_S_MOST) {
                return seconds;
            }
        } catch (NumberFormatException e) {
            // As a number out of range.
        }
        throw new IllegalArgumentException("-D" + LauncherVariables.REPORT_SECONDS + "=" + given
                + ": expected a number of seconds, 1 to " + REPORT_S_MOST);
    }

    /** Runs the job, and ends the JVM. */
    public void run() {
        takeStreams(ranks.getFirst().job());
        process.afterEnd(session::close);
        RecordedRanks.of(new ProfiledRanks(place -> session.callerPs(place) / PS_PER_NS, this::place, this::name));
        // Also when a rank or --timeout ends the run early: its trace is wanted most.
        process.atEnd(new Thread(this::complete, "end of the trace"));
        process.atEnd(new Thread(folders::close, "end of folders"));
        begun();
        process.onUncaught((thread, failure) -> of(Jobs.of(null)).uncaught(thread, failure));
        startTimeout();
        FigureThread figures = new FigureThread(
                IntStream.range(0, spec.ranks())
                        .mapToObj(rank -> new SimFigures(session, rank))
                        .toList(),
                this::isEnding);
        // Here, as far as possible: classes that other threads load during the run get identity hashes out of turn.
        figures.open();
        background("figures", figures);
        report().also(this::reportOthers);
        report().onSignal();
        try {
            session.run(rank -> ranks.get(rank).main(programs.program(rank)));
            if (repetition != null) {
                repetition.end();
            }
            boolean whole = complete();
            say(summary());
            say(session.unread());
            if (spec.options().seeds() != null) {
                say("seed " + spec.sim().seed()
                        + " has failed and does not any more: the program depends on something else than the seed");
            }
            int code = survival == null ? 0 : survivors();
            end(whole && spec.options().seeds() == null ? Math.max(terminal.success(), code) : 1);
        } catch (TimeLimitException e) {
            fail(
                    TimeLimit.EXIT_CODE,
                    TimeLimit.ofVirtualTime(VirtualTimeText.text(e.atPs()))
                            + System.lineSeparator()
                            + session.explain(e)
                            + summary()
                            + session.unread());
        } catch (DeadlockException e) {
            fail(DeadlockPlan.EXIT_CODE, session.explain(e) + session.unread());
        } catch (DivergedException e) {
            fail(DIFFERENT, "--choices " + spec.options().exploration().choices() + ": " + e.getMessage());
        } catch (PortException e) {
            fail(1, e.getMessage());
        } catch (RuntimeException e) {
            fail(1, isRefusal(e) ? e.getMessage() : "the simulation failed: " + trace(e));
        }
        awaitEnd();
    }

    /** What is said of a run at its end; nothing where the user wants that. */
    private String summary() {
        return spec.options().quiet() ? "" : session.summary();
    }

    /** True if a run of an exploration cannot be repeated, since the program does what explorations do not serve. */
    private boolean isRefusal(RuntimeException e) {
        return repetition != null && e instanceof UnsupportedOperationException;
    }

    private static String trace(RuntimeException e) {
        StringWriter trace = new StringWriter();
        e.printStackTrace(new PrintWriter(trace));
        return trace.toString();
    }

    private void fail(int code, String what) {
        if (isFirstFailure()) {
            for (int rank = 0; rank < spec.ranks(); rank++) {
                finish(rank);
            }
            say(what);
            complete();
            end(code);
        }
    }

    /** Completes the files of the run; false if that failed, which is reported. */
    private boolean complete() {
        try {
            session.complete();
            if (events != null) {
                events.close();
            }
            return true;
        } catch (UncheckedIOException e) {
            say(e.getMessage());
            return false;
        }
    }

    private void say(String lines) {
        lines.lines().forEach(line -> terminal.say(line.startsWith("\t") ? line : "mpirun: " + line));
    }

    @Override
    public JobState state() {
        return new SimState(session, session.world(0), ranks);
    }

    @Override
    public String place() {
        return "coroutine";
    }

    @Override
    public void ended(HostedRank rank) {
        finish(rank.number());
        if (events != null) {
            events.ended(rank.number(), session.clockPs(rank.number()));
        }
        running--;
        if (survival != null && !rank.isAbsent()) {
            survival.ended(0);
        }
        if (rank.isAbsent() && bystander == null) {
            bystander = ranks.get(rank.number());
        }
        failBystander();
    }

    /** The exit code of a job that survives deaths. */
    private int survivors() {
        if (bystander != null) {
            // The program does not use the library.
            survival.ended(0);
        }
        return survival.exitCode();
    }

    /** A rank that is dead may never have done so. */
    private static boolean isInitialised(SimSession.State state) {
        return state != SimSession.State.ABSENT && state != SimSession.State.DEAD;
    }

    private void killedAlone(SimWorld world, SimRank rank) {
        String others = Survival.OTHERS_GO_ON;
        if (world.number() == 0) {
            survival.died(KILLED);
            others = othersAfterOne();
        }
        sayOf(world, rank, "was killed with its host" + others);
    }

    /** One rank less runs; returns the end of the sentence that says so. */
    private String othersAfterOne() {
        return --running == 0 ? "" : Survival.OTHERS_GO_ON;
    }

    /** In the rank's coroutine; a thread of it that is none is of no rank here. */
    @Override
    public void died(HostedRank rank, int code, String what, Throwable why) {
        // An exploration knows no deaths but its own.
        if (survival == null || isEnding() || repetition != null) {
            failed(rank, code, what, why);
            return;
        }
        boolean hasFinished = session.state(rank.number()) == SimSession.State.FINISHED;
        String others = othersAfterOne();
        say(rank, Survival.withEnd(what, hasFinished ? "" : others));
        if (events != null) {
            events.ended(rank.number(), session.clockPs(rank.number()));
        }
        if (hasFinished) {
            survival.ended(code);
        } else {
            survival.died(rank.number(), code, what);
        }
        session.leave();
        throw new RankEndedError("rank " + rank.number() + " has died");
    }

    /** A rank that ended without initialising the library fails the job as soon as another initialises it. */
    private void failBystander() {
        if (bystander == null) {
            return;
        }
        String failure = OutOfStep.reason(spec.ranks(), rank -> isInitialised(session.state(rank)), session::opened);
        if (failure != null && survival == null) {
            failed(bystander, OutOfStep.EXIT_CODE, failure, null);
        } else if (failure != null) {
            SimRank dead = bystander;
            bystander = null;
            say(dead, failure + Survival.OTHERS_GO_ON);
            survival.died(dead.number(), 0, failure);
        }
    }
}
