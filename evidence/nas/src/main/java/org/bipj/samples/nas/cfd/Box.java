package org.bipj.samples.nas.cfd;

import org.bipj.samples.nas.Vectors;

/**
 * A rectangular part of the grid and how its points lie in a flat array: x fastest, with a frame of {@value #GHOSTS}
 * ghost points on every side, which hold neighbours' points. Local indices count from the box's own first point, and
 * are negative in the frame.
 */
public final class Box {
    /** The width of the frame: R reaches two points far. */
    public static final int GHOSTS = 2;

    private final int side;
    private final int[] first;
    private final int[] size;
    private final int[] strides;

    /**
     * A part of a grid.
     *
     * @param side the points of the grid along each direction
     * @param first the grid's indices of the box's first point
     * @param size its number of points along x, y and z
     */
    public Box(int side, int[] first, int[] size) {
        this.side = side;
        this.first = first.clone();
        this.size = size.clone();
        int row = roundUp(size[0] + 2 * GHOSTS);
        strides = new int[] {1, row, Math.multiplyExact(row, size[1] + 2 * GHOSTS)};
    }

    private static int roundUp(int count) {
        return (count + Vectors.LANES - 1) / Vectors.LANES * Vectors.LANES;
    }

    /** Returns the length of an array that holds a value for each point; vectors may read past the last one. */
    public int length() {
        return Math.multiplyExact(strides[2], size[2] + 2 * GHOSTS) + Vectors.LANES;
    }

    /** Returns the length of an array that holds a value for each point of a row, rounded up to whole vectors. */
    public int rowLength() {
        return strides[1];
    }

    /** Returns where a point is in an array. */
    public int index(int i, int j, int k) {
        return (k + GHOSTS) * strides[2] + (j + GHOSTS) * strides[1] + i + GHOSTS;
    }

    /** Returns the distance in an array between a point and its neighbour along an axis. */
    public int stride(int axis) {
        return strides[axis];
    }

    /** Returns the number of points along an axis, without the frame. */
    public int size(int axis) {
        return size[axis];
    }

    /** Returns the grid's index of a local index along an axis. */
    public int global(int axis, int local) {
        return first[axis] + local;
    }

    /** Returns whether the grid has a point with this local index along an axis. */
    public boolean inGrid(int axis, int local) {
        return global(axis, local) >= 0 && global(axis, local) < side;
    }

    /** Returns the first local index along an axis that is neither in the frame nor on the boundary. */
    public int interiorStart(int axis) {
        return first[axis] == 0 ? 1 : 0;
    }

    /** Returns the number of the points that are neither in the frame nor on the boundary. */
    public int interiorPoints() {
        int points = 1;
        for (int axis = 0; axis < Grid.AXES; axis++) {
            points *= interiorEnd(axis) - interiorStart(axis);
        }
        return points;
    }

    /** Returns the local index along an axis behind the last that is neither in the frame nor on the boundary. */
    public int interiorEnd(int axis) {
        return first[axis] + size[axis] == side ? size[axis] - 1 : size[axis];
    }
}
