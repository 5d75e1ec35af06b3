package org.bipj.reproduce.lab;

import java.util.ArrayList;
import java.util.List;

/** The results of an experiment. */
public final class Results {
    /** A measured value. Its unit, meaning and published value are in the reports' data file. */
    public record Measured(String quantity, double value) {}

    private final List<Measured> values = new ArrayList<>();
    private final List<Figure> figures = new ArrayList<>();
    private final List<BarFigure> barFigures = new ArrayList<>();

    /** No results yet. */
    public Results() {}

    /** Adds a value, in the unit of the reports' data file. */
    public Results value(String quantity, double value) {
        values.add(new Measured(quantity, value));
        return this;
    }

    /** Adds a figure. */
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

    /** The figures in the order in which they were added. */
    public List<Figure> figures() {
        return List.copyOf(figures);
    }

    /** The figures of bars in the order in which they were added. */
    public List<BarFigure> barFigures() {
        return List.copyOf(barFigures);
    }
}
