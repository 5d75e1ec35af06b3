package org.bipj.launch.seeing.view;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** A recording as one HTML file that needs no network. What it says and its tables need no script either. */
public final class Page {
    private static final int MOST_SITES = 30;
    private static final int MOST_RANKS_IN_MATRIX = 64;
    /** More have a map of colours. */
    private static final int MOST_RANKS_IN_NUMBERS = 16;

    /** Of the columns of a map, so many have one number. */
    private static final int LABELS = 8;

    private static final int MOST_PAIRS = 50;

    private final Analysis of;
    private final JobTimeline recording;
    private final WaitTimes waits;
    private final Writer out;

    private Page(Analysis of, Writer out) {
        this.of = of;
        recording = of.recording();
        waits = of.waits();
        this.out = out;
    }

    /**
     * Writes the page of a recording.
     *
     * @param name of the recording
     * @return what it says first
     */
    public static List<TimelineFindings.Finding> write(JobTimeline recording, String name, Path file)
            throws IOException {
        Analysis of = Analysis.of(recording);
        List<TimelineFindings.Finding> findings = TimelineFindings.of(of);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            new Page(of, out).write(name, findings);
        }
        return findings;
    }

    private void write(String name, List<TimelineFindings.Finding> findings) throws IOException {
        out.write("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                + "<meta name=\"viewport\" content=\"width=device-width\"><link rel=\"icon\" href=\"data:,\"><title>"
                + Text.html(name) + "</title>\n<style>\n" + resource("page.css") + "</style></head><body>\n");
        out.write("<h1>" + Text.html(name) + "</h1>\n<p class=\"about\">" + recording.ranks() + " ranks, "
                + (recording.mode().equals("sim") ? "simulated: virtual time, " : "")
                + Units.time(recording.end() - recording.begin()) + ", " + Units.count(recording.size())
                + " records, " + Units.count(of.arrows().joined()) + " arrows</p>\n");
        if (!recording.about().isEmpty()) {
            out.write("<dl id=\"about\">");
            for (Map.Entry<String, String> each : recording.about().entrySet()) {
                out.write("<dt>" + Text.html(each.getKey()) + "</dt><dd>" + Text.html(each.getValue()) + "</dd>");
            }
            out.write("</dl>\n");
        }
        out.write(
                "<p id=\"section\" class=\"soft\">Findings and tables: the program, without start and end of the JVMs, "
                        + Units.time(of.programEnd() - of.programBegin()) + " of "
                        + Units.time(recording.end() - recording.begin()) + "</p>\n");
        findings(findings);
        timeline();
        sites();
        balance(of.times());
        path();
        matrix();
        collectives();
        sizes();
        new PageData(of, out).write();
        out.write("<script>\n" + resource("page.js") + "</script>\n</body></html>\n");
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Words that show a part of the timeline. */
    private String link(long from, long until, String words) {
        return "<a href=\"#at=" + Math.max(0, from - recording.begin()) + "," + Math.max(1, until - recording.begin())
                + "\">" + Text.html(words) + "</a>";
    }

    /** A table of the first of some rows of {@link #cells}; a tab begins each head. */
    private <T> void table(String id, String heads, List<T> all, int most, String rest, Function<T, String> row)
            throws IOException {
        out.write("<div class=\"scroll\"><table id=\"" + id + "\"><tr>" + heads.replace("\t", "<th>") + "</tr>\n");
        for (T each : all.subList(0, Math.min(most, all.size()))) {
            out.write("<tr>" + row.apply(each) + "</tr>\n");
        }
        out.write("</table></div>\n");
        if (all.size() > most) {
            out.write("<p class=\"soft\">" + (all.size() - most) + rest + "</p>\n");
        }
    }

    private static String cells(Object... all) {
        return Stream.of(all).map(each -> "<td>" + each).collect(Collectors.joining());
    }

    private void findings(List<TimelineFindings.Finding> findings) throws IOException {
        out.write("<ol id=\"findings\">\n");
        for (TimelineFindings.Finding each : findings) {
            out.write("<li>" + link(each.from(), each.until(), each.text()) + "</li>\n");
        }
        out.write("</ol>\n");
    }

    private void timeline() throws IOException {
        out.write(
                "<h2>Timeline</h2>\n<div id=\"tools\"><button id=\"in\">Zoom in</button><button id=\"out\">Zoom out</button>"
                        + "<button id=\"program\">Program</button><button id=\"all\">Whole run</button><select id=\"phase\" aria-label=\"Phase\">"
                        + "<option value=\"\">all phases</option></select><input id=\"ranks\" aria-label=\"Ranks\" placeholder=\"Ranks: 0-7, 12\">"
                        + "<input id=\"search\" type=\"search\" aria-label=\"Search\" placeholder=\"Search: call, phase, Line.java:12\">"
                        + "<span id=\"found\" class=\"soft\"></span></div>\n"
                        + "<div id=\"legend\">");
        Set<Category> there = EnumSet.of(Category.COMPUTING);
        recording
                .tracks()
                .forEach(track -> track.shapesThere().map(Shape::category).forEach(there::add));
        for (Category category : there) {
            out.write("<span style=\"--k:var(--c" + category.ordinal() + ")\">" + category.words() + "</span>");
        }
        out.write(
                "<span class=\"waits\">paler: waits</span><span class=\"path\" style=\"--k:var(--mark)\">critical path</span></div>\n<div id=\"view\"><canvas id=\"timeline\" tabindex=\"0\" role=\"application\" "
                        + "aria-label=\"Timeline of all ranks; arrow keys move, plus and minus zoom, shift and arrow keys select calls\">"
                        + "</canvas></div>\n<div id=\"tip\" hidden></div><p id=\"detail\" aria-live=\"polite\"></p><p id=\"arrows\" class=\"soft\"></p>\n"
                        + "<p class=\"soft\">Wheel or + and - zoom, drag or arrow keys move, 1 shows the program, 0 the whole run with start and end of the"
                        + " JVMs; / searches, n and p step through what was found; shift with left and right goes from call to call, then up and down from"
                        + " rank to rank; g joins ranks to groups, a click opens one; c shows or hides the critical path.</p>\n"
                        + "<noscript><p>The timeline needs JavaScript; what is above and below it does not.</p></noscript>\n");
    }

    private void sites() throws IOException {
        long whole = Math.max(1, (of.programEnd() - of.programBegin()) * recording.ranks());
        out.write("<h2>Waiting by call site</h2>\n");
        String heads =
                "\tcall\tcalls\ttime\twaiting for late ranks\tof all time of ranks\twhat that is\ttransfer\tbytes";
        table("sites", heads, waits.sites(), MOST_SITES, " more that waited less", site -> {
            WaitTimes.Wait worst = site.worst;
            String name = worst == null ? Text.html(site.name) : link(worst.from, worst.until, site.name);
            String state = site.state() == null ? "" : site.state().words();
            return cells(name, Units.count(site.calls), Units.time(site.time), Units.time(site.waiting))
                    + cells(Units.percent(site.waiting, whole), state, Units.time(site.transfer))
                    + cells(Units.bytes(site.bytes));
        });
    }

    private void balance(List<RankTimes> times) throws IOException {
        Map<Integer, Long> made = new HashMap<>();
        waits.charges().forEach(charge -> made.put(charge.rank, charge.total));
        long most = times.stream().mapToLong(RankTimes::whole).max().orElse(1);
        out.write("<h2>Where the time of ranks went</h2>\n");
        String heads =
                "\trank\tcomputing\twaiting for late ranks\ttransfer\tother time in calls\tall of it\tmade others wait";
        table("balance", heads, times, times.size(), "", each -> {
            String bars = bar(each.computing(), most, 0) + bar(each.waiting(), most, 3);
            String calls = bar(each.transfer() + each.moving(), most, 1);
            return cells(each.rank(), Units.time(each.computing()), Units.time(each.waiting()))
                    + cells(Units.time(each.transfer()), Units.time(each.moving()), bars + calls)
                    + cells(Units.time(made.getOrDefault(each.rank(), 0L)));
        });
    }

    private static String bar(long part, long most, int colour) {
        double width = most == 0 ? 0 : 12.0 * part / most;
        return String.format(
                java.util.Locale.ROOT,
                "<span class=\"bar\" style=\"width:%.2fem;background:var(--c%d)\"></span>",
                width,
                colour);
    }

    private void path() throws IOException {
        List<CriticalPath.Share> shares = of.path().shares();
        if (!shares.isEmpty()) {
            out.write(
                    "<h2>Critical path</h2>\n<p class=\"soft\">The chain of computing and messages that the length of the run is made of:"
                            + " what is not on it makes the run no shorter.</p>\n");
            table("path", "\trank\twhat\tcall\ttime\tof the run", shares, MOST_SITES, " more with less", share -> {
                CriticalPath.Place place = share.place();
                String part = place.part().words() + (place.part() == CriticalPath.Part.COMPUTING ? " before" : "");
                return cells(place.rank(), part, Text.html(place.site()), Units.time(share.time()))
                        + cells(Units.percent(share.time(), of.path().length()));
            });
        }
    }

    // ---- bytes ---------------------------------------------------------------------------------------------------

    private void matrix() throws IOException {
        long[][] bytes = Matrix.bytes(recording);
        long[][] messages = Matrix.messages(recording);
        long most =
                Math.max(1, Stream.of(bytes).flatMapToLong(LongStream::of).max().orElse(1));
        boolean isMap = bytes.length > MOST_RANKS_IN_NUMBERS && bytes.length <= MOST_RANKS_IN_MATRIX;
        out.write(
                "<h2>Who sends to whom</h2>\n<p class=\"soft\">Bytes of messages and of one-sided operations, rows send. Exact, also where"
                        + " records were dropped."
                        + (isMap ? " The stronger the colour, the more, up to " + Units.bytes(most) + "." : "")
                        + "</p>\n");
        if (bytes.length > MOST_RANKS_IN_MATRIX) {
            pairs(bytes, messages);
            return;
        }
        out.write("<div class=\"scroll\"><table id=\"matrix\"" + (isMap ? " class=\"map\"" : "")
                + "><tr><th>from \\ to</th>");
        int wide = isMap ? LABELS : 1;
        for (int to = 0; to < bytes.length; to += wide) {
            out.write("<th colspan=\"" + Math.min(wide, bytes.length - to) + "\">" + to + "</th>");
        }
        out.write("</tr>\n");
        for (int from = 0; from < bytes.length; from++) {
            out.write("<tr><td>" + from + "</td>");
            for (int to = 0; to < bytes.length; to++) {
                long each = bytes[from][to];
                out.write(String.format(
                        java.util.Locale.ROOT,
                        "<td style=\"background:rgba(var(--heat),%.2f)\" title=\"%d to %d: %s messages, %s bytes\">%s</td>",
                        (isMap ? 1 : 0.6) * each / most,
                        from,
                        to,
                        Units.count(messages[from][to]),
                        Units.count(each),
                        isMap || each == 0 && messages[from][to] == 0 ? "" : Units.bytes(each)));
            }
            out.write("</tr>\n");
        }
        out.write("</table></div>\n");
    }

    private void pairs(long[][] bytes, long[][] messages) throws IOException {
        List<int[]> pairs = new ArrayList<>();
        for (int from = 0; from < bytes.length; from++) {
            for (int to = 0; to < bytes.length; to++) {
                if (bytes[from][to] > 0) {
                    pairs.add(new int[] {from, to});
                }
            }
        }
        pairs.sort((one, other) -> Long.compare(bytes[other[0]][other[1]], bytes[one[0]][one[1]]));
        table("matrix", "\tfrom\tto\tmessages\tbytes", pairs, MOST_PAIRS, " more pairs with less", pair -> {
            long between = bytes[pair[0]][pair[1]];
            return cells(pair[0], pair[1], Units.count(messages[pair[0]][pair[1]]), Units.bytes(between));
        });
    }

    private void collectives() throws IOException {
        List<Map.Entry<String, long[]>> all =
                List.copyOf(Matrix.collectives(recording).entrySet());
        if (!all.isEmpty()) {
            out.write("<h2>Collective operations</h2>\n");
            String heads = "\toperation\tcalls of ranks\tbytes that they name\ttime";
            table("collectives", heads, all, all.size(), "", each -> {
                long[] sums = each.getValue();
                String name = Text.html(each.getKey());
                return cells(name, Units.count(sums[0]), Units.bytes(sums[1]), Units.time(sums[2]));
            });
        }
    }

    private void sizes() throws IOException {
        long[][] sizes = Matrix.sizes(recording);
        long all = Stream.of(sizes).mapToLong(each -> each[0]).sum();
        long bytes = Stream.of(sizes).mapToLong(each -> each[1]).sum();
        List<Integer> there = IntStream.range(0, sizes.length)
                .filter(bits -> sizes[bits][0] > 0)
                .boxed()
                .toList();
        if (all > 0) {
            out.write("<h2>Sizes of messages</h2>\n");
            table("sizes", "\tsize\tmessages\tof all\tbytes\tof all", there, there.size(), "", bits -> {
                String size = bits == 0 ? "0 bytes" : "less than " + Units.bytes(1L << bits);
                return cells(size, Units.count(sizes[bits][0]), Units.percent(sizes[bits][0], all))
                        + cells(Units.bytes(sizes[bits][1]), Units.percent(sizes[bits][1], bytes));
            });
        }
    }
}
