package org.bipj.launch.seeing.view;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bipj.launch.seeing.timeline.JobFacts;
import org.bipj.launch.seeing.timeline.TimelineFormat;

/** Reads what {@link ChromeExport} has written, and traces of {@code --trace}. */
final class ChromeReader {
    private static final double NS_PER_US = 1e3;
    private static final int NOT_A_RANK = -1;
    /** Entries of simulated machines that are read; of further ones only their number. */
    private static final int MOST_ENTRIES = 1_000_000;

    private final Map<String, Events> tracks = new LinkedHashMap<>();
    private final Map<String, String> processes = new HashMap<>();
    private final Map<String, Integer> processOrder = new HashMap<>();
    private final Map<String, Communicator> communicators = new HashMap<>();
    private final Section section;
    private String mode = "sim";
    private final Map<String, String> about = new LinkedHashMap<>();
    private int ranks;
    private long entries;
    private long kept;
    private long keptOfMachine;
    /** The end of the last entry of the machine that is read; others may follow. */
    private long lastTime;

    private boolean isCut;

    /** The events of one thread of the file. */
    private static final class Events {
        final String process;
        final Map<String, String> about = new HashMap<>();
        /** By their order, which is that of their numbers. */
        final Map<Shape, Integer> shapes = new LinkedHashMap<>();

        final Records records = new Records(0);
        int order;

        Events(String process) {
            this.process = process;
        }

        int number(Shape shape) {
            return shapes.computeIfAbsent(shape, key -> shapes.size());
        }
    }

    /** The part of a trace that is shown, in nanoseconds of its time. */
    record Section(long from, long until) {
        static final Section ALL = new Section(0, Long.MAX_VALUE);

        boolean has(long begin, long end) {
            return end >= from && begin <= until;
        }
    }

    private ChromeReader(Section section) {
        this.section = section;
    }

    static JobTimeline read(Path file, Section section) throws IOException {
        ChromeReader reader = new ChromeReader(section);
        try (InputStream in = Files.newInputStream(file)) {
            JsonEvents.read(in, reader::about, reader::event);
        } catch (IOException | NumberFormatException e) {
            throw new IOException(file + " is no trace: " + e.getMessage(), e);
        }
        return reader.recording();
    }

    private void about(Map<String, String> members) {
        mode = members.getOrDefault("otherData.mode", mode);
        ranks = Integer.parseInt(members.getOrDefault("otherData.ranks", "0"));
        for (String name : JobFacts.NAMES) {
            String value = members.get("otherData." + name);
            if (value != null) {
                about.put(name, value);
            }
        }
    }

    private void event(Map<String, String> event) {
        String process = event.getOrDefault("pid", "0");
        String phase = event.getOrDefault("ph", "");
        String name = event.getOrDefault("name", "");
        if (phase.equals("M")) {
            meta(event, process, name);
        } else if (phase.equals("X") || phase.equals("i")) {
            long from = time(event.get("ts"));
            long until = phase.equals("X") ? from + time(event.get("dur")) : from;
            entries++;
            if (isShown(from, until, event.containsKey("args.kind"))) {
                kept++;
                Events of = track(event, process);
                long pause = whole(event, "args.pause", -1);
                of.records.add(
                        from,
                        until,
                        of.number(shape(event, name)),
                        TimelineFormat.packed(whole(event, "args.bytes", 0)),
                        (int) whole(event, "args.number", -1),
                        pause < 0 ? TimelineFormat.OPEN : TimelineFormat.packed(pause),
                        (int) whole(event, "args.packet", -1));
            }
        }
    }

    /** Entries of the machine come in the order of their ends, and calls behind them. */
    private boolean isShown(long from, long until, boolean isCall) {
        if (!section.has(from, until) || isCut && isCall && from > lastTime) {
            return false;
        }
        if (!isCall && keptOfMachine == MOST_ENTRIES) {
            isCut = true;
            return false;
        }
        if (!isCall) {
            keptOfMachine++;
            lastTime = Math.max(lastTime, until);
        }
        return true;
    }

    /** What is missing of the trace, in a sentence; empty: nothing. */
    private String missing() {
        if (kept == entries) {
            return "";
        }
        String until =
                isCut ? Units.time(lastTime) : section.until == Long.MAX_VALUE ? "the end" : Units.time(section.until);
        return "only " + Units.time(section.from) + " to " + until + " of the trace are shown, " + Units.count(kept)
                + " of its " + Units.count(entries) + " entries"
                + (isCut ? ", as a page has room for so many: --from TIME and --until TIME choose others" : "");
    }

    private Events track(Map<String, String> event, String process) {
        return tracks.computeIfAbsent(process + "." + event.get("tid"), key -> new Events(process));
    }

    private void meta(Map<String, String> event, String process, String name) {
        switch (name) {
            case "process_name" -> processes.put(process, event.getOrDefault("args.name", process));
            case "process_sort_index" -> processOrder.put(process, (int) whole(event, "args.sort_index", 0));
            case "thread_name" -> track(event, process).about.putAll(event);
            case "thread_sort_index" -> track(event, process).order = (int) whole(event, "args.sort_index", 0);
            default -> {
                // Nothing that is shown.
            }
        }
    }

    private static long time(String us) {
        return us == null ? 0 : Math.round(Double.parseDouble(us) * NS_PER_US);
    }

    private static long whole(Map<String, String> event, String name, long otherwise) {
        String value = event.get(name);
        return value == null ? otherwise : Long.parseLong(value);
    }

    private Shape shape(Map<String, String> event, String name) {
        if (event.containsKey("args.kind")) {
            int peer = (int) whole(event, "args.peer", TimelineFormat.NONE);
            return new Shape(
                    (int) whole(event, "args.kind", 0),
                    name,
                    communicator(event),
                    peer,
                    (int) whole(event, "args.tag", TimelineFormat.NONE),
                    event.getOrDefault("args.line", ""),
                    event.getOrDefault("args.peerName", Integer.toString(peer)));
        }
        String words = name;
        if (event.containsKey("args.from")) {
            words += " from " + event.get("args.from")
                    + (event.containsKey("args.to") ? " to " + event.get("args.to") : "");
        } else if (event.containsKey("args.what")) {
            words += ": " + event.get("args.what");
        }
        return new Shape(Shape.WORK, words, null, TimelineFormat.NONE, TimelineFormat.NONE, "");
    }

    private Communicator communicator(Map<String, String> event) {
        String group = event.get("args.group");
        return group == null
                ? null
                : communicators.computeIfAbsent(group, key -> {
                    Communicator made = new Communicator("");
                    made.name(event.getOrDefault("args.communicator", group));
                    return made;
                });
    }

    private JobTimeline recording() {
        List<Track> all = new ArrayList<>();
        tracks.values().stream()
                .filter(events -> events.records.size > 0)
                .sorted(Comparator.<Events>comparingInt(events -> processOrder.getOrDefault(events.process, 0))
                        .thenComparingInt(events -> events.order))
                .forEach(events -> all.add(track(events)));
        JobTimeline made = new JobTimeline(
                mode,
                Math.max(
                        ranks,
                        1 + all.stream().mapToInt(track -> track.rank).max().orElse(-1)),
                all);
        made.note(missing());
        made.about(about);
        return made;
    }

    private Track track(Events events) {
        Map<String, String> about = events.about;
        String thread = about.getOrDefault("args.name", "");
        boolean isOurs = about.containsKey("args.rank");
        Records packets = packets(events);
        Track made = new Track(
                (int) whole(about, "args.rank", NOT_A_RANK),
                (int) whole(about, "args.thread", 0),
                isOurs ? thread : processes.getOrDefault(events.process, events.process) + " " + thread,
                events.shapes.keySet().toArray(Shape[]::new),
                events.records);
        made.dropped = whole(about, "args.dropped", 0);
        made.hasSeveralThreads = Boolean.parseBoolean(about.get("args.several"));
        made.isFinalized = Boolean.parseBoolean(about.getOrDefault("args.finalized", "true"));
        made.peers = rows(about.getOrDefault("args.peers", ""));
        made.sizes = rows(about.getOrDefault("args.sizes", ""));
        made.packets = packets;
        made.numbered = (int) whole(about, "args.numbered", -1);
        made.isInCall = Boolean.parseBoolean(about.get("args.inCall"));
        return made;
    }

    /** The packets of a thread, whose shapes become further ones of its events. */
    private static Records packets(Events events) {
        Records made = new Records(0);
        for (long[] row : rows(events.about.getOrDefault("args.packets", ""))) {
            int kind = row[0] != 0 ? TimelineFormat.LEFT : TimelineFormat.CAME;
            Shape shape = new Shape(kind, "", null, (int) row[1], (int) row[2], "");
            made.add(row[4], row[4], events.number(shape), 0, (int) row[3], TimelineFormat.OPEN, -1);
        }
        return made;
    }

    private static long[][] rows(String text) {
        return Arrays.stream(text.split(";"))
                .filter(row -> !row.isEmpty())
                .map(row -> Arrays.stream(row.trim().split(" "))
                        .mapToLong(Long::parseLong)
                        .toArray())
                .toArray(long[][]::new);
    }
}
