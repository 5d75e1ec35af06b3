package org.bipj.launch.seeing.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bipj.launch.seeing.timeline.TimelineFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page in a browser without a window, where there is one. */
class PageTest {
    /** What a user does, and what the page then shows; the end of the page, so that its script has run. */
    private static final String STEPS = """
            <script>
            const press = key => canvas.dispatchEvent(new KeyboardEvent("keydown", { key }));
            const canvas = document.getElementById("timeline"), search = document.getElementById("search");
            const text = id => document.getElementById(id).textContent, view = () => canvas.dataset.view;
            setTimeout(() => {
              const whole = view(); press("+"); press("+");
              setTimeout(() => {
                const near = view(); search.value = "barrier"; search.dispatchEvent(new Event("input")); press("0"); press("n");
                let tries = 10000;
                setTimeout(function look() {
                  // Records are unpacked beside the virtual time: it does not wait for them.
                  if (!text("detail") && tries-- > 0) { press("n"); setTimeout(look, 50); return; }
                  document.title = [whole, near, text("found"), text("detail")].join(" | ");
                }, 300);
              }, 300);
            }, 500);
            </script>
            """;

    @TempDir
    private Path folder;

    private static Optional<Path> browser() {
        return Stream.of("chromium", "chromium-browser", "google-chrome")
                .flatMap(name -> Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .map(place -> Path.of(place, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static JobTimeline recording() {
        Communicator world = new Communicator("0,1");
        Shape[] shapes = {
            new Shape(TimelineFormat.SENDING_CALL, "send", world, 1, 7, "Main.main(Main.java:3)"),
            new Shape(TimelineFormat.RECEIVING_CALL, "recv", world, 0, 7, "Main.main(Main.java:5)"),
            new Shape(
                    TimelineFormat.COLLECTIVE,
                    "barrier",
                    world,
                    TimelineFormat.NONE,
                    TimelineFormat.NONE,
                    "Main.main(Main.java:9)"),
            new Shape(TimelineFormat.PHASE, "</script><b>", null, TimelineFormat.NONE, TimelineFormat.NONE, "")
        };
        List<Track> tracks = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            tracks.add(new Track(
                    rank,
                    0,
                    "main",
                    1,
                    0,
                    false,
                    true,
                    shapes,
                    new long[] {0, 1000 + 400 * rank, 3000},
                    new long[] {9000, 2000 + rank, 4000},
                    new int[] {3, rank, 2},
                    new int[] {0, 8, 0},
                    new int[] {-1, 0, 0},
                    rank == 0 ? new long[][] {{0, 0, 0, 0}, {1, 8, 0, 0}} : new long[0][],
                    new long[0][]));
        }
        return new JobTimeline("process", 2, tracks);
    }

    @Test
    void anExportedRecordingIsReadAsItWas() throws IOException {
        Path json = folder.resolve("run.json");
        assertEquals("", ChromeExport.write(recording(), json));
        JobTimeline read = JobTimeline.read(json);
        JobTimeline first = recording();
        assertEquals(1, Arrows.join(read).joined());
        for (int track = 0; track < 2; track++) {
            for (int i = 0; i < 3; i++) {
                assertEquals(
                        first.tracks().get(track).shape(i).words(),
                        read.tracks().get(track).shape(i).words());
                assertEquals(first.tracks().get(track).begin[i], read.tracks().get(track).begin[i]);
                assertEquals(first.tracks().get(track).end[i], read.tracks().get(track).end[i]);
            }
        }
        assertEquals(8, Matrix.bytes(read)[0][1]);
    }

    @Test
    void thePageZoomsFindsAndHasNoErrors() throws IOException, InterruptedException {
        Optional<Path> browser = browser();
        assumeTrue(browser.isPresent(), "no Chromium here");
        Path page = folder.resolve("page.html");
        Page.write(recording(), "a <job>", page);
        String text = Files.readString(page);
        assertFalse(text.contains("<b>"), "names are no markup");
        Files.writeString(page, text.replace("</body>", STEPS + "</body>"));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        new ProcessBuilder(
                        browser.get().toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--user-data-dir=" + folder.resolve("profile"),
                        "--enable-logging=stderr",
                        "--virtual-time-budget=1000000",
                        "--dump-dom",
                        page.toUri().toString())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start()
                .waitFor();
        String errors = Files.readString(err, StandardCharsets.UTF_8);
        assertFalse(errors.contains("CONSOLE"), errors);
        Matcher title = Pattern.compile("<title>(.*)</title>").matcher(Files.readString(out, StandardCharsets.UTF_8));
        assertTrue(title.find(), errors);
        assertTrue(
                title.group(1)
                        .matches("0,9000 \\| 3375,5625 \\| 1 kinds of calls; .* \\| rank 0: barrier .*Main.java:9 .*"),
                title.group(1));
    }
}
