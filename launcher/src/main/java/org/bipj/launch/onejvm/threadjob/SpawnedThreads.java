package org.bipj.launch.onejvm.threadjob;

import java.io.IOException;
import java.util.List;
import org.bipj.core.job.Job;
import org.bipj.core.job.RankEndedError;
import org.bipj.core.job.family.Connections;
import org.bipj.core.job.family.SpawnAnswer;
import org.bipj.launch.hosted.loader.HostedProgram;
import org.bipj.launch.mpirun.command.DeadlockPlan;
import org.bipj.launch.mpirun.job.Survival;
import org.bipj.launch.mpirun.output.OutputPlan;
import org.bipj.launch.mpirun.output.RankLines;
import org.bipj.launch.mpirun.output.Terminal;
import org.bipj.launch.onejvm.job.HostedRank;
import org.bipj.launch.onejvm.job.JobLines;
import org.bipj.launch.onejvm.job.JobPrograms;
import org.bipj.shm.ShmSession;
import org.bipj.shm.board.Board;

/** A job whose ranks are threads, which ranks of the JVM's first job have asked for. */
final class SpawnedThreads implements HostedRank.Listener {
    private static final long LOOK_MS = 5;

    private final int number;
    private final ThreadModeJob first;
    private final ShmSession session;
    private final ThreadRank[] ranks;
    private final JobPrograms programs;
    private final JobLines lines;
    private int running;
    /** Why the job has ended before all ranks have initialised the library; null: it has not. */
    private String early;

    private boolean failed;
    private boolean hasStarted;

    /**
     * A job that has not started.
     *
     * @param number among those of the JVM, from 1
     * @param output how its output is shown
     * @param survivesDeaths true if the job goes on when a rank dies
     */
    SpawnedThreads(
            int number,
            ThreadModeJob first,
            List<HostedProgram> hosted,
            Connections.Parents parents,
            OutputPlan output,
            boolean survivesDeaths,
            Terminal terminal,
            ClassLoader library)
            throws IOException {
        this.number = number;
        this.first = first;
        programs = new JobPrograms(hosted, library);
        int n = programs.ranks();
        session = ShmSession.forThreads(n, (rank, code, reason) -> abort(rank, code, reason));
        session.startedBy(parents, number);
        session.serve();
        if (survivesDeaths) {
            session.surviveDeaths();
        }
        ranks = new ThreadRank[n];
        lines = new JobLines(output, terminal);
        running = n;
        for (int rank = 0; rank < n; rank++) {
            ranks[rank] = new ThreadRank(session.job(rank, programs.application(rank)), session.board(), this);
        }
    }

    int number() {
        return number;
    }

    ShmSession session() {
        return session;
    }

    /** Where the output of a rank of this job goes; null for another one's. */
    RankLines lines(Job job, boolean error) {
        int rank = job.rank();
        return rank < ranks.length && ranks[rank].job() == job ? lines.of(rank, error) : null;
    }

    /** Starts the ranks, and waits until all have initialised the library, or that is not to be. */
    SpawnAnswer start() throws InterruptedException {
        for (ThreadRank rank : ranks) {
            rank.startDaemon(programs.program(rank.number()));
        }
        while (true) {
            synchronized (this) {
                if (early != null) {
                    return SpawnAnswer.failed(early);
                }
                if (haveAllStarted()) {
                    hasStarted = true;
                    first.watch(session, new ThreadState(session, ranks), this::isOver, this::deadlock);
                    return new SpawnAnswer(session.address(), programs.counts(), "");
                }
            }
            Thread.sleep(LOOK_MS);
        }
    }

    private synchronized boolean isOver() {
        return failed || running == 0;
    }

    /** Ends the job, as nothing can happen in it any more, and those that it is connected with. */
    private void deadlock() {
        synchronized (this) {
            if (isOver()) {
                return;
            }
            failed = true;
        }
        first.over(this, true, DeadlockPlan.EXIT_CODE);
        end();
    }

    private boolean haveAllStarted() {
        for (ThreadRank rank : ranks) {
            if (rank.isAbsent()) {
                return false;
            }
        }
        return true;
    }

    /** Makes the ranks leave the library, where they wait. */
    void end() {
        session.endRanks();
        for (ThreadRank rank : ranks) {
            rank.threads().forEach(Thread::interrupt);
        }
    }

    /** The rank's thread leaves its program: the JVM goes on. */
    @Override
    public void awaitEnd() {
        throw new RankEndedError("job " + number + " is over for this rank");
    }

    private void abort(int rank, int code, String reason) {
        ranks[rank].fail(code, "ended the job: " + reason, null);
        awaitEnd();
    }

    @Override
    public void ended(HostedRank rank) {
        lines.finish(rank.number());
        session.over(rank.number());
        if (session.board().state(rank.number()) == Board.FINISHED) {
            first.survives(0);
        }
        synchronized (this) {
            if (session.board().state(rank.number()) == Board.ABSENT && !hasStarted) {
                early = SpawnAnswer.endedEarly(rank.number(), "", SpawnAnswer.ENDED_WELL);
            }
        }
        oneLess();
    }

    private void oneLess() {
        boolean last;
        synchronized (this) {
            last = --running == 0;
        }
        if (last) {
            first.over(this, false, 0);
        }
    }

    @Override
    public void died(HostedRank rank, int code, String what, Throwable why) {
        boolean survives;
        synchronized (this) {
            survives = rank.job().survivesDeaths() && hasStarted && !failed;
        }
        if (!survives) {
            failed(rank, code, what, why);
            return;
        }
        say(rank, Survival.withEnd(what, Survival.OTHERS_GO_ON));
        if (session.board().state(rank.number()) == Board.FINISHED) {
            first.survives(code);
        } else {
            session.died(rank.number(), what.lines().findFirst().orElse(""));
        }
        ranks[rank.number()].interruptOthers();
        oneLess();
        awaitEnd();
    }

    private void say(HostedRank rank, String what) {
        lines.finish(rank.number());
        lines.record(rank.number(), what);
        first.say("mpirun: rank " + number + "." + rank.number() + " (thread of pid "
                + ProcessHandle.current().pid() + ") " + what);
    }

    @Override
    public void failed(HostedRank rank, int code, String what, Throwable why) {
        synchronized (this) {
            if (failed) {
                awaitEnd();
                return;
            }
            failed = true;
            if (!hasStarted) {
                early = SpawnAnswer.endedEarly(rank.number(), "", what);
            }
        }
        say(rank, what);
        first.over(this, true, hasStarted ? code : 0);
        end();
        awaitEnd();
    }
}
