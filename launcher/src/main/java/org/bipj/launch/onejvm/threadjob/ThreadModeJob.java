package org.bipj.launch.onejvm.threadjob;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.bipj.core.job.Job;
import org.bipj.launch.mpirun.command.DeadlockPlan;
import org.bipj.launch.mpirun.job.JobReport;
import org.bipj.launch.mpirun.job.JobState;
import org.bipj.launch.mpirun.job.JobWatch;
import org.bipj.launch.mpirun.job.OutOfStep;
import org.bipj.launch.mpirun.job.PartyWatch;
import org.bipj.launch.mpirun.job.Survival;
import org.bipj.launch.mpirun.output.RankLines;
import org.bipj.launch.mpirun.output.Terminal;
import org.bipj.launch.onejvm.job.FigureThread;
import org.bipj.launch.onejvm.job.HostedRank;
import org.bipj.launch.onejvm.job.ProfiledRanks;
import org.bipj.launch.onejvm.job.SharedJvmJob;
import org.bipj.launch.onejvm.job.ThreadJobSpec;
import org.bipj.launch.seeing.timeline.RecordedRanks;
import org.bipj.shm.ShmSession;
import org.bipj.shm.board.Board;

/**
 * A job whose ranks are threads of this JVM: starts them, and ends the JVM when all have ended or one has failed. Where the job
 * survives deaths, one that dies does not end it.
 */
public final class ThreadModeJob extends SharedJvmJob {
    private final ShmSession session;
    private final ThreadRank[] ranks;
    /** The jobs that ranks have asked for. */
    private final ThreadJobFamily family;

    /** Watches this job and those. */
    private final PartyWatch party;

    /** How many ranks have not ended, without those that serve others. */
    private int running;
    /** Ranks that have ended well without having initialised the library. Guarded by this. */
    private final List<HostedRank> bystanders = new ArrayList<>();

    /** Null if a death ends the job. */
    private final Survival survival;

    public ThreadModeJob(ThreadJobSpec spec) throws IOException {
        super(spec);
        int n = spec.ranks();
        session = ShmSession.forThreads(n, (rank, code, reason) -> abort(rank, code, reason));
        session.record(spec.options().choiceFolder());
        boolean survivesDeaths = spec.options().survivesDeaths();
        if (survivesDeaths) {
            session.surviveDeaths();
        }
        survival = survivesDeaths ? new Survival(session::died) : null;
        ranks = new ThreadRank[n];
        running = (int)
                IntStream.range(0, n).filter(rank -> !programs.isService(rank)).count();
        family = new ThreadJobFamily(this, spec, session);
        party = new PartyWatch(spec.options().deadlock().patienceNs());
        for (int rank = 0; rank < n; rank++) {
            ranks[rank] = new ThreadRank(session.job(rank, programs.application(rank)), session.board(), this);
        }
    }

    /** Starts the ranks, and the clock of {@code --timeout}. */
    public void start() {
        takeStreams(ranks[0].job());
        process.afterEnd(this::leave);
        process.atEnd(new Thread(this::withdrawNames, "published names"));
        begun();
        RecordedRanks.of(new ProfiledRanks(rank -> System.nanoTime(), this::number, this::name));
        for (ThreadRank rank : ranks) {
            rank.start(programs.program(rank.number()));
        }
        startTimeout();
        JobWatch watch = new JobWatch(
                spec.options().deadlock(), party.of(session, state()), session, report(), terminal, this::isEnding);
        report().also(family::report);
        background("spawned jobs", family::watch);
        background("figures", new FigureThread(session.figures(), this::isEnding));
        background("job watch", () -> watch.run(() -> fail(DeadlockPlan.EXIT_CODE)));
    }

    /** What the ranks of all jobs here have published ends with this JVM. */
    private void withdrawNames() {
        session.withdrawNames();
        family.sessions().forEach(ShmSession::withdrawNames);
    }

    private int number(Job job) {
        return isOfAnother(job) ? ranks.length + family.number(job) : job.rank();
    }

    private String name(int number) {
        return number < ranks.length ? Integer.toString(number) : family.name(number - ranks.length);
    }

    /** Ends the ranks that still run, where the JVM goes on, and frees their memory. */
    private void leave() {
        family.end();
        session.endRanks();
        for (ThreadRank rank : ranks) {
            rank.threads().forEach(Thread::interrupt);
        }
        session.close();
    }

    /** A job that ranks of this one have asked for has ended. */
    void over(SpawnedThreads job, boolean hasFailed, int code) {
        party.over(job.session());
        job.session().withdrawNames();
        family.over(job, hasFailed, code);
    }

    /** The watch of a job that ranks of this one have asked for, which runs until that is over. */
    void watch(ShmSession of, JobState state, BooleanSupplier isEnding, Runnable end) {
        JobReport reports = new JobReport(state, terminal);
        family.reportBy(of, reports);
        JobWatch watch = new JobWatch(spec.options().deadlock(), party.of(of, state), of, reports, terminal, isEnding);
        background("job watch", () -> watch.look(end));
    }

    /** Says something to the user. */
    void say(String text) {
        terminal.say(text);
    }

    /** Ends the job because another one has failed. */
    void endWith(String why, int code) {
        if (isFirstFailure()) {
            terminal.say("mpirun: " + why);
            end(code);
        }
    }

    @Override
    public RankLines linesOfAnother(Job job, boolean error) {
        return family.lines(job, error);
    }

    @Override
    public JobState state() {
        return new ThreadState(session, ranks);
    }

    /** Where messages go, those of the jobs that this one has started too. */
    Terminal terminal() {
        return terminal;
    }

    /** Finds the library, and nothing of a program. */
    ClassLoader library() {
        return process.library();
    }

    @Override
    public String place() {
        return "thread";
    }

    private void abort(int rank, int code, String reason) {
        ranks[rank].fail(code, "ended the job: " + reason, null);
        awaitEnd();
    }

    @Override
    public void ended(HostedRank rank) {
        finish(rank.number());
        session.over(rank.number());
        synchronized (this) {
            if (rank.isAbsent()) {
                bystanders.add(rank);
                if (bystanders.size() == 1) {
                    background("bystander", this::watchForInitialisation);
                }
            } else if (survival != null) {
                survival.ended(0);
            }
        }
        if (stillRunning(rank) == 0) {
            endWell();
        }
    }

    /** A rank has ended; returns how many have not, without those that serve others. A positive number for one that does. */
    private synchronized int stillRunning(HostedRank ended) {
        return programs.isService(ended.number()) ? Math.max(1, running) : --running;
    }

    /** The last rank has ended. Does not return. */
    private void endWell() {
        int code = family.await();
        if (code != 0) {
            fail(code);
        } else if (survival != null) {
            if (outOfStep() == null && hasBystanders()) {
                // The program does not use the library.
                survival.ended(0);
            }
            end(Math.max(terminal.success(), survival.exitCode()));
        } else if (outOfStep() == null) {
            end(terminal.success());
        }
        // Without a thread that is no daemon the JVM would end by itself, with exit code 0.
        awaitEnd();
    }

    private synchronized boolean hasBystanders() {
        return !bystanders.isEmpty();
    }

    /** A rank of another job than the first one has ended that has finalised the library. */
    void survives(int code) {
        if (survival != null) {
            survival.ended(code);
        }
    }

    @Override
    public void died(HostedRank rank, int code, String what, Throwable why) {
        if (survival == null || isEnding()) {
            failed(rank, code, what, why);
            return;
        }
        boolean hasFinished = session.board().state(rank.number()) == Board.FINISHED;
        int others = stillRunning(rank);
        say(rank, Survival.withEnd(what, hasFinished || others == 0 ? "" : Survival.OTHERS_GO_ON));
        if (hasFinished) {
            survival.ended(code);
        } else {
            survival.died(rank.number(), code, what);
        }
        ranks[rank.number()].interruptOthers();
        if (others == 0) {
            endWell();
        }
        awaitEnd();
    }

    /** A rank that ended without initialising the library fails the job as soon as another initialises it. */
    private void watchForInitialisation() {
        try {
            String failure;
            while ((failure = outOfStep()) == null) {
                Thread.sleep(OutOfStep.POLL_MS);
            }
            if (survival == null) {
                failed(bystanders.getFirst(), OutOfStep.EXIT_CODE, failure, null);
            }
            for (HostedRank rank : taken()) {
                say(rank, failure + Survival.OTHERS_GO_ON);
                survival.died(rank.number(), 0, failure);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized List<HostedRank> taken() {
        List<HostedRank> taken = List.copyOf(bystanders);
        bystanders.clear();
        return taken;
    }

    private synchronized String outOfStep() {
        return bystanders.isEmpty() ? null : OutOfStep.reason(session.board());
    }
}
