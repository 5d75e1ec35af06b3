package org.bipj.launch.seeing.view;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A recording as one HTML file that needs no network. What it says and its tables need no script either. */
public final class Page {
    private static final int MOST_SITES = 30;
    private static final int MOST_RANKS_IN_MATRIX = 64;
    /** More have a map of colours. */
    private static final int MOST_RANKS_IN_NUMBERS = 16;

    /** Of the columns of a map, so many have one number. */
    private static final int LABELS = 8;

    private static final int MOST_PAIRS = 50;
    private static final int PERCENT = 100;

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

    private String place(long from, long until) {
        return "#at=" + Math.max(0, from - recording.begin()) + "," + Math.max(1, until - recording.begin());
    }

    private void findings(List<TimelineFindings.Finding> findings) throws IOException {
        out.write("<ol id=\"findings\">\n");
        for (TimelineFindings.Finding each : findings) {
            out.write("<li><a href=\"" + place(each.from(), each.until()) + "\">" + Text.html(each.text())
                    + "</a></li>\n");
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
        out.write(
                "<h2>Waiting by call site</h2>\n<div class=\"scroll\"><table id=\"sites\"><tr><th>call</th><th>calls</th><th>time</th>"
                        + "<th>waiting for late ranks</th><th>of all time of ranks</th><th>what that is</th><th>transfer</th><th>bytes</th></tr>\n");
        long whole = Math.max(1, (of.programEnd() - of.programBegin()) * recording.ranks());
        List<WaitTimes.Site> all = waits.sites();
        for (WaitTimes.Site site : all.subList(0, Math.min(MOST_SITES, all.size()))) {
            String text = Text.html(site.name);
            out.write("<tr><td class=\"name\">"
                    + (site.worst == null
                            ? text
                            : "<a href=\"" + place(site.worst.from, site.worst.until) + "\">" + text + "</a>")
                    + "</td><td>" + Units.count(site.calls) + "</td><td>" + Units.time(site.time) + "</td><td>"
                    + Units.time(site.waiting) + "</td><td>" + Units.percent(site.waiting, whole) + "</td><td>"
                    + (site.state() == null ? "" : site.state().words()) + "</td><td>"
                    + Units.time(site.transfer) + "</td><td>"
                    + Units.bytes(site.bytes) + "</td></tr>\n");
        }
        out.write("</table></div>\n");
        if (all.size() > MOST_SITES) {
            out.write("<p class=\"soft\">" + (all.size() - MOST_SITES) + " more that waited less</p>\n");
        }
    }

    private void balance(List<RankTimes> times) throws IOException {
        out.write(
                "<h2>Where the time of ranks went</h2>\n<div class=\"scroll\"><table id=\"balance\"><tr><th>rank</th><th>computing</th>"
                        + "<th>waiting for late ranks</th><th>transfer</th><th>other time in calls</th><th class=\"bars\">made others wait</th></tr>\n");
        Map<Integer, Long> made = new TreeMap<>();
        waits.charges().forEach(charge -> made.put(charge.rank, charge.total));
        long most = times.stream().mapToLong(RankTimes::whole).max().orElse(1);
        for (RankTimes each : times) {
            out.write("<tr><td>" + each.rank() + "</td><td>" + Units.time(each.computing()) + "</td><td>"
                    + Units.time(each.waiting()) + "</td><td>" + Units.time(each.transfer()) + "</td><td>"
                    + Units.time(each.moving())
                    + "</td><td class=\"bars\">" + bar(each.computing(), most, 0) + bar(each.waiting(), most, 3)
                    + bar(each.transfer() + each.moving(), most, 1) + " "
                    + Units.time(made.getOrDefault(each.rank(), 0L))
                    + "</td></tr>\n");
        }
        out.write("</table></div>\n");
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
        if (shares.isEmpty()) {
            return;
        }
        out.write(
                "<h2>Critical path</h2>\n<p class=\"soft\">The chain of computing and messages that the length of the run is made of: what is not"
                        + " on it makes the run no shorter.</p>\n<div class=\"scroll\"><table id=\"path\"><tr><th>rank</th><th class=\"name\">what</th>"
                        + "<th class=\"name\">call</th><th>time</th><th>of the run</th></tr>\n");
        for (CriticalPath.Share share : shares.subList(0, Math.min(MOST_SITES, shares.size()))) {
            CriticalPath.Place place = share.place();
            out.write("<tr><td>" + place.rank() + "</td><td class=\"name\">"
                    + (place.part() == CriticalPath.Part.COMPUTING
                            ? "computing before"
                            : place.part().words())
                    + "</td><td class=\"name\">" + Text.html(place.site()) + "</td><td>" + Units.time(share.time())
                    + "</td><td>" + Units.percent(share.time(), of.path().length()) + "</td></tr>\n");
        }
        out.write("</table></div>\n");
        if (shares.size() > MOST_SITES) {
            out.write("<p class=\"soft\">" + (shares.size() - MOST_SITES) + " more with less</p>\n");
        }
    }

    // ---- bytes ---------------------------------------------------------------------------------------------------

    private void matrix() throws IOException {
        long[][] bytes = Matrix.bytes(recording);
        long[][] messages = Matrix.messages(recording);
        out.write(
                "<h2>Who sends to whom</h2>\n<p class=\"soft\">Bytes of messages and of one-sided operations, rows send. Exact, also where"
                        + " records were dropped.</p>\n");
        if (bytes.length > MOST_RANKS_IN_MATRIX) {
            pairs(bytes, messages);
            return;
        }
        boolean isMap = bytes.length > MOST_RANKS_IN_NUMBERS;
        long most = 1;
        for (long[] row : bytes) {
            for (long each : row) {
                most = Math.max(most, each);
            }
        }
        out.write("<div class=\"scroll\"><table id=\"matrix\"" + (isMap ? " class=\"map\"" : "")
                + "><tr><th>from \\ to</th>");
        for (int to = 0; to < bytes.length; to++) {
            out.write("<th>" + (isMap && to % LABELS != 0 ? "" : to) + "</th>");
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
        List<int[]> pairs = new java.util.ArrayList<>();
        for (int from = 0; from < bytes.length; from++) {
            for (int to = 0; to < bytes.length; to++) {
                if (bytes[from][to] > 0) {
                    pairs.add(new int[] {from, to});
                }
            }
        }
        pairs.sort((one, other) -> Long.compare(bytes[other[0]][other[1]], bytes[one[0]][one[1]]));
        out.write("<table id=\"matrix\"><tr><th>from</th><th>to</th><th>messages</th><th>bytes</th></tr>\n");
        for (int[] pair : pairs.subList(0, Math.min(MOST_PAIRS, pairs.size()))) {
            out.write("<tr><td>" + pair[0] + "</td><td>" + pair[1] + "</td><td>"
                    + Units.count(messages[pair[0]][pair[1]]) + "</td><td>"
                    + Units.bytes(bytes[pair[0]][pair[1]]) + "</td></tr>\n");
        }
        out.write("</table>\n<p class=\"soft\">" + Math.max(0, pairs.size() - MOST_PAIRS)
                + " more pairs with less</p>\n");
    }

    private void collectives() throws IOException {
        Map<String, long[]> all = Matrix.collectives(recording);
        if (all.isEmpty()) {
            return;
        }
        out.write(
                "<h2>Collective operations</h2>\n<table id=\"collectives\"><tr><th>operation</th><th>calls of ranks</th>"
                        + "<th>bytes that they name</th><th>time</th></tr>\n");
        for (Map.Entry<String, long[]> each : all.entrySet()) {
            long[] of = each.getValue();
            out.write("<tr><td class=\"name\">" + Text.html(each.getKey()) + "</td><td>" + Units.count(of[0])
                    + "</td><td>" + Units.bytes(of[1]) + "</td><td>" + Units.time(of[2]) + "</td></tr>\n");
        }
        out.write("</table>\n");
    }

    private void sizes() throws IOException {
        long[][] sizes = Matrix.sizes(recording);
        long all = 0;
        long bytes = 0;
        for (long[] each : sizes) {
            all += each[0];
            bytes += each[1];
        }
        if (all == 0) {
            return;
        }
        out.write(
                "<h2>Sizes of messages</h2>\n<table id=\"sizes\"><tr><th>size</th><th>messages</th><th>%</th><th>bytes</th><th>%</th></tr>\n");
        for (int bits = 0; bits < sizes.length; bits++) {
            if (sizes[bits][0] > 0) {
                out.write("<tr><td>"
                        + (bits == 0 ? "0 bytes" : "less than " + Units.bytes(1L << bits))
                        + "</td><td>" + Units.count(sizes[bits][0]) + "</td><td>"
                        + PERCENT * sizes[bits][0] / all + "</td><td>" + Units.bytes(sizes[bits][1]) + "</td><td>"
                        + (bytes == 0 ? 0 : Math.round((double) PERCENT * sizes[bits][1] / bytes))
                        + "</td></tr>\n");
            }
        }
        out.write("</table>\n");
    }
}
