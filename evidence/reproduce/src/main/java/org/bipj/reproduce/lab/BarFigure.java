package org.bipj.reproduce.lab;

import java.util.List;

/**
 * A figure of bars: groups of them side by side, each bar a stack of parts.
 *
 * @param key unique among the figures of an experiment
 * @param title what it shows, and which figure of the paper it is
 * @param y name and unit of the vertical axis, which begins at 0
 * @param bars names of the bars of each group
 * @param parts names of the parts of each bar
 * @param groups the groups, from left to right
 */
public record BarFigure(String key, String title, String y, List<String> bars, List<String> parts, List<Group> groups) {
    /**
     * A group of bars.
     *
     * @param values by bar and part
     */
    public record Group(String name, double[][] values) {
        /** The height of a bar: the sum of its parts. */
        public double height(int bar) {
            double sum = 0;
            for (double value : values[bar]) {
                sum += value;
            }
            return sum;
        }
    }

    /** Checks that each group has a value for each part of each bar. */
    public BarFigure {
        bars = List.copyOf(bars);
        parts = List.copyOf(parts);
        groups = List.copyOf(groups);
        for (Group group : groups) {
            boolean complete = group.values.length == bars.size();
            for (double[] bar : group.values) {
                complete &= bar.length == parts.size();
            }
            if (!complete) {
                throw new IllegalArgumentException("group " + group.name + " of figure " + key + ": expected "
                        + bars.size() + " bars with " + parts.size() + " parts each");
            }
        }
    }
}
