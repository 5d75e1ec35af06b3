package org.bipj.launch.seeing.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bipj.launch.seeing.timeline.TimelineFormat;

/** The garbage collections of a JVM, from its log. */
final class GarbageCollections {
    private static final Pattern PAUSE =
            Pattern.compile("\\[(\\d+)ns\\] GC\\(\\d+\\) (Pause [^0-9]*?) *(?:\\d+\\S*->\\S+ )?(\\d+\\.\\d+)ms$");

    private static final Pattern PROCESS = Pattern.compile("gc-(\\d+)(?:\\.(\\d+))?\\.log");
    /** Begins the names of collections. */
    static final String PREFIX = "collection: ";

    private static final double NS_PER_MS = 1e6;

    private GarbageCollections() {}

    /** The track of a log; none if the JVM has not collected, or has run no rank. */
    static Optional<Track> track(String file, String text, List<Track> ranks, Clocks clocks) {
        Matcher process = PROCESS.matcher(file);
        if (!process.matches()) {
            return Optional.empty();
        }
        long pid = Long.parseLong(process.group(1));
        int host = process.group(2) == null ? -1 : Integer.parseInt(process.group(2));
        List<Track> ofJvm = ranks.stream()
                .filter(track -> track.pid == pid && clocks.hostOf(track.rank) == host)
                .toList();
        List<String> names = new ArrayList<>();
        Records pauses = new Records(0);
        for (String line : text.split("\n")) {
            Matcher pause = PAUSE.matcher(line);
            if (pause.find()) {
                long end = clocks.toCommon(host, Long.parseLong(pause.group(1)));
                int name = names.indexOf(pause.group(2));
                if (name < 0) {
                    name = names.size();
                    names.add(pause.group(2));
                }
                long begin = end - (long) (Double.parseDouble(pause.group(3)) * NS_PER_MS);
                pauses.add(begin, end, name, 0, -1, TimelineFormat.OPEN, -1);
            }
        }
        if (ofJvm.isEmpty() || pauses.size == 0) {
            return Optional.empty();
        }
        Shape[] shapes = names.stream()
                .map(name -> new Shape(
                        TimelineFormat.PHASE, PREFIX + name, null, TimelineFormat.NONE, TimelineFormat.NONE, ""))
                .toArray(Shape[]::new);
        boolean isOfOne =
                ofJvm.stream().mapToInt(track -> track.rank).distinct().count() == 1;
        int first = isOfOne ? ofJvm.getFirst().rank : 0;
        Track made = new Track(-1, first, isOfOne ? "collections of rank " + first : "collections", shapes, pauses);
        made.pid = pid;
        return Optional.of(made);
    }
}
