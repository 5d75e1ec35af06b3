package org.bipj.reproduce.lab;

import java.util.ArrayList;
import java.util.List;

/** The results of an experiment: values, remarks and figures. */
public final class Results {
    /**
     * A measured value.
     *
     * @param quantity its name in the reports' data file, which has its unit, meaning and published value
     * @param value in the unit of that file; NaN if nothing could be measured that deserves the name
     * @param label what was measured: the name of the quantity, unless a changed constant makes it another one, which is
     *     compared with nothing
     * @param remark what else there is to say of the value, or why there is none; empty if nothing
     */
    public record Measured(String quantity, double value, String label, String remark) {}

    private final List<Measured> values = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private final List<Figure> figures = new ArrayList<>();
    private final List<BarFigure> barFigures = new ArrayList<>();

    /** Creates results without any value. */
    public Results() {}

    /** Adds a value, in the unit of the reports' data file. */
    public Results value(String quantity, double value) {
        return value(quantity, value, quantity);
    }

    /** Adds a value that has another name where a constant is changed. */
    public Results value(String quantity, double value, String label) {
        values.add(new Measured(quantity, value, label, ""));
        return this;
    }

    /** Adds a value of which there is something to say. */
    public Results remarked(String quantity, double value, String remark) {
        values.add(new Measured(quantity, value, quantity, remark));
        return this;
    }

    /** Adds a quantity for which, with these constants, nothing can be measured that deserves its name. */
    public Results unmeasured(String quantity, String why) {
        return remarked(quantity, Double.NaN, why);
    }

    /** Adds a value if what it means holds, else the reason why there is none. */
    public Results valueIf(boolean holds, String quantity, double value, String otherwise) {
        return holds ? value(quantity, value) : unmeasured(quantity, otherwise);
    }

    /** Adds a remark on the results as a whole. */
    public Results remark(String text) {
        remarks.add(text);
        return this;
    }

    /** Adds a figure of curves. */
    public Results figure(Figure figure) {
        figures.add(figure);
        return this;
    }

    /** Adds a figure of bars. */
    public Results figure(BarFigure figure) {
        barFigures.add(figure);
        return this;
    }

    /** The values in the order in which they were added. */
    public List<Measured> values() {
        return List.copyOf(values);
    }

    /** The remarks on the results as a whole. */
    public List<String> remarks() {
        return List.copyOf(remarks);
    }

    /** The figures in the order in which they were added. */
    public List<Figure> figures() {
        return List.copyOf(figures);
    }

    /** The figures of bars in the order in which they were added. */
    public List<BarFigure> barFigures() {
        return List.copyOf(barFigures);
    }
}
