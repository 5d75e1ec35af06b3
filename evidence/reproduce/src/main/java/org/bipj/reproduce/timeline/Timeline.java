package org.bipj.reproduce.timeline;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.bipj.reproduce.draw.Axis;
import org.bipj.reproduce.draw.Markup;

/**
 * The command {@code bipj picture}: draws a piece of a trace as SVG, for a page or a README; to walk through a whole
 * trace open it in Perfetto.
 */
public final class Timeline {
    private static final String USAGE = "Usage: bipj picture TRACE.json OUT.svg [FROM_US TO_US]";
    private static final int BAD_USAGE = 2;
    private static final int MOST_ROWS = 60;

    private static final double WIDTH = 1000;
    private static final double LEFT = 180;
    private static final double RIGHT = 16;
    private static final double TOP = 34;
    private static final double ROW = 18;
    private static final double BAR = 13;
    private static final double GAP = 8;
    private static final double CHARACTER = 6;

    /** By part in the order of {@link #PARTS}; the last one for all others. */
    private static final List<String> COLOURS =
            List.of("#1f6fb4", "#c4501b", "#2c8a57", "#8a5bb0", "#b08a00", "#5f7182");

    private static final List<String> PARTS = List.of("host", "LANai", "host DMA", "send DMA", "receive DMA");

    private final List<TraceFile.Row> rows;
    private final double from;
    private final double to;
    private final Markup svg = new Markup();

    private Timeline(List<TraceFile.Row> rows, double from, double to) {
        this.rows = rows;
        this.from = from;
        this.to = to;
    }

    /**
     * Draws and exits: 0, 1 if a file cannot be read or written or has nothing to draw, 2 for a wrong command line.
     *
     * @param args trace, picture, and if wanted the first and the last microsecond
     */
    public static void main(String[] args) {
        System.exit(run(args, System.err));
    }

    static int run(String[] args, PrintStream err) {
        if (args.length != 2 && args.length != 4) {
            err.println(USAGE);
            return BAD_USAGE;
        }
        try {
            double from = args.length == 4 ? Double.parseDouble(args[2]) : 0;
            double to = args.length == 4 ? Double.parseDouble(args[3]) : Double.MAX_VALUE;
            if (!(from < to)) {
                err.println("bipj picture: expected FROM_US before TO_US: " + args[2] + " " + args[3] + "\n" + USAGE);
                return BAD_USAGE;
            }
            List<TraceFile.Row> rows = TraceFile.read(Path.of(args[0]), from, to);
            if (rows.isEmpty()) {
                err.println("bipj picture: " + args[0] + ": nothing to draw; expected a file that mpirun --trace has"
                        + " written, and FROM_US and TO_US within its run");
                return 1;
            }
            Files.writeString(Path.of(args[1]), draw(rows, from, to));
            return 0;
        } catch (NumberFormatException e) {
            err.println("bipj picture: expected times in microseconds: " + e.getMessage() + "\n" + USAGE);
            return BAD_USAGE;
        } catch (IOException | UncheckedIOException e) {
            err.println("bipj picture: cannot read " + args[0] + " or write " + args[1] + ": " + e);
            return 1;
        }
    }

    /**
     * The picture of some rows.
     *
     * @param to last microsecond; limited to the end of the last span
     */
    static String draw(List<TraceFile.Row> rows, double from, double to) {
        double end = rows.stream()
                .flatMap(row -> row.spans.stream())
                .mapToDouble(TraceFile.Span::to)
                .max()
                .orElse(from + 1);
        return new Timeline(rows.subList(0, Math.min(MOST_ROWS, rows.size())), from, Math.min(to, end)).draw();
    }

    private String draw() {
        double height = TOP + rows.size() * ROW + groupCount() * GAP + 30;
        svg.open(
                "svg",
                "xmlns",
                "http://www.w3.org/2000/svg",
                "viewBox",
                String.format(Locale.ROOT, "0 0 %.0f %.0f", WIDTH, height),
                "font-family",
                "system-ui, 'DejaVu Sans', sans-serif",
                "font-size",
                "11");
        svg.empty("rect", "width", WIDTH, "height", height, "fill", "#ffffff");
        axis(height - 24);
        double y = TOP;
        String group = "";
        for (TraceFile.Row row : rows) {
            if (!row.group.equals(group)) {
                group = row.group;
                y += GAP;
                svg.element("text", group, "x", 6.0, "y", y + BAR - 2, "font-weight", "600", "fill", "#111827");
            }
            row(row, y);
            y += ROW;
        }
        return svg.close("svg").toString();
    }

    private long groupCount() {
        return rows.stream().map(row -> row.group).distinct().count();
    }

    private void axis(double bottom) {
        Axis axis = Axis.linear(to - from);
        for (double tick : axis.ticks()) {
            double x = x(from + tick);
            svg.empty("line", "x1", x, "x2", x, "y1", TOP, "y2", bottom, "stroke", "#e5e7eb");
            text(axis.label(tick), x, bottom + 16, "middle");
        }
        text(
                "us of virtual time" + (from == 0 ? "" : String.format(Locale.ROOT, ", from %.1f", from)),
                LEFT,
                18,
                "start");
    }

    private void row(TraceFile.Row row, double y) {
        text(row.name, LEFT - GAP, y + BAR - 2, "end");
        int part = PARTS.indexOf(row.name);
        String colour = COLOURS.get(part < 0 ? PARTS.size() : part);
        for (TraceFile.Span span : row.spans) {
            double left = x(Math.max(from, span.from()));
            double width = Math.max(0.5, x(Math.min(to, span.to())) - left);
            svg.empty("rect", "x", left, "y", y, "width", width, "height", BAR, "rx", "1.5", "fill", colour);
            if (width > CHARACTER * span.what().length() + GAP) {
                svg.element(
                        "text",
                        span.what(),
                        "x",
                        left + width / 2,
                        "y",
                        y + BAR - 3,
                        "text-anchor",
                        "middle",
                        "font-size",
                        "9.5",
                        "fill",
                        "#ffffff");
            }
        }
    }

    private void text(String text, double x, double y, String anchor) {
        svg.element("text", text, "x", x, "y", y, "text-anchor", anchor, "fill", "#4b5563");
    }

    private double x(double time) {
        return LEFT + (time - from) / (to - from) * (WIDTH - LEFT - RIGHT);
    }
}
