package org.bipj.shm;

import java.io.IOException;
import org.bipj.core.job.Application;

/** The launcher of a rank that is a process, as the rank sees it. */
public interface RankLauncher {
    /**
     * True if the launcher is gone: the rank must not outlive it. Called five times a second by a thread that does nothing else.
     *
     * @throws IOException if that cannot be found out any more
     */
    boolean isGone() throws IOException;

    /**
     * Why the job cannot go on, in words: the rank then ends it. Asked beside {@link #isGone}.
     *
     * @return null as long as it can
     * @throws IOException if that cannot be found out any more
     */
    default String failure() throws IOException {
        return null;
    }

    /**
     * The rank ends the job: its reason lies on the board, and what it prints has been printed. The process is halted as soon as
     * this returns.
     *
     * @param code exit code of the job, 1 to 255
     * @param reason what {@link org.bipj.core.job.Job#abort(int, String)} was given
     */
    void abort(int code, String reason);

    /** The process ends, and has finalised the library. The last call. */
    default void leave() {}

    /**
     * The program that the rank runs.
     *
     * @param ranks of the session
     */
    Application application(int ranks);
}
