package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bipj.launch.view.Findings;
import org.bipj.launch.view.Matrix;
import org.bipj.launch.view.Recording;
import org.bipj.launch.view.RecordingChecks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code mpirun --timeline}: what it records of programs that know what they do. */
class TimelineTest extends JobTest {
    private static final int RANKS = 4;

    private Path file() {
        return directory.resolve("job.timeline");
    }

    private Mpirun.Result run(String mode, String... program) {
        return mpirun.run(Stream.concat(
                        Stream.of(
                                "--mode",
                                mode,
                                "-n",
                                "" + RANKS,
                                "--timeline",
                                file().toString(),
                                "java",
                                "-cp",
                                Mpirun.programs(),
                                TimelineActor.class.getName()),
                        Stream.of(program))
                .toArray(String[]::new));
    }

    private static boolean says(List<Findings.Finding> findings, String pattern) {
        return findings.stream().anyMatch(each -> each.text().matches(pattern));
    }

    /** Sends of all kinds, wildcards, probes, and messages of which each has a size of its own. */
    @ParameterizedTest
    @CsvSource({"thread, 1", "sim, 2"})
    void arrowsAndMatrixAreThoseOfTheProgram(String mode, long seed) throws IOException {
        check(mode, seed);
    }

    @Tag("deep")
    @ParameterizedTest
    @CsvSource({"thread", "sim"})
    void manyPrograms(String mode) throws IOException {
        for (long seed = 10; seed < 20; seed++) {
            check(mode, seed);
        }
    }

    private void check(String mode, long seed) throws IOException {
        Mpirun.Result result = run(mode, "random", "" + seed);
        assertEquals(0, result.code(), result.err());
        Recording recording = Recording.read(file());
        List<TimelineActor.Sent> all = TimelineActor.all(seed, RANKS);
        long[][] bytes = new long[RANKS][RANKS];
        all.forEach(each -> bytes[each.source()][each.dest()] += each.bytes());
        assertArrayEquals(bytes, Matrix.bytes(recording));
        assertEquals(all.size(), RecordingChecks.exactArrows(recording));
        RecordingChecks.assertSpansNest(recording);
        assertFalse(says(Findings.of(recording), ".*no (arrow|receive).*|.*without Finalize.*"));
        assertNoFolderIsLeft();
    }

    @Test
    void whatAKilledRankHasWrittenIsThere() throws IOException {
        Mpirun.Result result = run("process", "kill");
        assertTrue(result.code() != 0, result.err());
        Recording recording = Recording.read(file());
        List<Findings.Finding> findings = Findings.of(recording);
        assertTrue(
                says(findings, "rank 1 ended without Finalize, after barrier, TimelineActor.java:\\d+"),
                findings::toString);
        assertTrue(
                says(
                        findings,
                        "rank [023] ended without Finalize, in recv from rank 1, tag 77, TimelineActor.java:\\d+"),
                findings::toString);
        RecordingChecks.assertPage(recording, directory.resolve("page.html"), findings);
        assertNoFolderIsLeft();
    }

    @Test
    void theSlowRankAndTheLineAreNamed() throws IOException {
        Mpirun.Result result = run("sim", "slow");
        assertEquals(0, result.code(), result.err());
        Findings.Finding first = Findings.of(Recording.read(file())).getFirst();
        assertTrue(
                first.text()
                        .matches(
                                "rank 2 made the others wait .*, most of it in (barrier|sendRecv), TimelineActor.java:\\d+"),
                first.text());
    }

    private void assertNoFolderIsLeft() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(mpirun.environment().get("TMPDIR")))) {
            assertEquals(
                    List.of(),
                    files.filter(each -> each.getFileName().toString().startsWith("bipj-timeline"))
                            .toList());
        }
    }
}
