package org.bipj.reproduce.lab;

import java.util.List;

/**
 * A figure: the simulated curves. Reports add the paper's values as marks.
 *
 * @param key unique among the figures of an experiment
 * @param title what it shows, and which figure of the paper it is
 * @param x name and unit of the horizontal axis
 * @param y name and unit of the vertical axis, which begins at 0
 * @param logX true if the horizontal axis is logarithmic, to the base 2
 * @param lines the curves
 */
public record Figure(String key, String title, String x, String y, boolean logX, List<Line> lines) {
    /** A curve: points in the order of x. */
    public record Line(String name, double[] x, double[] y) {
        /** Checks that there is a y for each x. */
        public Line {
            if (x.length != y.length || x.length == 0) {
                throw new IllegalArgumentException("line " + name + " has " + x.length + " values x and " + y.length
                        + " values y; expected as many");
            }
        }
    }

    /** Copies the list of lines. */
    public Figure {
        lines = List.copyOf(lines);
    }
}
