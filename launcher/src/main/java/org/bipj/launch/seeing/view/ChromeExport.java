package org.bipj.launch.seeing.view;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.bipj.launch.seeing.timeline.TimelineFormat;

/**
 * A recording in the Trace Event Format, for Perfetto and the Chrome trace viewer, with arrows as flow events: in a file of its own, or
 * added to a trace of the simulated machine.
 */
public final class ChromeExport {
    /** What viewers can still show. */
    private static final int MOST_EVENTS = 1_000_000;

    private static final long NS_PER_US = 1000;

    /** Processes of a trace have smaller numbers. */
    private static final int BEHIND_THOSE_OF_TRACE = 1 << 24;

    /** A trace ends so, and is no longer written then. */
    private static final String END = "\n]}\n";

    private final JobTimeline recording;
    private final Writer out;
    /** The time that is 0 in the file. */
    private final long zero;

    private final long last;
    /** The number of the first process. */
    private final int base;

    private long flows;

    private ChromeExport(JobTimeline recording, Writer out, long zero, long last, int base) {
        this.recording = recording;
        this.out = out;
        this.zero = zero;
        this.last = last;
        this.base = base;
    }

    /**
     * Writes a recording; returns what is to be said of it: empty, or how much of it is missing.
     */
    public static String write(JobTimeline recording, Path file) throws IOException {
        Arrows.join(recording);
        long last = lastTime(recording);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            new ChromeExport(recording, out, recording.begin(), last, 1).write();
        }
        return last == Long.MAX_VALUE ? "" : missing(recording, last) + ". A name without .json keeps all";
    }

    private static String missing(JobTimeline recording, long last) {
        return "only the first " + Units.time(last - recording.begin()) + " of "
                + Units.time(recording.end() - recording.begin()) + " are in it: "
                + Units.count(MOST_EVENTS) + " of " + Units.count(recording.size())
                + " events, as viewers show no more";
    }

    /**
     * Adds the calls and arrows of a simulated run to its trace, above what its machine did. A trace that is not complete stays as it is:
     * the run has said why.
     *
     * @return what is to be said of it: empty, or how much is missing
     */
    public static String addTo(JobTimeline recording, Path trace) throws IOException {
        if (!Files.isRegularFile(trace) || recording.size() == 0) {
            return "";
        }
        Arrows.join(recording);
        long last = lastTime(recording);
        try (FileChannel file = FileChannel.open(trace, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer end = ByteBuffer.allocate(END.length());
            long place = file.size() - END.length();
            if (place < 0
                    || file.read(end, place) < END.length()
                    || !END.equals(new String(end.array(), StandardCharsets.US_ASCII))) {
                return "";
            }
            file.truncate(place).position(place);
            Writer out = new BufferedWriter(Channels.newWriter(file, StandardCharsets.UTF_8));
            new ChromeExport(recording, out, 0, last, BEHIND_THOSE_OF_TRACE).events(",\n");
            out.write(END);
            out.flush();
        }
        long dropped = recording.dropped();
        return last != Long.MAX_VALUE
                ? missing(recording, last)
                : dropped > 0 ? "the first " + Units.count(dropped) + " are missing: their ranks had no room" : "";
    }

    /** The time up to which the events are written. */
    private static long lastTime(JobTimeline recording) {
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

    private String about() {
        StringBuilder about = new StringBuilder();
        recording
                .about()
                .forEach((name, value) ->
                        about.append(",").append(Text.json(name)).append(":").append(Text.json(value)));
        return about.toString();
    }

    private void write() throws IOException {
        out.write("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"bipj\":\"timeline\",\"mode\":"
                + Text.json(recording.mode()) + ",\"ranks\":\"" + recording.ranks() + "\"" + about()
                + "},\"traceEvents\":[\n");
        events("");
        out.write(END);
    }

    private void events(String before) throws IOException {
        int number = 0;
        for (Track track : recording.tracks()) {
            head(track, number == 0 ? before : ",\n", number);
            for (int i = 0; i < track.size && track.begin[i] < last; i++) {
                event(track, number, i);
            }
            number++;
        }
    }

    private void head(Track track, String comma, int number) throws IOException {
        out.write(comma + "{\"ph\":\"M\",\"name\":\"process_name\"," + ids(number) + ",\"args\":{\"name\":"
                + Text.json(track.label()) + "}},\n");
        out.write("{\"ph\":\"M\",\"name\":\"process_sort_index\"," + ids(number) + ",\"args\":{\"sort_index\":"
                + (base == 1 ? number : number - recording.tracks().size()) + "}},\n");
        out.write("{\"ph\":\"M\",\"name\":\"thread_name\"," + ids(number) + ",\"args\":{\"name\":"
                + Text.json(track.name) + ",\"rank\":" + track.rank + ",\"thread\":" + track.thread + ",\"dropped\":"
                + track.dropped + ",\"several\":" + track.hasSeveralThreads + ",\"finalized\":" + track.isFinalized
                + ",\"inCall\":" + track.isInCall + ",\"peers\":\"" + rows(track.peers) + "\",\"sizes\":\""
                + rows(track.sizes)
                + "\",\"numbered\":" + track.numbered + ",\"packets\":\"" + packets(track) + "\"}}");
    }

    private String packets(Track track) {
        StringBuilder text = new StringBuilder();
        Records all = track.packets;
        for (int i = 0; i < all.size && all.begin[i] < last; i++) {
            Shape shape = track.shapeOfPacket(i);
            text.append(shape.kind() == TimelineFormat.LEFT ? "1 " : "0 ")
                    .append(shape.peer())
                    .append(' ')
                    .append(shape.tag())
                    .append(' ')
                    .append(all.number[i])
                    .append(' ')
                    .append(all.begin[i] - zero)
                    .append(';');
        }
        return text.toString();
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

    private String ids(int number) {
        return "\"pid\":" + (base + number) + ",\"tid\":" + (base + number);
    }

    private String time(long ns) {
        return ns / NS_PER_US + String.format(Locale.ROOT, ".%03d", ns % NS_PER_US);
    }

    private void event(Track track, int number, int i) throws IOException {
        Shape shape = track.shape(i);
        String at = ids(number) + ",\"ts\":" + time(track.begin[i] - zero);
        if (shape.isSpan()) {
            out.write(",\n{\"ph\":\"X\"," + at + ",\"dur\":" + time(track.end[i] - track.begin[i]));
        } else {
            out.write(",\n{\"ph\":\"i\",\"s\":\"t\"," + at);
        }
        out.write(",\"name\":" + Text.json(shape.operation()) + ",\"args\":{\"kind\":" + shape.kind() + ",\"peer\":"
                + shape.peer()
                + shape.otherName()
                        .map(name -> ",\"peerName\":" + Text.json(name))
                        .orElse("") + ",\"tag\":" + shape.tag() + ",\"bytes\":" + track.bytes(i) + ",\"number\":"
                + track.number[i]
                + (shape.communicator() == null
                        ? ""
                        : ",\"communicator\":" + Text.json(shape.communicator().toString()) + ",\"group\":"
                                + recording.number(shape.communicator()))
                + (track.pauses(i) ? ",\"pause\":" + (track.pause(i) - track.begin[i]) : "")
                + (track.packet(i) < 0 ? "" : ",\"packet\":" + track.packet(i))
                + ",\"line\":" + Text.json(shape.place()) + "}}");
        if (track.mate[i] != Track.NONE && shape.sends()) {
            flow(track, number, i);
        }
    }

    private void flow(Track track, int number, int i) throws IOException {
        int other = Track.trackOf(track.mate[i]);
        Track to = recording.tracks().get(other);
        int end = Track.indexOf(track.mate[i]);
        if (to.begin[end] >= last) {
            return;
        }
        long id = flows++;
        out.write(",\n{\"ph\":\"s\",\"cat\":\"message\",\"name\":\"message\",\"id\":" + id + "," + ids(number)
                + ",\"ts\":" + time(track.begin[i] - zero) + "}");
        out.write(",\n{\"ph\":\"f\",\"bp\":\"e\",\"cat\":\"message\",\"name\":\"message\",\"id\":" + id + ","
                + ids(other) + ",\"ts\":" + time(to.arrival(end) - zero) + "}");
    }
}
