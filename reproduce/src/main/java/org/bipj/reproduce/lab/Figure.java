package org.bipj.reproduce.lab;

import java.util.List;
import org.bipj.reproduce.report.Published;

/**
 * A figure: our curves. The paper's values, which go into it as marks, are in {@link Published}.
 *
 * @param key tells an experiment's figures apart
 * @param title what it shows, and which figure of the paper it is
 * @param x name and unit of the horizontal axis
 * @param y name and unit of the vertical axis, which begins at 0
 * @param logX true if the horizontal axis is logarithmic, to the base 2
 * @param lines our curves
 */
public record Figure(String key, String title, String x, String y, boolean logX, List<Line> lines) {
    /** A curve, by points in the order of x. */
    public record Line(String name, double[] x, double[] y) {
        /** Checks that there is a y for each x. */
        public Line {
            if (x.length != y.length || x.length == 0) {
                throw new IllegalArgumentException("line " + name + " has " + x.length + " values x and " + y.length
                        + " values y; expected as many");
            }
        }
    }

    /** A copy of the list. */
    public Figure {
        lines = List.copyOf(lines);
    }
}
