package org.bipj.launch.onejvm.simjob;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bipj.core.job.Job;
import org.bipj.launch.hosted.loader.HostedProgram;
import org.bipj.launch.mpirun.job.Survival;
import org.bipj.launch.mpirun.output.RankLines;
import org.bipj.launch.onejvm.job.HostedRank;
import org.bipj.launch.onejvm.job.JobLines;
import org.bipj.launch.onejvm.job.JobPrograms;
import org.bipj.sim.SimSession;
import org.bipj.sim.SimWorld;

/** A job whose ranks are coroutines, which ranks of the same run have asked for. */
final class SpawnedCoroutines implements HostedRank.Listener {
    private final SimWorld world;
    private final SimulatedJob first;
    private final SimSession session;
    private final JobPrograms programs;
    private final JobLines lines;
    private final List<SimRank> ranks = new CopyOnWriteArrayList<>();

    /** A job whose ranks have no hosts yet. */
    SpawnedCoroutines(
            SimWorld world,
            SimulatedJob first,
            SimSession session,
            List<HostedProgram> hosted,
            ClassLoader library,
            JobLines lines)
            throws IOException {
        this.world = world;
        this.first = first;
        this.session = session;
        this.lines = lines;
        programs = new JobPrograms(hosted, library);
    }

    /** The ranks have hosts. */
    List<SimRank> place(SimRank.World sees) {
        for (int rank = 0; rank < world.size(); rank++) {
            ranks.add(new SimRank(session, world.first() + rank, programs.application(rank), sees, this));
        }
        return ranks;
    }

    SimWorld world() {
        return world;
    }

    /** Runs the program of a rank, in its coroutine. */
    void main(int place) {
        int rank = place - world.first();
        ranks.get(rank).main(programs.program(rank));
    }

    /** Where the output of a rank of this job goes; null for another one's. */
    RankLines lines(Job job, boolean error) {
        int rank = job.rank();
        return rank < ranks.size() && ranks.get(rank).job() == job ? lines.of(rank, error) : null;
    }

    @Override
    public void ended(HostedRank rank) {
        lines.finish(rank.number());
        if (session.state(world.first() + rank.number()) == SimSession.State.FINISHED) {
            first.survives(0);
        }
    }

    /** Until the job has started, a death is that of all of it. */
    @Override
    public void died(HostedRank rank, int code, String what, Throwable why) {
        if (!session.survivesDeaths() || !session.hasStarted(world)) {
            failed(rank, code, what, why);
            return;
        }
        lines.finish(rank.number());
        lines.record(rank.number(), what);
        first.sayOf(world, rank, Survival.withEnd(what, Survival.OTHERS_GO_ON));
        int place = world.first() + rank.number();
        if (session.state(place) == SimSession.State.FINISHED) {
            first.survives(code);
        } else {
            session.died(place, what.lines().findFirst().orElse(""));
        }
        session.leave();
        awaitEnd();
    }

    @Override
    public void failed(HostedRank rank, int code, String what, Throwable why) {
        lines.finish(rank.number());
        lines.record(rank.number(), what);
        first.hasFailed(world, rank, code, what);
        session.leave();
        awaitEnd();
    }
}
