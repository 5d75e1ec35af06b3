package org.bipj.launch.seeing.view;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The timeline as the page's script reads it: levels of detail of each track, its calls, and the arrows. */
final class PageData {
    private static final int CHUNK = 16_384;
    private static final int COARSE = 2048;
    private static final int FINE = 16_384;
    /** Tracks with fewer records are drawn from them. */
    private static final int FINE_FROM = 100_000;

    private static final int DEPTH_SHIFT = 24;
    private static final int END_SHIFT = 16;
    private static final int MOST_DEPTH = 8;

    private final JobTimeline recording;
    private final Writer out;
    private final Columns columns;
    private final Map<Shape, Integer> shapes = new HashMap<>();
    private final List<Shape> inOrder = new ArrayList<>();
    private final StringBuilder meta = new StringBuilder();

    PageData(JobTimeline recording, Writer out) {
        this.recording = recording;
        this.out = out;
        columns = new Columns(out);
    }

    /** Writes all elements of data. */
    void write() throws IOException {
        long first = recording.begin();
        meta.append("{\"span\":").append(recording.end() - first).append(",\"tracks\":[");
        String comma = "";
        for (Track track : recording.tracks()) {
            meta.append(comma).append("{\"label\":").append(Text.json(track.label()));
            int coarse = columns.write(TrackLevels.of(track, COARSE, first, recording.end()));
            meta.append(",\"coarse\":[").append(coarse).append(']');
            if (track.size > FINE_FROM) {
                int fine = columns.write(TrackLevels.of(track, FINE, first, recording.end()));
                meta.append(",\"fine\":[").append(fine).append(']');
            }
            meta.append(",\"chunks\":[");
            int depth = calls(track);
            meta.append("],\"depth\":").append(depth).append('}');
            comma = ",";
        }
        meta.append("],\"arrows\":[");
        arrows();
        meta.append("],\"categories\":[");
        comma = "";
        for (Category category : Category.values()) {
            meta.append(comma).append(Text.json(category.words()));
            comma = ",";
        }
        meta.append("],\"shapes\":[");
        comma = "";
        for (Shape shape : inOrder) {
            meta.append(comma)
                    .append('[')
                    .append(Text.json(shape.words()))
                    .append(',')
                    .append(shape.category().ordinal())
                    .append(',')
                    .append(Text.json(shape.place()))
                    .append(']');
            comma = ",";
        }
        meta.append("]}");
        out.write("<script type=\"application/json\" id=\"meta\">");
        out.append(meta);
        out.write("</script>\n");
    }

    private int number(Shape shape) {
        Integer known = shapes.get(shape);
        if (known == null) {
            known = inOrder.size();
            shapes.put(shape, known);
            inOrder.add(shape);
        }
        return known;
    }

    /** Writes a track's calls and phases in chunks; returns how deep its phases are nested. */
    private int calls(Track track) throws IOException {
        int[] rows = new int[CHUNK];
        int[] depths = new int[CHUNK];
        int count = 0;
        int deepest = 0;
        long[] ends = new long[MOST_DEPTH];
        String comma = "";
        for (int i = 0; i < track.size; i++) {
            Shape shape = track.shape(i);
            if (!shape.isSpan()) {
                continue;
            }
            int depth = 0;
            if (shape.category() == Category.PHASE) {
                while (depth < MOST_DEPTH - 1 && ends[depth] > track.begin[i]) {
                    depth++;
                }
                ends[depth] = track.end[i];
                depth++;
                deepest = Math.max(deepest, depth);
            }
            rows[count] = i;
            depths[count++] = depth;
            if (count == CHUNK) {
                meta.append(comma);
                chunk(track, rows, depths, count);
                comma = ",";
                count = 0;
            }
        }
        if (count > 0) {
            meta.append(comma);
            chunk(track, rows, depths, count);
        }
        return deepest;
    }

    private void chunk(Track track, int[] rows, int[] depths, int count) throws IOException {
        long last = Long.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            last = Math.max(last, track.end[rows[i]]);
        }
        Columns.Scale scale = Columns.Scale.of(track.begin[rows[0]], last);
        int[][] all = new int[5][count];
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            all[0][i] = scale.begin(track.begin[row]);
            all[1][i] = scale.length(track.begin[row], track.end[row]);
            all[2][i] = number(track.shape(row)) | depths[i] << DEPTH_SHIFT;
            all[3][i] = track.bytes[row];
            all[4][i] = track.pauses(row) ? scale.length(track.pause(row), track.end[row]) : 0;
        }
        element(columns.write(List.of(all), count), count, scale);
    }

    private void element(int id, int count, Columns.Scale scale) {
        meta.append('[')
                .append(id)
                .append(',')
                .append(count)
                .append(',')
                .append(scale.first() - recording.begin())
                .append(',')
                .append(scale.last() - recording.begin())
                .append(',')
                .append(scale.unit())
                .append(']');
    }

    // ---- arrows --------------------------------------------------------------------------------------------------

    private void arrows() throws IOException {
        List<Track> tracks = recording.tracks();
        int[][] all = new int[4][CHUNK];
        long[] begin = new long[CHUNK];
        long[] end = new long[CHUNK];
        String comma = "";
        for (int number = 0; number < tracks.size(); number++) {
            Track track = tracks.get(number);
            int count = 0;
            for (int i = 0; i < track.size; i++) {
                if (track.mate[i] != Track.NONE && track.shape(i).sends()) {
                    int to = Track.trackOf(track.mate[i]);
                    begin[count] = track.begin[i];
                    end[count] = Math.max(begin[count], tracks.get(to).arrival(Track.indexOf(track.mate[i])));
                    all[2][count] = number | to << END_SHIFT;
                    all[3][count++] = track.bytes[i];
                }
                if (count == CHUNK || count > 0 && i == track.size - 1) {
                    meta.append(comma);
                    arrows(all, begin, end, count);
                    comma = ",";
                    count = 0;
                }
            }
        }
    }

    private void arrows(int[][] all, long[] begin, long[] end, int count) throws IOException {
        long last = Long.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            last = Math.max(last, end[i]);
        }
        Columns.Scale scale = Columns.Scale.of(begin[0], last);
        for (int i = 0; i < count; i++) {
            all[0][i] = scale.begin(begin[i]);
            all[1][i] = scale.length(begin[i], end[i]);
        }
        element(columns.write(List.of(all), count), count, scale);
    }
}
