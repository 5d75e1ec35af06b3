package org.bipj.launch.seeing.view;

import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The timeline as the page's script reads it: levels of detail of each track, its calls, the arrows, who is charged, the critical path. */
final class PageData {
    private static final int CHUNK = 16_384;
    private static final int COARSE = 2048;
    private static final int FINE = 16_384;
    /** Tracks with fewer records are drawn from them. */
    private static final int FINE_FROM = 100_000;

    private static final int DEPTH_SHIFT = 24;
    private static final int END_SHIFT = 16;
    private static final int MOST_DEPTH = 8;

    private final Analysis of;
    private final JobTimeline recording;
    private final Writer out;
    private final Columns columns;
    /** In the order of their numbers. */
    private final Map<Shape, Integer> shapes = new LinkedHashMap<>();

    /** Names of phases. */
    private final List<String> phases;

    private final StringBuilder meta = new StringBuilder();

    PageData(Analysis of, Writer out) {
        this.of = of;
        recording = of.recording();
        this.out = out;
        columns = new Columns(out);
        phases = recording.tracks().stream()
                .flatMap(Track::shapesThere)
                .filter(shape -> shape.category() == Category.PHASE)
                .map(Shape::operation)
                .distinct()
                .toList();
    }

    /** Rows of a begin, none earlier than that of the row before, an end and more numbers each, which become chunks of columns. */
    private final class Rows {
        private final boolean[] isTime;
        private final long[] begin = new long[CHUNK];
        private final long[] end = new long[CHUNK];
        private final long[][] more;
        private int count;
        private String comma = "";

        /** Rows whose further numbers are times, or not. */
        Rows(boolean... isTime) {
            this.isTime = isTime;
            more = new long[isTime.length][CHUNK];
        }

        void add(long from, long until, long... others) throws IOException {
            begin[count] = from;
            end[count] = until;
            for (int i = 0; i < others.length; i++) {
                more[i][count] = others[i];
            }
            if (++count == CHUNK) {
                flush();
            }
        }

        void flush() throws IOException {
            if (count == 0) {
                return;
            }
            long last = Long.MIN_VALUE;
            for (int i = 0; i < count; i++) {
                last = Math.max(last, end[i]);
            }
            Columns.Scale scale = Columns.Scale.of(begin[0], last);
            int[][] all = new int[2 + more.length][count];
            for (int i = 0; i < count; i++) {
                all[0][i] = scale.begin(begin[i]) - scale.begin(begin[Math.max(0, i - 1)]);
                all[1][i] = scale.length(begin[i], end[i]);
                for (int k = 0; k < more.length; k++) {
                    all[2 + k][i] = isTime[k] ? scale.length(0, more[k][i]) : (int) more[k][i];
                }
            }
            long first = recording.begin();
            meta.append(comma).append('[').append(columns.write(all, count));
            Stream.of((long) count, scale.first() - first, scale.last() - first, scale.unit())
                    .forEach(each -> meta.append(',').append(each));
            meta.append(']');
            comma = ",";
            count = 0;
        }
    }

    /** Writes all elements of data. */
    void write() throws IOException {
        long first = recording.begin();
        meta.append("{\"span\":")
                .append(recording.end() - first)
                .append(",\"ranks\":")
                .append(recording.ranks());
        meta.append(",\"program\":");
        interval(of.programBegin(), of.programEnd());
        meta.append(",\"tracks\":[");
        String comma = "";
        for (Track track : recording.tracks()) {
            meta.append(comma).append("{\"label\":").append(Text.json(track.label()));
            meta.append(",\"rank\":").append(track.rank).append(",\"thread\":").append(track.thread);
            meta.append(",\"program\":");
            interval(RankTimes.begin(track), RankTimes.end(track, recording.end()));
            int coarse = columns.write(TrackLevels.of(track, COARSE, first, recording.end(), phases));
            meta.append(",\"coarse\":[").append(coarse).append(']');
            if (track.size > FINE_FROM) {
                int fine = columns.write(TrackLevels.of(track, FINE, first, recording.end(), phases));
                meta.append(",\"fine\":[").append(fine).append(']');
            }
            meta.append(",\"chunks\":[");
            int depth = calls(track);
            meta.append("],\"depth\":").append(depth).append('}');
            comma = ",";
        }
        meta.append("],\"arrows\":[");
        arrows();
        meta.append("],\"charges\":[");
        charges();
        meta.append("],\"stays\":[");
        stays();
        meta.append("],\"categories\":[");
        list(List.of(Category.values()), category -> meta.append(Text.json(category.words())));
        meta.append("],\"phases\":[");
        list(phases, name -> meta.append(Text.json(name)));
        meta.append("],\"shapes\":[");
        list(
                List.copyOf(shapes.keySet()),
                shape -> meta.append('[')
                        .append(Text.json(shape.words()))
                        .append(',')
                        .append(shape.category().ordinal())
                        .append(',')
                        .append(Text.json(shape.place()))
                        .append(',')
                        .append(Text.json(shape.category() == Category.PHASE ? shape.operation() : shape.site()))
                        .append(',')
                        .append(Text.json(String.join("\n", shape.callers())))
                        .append(']'));
        meta.append("]}");
        out.write("<script type=\"application/json\" id=\"meta\">");
        out.append(meta);
        out.write("</script>\n");
    }

    private void interval(long from, long until) {
        meta.append('[').append(from - recording.begin()).append(',').append(until - recording.begin());
        meta.append(']');
    }

    private <T> void list(List<T> all, Consumer<T> one) {
        for (int i = 0; i < all.size(); i++) {
            meta.append(i == 0 ? "" : ",");
            one.accept(all.get(i));
        }
    }

    private int number(Shape shape) {
        Integer known = shapes.get(shape);
        if (known == null) {
            known = shapes.size();
            shapes.put(shape, known);
        }
        return known;
    }

    /** Writes a track's calls and phases in chunks; returns how deep its phases are nested. */
    private int calls(Track track) throws IOException {
        Rows rows = new Rows(false, false, true);
        int deepest = 0;
        long[] ends = new long[MOST_DEPTH];
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
            long wait = track.pauses(i) ? track.end[i] - track.pause(i) : 0;
            rows.add(track.begin[i], track.end[i], number(shape) | depth << DEPTH_SHIFT, track.bytes[i], wait);
        }
        rows.flush();
        return deepest;
    }

    private void arrows() throws IOException {
        List<Track> tracks = recording.tracks();
        Rows rows = new Rows(false, false);
        for (int number = 0; number < tracks.size(); number++) {
            Track track = tracks.get(number);
            for (int i = 0; i < track.size; i++) {
                if (track.mate[i] != Track.NONE && track.shape(i).sends()) {
                    int to = Track.trackOf(track.mate[i]);
                    long arrival = tracks.get(to).arrival(Track.indexOf(track.mate[i]));
                    long end = Math.max(track.begin[i], arrival);
                    rows.add(track.begin[i], end, number | to << END_SHIFT, track.bytes[i]);
                }
            }
            rows.flush();
        }
    }

    /** What waits are charged to whom, by the track that waited. */
    private void charges() throws IOException {
        Rows rows = new Rows(false, true, false);
        int last = -1;
        for (WaitTimes.Wait wait : of.waits().all()) {
            if (wait.track != last) {
                rows.flush();
                last = wait.track;
            }
            int shape = number(recording.tracks().get(wait.track).shape(wait.record));
            for (int i = 0; i < wait.lateRanks.length; i++) {
                rows.add(
                        wait.from,
                        wait.until,
                        wait.track | wait.lateRanks[i] << END_SHIFT,
                        Math.round(wait.lateParts[i]),
                        shape);
            }
        }
        rows.flush();
    }

    private void stays() throws IOException {
        Rows rows = new Rows(false);
        for (CriticalPath.Stay stay : of.path().stays()) {
            rows.add(stay.from(), stay.until(), stay.track());
        }
        rows.flush();
    }
}
