package org.bipj.net;

import org.bipj.core.job.Application;
import org.bipj.net.pmi.KeyValues;
import org.bipj.shm.RankLauncher;

/** The launcher as a rank sees it, here a foreign one. */
final class ForeignRank implements RankLauncher {
    private final KeyValues space;
    private final Meeting meeting;
    private Application application;

    ForeignRank(KeyValues space, Meeting meeting) {
        this.space = space;
        this.meeting = meeting;
    }

    @Override
    public boolean isGone() {
        return space.isGone();
    }

    /** Prints the reason, because such a launcher prints none, and ends the job. */
    @Override
    public void abort(int code, String reason) {
        System.err.println("bipj: rank " + space.rank() + " of " + space.size() + " ends the job: " + reason);
        System.err.flush();
        System.out.flush();
        space.abort(code, reason);
    }

    @Override
    public void leave() {
        space.close();
    }

    @Override
    public synchronized Application application(int ranks) {
        if (application == null) {
            application = meeting.application();
        }
        return application;
    }
}
