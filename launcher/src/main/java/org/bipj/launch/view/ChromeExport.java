package org.bipj.launch.view;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** A recording in the Trace Event Format, for Perfetto and the Chrome trace viewer, with arrows as flow events. */
public final class ChromeExport {
    /** What viewers can still show. */
    private static final int MOST_EVENTS = 1_000_000;

    private static final double NS_PER_US = 1e3;

    private final Recording recording;
    private final Writer out;
    private final long last;
    private long flows;

    private ChromeExport(Recording recording, Writer out, long last) {
        this.recording = recording;
        this.out = out;
        this.last = last;
    }

    /**
     * Writes a recording; returns what is to be said of it: empty, or how much of it is missing.
     */
    public static String write(Recording recording, Path file) throws IOException {
        Arrows.join(recording);
        long last = lastTime(recording);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            new ChromeExport(recording, out, last).write();
        }
        return last == Long.MAX_VALUE
                ? ""
                : "only the first " + Units.time(last - recording.begin()) + " of "
                        + Units.time(recording.end() - recording.begin()) + " are in it: "
                        + Units.count(MOST_EVENTS) + " of " + Units.count(recording.size())
                        + " events, as viewers show no more. A name without .json keeps all";
    }

    /** The time up to which the events are written. */
    private static long lastTime(Recording recording) {
        if (recording.size() <= MOST_EVENTS) {
            return Long.MAX_VALUE;
        }
        long low = recording.begin();
        long high = recording.end();
        while (low < high) {
            long middle = low + (high - low + 1) / 2;
            long count = 0;
            for (Track track : recording.tracks()) {
                count += track.from(middle);
            }
            if (count <= MOST_EVENTS) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private void write() throws IOException {
        out.write("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"bipj\":\"timeline\",\"mode\":"
                + Text.json(recording.mode()) + ",\"ranks\":\"" + recording.ranks() + "\"},\"traceEvents\":[\n");
        int number = 0;
        for (Track track : recording.tracks()) {
            head(track, number == 0 ? "" : ",\n", number);
            for (int i = 0; i < track.size && track.begin[i] < last; i++) {
                event(track, number, i);
            }
            number++;
        }
        out.write("\n]}\n");
    }

    private void head(Track track, String comma, int number) throws IOException {
        out.write(comma + "{\"ph\":\"M\",\"name\":\"process_name\"," + ids(number) + ",\"args\":{\"name\":"
                + Text.json(track.label()) + "}},\n");
        out.write("{\"ph\":\"M\",\"name\":\"process_sort_index\"," + ids(number) + ",\"args\":{\"sort_index\":" + number
                + "}},\n");
        out.write("{\"ph\":\"M\",\"name\":\"thread_name\"," + ids(number) + ",\"args\":{\"name\":"
                + Text.json(track.name) + ",\"rank\":" + track.rank + ",\"thread\":" + track.thread + ",\"dropped\":"
                + track.dropped + ",\"several\":" + track.hasSeveralThreads + ",\"finalized\":" + track.isFinalized
                + ",\"inCall\":" + track.isInCall + ",\"peers\":\"" + rows(track.peers) + "\",\"sizes\":\""
                + rows(track.sizes) + "\"}}");
    }

    private static String rows(long[][] rows) {
        StringBuilder text = new StringBuilder();
        for (long[] row : rows) {
            for (long each : row) {
                text.append(each).append(' ');
            }
            text.append(';');
        }
        return text.toString();
    }

    private static String ids(int number) {
        return "\"pid\":" + (number + 1) + ",\"tid\":" + (number + 1);
    }

    private String time(long ns) {
        return String.format(Locale.ROOT, "%.3f", ns / NS_PER_US);
    }

    private void event(Track track, int number, int i) throws IOException {
        Shape shape = track.shape(i);
        String at = ids(number) + ",\"ts\":" + time(track.begin[i] - recording.begin());
        if (shape.isSpan()) {
            out.write(",\n{\"ph\":\"X\"," + at + ",\"dur\":" + time(track.end[i] - track.begin[i]));
        } else {
            out.write(",\n{\"ph\":\"i\",\"s\":\"t\"," + at);
        }
        out.write(",\"name\":" + Text.json(shape.operation()) + ",\"args\":{\"kind\":" + shape.kind() + ",\"peer\":"
                + shape.peer() + ",\"tag\":" + shape.tag() + ",\"bytes\":" + track.bytes(i) + ",\"number\":"
                + track.number[i]
                + (shape.communicator() == null
                        ? ""
                        : ",\"communicator\":" + Text.json(shape.communicator().toString()) + ",\"group\":"
                                + recording.number(shape.communicator()))
                + ",\"line\":" + Text.json(shape.place()) + "}}");
        if (track.mate[i] != Track.NONE && shape.sends()) {
            flow(track, number, i);
        }
    }

    private void flow(Track track, int number, int i) throws IOException {
        int other = Arrows.trackOf(track.mate[i]);
        Track to = recording.tracks().get(other);
        int end = Arrows.indexOf(track.mate[i]);
        if (to.begin[end] >= last) {
            return;
        }
        long id = flows++;
        out.write(",\n{\"ph\":\"s\",\"cat\":\"message\",\"name\":\"message\",\"id\":" + id + "," + ids(number)
                + ",\"ts\":" + time(track.begin[i] - recording.begin()) + "}");
        out.write(",\n{\"ph\":\"f\",\"bp\":\"e\",\"cat\":\"message\",\"name\":\"message\",\"id\":" + id + ","
                + ids(other) + ",\"ts\":" + time(PageData.arrival(to, end) - recording.begin()) + "}");
    }
}
