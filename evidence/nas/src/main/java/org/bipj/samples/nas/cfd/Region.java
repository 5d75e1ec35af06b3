package org.bipj.samples.nas.cfd;

/**
 * A block of a box's points, possibly in the frame, that travels in a message.
 *
 * @param box where the points lie
 * @param from the local indices of the first point
 * @param to the local indices behind the last one
 */
public record Region(Box box, int[] from, int[] to) {

    /**
     * Some layers across an axis, over the whole width of the box along the others, without its frame.
     *
     * @param start the first layer's local index along the axis
     */
    public static Region layers(Box box, int axis, int start, int count) {
        int[] from = new int[Grid.AXES];
        int[] to = {box.size(0), box.size(1), box.size(2)};
        from[axis] = start;
        to[axis] = start + count;
        return new Region(box, from, to);
    }

    /** Returns the number of points. */
    public int points() {
        return (to[0] - from[0]) * (to[1] - from[1]) * (to[2] - from[2]);
    }

    /** Copies the points of all fields to a buffer from a position on; returns the position behind them. */
    public int pack(double[][] fields, double[] buffer, int position) {
        return copy(fields, buffer, position, true);
    }

    /** Copies the points of all fields out of a buffer from a position on; returns the position behind them. */
    public int unpack(double[][] fields, double[] buffer, int position) {
        return copy(fields, buffer, position, false);
    }

    private int copy(double[][] fields, double[] buffer, int position, boolean toBuffer) {
        int length = to[0] - from[0];
        int next = position;
        for (double[] field : fields) {
            for (int k = from[2]; k < to[2]; k++) {
                for (int j = from[1]; j < to[1]; j++) {
                    int at = box.index(from[0], j, k);
                    if (toBuffer) {
                        System.arraycopy(field, at, buffer, next, length);
                    } else {
                        System.arraycopy(buffer, next, field, at, length);
                    }
                    next += length;
                }
            }
        }
        return next;
    }
}
