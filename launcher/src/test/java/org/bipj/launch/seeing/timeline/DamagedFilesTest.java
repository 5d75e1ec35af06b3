package org.bipj.launch.seeing.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.bipj.launch.seeing.view.JobTimeline;
import org.bipj.launch.seeing.view.Page;
import org.bipj.launch.seeing.view.TimelineFindings;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import waits.Rotating;

/** What is said of recordings that are not whole, or none: one sentence each, and what is whole is shown. */
class DamagedFilesTest {
    private static final int MISSING = 20;

    @TempDir
    private static Path folder;

    private static Path whole;
    private static long records;

    @TempDir
    private Path own;

    @BeforeAll
    static void record() throws ReflectiveOperationException, IOException {
        Path parts = Files.createDirectory(folder.resolve("parts"));
        records = RecordedRuns.run(parts, 2, Rotating.class).size();
        whole = folder.resolve("whole");
        assertEquals("", TimelineFolder.collect(parts, whole, "sim\t2"));
    }

    private Path copy() throws IOException {
        return Files.copy(whole, own.resolve("copy"));
    }

    private static List<String> said(Path file) throws IOException {
        return TimelineFindings.of(JobTimeline.read(file)).stream()
                .map(TimelineFindings.Finding::text)
                .toList();
    }

    @Test
    void aWholeFileIsNotSaidToBeDamaged() throws IOException {
        assertEquals(records, JobTimeline.read(whole).size());
        assertTrue(said(whole).getFirst().startsWith("each of 2 ranks in turn made "), said(whole)::toString);
    }

    @Test
    void whatIsWholeOfAFileThatEndsEarlyIsShown() throws IOException {
        Path file = copy();
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            out.setLength(out.length() - MISSING);
        }
        long left = JobTimeline.read(file).size();
        assertTrue(left <= records && left >= records - 1, left + " of " + records);
        assertTrue(said(file).getFirst().startsWith("the file ends early"), said(file)::toString);
    }

    @Test
    void whatIsKnownOfTheJobIsKept() throws IOException {
        assertEquals(Map.of(), JobTimeline.read(whole).about());
        Map<String, String> words = Map.of("command", "java\t'A = b'", "date", "today", "hosts", "x".repeat(100_000));
        Path file = own.resolve("told");
        TimelineFolder.collect(whole.resolveSibling("parts"), file, new JobFacts("sim", 2, 7, words).line());
        JobTimeline read = JobTimeline.read(file);
        assertEquals(
                List.of("command", "date", "hosts"), List.copyOf(read.about().keySet()));
        assertEquals("java 'A = b'", read.about().get("command"));
        assertTrue(read.about().get("hosts").endsWith("x ..."));
        assertEquals("sim", read.mode());
        Path page = own.resolve("page.html");
        Page.write(read, "told", page);
        assertTrue(Files.readString(page).contains("<dt>command</dt><dd>java 'A = b'</dd><dt>date</dt><dd>today</dd>"));
    }

    @Test
    void changedBytesAreFound() throws IOException {
        Path file = copy();
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            out.seek(out.length() - 100);
            out.write(new byte[] {1, 2, 3});
        }
        assertTrue(
                said(file).getFirst().startsWith("part 1.0.events is damaged, and is left out"), said(file)::toString);
    }

    @Test
    void anotherVersionIsNamed() throws IOException {
        Path file = copy();
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            out.seek("BIPJ timeline ".length());
            out.write('1');
        }
        assertSays(
                file,
                " was recorded by another version of BIPJ, whose bipj view shows it: its format is 1, and this"
                        + " version reads 3");
    }

    @Test
    void otherFilesAreNone() throws IOException {
        Path file = own.resolve("other");
        Files.writeString(file, "some text that is no recording", StandardCharsets.US_ASCII);
        assertSays(file, " is no recording of --timeline");
        assertSays(own.resolve("nothing"), ": there is no such file, and no job of this number");
    }

    private static void assertSays(Path file, String what) {
        assertEquals(
                file + what,
                assertThrows(IOException.class, () -> JobTimeline.read(file)).getMessage());
    }
}
