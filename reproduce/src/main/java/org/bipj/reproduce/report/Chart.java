package org.bipj.reproduce.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import org.bipj.reproduce.draw.Axis;
import org.bipj.reproduce.draw.Markup;
import org.bipj.reproduce.lab.Figure;

/** Draws a {@link Figure} as SVG: our curves as lines, the paper's values as ringed marks with a label. */
final class Chart {
    private static final double WIDTH = 640;
    private static final double HEIGHT = 400;
    private static final double LEFT = 64;
    private static final double RIGHT = 20;
    private static final double TOP = 46;
    private static final double BOTTOM = 52;

    private static final double TICK_GAP = 8;
    private static final double BASELINE = 4;
    private static final double LEGEND_LINE = 22;
    private static final double CHARACTER = 7.1;
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
    }

    /** The figure as an {@code svg} element. */
    static String svg(Figure figure, List<Published.Mark> marks) {
        return new Chart(figure, marks).draw();
    }

    private static double largest(DoubleStream values) {
        return values.max().orElse(1);
    }

    private String draw() {
        svg.open(
                "svg",
                "xmlns",
                "http://www.w3.org/2000/svg",
                "viewBox",
                String.format(Locale.ROOT, "0 0 %.0f %.0f", WIDTH, HEIGHT),
                "role",
                "img",
                "font-family",
                "system-ui, 'DejaVu Sans', sans-serif",
                "font-size",
                "12");
        svg.element("title", figure.title());
        svg.empty("rect", "width", WIDTH, "height", HEIGHT, "fill", "#ffffff");
        axes();
        for (int i = 0; i < figure.lines().size(); i++) {
            curve(i);
        }
        marks.forEach(this::mark);
        legend();
        return svg.close("svg").toString();
    }

    private void axes() {
        double right = WIDTH - RIGHT;
        double bottom = HEIGHT - BOTTOM;
        for (double tick : y.ticks()) {
            double at = py(tick);
            svg.empty("line", "x1", LEFT, "x2", right, "y1", at, "y2", at, "stroke", tick == 0 ? "#6b7280" : "#e5e7eb");
            label(y.label(tick), LEFT - TICK_GAP, at + BASELINE, "end");
        }
        for (double tick : x.ticks()) {
            double at = px(tick);
            svg.empty("line", "x1", at, "x2", at, "y1", bottom, "y2", bottom + BASELINE, "stroke", "#6b7280");
            label(x.label(tick), at, bottom + BASELINE + 14, "middle");
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
        double middle = (TOP + bottom) / 2;
        svg.element(
                "text",
                figure.y(),
                "transform",
                String.format(Locale.ROOT, "translate(16 %.1f) rotate(-90)", middle),
                "text-anchor",
                "middle",
                "fill",
                "#374151");
    }

    private void label(String text, double atX, double atY, String anchor) {
        svg.element("text", text, "x", atX, "y", atY, "text-anchor", anchor, "fill", "#4b5563");
    }

    private void curve(int i) {
        Figure.Line line = figure.lines().get(i);
        StringBuilder points = new StringBuilder();
        for (int k = 0; k < line.x().length; k++) {
            points.append(String.format(Locale.ROOT, "%.1f,%.1f ", px(line.x()[k]), py(line.y()[k])));
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
        double atY = py(mark.y());
        svg.empty(
                "circle",
                "cx",
                atX,
                "cy",
                atY,
                "r",
                MARK_RADIUS,
                "fill",
                "#ffffff",
                "stroke",
                PAPER,
                "stroke-width",
                "2");
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

    /** The place of a mark's label. */
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
            double fromY = py(line.y()[k - 1]);
            double byX = px(line.x()[k]) - fromX;
            double byY = py(line.y()[k]) - fromY;
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
        svg.element(
                "text",
                figure.title(),
                "x",
                LEFT,
                "y",
                16.0,
                "font-size",
                "13",
                "font-weight",
                "600",
                "fill",
                "#111827");
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
                    31.0,
                    "y2",
                    31.0,
                    "stroke",
                    colour(i),
                    "stroke-width",
                    "2",
                    "stroke-dasharray",
                    DASHES.get(i % DASHES.size()));
            at = legendText(name, at + LEGEND_LINE);
        }
        if (!marks.isEmpty()) {
            svg.empty(
                    "circle",
                    "cx",
                    at + MARK_RADIUS,
                    "cy",
                    31.0,
                    "r",
                    MARK_RADIUS - 1,
                    "fill",
                    "#ffffff",
                    "stroke",
                    PAPER,
                    "stroke-width",
                    "2");
            legendText("published", at + 2 * MARK_RADIUS);
        }
    }

    private double legendText(String name, double at) {
        label(name, at + BASELINE, 31 + BASELINE, "start");
        return at + BASELINE + CHARACTER * name.length() + 2 * TICK_GAP;
    }

    private static String colour(int i) {
        return COLOURS.get(i % COLOURS.size());
    }

    private double px(double value) {
        return LEFT + x.at(value) * (WIDTH - RIGHT - LEFT);
    }

    private double py(double value) {
        return HEIGHT - BOTTOM - y.at(value) * (HEIGHT - BOTTOM - TOP);
    }
}
