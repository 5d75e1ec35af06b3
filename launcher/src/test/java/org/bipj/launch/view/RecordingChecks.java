package org.bipj.launch.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** What holds of each recording. */
public final class RecordingChecks {
    private RecordingChecks() {}

    /** Counts the arrows of a program whose messages have different sizes; both ends of each are of the same message. */
    public static long exactArrows(Recording recording) {
        Arrows arrows = Arrows.join(recording);
        long count = 0;
        for (int number = 0; number < recording.tracks().size(); number++) {
            Track from = recording.tracks().get(number);
            for (int i = 0; i < from.size; i++) {
                if (from.mate[i] == Track.NONE || !from.shape(i).sends()) {
                    continue;
                }
                count++;
                Track to = recording.tracks().get(Arrows.trackOf(from.mate[i]));
                int end = Arrows.indexOf(from.mate[i]);
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

    /** Calls of a thread follow each other, and phases are nested. */
    public static void assertSpansNest(Recording recording) {
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
    public static void assertPage(Recording recording, Path file, List<Findings.Finding> findings) throws IOException {
        Page.write(recording, "a job", file);
        String page = Files.readString(file);
        String list = page.substring(page.indexOf("<ol id=\"findings\">"), page.indexOf("</ol>"));
        for (Findings.Finding each : findings) {
            assertTrue(list.contains(">" + Text.html(each.text()) + "</a>"), list);
        }
        assertTrue(page.indexOf("<ol id=\"findings\">") < page.indexOf("<script"), "the findings come first");
        assertTrue(!page.contains("http://") && !page.contains("https://"), "the page needs no network");
    }
}
