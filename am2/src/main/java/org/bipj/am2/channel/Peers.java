package org.bipj.am2.channel;

import org.bipj.core.channel.Channel;
import org.bipj.core.job.Job;

/**
 * The other ranks: which ones this rank has exchanged messages with, and which have left. How two ranks part:
 *
 * <pre>
 *   the first to leave           the other one
 *     LEFT -----------------------&gt;  its requests and replies come back from now on
 *       &lt;-------------------- LEFT_SEEN
 *     ... what still came goes back, and has been taken
 *     GONE -----------------------&gt;  may end
 *     ends
 * </pre>
 *
 * Where both send LEFT, each ends when it has LEFT_SEEN: what they would send back is of no interest to the other one.
 * A rank may leave without having met one that sends to it: that one finds out from the job ({@link Job#hasClosed}).
 */
final class Peers {
    private final Job job;
    private final Channel channel;
    /** Ranks that have sent something to this one. */
    private final boolean[] heard;
    /** Ranks that this one has sent to and not heard from. */
    private final boolean[] watched;

    private int watching;
    private final boolean[] left;
    /** Ranks that will send nothing more. */
    private final boolean[] gone;
    /** Ranks that have been notified that this rank leaves. */
    private final boolean[] told;
    /** Ranks that have acknowledged that this rank leaves. */
    private final boolean[] seen;
    /** Ranks that have been notified that this rank has nothing more for them. */
    private final boolean[] parted;

    /**
     * No rank has been met.
     *
     * @param channel of this opening of Active Messages
     */
    Peers(Job job, Channel channel) {
        this.job = job;
        this.channel = channel;
        int size = job.size();
        heard = new boolean[size];
        watched = new boolean[size];
        left = new boolean[size];
        gone = new boolean[size];
        told = new boolean[size];
        seen = new boolean[size];
        parted = new boolean[size];
    }

    boolean isRank(int peer) {
        return peer < left.length;
    }

    /** True if messages reach the rank, as far as this one can tell. */
    boolean isThere(int peer) {
        return peer < left.length && !left[peer];
    }

    /** True if the rank has sent something to this one. Then it does not end without notifying this one. */
    boolean hasHeard(int peer) {
        return heard[peer];
    }

    /** Notes that something has arrived from a rank. */
    void hear(int peer) {
        heard[peer] = true;
        if (watched[peer]) {
            watched[peer] = false;
            watching--;
            job.watch(peer, false);
        }
    }

    /** Notes that something is sent to a rank. Until that rank answers, this one watches whether it ends. */
    void meet(int peer) {
        if (!heard[peer] && !watched[peer]) {
            watched[peer] = true;
            watching++;
            job.watch(peer, true);
        }
    }

    /** True for a rank that has said that it leaves, or that has ended. */
    boolean isOver(int peer) {
        return left[peer] || hasClosed(peer);
    }

    private boolean hasClosed(int peer) {
        return channel.isDroppedBy(peer) || job.hasClosed(peer, channel.number(), channel.opening());
    }

    /** True if this rank has sent to one that it has not heard from. */
    boolean isWatching() {
        return watching > 0;
    }

    /** A rank that this one has sent to, and that has ended without having read that; negative if there is none. */
    int nextLost() {
        for (int peer = 0; peer < watched.length; peer++) {
            if (watched[peer] && hasClosed(peer)) {
                return peer;
            }
        }
        return -1;
    }

    void hasLeft(int peer) {
        left[peer] = true;
    }

    void isGone(int peer) {
        gone[peer] = true;
    }

    void seen(int peer) {
        seen[peer] = true;
    }

    /**
     * The next rank to notify that this one leaves, which counts as notified from now on; negative if there is none. A rank
     * that has itself left before was answered then: nothing has been sent to it since.
     */
    int tellNext() {
        for (int peer = 0; peer < left.length; peer++) {
            if ((heard[peer] || watched[peer]) && !told[peer] && !left[peer]) {
                told[peer] = true;
                return peer;
            }
        }
        return -1;
    }

    /** True if a rank stays that has seen that this one leaves, and is to be notified once this one has nothing more for it. */
    boolean staysWithoutThis(int peer) {
        return told[peer] && seen[peer] && !left[peer] && !parted[peer];
    }

    void part(int peer) {
        parted[peer] = true;
    }

    int size() {
        return left.length;
    }

    /** A rank that has to send something before this one may end; negative if there is none. */
    int nextMissing() {
        for (int peer = 0; peer < told.length; peer++) {
            if (mustSee(peer) || mustGo(peer)) {
                return peer;
            }
        }
        return -1;
    }

    private boolean mustSee(int peer) {
        return told[peer] && !seen[peer] && !hasClosed(peer);
    }

    private boolean mustGo(int peer) {
        return left[peer] && !told[peer] && !gone[peer] && !hasClosed(peer);
    }

    String missing() {
        int peer = nextMissing();
        if (peer < 0) {
            return "";
        }
        return "rank " + peer
                + (mustSee(peer) ? " to see that this rank leaves Active Messages" : " to end its Active Messages");
    }
}
