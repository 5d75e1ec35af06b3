package org.bipj.launch.onejvm.embedded;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.bipj.core.job.Job;
import org.bipj.launch.hosted.loader.RankCode;
import org.bipj.launch.mpirun.job.JobState;
import org.bipj.launch.mpirun.job.RanksText;
import org.bipj.launch.onejvm.job.HostedRank;
import org.bipj.launch.onejvm.job.ProfiledRanks;
import org.bipj.launch.onejvm.threadjob.ThreadRank;
import org.bipj.launch.onejvm.threadjob.ThreadState;
import org.bipj.launch.seeing.timeline.RecordedRanks;
import org.bipj.shm.ShmSession;
import org.bipj.shm.waiting.DeadlockDetector;

/** An embedded job whose ranks are threads. */
final class EmbeddedThreads extends EmbeddedJob {
    /** How long nothing may have happened before that is a deadlock. Less than in a job of its own: tests are short. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(1);

    /** How long to wait for a waiting rank to report what it waits for; one that computes does not answer. */
    private static final long ANSWER_MS = 500;

    /** Limit of the wait for answers in a deadlock, in which all ranks answer. */
    private static final long SURE_ANSWER_MS = 10_000;

    /** How long ranks that were ended may take to leave their programs. */
    private static final long LEAVING_MS = 2000;

    private final ShmSession session;
    private final RankCode code;
    private final ThreadRank[] ranks;
    private final JobState state;
    private boolean isEnded;

    EmbeddedThreads(int n, RankCode code, Duration limit) {
        super(limit);
        this.code = code;
        session = ShmSession.forThreads(n, this::abort);
        ranks = new ThreadRank[n];
        state = new ThreadState(session, ranks);
    }

    @Override
    public EmbeddedJob checked(String words) {
        session.check(words);
        return this;
    }

    @Override
    public EmbeddedJob survivingDeaths() {
        session.surviveDeaths();
        return this;
    }

    @Override
    public void serves(int rank) {
        throw new UnsupportedOperationException("rank " + rank
                + " cannot serve others: a test waits for all of its threads; expected ranks in virtual time");
    }

    @Override
    public Outcome run() throws InterruptedException {
        RecordedRanks.of(new ProfiledRanks(rank -> System.nanoTime(), Job::rank, Integer::toString));
        for (int rank = 0; rank < ranks.length; rank++) {
            ranks[rank] = new ThreadRank(session.job(rank), session.board(), this);
        }
        for (ThreadRank rank : ranks) {
            rank.startDaemon(code);
        }
        try {
            String report = endOrReport();
            // Before the ranks are ended, which some of them would report as failures.
            Outcome outcome = conclude(report);
            return report.isEmpty() ? outcome : outcome.with(end());
        } finally {
            end();
            session.close();
        }
    }

    /** Waits until all ranks have ended, or never will. Returns the report about those that have not. */
    private String endOrReport() throws InterruptedException {
        long startNs = System.nanoTime();
        DeadlockDetector detector = session.questions().detector(PATIENCE_NS);
        long lookNs = startNs;
        while (true) {
            if (haveEnded(TimeUnit.NANOSECONDS.toMillis(detector.periodNs()))) {
                return "";
            }
            if (sinceFailureNs() > GRACE_NS && !ranks[0].job().survivesDeaths()) {
                return report(OTHERS_FAILED, ANSWER_MS);
            }
            long nowNs = System.nanoTime();
            if (nowNs - startNs > limit().toNanos()) {
                return report(timeIsUp(), ANSWER_MS);
            }
            if (nowNs - lookNs >= detector.periodNs()) {
                lookNs = nowNs;
                if (detector.look(nowNs)) {
                    return report("deadlock: nothing can happen any more\n", SURE_ANSWER_MS);
                }
            }
        }
    }

    /** Waits for the ranks' ends; false if the time is up. */
    private boolean haveEnded(long patienceMs) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMs);
        for (ThreadRank rank : ranks) {
            long leftMs = Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
            if (!rank.main().join(Duration.ofMillis(leftMs))) {
                return false;
            }
        }
        return true;
    }

    private String report(String why, long answerMs) throws InterruptedException {
        return why + RanksText.of(state, answerMs, state.stacks(false));
    }

    /** Ends the ranks. Returns a line about those that do not leave their programs. */
    private String end() throws InterruptedException {
        if (isEnded) {
            return "";
        }
        isEnded = true;
        session.endRanks();
        for (ThreadRank rank : ranks) {
            rank.threads().forEach(Thread::interrupt);
        }
        return haveEnded(LEAVING_MS) ? "" : "some ranks go on: they compute or poll, and cannot be ended\n";
    }

    private void abort(int rank, int exitCode, String reason) {
        ranks[rank].fail(exitCode, "ended the job with code " + exitCode + ": " + reason, null);
    }

    @Override
    public void failed(HostedRank rank, int exitCode, String what, Throwable why) {
        session.failed(rank.number());
        super.failed(rank, exitCode, what, why);
    }

    @Override
    public void died(HostedRank rank, int exitCode, String what, Throwable why) {
        if (rank.job().survivesDeaths()) {
            session.died(rank.number(), what.lines().findFirst().orElse(""));
            ranks[rank.number()].interruptOthers();
            super.failed(rank, exitCode, what, why);
        }
        failed(rank, exitCode, what, why);
    }

    @Override
    public void ended(HostedRank rank) {
        session.over(rank.number());
    }
}
