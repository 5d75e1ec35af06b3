package org.bipj.core.job;

/**
 * Thrown in a rank that shares its JVM with others and has ended, or whose job has, so that its thread leaves the
 * program. Must not be caught.
 */
public class RankEndedError extends Error {
    private static final long serialVersionUID = 1L;

    /**
     * Without a stack trace: it reports nothing.
     *
     * @param why one line
     */
    public RankEndedError(String why) {
        super(why, null, false, false);
    }
}
