package org.bipj.samples.nas.mg;

import org.bipj.samples.Usage;

/**
 * How MG lays its cubes over the ranks: x is fastest in a rank's number.
 *
 * @param parts the ranks along x, y and z
 * @param place the rank's place along them
 */
record RankGrid(int[] parts, int[] place) {
    /** The directions x, y and z. */
    static final int AXES = 3;

    /**
     * Lays a cube over the ranks.
     *
     * @throws Usage.WrongUsage if that does not work with this number of ranks
     */
    static RankGrid of(int ranks, int rank, MgProblem problem) {
        if (Integer.bitCount(ranks) != 1) {
            throw new Usage.WrongUsage("MG needs a power of two of ranks (1, 2, 4, 8, ...) but has " + ranks);
        }
        int log = Integer.numberOfTrailingZeros(ranks);
        int logX = log / 3;
        int logY = (log - logX) / 2;
        int[] parts = {1 << logX, 1 << logY, 1 << (log - logX - logY)};
        if (parts[2] > problem.side()) {
            throw new Usage.WrongUsage("class " + problem + " of MG has " + problem.side()
                    + " points along each direction: too few for " + ranks + " ranks");
        }
        int[] place = {rank % parts[0], rank / parts[0] % parts[1], rank / parts[0] / parts[1]};
        return new RankGrid(parts, place);
    }

    /** Returns the rank some places further along an axis; behind the last comes the first. */
    int neighbour(int axis, int distance) {
        int[] other = place.clone();
        other[axis] = Math.floorMod(place[axis] + distance, parts[axis]);
        return other[0] + parts[0] * (other[1] + parts[1] * other[2]);
    }
}
