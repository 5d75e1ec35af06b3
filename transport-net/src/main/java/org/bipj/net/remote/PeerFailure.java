package org.bipj.net.remote;

/**
 * The end of a connection that was not said. It is found at once and reported later: where a rank or host has died, the
 * launcher knows why, and ends the job meanwhile unless the program asked it not to.
 *
 * @param text for the user: rank, host and reason
 * @param foundAt by {@link System#nanoTime}
 */
public record PeerFailure(String text, long foundAt) {
    private static final long GRACE_NS = 500_000_000;

    /** A failure that was found just now. */
    public static PeerFailure of(int rank, String host, String why) {
        return of("rank " + rank + " on host " + host, why);
    }

    /** As {@link #of(int, String, String)}, of a process that has another name. */
    public static PeerFailure of(String process, String why) {
        return new PeerFailure(process + " has failed: " + why, System.nanoTime());
    }

    /** This failure where nobody ends the job: it need not wait. */
    public PeerFailure atOnce() {
        return new PeerFailure(text, foundAt - GRACE_NS);
    }

    /** True if the launcher has had its time. */
    public boolean isDue() {
        return System.nanoTime() - foundAt >= GRACE_NS;
    }
}
