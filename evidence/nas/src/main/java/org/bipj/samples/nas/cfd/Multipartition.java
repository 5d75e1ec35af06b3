package org.bipj.samples.nas.cfd;

import org.bipj.samples.Usage;
import org.bipj.samples.nas.Blocks;

/**
 * How SP and BT lay the cube over p x p ranks: each direction is cut into p slices, and each rank owns p cells, so
 * chosen that it has one in every slice of every direction. A sweep along a direction goes through its slices, and in
 * each of them all ranks have work. The neighbours of a rank's cells in one direction all belong to one rank.
 */
public final class Multipartition {
    private static final int FEWEST_POINTS = 3;

    private final int side;

    /** The number of slices in each direction, and of cells of each rank. */
    private final int parts;

    private final int row;
    private final int column;
    private final Box[] boxes;

    /**
     * Lays a cube over the ranks.
     *
     * @param kernel its name, for the error
     * @throws Usage.WrongUsage if that does not work with this number of ranks
     */
    public Multipartition(int ranks, int rank, int side, String kernel) {
        this.side = side;
        parts = (int) Math.round(Math.sqrt(ranks));
        if (parts * parts != ranks) {
            throw new Usage.WrongUsage(
                    kernel + " needs a square number of ranks (1, 4, 9, 16, 25, ...) but has " + ranks);
        }
        if (side / parts < FEWEST_POINTS) {
            throw new Usage.WrongUsage("with " + side + " points along each direction " + kernel + " runs on at most "
                    + (side / FEWEST_POINTS) * (side / FEWEST_POINTS) + " ranks but has " + ranks);
        }
        row = rank / parts;
        column = rank % parts;
        boxes = new Box[parts];
        for (int cell = 0; cell < parts; cell++) {
            boxes[cell] = box((column + cell) % parts, Math.floorMod(row - cell, parts), cell);
        }
    }

    private Box box(int... slices) {
        Blocks blocks = new Blocks(side, parts);
        int[] first = new int[Grid.AXES];
        int[] size = new int[Grid.AXES];
        for (int axis = 0; axis < Grid.AXES; axis++) {
            first[axis] = (int) blocks.first(slices[axis]);
            size[axis] = blocks.size(slices[axis]);
        }
        return new Box(side, first, size);
    }

    /** Returns the number of the rank's cells, and of the slices of each direction. */
    public int cells() {
        return parts;
    }

    /** Returns where a cell's points lie. */
    public Box box(int cell) {
        return boxes[cell];
    }

    /** Returns which of the rank's cells is in a slice. */
    public int cellIn(int axis, int slice) {
        return switch (axis) {
            case 0 -> Math.floorMod(slice - column, parts);
            case 1 -> Math.floorMod(row - slice, parts);
            default -> slice;
        };
    }

    /** Returns the rank that owns the cells behind those of this rank along an axis, or before them. */
    public int neighbour(int axis, boolean behind) {
        int step = behind ? 1 : -1;
        int otherRow = axis == 0 ? row : Math.floorMod(row + step, parts);
        int otherColumn = switch (axis) {
            case 0 -> Math.floorMod(column + step, parts);
            case 1 -> column;
            default -> Math.floorMod(column - step, parts);
        };
        return otherRow * parts + otherColumn;
    }
}
