package org.bipj.samples.nas.cfd;

import org.bipj.samples.nas.Vectors;

/**
 * The band systems of the lines along one axis, {@value org.bipj.samples.nas.Vectors#LANES} lines at a time. What
 * belongs to a row of the lines lies together, and in it what belongs to one value of all lines: {@code
 * [row][value][line]}.
 *
 * <p>Elimination goes forward along the lines and leaves in each row what the substitution, which goes backward, needs
 * of it; both need of the rows before them no more than {@link #reach()}.
 */
public interface LineSystem {
    /** How many lines are solved together, one in each lane of a vector. */
    int LANES = Vectors.LANES;

    /** Returns how many rows back a row's elimination reaches, and forward its substitution. */
    int reach();

    /** Returns how many values elimination leaves in each row, the row's right-hand side among them. */
    int carried();

    /** Returns how many values of a point of the flow the matrices are made of. */
    int values();

    /**
     * Returns an array of the flow that the matrices are made of.
     *
     * @param value from 0 to {@code values() - 1}
     * @param axis the direction of the lines
     */
    double[] source(Flow flow, int value, int axis);

    /** Returns which component of the right-hand sides lies at a place of each row. */
    int component(int place, int axis);

    /**
     * Eliminates what is below the diagonal.
     *
     * @param axis the direction of the lines
     * @param first the grid's index of the first row along the axis
     * @param rows the number of rows
     * @param points the values of the points: one row for the point before the first, the rows, one for the point
     * behind
     * @param right the right-hand sides, five components in each row
     * @param state what is left of the rows: from {@code at} on {@code reach()} rows of those before, then the rows
     */
    void eliminate(int axis, int first, int rows, double[] points, double[] right, double[] state, int at);

    /**
     * Substitutes backward.
     *
     * @param state what elimination has left
     * @param at where the first row's state begins
     * @param right set to the solution; behind the rows come {@code reach()} rows of the solution behind them
     */
    void substitute(int rows, double[] state, int at, double[] right);
}
