package org.bipj.samples.nas.cfd;

/**
 * The lines of a box's interior points along an axis, in blocks of {@link LineSystem#LANES} lines next to each other,
 * and the copies between the flow's arrays and a block's buffer, in which the lines of a block lie side by side.
 */
final class Lines {
    private static final int LANES = LineSystem.LANES;

    private final Box box;
    private final int axis;

    /** The direction in which a block's lines are neighbours, and the direction of the blocks' rows. */
    private final int across;

    private final int outer;

    private final int stride;
    private final int laneStride;
    private final int rows;
    private final int width;
    private final int blocksAcross;

    Lines(Box box, int axis) {
        this.box = box;
        this.axis = axis;
        across = axis == 0 ? 1 : 0;
        outer = Grid.AXES - axis - across;
        stride = box.stride(axis);
        laneStride = box.stride(across);
        rows = interior(axis);
        width = interior(across);
        blocksAcross = (width + LANES - 1) / LANES;
    }

    private int interior(int direction) {
        return box.interiorEnd(direction) - box.interiorStart(direction);
    }

    /** Returns the number of points of each line. */
    int rows() {
        return rows;
    }

    /** Returns the number of points of all lines. */
    int points() {
        return rows * width * interior(outer);
    }

    /** Returns the number of blocks. */
    int blocks() {
        return blocksAcross * interior(outer);
    }

    /** Returns the grid's index, along the axis, of the lines' first point. */
    int first() {
        return box.global(axis, box.interiorStart(axis));
    }

    /** Returns where the first point of a block's first line is. */
    private int start(int block) {
        return box.index(box.interiorStart(0), box.interiorStart(1), box.interiorStart(2))
                + block % blocksAcross * LANES * laneStride
                + block / blocksAcross * box.stride(outer);
    }

    /** Returns how many lines a block has: the last one of a row may be short. */
    private int lanes(int block) {
        return Math.min(LANES, width - block % blocksAcross * LANES);
    }

    /**
     * Copies values of a block's points to a buffer.
     *
     * @param from the first row, counted from the lines' first point; -1 is the point before
     * @param count the number of rows
     * @param buffer filled from {@code at} on, every {@code pitch} values a row
     */
    void gather(double[] field, int block, int from, int count, double[] buffer, int at, int pitch) {
        int start = start(block) + from * stride;
        if (laneStride == 1) {
            for (int row = 0; row < count; row++) {
                System.arraycopy(field, start + row * stride, buffer, at + row * pitch, LANES);
            }
            return;
        }
        int lanes = lanes(block);
        for (int lane = 0; lane < lanes; lane++) {
            int point = start + lane * laneStride;
            for (int row = 0; row < count; row++) {
                buffer[at + row * pitch + lane] = field[point + row * stride];
            }
        }
    }

    /** Copies values of a block's points back, from the lines' first point on. */
    void scatter(double[] buffer, int at, int pitch, double[] field, int block) {
        int start = start(block);
        int lanes = lanes(block);
        if (laneStride == 1) {
            for (int row = 0; row < rows; row++) {
                System.arraycopy(buffer, at + row * pitch, field, start + row * stride, lanes);
            }
            return;
        }
        for (int lane = 0; lane < lanes; lane++) {
            int point = start + lane * laneStride;
            for (int row = 0; row < rows; row++) {
                field[point + row * stride] = buffer[at + row * pitch + lane];
            }
        }
    }
}
