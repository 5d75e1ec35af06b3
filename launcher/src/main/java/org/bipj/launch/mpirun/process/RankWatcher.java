package org.bipj.launch.mpirun.process;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.bipj.core.job.family.SpawnAnswer;
import org.bipj.core.nic.PortException;
import org.bipj.launch.mpirun.command.DeadlockPlan;
import org.bipj.launch.mpirun.command.Options;
import org.bipj.launch.mpirun.job.JobReport;
import org.bipj.launch.mpirun.job.JobState;
import org.bipj.launch.mpirun.job.JobWatch;
import org.bipj.launch.mpirun.job.OutOfStep;
import org.bipj.launch.mpirun.job.PartyWatch;
import org.bipj.launch.mpirun.job.Survival;
import org.bipj.launch.mpirun.job.TimeLimit;
import org.bipj.launch.mpirun.output.Terminal;
import org.bipj.launch.support.Interruption;
import org.bipj.launch.support.SystemSignals;
import org.bipj.shm.ShmSession;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.BoardView;

/**
 * Supervises the ranks of a job. The first rank that fails ends the job: the supervisor reports it with the reason,
 * ends the other ranks, and returns the exit code of the failed rank. Where the job survives deaths, only a rank that ends it
 * does so; the others are told of one that dies.
 */
public final class RankWatcher {
    private final Options options;
    private final BoardView board;
    private final List<RankProcess> ranks = new ArrayList<>();
    private final LongConsumer gone;
    private final long graceMillis;
    /** Of a rank's process, such as " on b". */
    private final IntFunction<String> place;

    private final Terminal terminal;
    private final FailureReport failures;
    private final JobReport report;
    /** Null if a death ends the job. */
    private final Survival survival;
    /** Set by the constructors, and final from then on. */
    private JobWatch watch;

    private final LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final long startNanos = System.nanoTime();
    /** Ranks that have ended well without having initialised the library. */
    private final List<RankProcess> bystanders = new ArrayList<>();

    private volatile IntConsumer failing = code -> {};
    /** Why the job ends, if that concerns no particular rank; null: it does not. */
    private String jobFailure;

    private boolean ending;
    private boolean ended;

    /**
     * What the job's threads report to the supervisor. Without a rank, standard output cannot be written, there is a
     * deadlock or a host is lost, and the code is the job's exit code.
     */
    private record Event(RankProcess rank, int code) {}

    /**
     * Supervises a job of this host.
     *
     * @param party watches the jobs of the launcher
     * @param gone gets the process id of each rank that has ended
     */
    RankWatcher(Options options, ShmSession session, PartyWatch party, LongConsumer gone, long graceMillis) {
        this(
                options,
                session.board(),
                ranks -> new ProcessState(session, ranks),
                gone,
                session::died,
                graceMillis,
                rank -> "",
                options.job() == 0 ? "" : options.job() + ".");
        JobWatch.Detection detection = party.of(session, new ProcessState(session, this::all));
        this.watch = new JobWatch(options.deadlock(), detection, session, report, terminal, this::isEnding);
    }

    /**
     * Supervises a job of several hosts.
     *
     * @param board what the ranks have published
     * @param state the state of the ranks
     * @param died tells the others of a rank that has died, and how
     * @param detection how their deadlock is detected
     * @param host the name of a rank's host
     */
    public RankWatcher(
            Options options,
            BoardView board,
            JobState state,
            BiConsumer<Integer, String> died,
            JobWatch.Detection detection,
            long graceMillis,
            IntFunction<String> host) {
        this(
                options,
                board,
                ranks -> state,
                pid -> {},
                died,
                graceMillis,
                rank -> " on " + host.apply(rank),
                options.job() == 0 ? "" : options.job() + ".");
        this.watch = new JobWatch(options.deadlock(), detection, report, terminal, this::isEnding);
    }

    private RankWatcher(
            Options options,
            BoardView board,
            Function<Supplier<List<RankProcess>>, JobState> state,
            LongConsumer gone,
            BiConsumer<Integer, String> died,
            long graceMillis,
            IntFunction<String> place,
            String job) {
        this.options = options;
        this.board = board;
        this.gone = gone;
        this.graceMillis = graceMillis;
        this.place = place;
        this.terminal = Terminal.ofProcess(code -> events.add(new Event(null, code)));
        this.failures = new FailureReport(board, terminal, place, job);
        this.survival = options.survivesDeaths() ? new Survival(died) : null;
        this.report = new JobReport(state.apply(this::all), terminal);
    }

    private synchronized List<RankProcess> all() {
        return List.copyOf(ranks);
    }

    /** Why not all ranks will initialise the library, in a sentence: one has ended before, or the job has failed; null if they still may. */
    String endedEarly() {
        synchronized (this) {
            if (jobFailure != null) {
                return jobFailure;
            }
        }
        for (RankProcess rank : all()) {
            if (isAbsent(rank.rank()) && rank.hasEnded()) {
                int code = rank.exitCode();
                return SpawnAnswer.endedEarly(
                        rank.rank(),
                        place.apply(rank.rank()),
                        code == 0 ? SpawnAnswer.ENDED_WELL : SystemSignals.describe(code));
            }
        }
        return null;
    }

    /** True if each rank has initialised the library. */
    boolean haveAllStarted() {
        return IntStream.range(0, options.ranks()).noneMatch(this::isAbsent);
    }

    /** True also for one that has died, perhaps before it has initialised the library. */
    private boolean isAbsent(int rank) {
        int state = board.state(rank);
        return state == Board.ABSENT || state == Board.DEAD;
    }

    /** All ranks have been started: watches for deadlocks and SIGUSR1 from now on. */
    public void startWatch() {
        Runnable end = () -> events.add(new Event(null, DeadlockPlan.EXIT_CODE));
        Thread.ofPlatform().daemon().name("job watch").start(() -> {
            if (options.job() == 0) {
                watch.run(end);
            } else {
                watch.look(end);
            }
        });
    }

    /** Sets what reports on other jobs of the launcher, after this one's report. */
    void alsoReport(Runnable ofOthers) {
        report.also(ofOthers);
    }

    /** Reports what the ranks of a job do that is not the launcher's first one. */
    void reportNow() {
        report.now(JobReport.ofAnother(options.job()), false);
    }

    /** The same, for a reason for which the job is going to be ended. */
    void reportLast(String why) {
        report.now(why, true);
    }

    /** Calls this with the job's exit code when it has failed, before its other ranks are ended. */
    void onFailure(IntConsumer action) {
        failing = action;
    }

    /** The terminal that the job's output goes to. */
    public Terminal terminal() {
        return terminal;
    }

    /** Supervises a rank that has been started. */
    public void started(RankProcess rank) {
        synchronized (this) {
            ranks.add(rank);
        }
        rank.watch((exited, code) -> events.add(new Event(exited, code)));
    }

    /** Process ids of the ranks that run. */
    synchronized List<Long> running() {
        return ranks.stream()
                .filter(rank -> !rank.hasEnded())
                .map(RankProcess::pid)
                .toList();
    }

    /** Number of ranks whose processes have been started. */
    public synchronized int started() {
        return ranks.size();
    }

    /** Number of ranks that have initialised the library, or have ended. */
    public synchronized int joined() {
        return (int) ranks.stream()
                .filter(rank -> rank.hasEnded() || board.pid(rank.rank()) != 0)
                .count();
    }

    /** True once the job is being ended. */
    public synchronized boolean isEnding() {
        return ending;
    }

    /** Waits until all ranks have ended, but those that serve the others, and returns the job's exit code. */
    public int await() {
        int running = options.awaitedRanks();
        while (running > 0) {
            Event event = next();
            if (event == null) {
                int code = judgeBystanders(true);
                if (code != 0) {
                    return code;
                }
                if (isTimeOver()) {
                    return timeOut();
                }
            } else if (event.rank == null) {
                failing.accept(event.code);
                end(null);
                return event.code;
            } else {
                running -= options.isService(event.rank.rank()) ? 0 : 1;
                gone.accept(event.rank.pid());
                int code = judge(event.rank, event.code, running > 0);
                if (code != 0) {
                    return code;
                }
            }
        }
        int code = judgeBystanders(false);
        if (code != 0) {
            return code;
        }
        if (options.awaitedRanks() < options.ranks()) {
            end(null);
        }
        if (survival != null && !bystanders.isEmpty()) {
            // No rank has initialised the library: the program does not use it.
            survival.ended(0);
        }
        return survival == null ? terminal.success() : Math.max(terminal.success(), survival.exitCode());
    }

    /** The first exit code that is not 0 of ranks that have finalised the library, in a job that survives deaths; 0 if there is none. */
    int codeOfSurvivors() {
        return survival == null ? 0 : survival.codeOfSurvivors();
    }

    private Event next() {
        long wait = timeLeft();
        if (!bystanders.isEmpty()) {
            wait = Math.min(wait, OutOfStep.POLL_MS);
        }
        try {
            return events.poll(wait, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("the supervisor must not be interrupted", e);
        }
    }

    private long elapsedMillis() {
        return (System.nanoTime() - startNanos) / 1_000_000;
    }

    private boolean isTimeOver() {
        return timeLeft() == 0;
    }

    /** Milliseconds until {@code --timeout} has passed; 0 from then on. */
    long timeLeft() {
        return options.timeoutMillis() == 0 ? Long.MAX_VALUE : Math.max(0, options.timeoutMillis() - elapsedMillis());
    }

    /** The job's exit code if the end of this rank ends the job; 0 if the job continues. */
    private int judge(RankProcess rank, int code, boolean othersRun) {
        String failure;
        // Under the lock, so that a shutdown that begins now does not remove the board.
        synchronized (this) {
            if (ending) {
                return code;
            }
            failure = failure(rank, code);
            if (survival != null && !endsJob(rank, code)) {
                survive(rank, code, failure, othersRun);
                return 0;
            }
        }
        return failure == null ? 0 : fail(rank, code == 0 ? OutOfStep.EXIT_CODE : code, failure);
    }

    /** True if a rank ends the job that survives deaths: by itself, or because a user interrupts all. */
    private boolean endsJob(RankProcess rank, int code) {
        return board.state(rank.rank()) == Board.ABORTED && !rank.child().isLost()
                || SystemSignals.isByUser(code) && Interruption.comes();
    }

    /**
     * A rank has ended of a job that survives deaths.
     *
     * @param failure null if it has ended well, or if that is not known yet
     */
    private void survive(RankProcess rank, int code, String failure, boolean othersRun) {
        if (bystanders.remove(rank)) {
            // Not known yet; or known, as others have initialised the library.
            if (failure == null) {
                bystanders.add(rank);
                return;
            }
        }
        boolean hasFinished =
                board.state(rank.rank()) == Board.FINISHED && !rank.child().isLost();
        if (failure != null) {
            long pid = pidOnBoard(rank);
            String goOn = hasFinished || !othersRun ? "" : Survival.OTHERS_GO_ON;
            failures.say(rank, pid == 0 ? rank.pid() : pid, Survival.withEnd(failure, goOn));
        }
        if (hasFinished) {
            survival.ended(code);
        } else {
            survival.died(rank.rank(), code, failure);
        }
    }

    /** Ranks that have ended without initialising the library have failed once another has initialised it. */
    private int judgeBystanders(boolean othersRun) {
        String failure = outOfStep();
        if (failure == null) {
            return 0;
        }
        if (survival == null) {
            return fail(bystanders.getLast(), OutOfStep.EXIT_CODE, failure);
        }
        synchronized (this) {
            List.copyOf(bystanders).forEach(rank -> survive(rank, 0, failure, othersRun));
        }
        return 0;
    }

    private String failure(RankProcess rank, int code) {
        if (rank.child().isLost()) {
            return "is lost with its host";
        }
        int state = board.state(rank.rank());
        String own = failures.ofRank(rank);
        if (own != null) {
            return own;
        }
        String more = failures.showHeld(rank);
        if (code != 0) {
            return SystemSignals.describe(code) + more;
        }
        if (state == Board.STARTED) {
            return OutOfStep.unfinished(board.opened(rank.rank()));
        }
        if (state == Board.ABSENT) {
            bystanders.add(rank);
            return outOfStep();
        }
        return null;
    }

    /** Why a rank that has ended without initialising the library fails the job; null: none has, or no other has initialised it either. */
    private synchronized String outOfStep() {
        return bystanders.isEmpty() || ending ? null : OutOfStep.reason(board);
    }

    private int fail(RankProcess rank, int code, String what) {
        boolean interrupted = SystemSignals.isByUser(code) && Interruption.comes();
        boolean isFirst;
        synchronized (this) {
            isFirst = !ending && !interrupted;
            if (isFirst) {
                long pid = pidOnBoard(rank);
                failures.say(rank, pid == 0 ? rank.pid() : pid, what);
            }
        }
        if (isFirst) {
            failing.accept(code);
        }
        end(rank);
        return code;
    }

    private int timeOut() {
        report.now(TimeLimit.message(options.timeoutMillis()), true);
        end(null);
        return TimeLimit.EXIT_CODE;
    }

    /** Ends all ranks that still run. A second call only waits for the first one. */
    public void end(RankProcess failed) {
        List<RankProcess> started;
        synchronized (this) {
            if (ending) {
                awaitEnded();
                return;
            }
            ending = true;
            started = List.copyOf(ranks);
        }
        try {
            if (failed != null || started.stream().anyMatch(rank -> !rank.hasEnded())) {
                // A rank that has not joined the job may be a JVM in start-up, which prints an error on SIGTERM.
                started.stream().filter(rank -> pidOnBoard(rank) == 0).forEach(RankProcess::doubtOutput);
                endRunning(started, failed);
                if (failed == null) {
                    started.forEach(failures::showRest);
                } else {
                    failures.sayOthers(
                            started.stream().filter(rank -> rank != failed).toList());
                }
            }
        } finally {
            synchronized (this) {
                ended = true;
                notifyAll();
            }
        }
    }

    /** The process id that a rank has published on the board; 0 if there is none, or if the board is unreadable. */
    private long pidOnBoard(RankProcess rank) {
        try {
            return board.pid(rank.rank());
        } catch (PortException | UncheckedIOException e) {
            return 0;
        }
    }

    private synchronized void awaitEnded() {
        try {
            while (!ended) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends ranks that still run, and waits for their last output. */
    private void endRunning(List<RankProcess> started, RankProcess failed) {
        List<RankProcess> running =
                started.stream().filter(rank -> !rank.hasEnded()).toList();
        Ending.end(
                running.stream().map(RankProcess::child).toList(), failed == null ? null : failed.child(), graceMillis);
        for (RankProcess rank : started) {
            if (rank.exitCode() == 0) {
                continue;
            }
            try {
                rank.awaitOutput();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Ends the job for a reason that concerns no particular rank.
     *
     * @param code exit code of the job
     */
    public void fail(String message, int code) {
        fail(message, code, true);
    }

    /**
     * As {@link #fail(String, int)}.
     *
     * @param says false if the message was printed for another job
     */
    public synchronized void fail(String message, int code, boolean says) {
        if (!ending) {
            jobFailure = jobFailure == null ? message : jobFailure;
            if (says) {
                terminal.say("mpirun: " + message);
            }
            events.add(new Event(null, code));
        }
    }
}
