package org.bipj.reproduce.report;

import java.util.Locale;
import org.bipj.reproduce.draw.Axis;
import org.bipj.reproduce.draw.Markup;

/** What the pictures of figures have in common: size, title, vertical axis. Lengths are pixels. */
final class ChartFrame {
    static final double WIDTH = 640;
    static final double HEIGHT = 400;
    static final double LEFT = 64;
    static final double RIGHT = 20;
    static final double TOP = 46;
    static final double BOTTOM = 52;
    static final double TICK_GAP = 8;
    /** From the middle of a line of text to its baseline. */
    static final double BASELINE = 4;
    /** The width of a character, roughly. */
    static final double CHARACTER = 7.1;
    /** The vertical position of the middle of the legend. */
    static final double LEGEND = 31;

    private final Markup svg;
    private final Axis y;

    ChartFrame(Markup svg, Axis y) {
        this.svg = svg;
        this.y = y;
    }

    /** Begins the picture, with its title, and the vertical axis with its name. */
    void open(String title, String yName) {
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
        svg.element("title", title);
        svg.empty("rect", "width", WIDTH, "height", HEIGHT, "fill", "#ffffff");
        axis(yName);
        svg.element("text", title, "x", LEFT, "y", 16.0, "font-size", "13", "font-weight", "600", "fill", "#111827");
    }

    private void axis(String name) {
        double right = WIDTH - RIGHT;
        for (double tick : y.ticks()) {
            double at = py(tick);
            svg.empty("line", "x1", LEFT, "x2", right, "y1", at, "y2", at, "stroke", tick == 0 ? "#6b7280" : "#e5e7eb");
            label(y.label(tick), LEFT - TICK_GAP, at + BASELINE, "end");
        }
        svg.element(
                "text",
                name,
                "transform",
                String.format(Locale.ROOT, "translate(16 %.1f) rotate(-90)", (TOP + HEIGHT - BOTTOM) / 2),
                "text-anchor",
                "middle",
                "fill",
                "#374151");
    }

    /** Draws a text in the size of labels. */
    void label(String text, double atX, double atY, String anchor) {
        svg.element("text", text, "x", atX, "y", atY, "text-anchor", anchor, "fill", "#4b5563");
    }

    /** A name in the legend. Returns where the next entry begins. */
    double legendText(String name, double at) {
        label(name, at + BASELINE, LEGEND + BASELINE, "start");
        return at + BASELINE + CHARACTER * name.length() + 2 * TICK_GAP;
    }

    /** The vertical position of a value. */
    double py(double value) {
        return HEIGHT - BOTTOM - y.at(value) * (HEIGHT - BOTTOM - TOP);
    }

    /** Ends the picture, and returns its text. */
    String close() {
        return svg.close("svg").toString();
    }
}
