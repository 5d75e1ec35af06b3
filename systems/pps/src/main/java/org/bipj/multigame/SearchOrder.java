package org.bipj.multigame;

/**
 * What rank 0 orders: a search on all ranks.
 *
 * @param search its number
 * @param epoch earlier searches of the same epoch have left positions in the tables that count
 * @param limit length of the longest line
 * @param root where it begins
 * @param start where the game begins, and its estimate: the same on all ranks
 */
record SearchOrder(int search, int epoch, int limit, Position root, Position start, int estimate) {
    /** The {@link Job} state with which the search begins. */
    long state() {
        return Job.state(search, epoch, limit, 0);
    }

    long[] toWords() {
        return new long[] {search, epoch, limit, root.high(), root.low(), start.high(), start.low(), estimate};
    }

    static SearchOrder read(long[] words, int at) {
        return new SearchOrder(
                (int) words[at],
                (int) words[at + 1],
                (int) words[at + 2],
                new Position(words[at + 3], words[at + 4]),
                new Position(words[at + 5], words[at + 6]),
                (int) words[at + 7]);
    }
}
