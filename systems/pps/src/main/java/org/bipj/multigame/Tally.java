package org.bipj.multigame;

/**
 * What ranks have done and found.
 *
 * @param sent messages with jobs, since the beginning
 * @param received the same
 * @param jobs positions expanded in this search
 * @param over the smallest length of a line that this search did not look at, since it is beyond the limit
 * @param depth length of the shortest line to a goal; {@link #NOTHING} if none was found
 * @param high the goal of this line; of several, the smallest
 * @param low the same
 */
record Tally(long sent, long received, long jobs, long over, long depth, long high, long low) {
    /** The {@link #depth} and {@link #over} of ranks that have found none. */
    static final long NOTHING = Long.MAX_VALUE;

    /** The tally of a rank that has done and found nothing. */
    static final Tally NONE = new Tally(0, 0, 0, NOTHING, NOTHING, 0, 0);

    /** Words of a tally in a message. */
    static final int WORDS = 7;

    /** The tally of both: counts added, the better line. */
    Tally plus(Tally other) {
        Tally better = isBetterThan(other) ? this : other;
        return new Tally(
                sent + other.sent,
                received + other.received,
                jobs + other.jobs,
                Math.min(over, other.over),
                better.depth,
                better.high,
                better.low);
    }

    private boolean isBetterThan(Tally other) {
        if (depth != other.depth) {
            return depth < other.depth;
        }
        int order = Long.compareUnsigned(high, other.high);
        return order != 0 ? order < 0 : Long.compareUnsigned(low, other.low) < 0;
    }

    /** True if the search has found a goal. */
    boolean hasGoal() {
        return depth != NOTHING;
    }

    /** Writes this tally into a message's words. */
    void write(long[] words, int at) {
        words[at] = sent;
        words[at + 1] = received;
        words[at + 2] = jobs;
        words[at + 3] = over;
        words[at + 4] = depth;
        words[at + 5] = high;
        words[at + 6] = low;
    }

    /** Reads a tally from a message's words. */
    static Tally read(long[] words, int at) {
        return new Tally(
                words[at], words[at + 1], words[at + 2], words[at + 3], words[at + 4], words[at + 5], words[at + 6]);
    }
}
