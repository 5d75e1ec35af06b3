package org.bipj.reproduce.report;

import static org.bipj.reproduce.report.ChartFrame.BASELINE;
import static org.bipj.reproduce.report.ChartFrame.BOTTOM;
import static org.bipj.reproduce.report.ChartFrame.HEIGHT;
import static org.bipj.reproduce.report.ChartFrame.LEFT;
import static org.bipj.reproduce.report.ChartFrame.LEGEND;
import static org.bipj.reproduce.report.ChartFrame.RIGHT;
import static org.bipj.reproduce.report.ChartFrame.WIDTH;

import java.util.List;
import org.bipj.reproduce.draw.Axis;
import org.bipj.reproduce.draw.Markup;
import org.bipj.reproduce.lab.BarFigure;

/** Draws a {@link BarFigure} as SVG. Bars of one part have a colour each; else parts have, and bars stand in their order. */
final class BarChart {
    private static final double SWATCH = 10;
    /** Share of a group's width that its bars fill. */
    private static final double FILLED = 0.8;

    /** Distinguishable with any kind of colour vision, and by lightness in print. */
    private static final List<String> COLOURS = List.of(
            "#1f4e79", "#c4501b", "#8fbf6f", "#6a4c93", "#e0b04c", "#5aa9c7", "#a23b4a", "#9aa0a6", "#2c6e49",
            "#d9a5b3");

    private final BarFigure figure;
    private final Markup svg = new Markup();
    private final ChartFrame frame;

    private BarChart(BarFigure figure) {
        this.figure = figure;
        double largest = 0;
        for (BarFigure.Group group : figure.groups()) {
            for (int bar = 0; bar < figure.bars().size(); bar++) {
                largest = Math.max(largest, group.height(bar));
            }
        }
        frame = new ChartFrame(svg, Axis.round(largest == 0 ? 1 : largest));
    }

    /** The figure as an {@code svg} element. */
    static String svg(BarFigure figure) {
        return new BarChart(figure).draw();
    }

    private String draw() {
        frame.open(figure.title(), figure.y());
        double width = (WIDTH - LEFT - RIGHT) / figure.groups().size();
        for (int i = 0; i < figure.groups().size(); i++) {
            group(figure.groups().get(i), LEFT + i * width, width);
        }
        legend();
        return frame.close();
    }

    private void group(BarFigure.Group group, double left, double width) {
        int bars = figure.bars().size();
        double each = FILLED * width / bars;
        for (int bar = 0; bar < bars; bar++) {
            double atX = left + (1 - FILLED) / 2 * width + bar * each;
            double below = 0;
            for (int part = 0; part < figure.parts().size(); part++) {
                double value = group.values()[bar][part];
                svg.empty(
                        "rect",
                        "x",
                        atX,
                        "y",
                        frame.py(below + value),
                        "width",
                        each - 1,
                        "height",
                        frame.py(below) - frame.py(below + value),
                        "fill",
                        colour(bar, part));
                below += value;
            }
        }
        frame.label(group.name(), left + width / 2, HEIGHT - BOTTOM + BASELINE + 14, "middle");
    }

    private boolean isStacked() {
        return figure.parts().size() > 1;
    }

    private String colour(int bar, int part) {
        return COLOURS.get((isStacked() ? part : bar) % COLOURS.size());
    }

    private void legend() {
        double at = LEFT;
        List<String> names = isStacked() ? figure.parts() : figure.bars();
        for (int i = 0; i < names.size(); i++) {
            svg.empty(
                    "rect", "x", at, "y", LEGEND - SWATCH / 2, "width", SWATCH, "height", SWATCH, "fill", colour(i, i));
            at = frame.legendText(names.get(i), at + SWATCH);
        }
        if (isStacked() && figure.bars().size() > 1) {
            String order = "left to right: " + String.join(", ", figure.bars());
            frame.label(order, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, "middle");
        }
    }
}
