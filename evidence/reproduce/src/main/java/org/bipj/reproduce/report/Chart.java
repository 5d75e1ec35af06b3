package org.bipj.reproduce.report;

import static org.bipj.reproduce.report.ChartFrame.BASELINE;
import static org.bipj.reproduce.report.ChartFrame.BOTTOM;
import static org.bipj.reproduce.report.ChartFrame.CHARACTER;
import static org.bipj.reproduce.report.ChartFrame.HEIGHT;
import static org.bipj.reproduce.report.ChartFrame.LEFT;
import static org.bipj.reproduce.report.ChartFrame.LEGEND;
import static org.bipj.reproduce.report.ChartFrame.RIGHT;
import static org.bipj.reproduce.report.ChartFrame.TICK_GAP;
import static org.bipj.reproduce.report.ChartFrame.WIDTH;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import org.bipj.reproduce.draw.Axis;
import org.bipj.reproduce.draw.Markup;
import org.bipj.reproduce.lab.Figure;

/** Draws a {@link Figure} as SVG: our curves as lines, the paper's values as ringed marks with a label. */
final class Chart {
    private static final double LEGEND_LINE = 22;
    private static final double MARK_RADIUS = 5;
    /** Maximum distance of a label from its mark, in pixels. */
    private static final double FARTHEST = 60;

    /** Distinguishable with any kind of colour vision. Each has its own dash pattern, for print. */
    private static final List<String> COLOURS = List.of("#1f6fb4", "#c4501b", "#2c8a57", "#8a5bb0", "#7a6a00");

    private static final List<String> DASHES = List.of("none", "7 4", "2 4", "10 3 2 3", "4 2");
    private static final String PAPER = "#b3123f";

    private final Figure figure;
    private final List<Published.Mark> marks;
    private final Axis x;
    private final Axis y;
    private final Markup svg = new Markup();
    private final ChartFrame frame;
    private final List<Label> labels = new ArrayList<>();

    private Chart(Figure figure, List<Published.Mark> marks) {
        this.figure = figure;
        this.marks = marks;
        double largestX = largest(figure.lines().stream().flatMapToDouble(line -> DoubleStream.of(line.x())));
        double smallestX = figure.lines().stream()
                .flatMapToDouble(line -> DoubleStream.of(line.x()))
                .min()
                .orElse(1);
        x = figure.logX() ? Axis.log(smallestX, largestX) : Axis.linear(largestX);
        double largestY = largest(DoubleStream.concat(
                figure.lines().stream().flatMapToDouble(line -> DoubleStream.of(line.y())),
                marks.stream().mapToDouble(Published.Mark::y)));
        y = Axis.round(largestY * 1.04);
        frame = new ChartFrame(svg, y);
    }

    /** The figure as an {@code svg} element. */
    static String svg(Figure figure, List<Published.Mark> marks) {
        return new Chart(figure, marks).draw();
    }

    private static double largest(DoubleStream values) {
        return values.max().orElse(1);
    }

    private String draw() {
        frame.open(figure.title(), figure.y());
        axes();
        for (int i = 0; i < figure.lines().size(); i++) {
            curve(i);
        }
        marks.forEach(this::mark);
        legend();
        return frame.close();
    }

    private void axes() {
        double right = WIDTH - RIGHT;
        double bottom = HEIGHT - BOTTOM;
        for (double tick : x.ticks()) {
            double at = px(tick);
            svg.empty("line", "x1", at, "x2", at, "y1", bottom, "y2", bottom + BASELINE, "stroke", "#6b7280");
            frame.label(x.label(tick), at, bottom + BASELINE + 14, "middle");
        }
        svg.element(
                "text",
                figure.x(),
                "x",
                (LEFT + right) / 2,
                "y",
                HEIGHT - 12,
                "text-anchor",
                "middle",
                "fill",
                "#374151");
    }

    private void curve(int i) {
        Figure.Line line = figure.lines().get(i);
        StringBuilder points = new StringBuilder();
        for (int k = 0; k < line.x().length; k++) {
            points.append(String.format(Locale.ROOT, "%.1f,%.1f ", px(line.x()[k]), frame.py(line.y()[k])));
        }
        svg.empty(
                "polyline",
                "points",
                points.toString().strip(),
                "fill",
                "none",
                "stroke",
                colour(i),
                "stroke-width",
                "2",
                "stroke-linejoin",
                "round",
                "stroke-dasharray",
                DASHES.get(i % DASHES.size()));
    }

    private void mark(Published.Mark mark) {
        double atX = px(mark.x());
        double atY = frame.py(mark.y());
        circle(atX, atY, MARK_RADIUS);
        Label label = labelBeside(atX, atY, CHARACTER * mark.name().length());
        labels.add(label);
        svg.element(
                "text",
                mark.name(),
                "x",
                label.leftOfMark ? label.right : label.left,
                "y",
                label.baseline,
                "text-anchor",
                label.leftOfMark ? "end" : "start",
                "fill",
                PAPER,
                "stroke",
                "#ffffff",
                "stroke-width",
                "3",
                "paint-order",
                "stroke");
    }

    /** A place for the label of a mark. */
    private record Label(double left, double right, double baseline, boolean leftOfMark) {
        private static final double ASCENT = 11;
        private static final double DESCENT = 4;

        boolean holds(double atX, double atY) {
            return atX >= left && atX <= right && atY >= baseline - ASCENT && atY <= baseline + DESCENT;
        }

        boolean meets(Label other) {
            return left <= other.right
                    && other.left <= right
                    && Math.abs(baseline - other.baseline) <= ASCENT + DESCENT;
        }
    }

    /**
     * The nearest place beside a mark that is free of curves and other labels. The place above to the left is tried
     * first, because curves rise.
     */
    private Label labelBeside(double atX, double atY, double width) {
        double above = atY - TICK_GAP;
        double level = atY + BASELINE;
        double below = atY + 2 * TICK_GAP;
        Label first = null;
        for (double gap = MARK_RADIUS + BASELINE; gap < FARTHEST; gap += TICK_GAP) {
            for (Label label : List.of(
                    leftOf(atX - gap, width, above),
                    rightOf(atX + gap, width, below),
                    rightOf(atX + gap, width, above),
                    leftOf(atX - gap, width, below),
                    rightOf(atX + gap, width, level),
                    leftOf(atX - gap, width, level))) {
                boolean inside = label.left > LEFT && label.right < WIDTH - RIGHT && label.baseline < HEIGHT - BOTTOM;
                if (inside && isFree(label)) {
                    return label;
                }
                first = inside && first == null ? label : first;
            }
        }
        return first == null ? rightOf(atX + TICK_GAP, width, above) : first;
    }

    private static Label leftOf(double right, double width, double baseline) {
        return new Label(right - width, right, baseline, true);
    }

    private static Label rightOf(double left, double width, double baseline) {
        return new Label(left, left + width, baseline, false);
    }

    private boolean isFree(Label label) {
        return labels.stream().noneMatch(label::meets)
                && figure.lines().stream().noneMatch(line -> crosses(line, label));
    }

    /** True if a curve runs through a label: checks points of the curve that are a pixel apart. */
    private boolean crosses(Figure.Line line, Label label) {
        for (int k = 1; k < line.x().length; k++) {
            double fromX = px(line.x()[k - 1]);
            double fromY = frame.py(line.y()[k - 1]);
            double byX = px(line.x()[k]) - fromX;
            double byY = frame.py(line.y()[k]) - fromY;
            int steps = (int) Math.ceil(Math.hypot(byX, byY));
            for (int step = 0; step <= steps; step++) {
                double part = steps == 0 ? 0 : (double) step / steps;
                if (label.holds(fromX + part * byX, fromY + part * byY)) {
                    return true;
                }
            }
        }
        return false;
    }

    private void legend() {
        double at = LEFT;
        for (int i = 0; i < figure.lines().size(); i++) {
            String name = figure.lines().get(i).name();
            svg.empty(
                    "line",
                    "x1",
                    at,
                    "x2",
                    at + LEGEND_LINE,
                    "y1",
                    LEGEND,
                    "y2",
                    LEGEND,
                    "stroke",
                    colour(i),
                    "stroke-width",
                    "2",
                    "stroke-dasharray",
                    DASHES.get(i % DASHES.size()));
            at = frame.legendText(name, at + LEGEND_LINE);
        }
        if (!marks.isEmpty()) {
            circle(at + MARK_RADIUS, LEGEND, MARK_RADIUS - 1);
            frame.legendText("published", at + 2 * MARK_RADIUS);
        }
    }

    /** Draws the circle that marks a published value. */
    private void circle(double x, double y, double radius) {
        svg.empty("circle", "cx", x, "cy", y, "r", radius, "fill", "#ffffff", "stroke", PAPER, "stroke-width", "2");
    }

    private static String colour(int i) {
        return COLOURS.get(i % COLOURS.size());
    }

    private double px(double value) {
        return LEFT + x.at(value) * (WIDTH - RIGHT - LEFT);
    }
}
