package org.bipj.launch.seeing.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What holds of each recording. */
public final class JobTimelineChecks {
    private JobTimelineChecks() {}

    /** Counts the arrows of a program whose messages have different sizes; both ends of each are of the same message. */
    public static long exactArrows(JobTimeline recording) {
        Arrows arrows = Arrows.join(recording);
        long count = 0;
        for (int number = 0; number < recording.tracks().size(); number++) {
            Track from = recording.tracks().get(number);
            for (int i = 0; i < from.size; i++) {
                if (from.mate[i] == Track.NONE || !from.shape(i).sends()) {
                    continue;
                }
                count++;
                Track to = recording.tracks().get(Track.trackOf(from.mate[i]));
                int end = Track.indexOf(from.mate[i]);
                assertEquals(from.bytes(i), to.bytes(end), from.shape(i) + " and " + to.shape(end));
                assertEquals(from.shape(i).tag(), to.shape(end).tag());
                assertEquals(from.shape(i).peer(), to.rank);
                assertEquals(from.rank, to.shape(end).peer());
                assertTrue(from.begin[i] <= to.end[end], "a message arrives before it is sent");
            }
        }
        assertEquals(arrows.joined(), count);
        return count;
    }

    /**
     * What there is of ranks of which records were dropped.
     *
     * @param least records of the rank that has fewest
     * @param most records of the one that has most
     * @param last the last call of each, by rank
     */
    public record Kept(int least, int most, List<String> last) {}

    /** What there is of ranks, which all have dropped records. */
    public static Kept kept(JobTimeline recording) {
        List<Track> tracks = recording.mainThreads();
        assertTrue(tracks.stream().allMatch(track -> track.dropped > 0 && track.isFinalized));
        assertSpansNest(recording);
        return new Kept(
                tracks.stream().mapToInt(track -> track.size).min().orElse(0),
                tracks.stream().mapToInt(track -> track.size).max().orElse(0),
                tracks.stream()
                        .map(track -> track.shape(track.size - 1).operation())
                        .toList());
    }

    /** True for the calls of a rank. */
    public static boolean isOfRank(Track track) {
        return track.isOfRank();
    }

    /** No message arrives before it is sent. */
    public static void assertNoArrowPointsBack(JobTimeline recording) {
        Arrows.join(recording);
        for (Track from : recording.tracks()) {
            for (int i = 0; i < from.size; i++) {
                if (from.mate[i] != Track.NONE && from.shape(i).sends()) {
                    Track to = recording.tracks().get(Track.trackOf(from.mate[i]));
                    assertTrue(from.begin[i] <= to.arrival(Track.indexOf(from.mate[i])), from.shape(i)::words);
                }
            }
        }
    }

    /** A trace has the machine's work, the calls of each rank, and both ends of each arrow of the same run. */
    public static void assertTrace(Path trace, int ranks, JobTimeline recording) throws IOException {
        Map<String, Integer> phases = new HashMap<>();
        Map<String, List<Map<String, String>>> flows = new HashMap<>();
        try (InputStream in = Files.newInputStream(trace)) {
            JsonEvents.read(in, about -> {}, event -> {
                String phase = event.get("ph");
                phases.merge(phase, 1, Integer::sum);
                if (phase.equals("s") || phase.equals("f")) {
                    flows.computeIfAbsent(event.get("id"), key -> new ArrayList<>())
                            .add(event);
                }
            });
        }
        long joined = Arrows.join(recording).joined();
        assertTrue(joined > 0);
        assertEquals(joined, flows.size());
        flows.values().forEach(ends -> {
            assertEquals(
                    List.of("s", "f"), ends.stream().map(end -> end.get("ph")).toList());
            assertTrue(Double.parseDouble(ends.getFirst().get("ts"))
                    <= Double.parseDouble(ends.getLast().get("ts")));
        });
        JobTimeline read = JobTimeline.read(trace);
        assertTrue(read.tracks().stream().anyMatch(Track::isOfMachine), "the machine");
        List<Track> calls = read.tracks().stream().filter(Track::isOfRank).toList();
        assertEquals(ranks, calls.size());
        for (int rank = 0; rank < ranks; rank++) {
            Track expected = recording.tracks().get(rank);
            assertEquals(expected.size, calls.get(rank).size);
            for (int i = 0; i < expected.size; i++) {
                assertEquals(expected.begin[i], calls.get(rank).begin[i]);
                assertEquals(expected.shape(i).words(), calls.get(rank).shape(i).words());
            }
        }
    }

    /** One of the calls of a rank has words like these. */
    public static void assertCalls(JobTimeline recording, int rank, String pattern) {
        List<String> calls = recording.tracks().stream()
                .filter(track -> track.isOfRank() && track.rank == rank)
                .flatMap(track -> IntStream.range(0, track.size)
                        .mapToObj(i -> track.shape(i).words()))
                .toList();
        assertTrue(calls.stream().anyMatch(words -> words.matches(pattern)), () -> pattern + " in " + calls);
    }

    /** Calls of a thread follow each other, and phases are nested. */
    public static void assertSpansNest(JobTimeline recording) {
        for (Track track : recording.tracks()) {
            long end = Long.MIN_VALUE;
            Deque<Long> phases = new ArrayDeque<>();
            for (int i = 0; i < track.size; i++) {
                assertTrue(track.begin[i] <= track.end[i]);
                if (track.shape(i).isCall()) {
                    assertTrue(track.begin[i] >= end, track.shape(i) + " begins in the call before it");
                    end = track.end[i];
                } else if (track.shape(i).isSpan()) {
                    while (!phases.isEmpty() && phases.peek() <= track.begin[i]) {
                        phases.pop();
                    }
                    assertTrue(
                            phases.isEmpty() || track.end[i] <= phases.peek(),
                            track.shape(i) + " ends behind its phase");
                    phases.push(track.end[i]);
                }
            }
        }
    }

    /** The page says what was found, and names no other place from which it would load something. */
    public static void assertPage(JobTimeline recording, Path file, List<TimelineFindings.Finding> findings)
            throws IOException {
        Page.write(recording, "a job", file);
        String page = Files.readString(file);
        String list = page.substring(page.indexOf("<ol id=\"findings\">"), page.indexOf("</ol>"));
        for (TimelineFindings.Finding each : findings) {
            assertTrue(list.contains(">" + Text.html(each.text()) + "</a>"), list);
        }
        assertTrue(page.indexOf("<ol id=\"findings\">") < page.indexOf("<script"), "the findings come first");
        assertTrue(!page.contains("http://") && !page.contains("https://"), "the page needs no network");
    }
}
