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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bipj.launch.seeing.timeline.TimelineFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page in a browser without a window, where there is one. */
class PageTest {
    /** What a user does, and what the page then shows; the end of the page, so that its script has run. */
    private static final String STEPS = """
            <script>
            const press = (key, more) => dispatchEvent(new KeyboardEvent("keydown", { key, ...more }));
            const canvas = document.getElementById("timeline"), search = document.getElementById("search"), phase = document.getElementById("phase");
            const text = id => document.getElementById(id).textContent, view = () => canvas.dataset.view, said = [];
            // Records are unpacked beside the virtual time: it does not wait for them.
            const seen = (what, isThere) => new Promise(done => {
              let tries = 20000;
              (function look() { if (isThere() || tries-- === 0) { said.push(what()); done(); } else setTimeout(look, 50); })();
            });
            setTimeout(async () => {
              await seen(() => text("section"), () => text("section"));
              await seen(view, () => view()); press("+"); press("+"); await seen(view, () => true); press("0");
              search.value = "main.java:77"; search.dispatchEvent(new Event("input")); press("n");
              await seen(() => text("found") + " " + text("detail"), () => text("detail") && text("found"));
              press("p"); press("ArrowLeft", { shiftKey: true }); await seen(() => text("detail"), () => text("detail").includes("barrier"));
              press("0"); location.hash = "#at=0,100000";
              await seen(() => text("section") + "; " + text("findings"), () => text("section").includes("in sight"));
              phase.value = "solve"; phase.onchange();
              await seen(() => text("section") + "; " + text("findings"), () => text("section").includes("solve"));
              await seen(() => document.querySelector("#sites tr:nth-child(2)").textContent, () => true);
              const ranks = document.getElementById("ranks"), dark = () => {
                const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
                copy.drawImage(canvas, 0, 0);
                const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
                let n = 0;
                for (let i = 0; i < data.length; i += 4) n += data[i + 3] === 255 && data[i] + data[i + 1] + data[i + 2] < 3 * 40;
                return n;
              };
              phase.value = ""; press("0");
              const before = dark(), marked = () => dark() - before > 1000;
              search.value = "main.java:9"; search.dispatchEvent(new Event("input"));
              await seen(() => text("found"), () => text("found"));
              await seen(() => marked() ? "marked" : "not marked", marked);
              ranks.value = "2-4"; ranks.dispatchEvent(new Event("input"));
              await seen(() => text("section") + "; " + text("findings") + "; " + [...document.querySelectorAll("#balance td:first-child")].map(cell => cell.textContent),
                () => text("section").includes("2-4"));
              await seen(() => document.querySelector("#sites tr:nth-child(2)").textContent + "; " + text("found"), () => text("found").includes("42,"));
              const box = canvas.getBoundingClientRect(), tip = document.getElementById("tip");
              for (const [x, y] of [[box.width - 2, 30], [box.width - 2, Math.min(box.height - 10, innerHeight - box.top - 4)]])
                canvas.dispatchEvent(new PointerEvent("pointermove", { clientX: box.left + x, clientY: box.top + y }));
              const end = tip.getBoundingClientRect();
              said.push(tip.hidden ? "no tip" : end.right <= innerWidth && end.bottom <= innerHeight && end.left >= 0 && end.top >= 0 ? "inside" : "outside");
              document.title = said.join(" | ").replace(/\\s+/g, " ");
            }, 500);
            </script>
            """;

    private static final int RANKS = 32;
    /** Together more records than the page draws one by one. */
    private static final int BARRIERS = 14_000;

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
            Records records = new Records(0);
            records.add(0, 9000, 3, 0, -1, TimelineFormat.OPEN, -1);
            records.add(1000 + 400 * rank, 2000 + rank, rank, 8, 0, TimelineFormat.OPEN, -1);
            records.add(3000, 4000, 2, 0, 0, TimelineFormat.OPEN, -1);
            Track track = new Track(rank, 0, "main", shapes, records);
            track.peers = rank == 0 ? new long[][] {{0, 0, 0, 0}, {1, 8, 0, 0}} : track.peers;
            tracks.add(track);
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

    /** Ranks that meet in {@link #BARRIERS} barriers, one each microsecond, for 200 ns of which they wait for rank 3. */
    private static JobTimeline manyRecords() {
        Communicator world = new Communicator(
                IntStream.range(0, RANKS).mapToObj(String::valueOf).collect(Collectors.joining(",")));
        int none = TimelineFormat.NONE;
        Shape[] shapes = {
            new Shape(TimelineFormat.PHASE, "solve", null, none, none, ""),
            new Shape(TimelineFormat.COLLECTIVE, "barrier", world, none, none, "Main.main(Main.java:9)"),
            new Shape(TimelineFormat.CALL, "recv", world, none, none, "Main.main(Main.java:77)")
        };
        shapes[2].calledBy(List.of("Main.a(Main.java:6)", "Main.b(Main.java:5)", "Main.c(Main.java:4)"));
        List<Track> tracks = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            boolean isLate = rank == 3;
            Records records = new Records(0);
            records.add(0, 50_000, 0, 0, 0, TimelineFormat.OPEN, -1);
            for (int i = 0; i < BARRIERS; i++) {
                long begin = i * 1000L + (isLate ? 300 : 100);
                records.add(begin, i * 1000L + 400, 1, 0, i, isLate ? TimelineFormat.OPEN : 0, -1);
            }
            if (rank == RANKS - 1) {
                records.add(BARRIERS * 1000L, BARRIERS * 1000L + 500, 2, 0, 0, TimelineFormat.OPEN, -1);
            }
            tracks.add(new Track(rank, 0, "main", shapes, records));
        }
        return new JobTimeline("process", RANKS, tracks);
    }

    @Test
    void thePageZoomsFindsAndHasNoErrors() throws IOException, InterruptedException {
        Optional<Path> browser = browser();
        assumeTrue(browser.isPresent(), "no Chromium here");
        Path page = folder.resolve("page.html");
        Page.write(recording(), "a <job>", page);
        assertFalse(Files.readString(page).contains("<b>"), "names are no markup");
        Page.write(manyRecords(), "many", page);
        String text = Files.readString(page);
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
        String[] said = title.group(1).split(" \\| ");
        assertEquals(
                "Findings and tables: the program, without start and end of the JVMs, 14.00 ms of 14.00 ms",
                said[0].replaceAll("1[34]\\.\\d+ ms", "14.00 ms"));
        assertEquals("0,14000500", said[1]);
        assertEquals("5250188,8750313", said[2]);
        assertEquals(
                "1 of 1 kind; n and p step through them rank 31: recv in a communicator of 32 ranks, Main.java:77 – 500 ns, at 14.00 ms – Main.main(Main.java:77); first from Main.a(Main.java:6), Main.b(Main.java:5)",
                said[3]);
        assertTrue(
                said[4].startsWith(
                        "rank 31: barrier in a communicator of 32 ranks, Main.java:9 – 300 ns, of which 300 ns waiting"),
                said[4]);
        String late = "rank 3 made 31 ranks wait %s us in all, most of it in barrier, Main.java:9";
        assertTrue(
                said[5].contains("what is in sight, 0 ns to 100.0 us of 14.00 ms; " + late.formatted("620.0")),
                said[5]);
        assertTrue(said[6].contains("phase solve; " + late.formatted("310.0")), said[6]);
        assertTrue(said[7].startsWith("barrier, Main.java:91,600"), said[7]);
        assertEquals("448,000 of 1 kind; n and p step through them", said[8]);
        assertEquals("marked", said[9]);
        assertTrue(
                said[10].contains("only what ranks 2-4 did, whoever made them wait; rank 3 made 2 ranks wait 5.600 ms"),
                said[10]);
        assertTrue(said[10].endsWith("; 2,3,4"), said[10]);
        assertTrue(said[11].startsWith("barrier, Main.java:942,000"), said[11]);
        assertTrue(said[11].endsWith("42,000 of 1 kind; n and p step through them"), said[11]);
        assertEquals("inside", said[12]);
    }
}
