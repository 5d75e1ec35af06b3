package org.bipj.samples.nas.mg;

import org.bipj.samples.nas.Vectors;

/**
 * A rank's part of the cube of one level: its points and, in flat arrays, how they lie: x fastest, with one ghost point
 * on every side. The finest level has all points; a coarse point j is the fine point 2j + 1, and belongs to the same
 * rank: on levels that have fewer points than there are ranks, some have none.
 */
final class Level {
    /** The points of the whole cube along each direction. */
    final int side;

    /** The cube's indices of the rank's first point. */
    private final int[] first;

    /** The number of the rank's points along x, y and z. */
    private final int[] size;

    private Level(int side, int[] first, int[] size) {
        this.side = side;
        this.first = first;
        this.size = size;
    }

    /** The finest level of a cube, cut evenly. */
    static Level finest(int side, RankGrid ranks) {
        int[] first = new int[RankGrid.AXES];
        int[] size = new int[RankGrid.AXES];
        for (int axis = 0; axis < RankGrid.AXES; axis++) {
            size[axis] = side / ranks.parts()[axis];
            first[axis] = ranks.place()[axis] * size[axis];
        }
        return new Level(side, first, size);
    }

    /** This rank's part of the next coarser level. */
    Level coarser() {
        int[] coarseFirst = new int[RankGrid.AXES];
        int[] coarseSize = new int[RankGrid.AXES];
        for (int axis = 0; axis < RankGrid.AXES; axis++) {
            coarseFirst[axis] = first[axis] / 2;
            coarseSize[axis] = (first[axis] + size[axis]) / 2 - coarseFirst[axis];
        }
        return new Level(side / 2, coarseFirst, coarseSize);
    }

    /** Returns the number of the rank's points along an axis. */
    int size(int axis) {
        return size[axis];
    }

    /** Returns the cube's index of a local index. */
    int global(int axis, int local) {
        return first[axis] + local;
    }

    /** Returns whether a point's index in the cube is odd: then it is a coarse point too. */
    boolean isOdd(int axis, int local) {
        return Math.floorMod(global(axis, local), 2) == 1;
    }

    /** Returns whether the rank has points. */
    boolean hasPoints() {
        return size[0] > 0 && size[1] > 0 && size[2] > 0;
    }

    /** Returns the distance in an array from a row to the next along y. */
    int row() {
        return size[0] + 2;
    }

    /** Returns the distance in an array from a plane to the next along z. */
    int plane() {
        return row() * (size[1] + 2);
    }

    /** Returns the length of an array that holds a value for each point; vectors may read past the last one. */
    int length() {
        return Math.multiplyExact(plane(), size[2] + 2) + Vectors.LANES;
    }

    /** Returns where a point is in an array; -1 and the number of points are ghost points. */
    int index(int i, int j, int k) {
        return (k + 1) * plane() + (j + 1) * row() + i + 1;
    }
}
