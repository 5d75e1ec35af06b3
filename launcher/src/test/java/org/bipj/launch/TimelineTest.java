package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bipj.launch.seeing.timeline.JobFacts;
import org.bipj.launch.seeing.view.JobTimeline;
import org.bipj.launch.seeing.view.JobTimelineChecks;
import org.bipj.launch.seeing.view.Matrix;
import org.bipj.launch.seeing.view.TimelineFindings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code mpirun --timeline}: what it records of programs that know what they do. */
class TimelineTest extends JobTest {
    private static final int RANKS = 4;
    private static final String OTHERS = "ranks of other jobs took part, .*";

    private Path file() {
        return directory.resolve("job.timeline");
    }

    private Path table() {
        return directory.resolve("job.csv");
    }

    private Mpirun.Result run(String mode, List<String> options, String... program) {
        return mpirun.run(Stream.of(
                        List.of("--mode", mode, "-n", "" + RANKS, "--timeline", file().toString()),
                        options,
                        List.of("java", "-cp", Mpirun.programs(), TimelineActor.class.getName()),
                        List.of(program))
                .flatMap(List::stream)
                .toArray(String[]::new));
    }

    private static boolean says(List<TimelineFindings.Finding> findings, String pattern) {
        return findings.stream().anyMatch(each -> each.text().matches(pattern));
    }

    /** Sends of all kinds, wildcards, probes, and messages of which each has a size of its own. */
    @Tag("tier2")
    @ParameterizedTest
    @CsvSource({"thread, 1"})
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

    @Test
    void aFileThatCannotBeWrittenFailsTheCommand() {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "not Linux");
        Mpirun.Result result = here().run("-n", "1", "--timeline", full.toString(), "true");
        assertEquals("mpirun: timeline: cannot write /dev/full: No space left on device\n", result.err());
        assertEquals(1, result.code());
        assertEquals(
                3,
                here().run("-n", "1", "--timeline", full.toString(), "sh", "-c", "exit 3")
                        .code());
    }

    /** A disk with room for the records of the first rank, and not for those of all. */
    @Tag("tier2")
    @Test
    void whatFitsOnAFullDiskIsKept() throws IOException, InterruptedException {
        assumeTrue(
                new ProcessBuilder("unshare", "-m", "true").start().waitFor() == 0,
                "cannot mount a disk of one's own: needs root on Linux");
        Path disk = Files.createDirectory(directory.resolve("disk"));
        String script = "mount -t tmpfs -o size=100k none " + disk + " && \"$@\"; code=$?; cp " + disk + "/run "
                + file() + "; exit $code";
        mpirun.prefix("unshare", "-m", "sh", "-c", script, "mpirun");
        Mpirun.Result result = mpirun.run(
                "--mode",
                "sim",
                "-n",
                "" + RANKS,
                "--timeline",
                disk.resolve("run").toString(),
                "java",
                "-cp",
                Mpirun.programs(),
                TimelineActor.class.getName(),
                "random",
                "1");
        assertEquals(1, result.code(), result.err());
        assertEquals(
                "mpirun: timeline: THE RECORDING IS NOT COMPLETE: " + disk + "/run ends early: No space left on device",
                result.err().lines().toList().getLast());
        JobTimeline recording = JobTimeline.read(file());
        assertTrue(recording.size() > 0);
        assertTrue(TimelineFindings.of(recording).getFirst().text().startsWith("the file ends early"));
    }

    private void check(String mode, long seed) throws IOException {
        Mpirun.Result result = run(mode, List.of("--profile=csv:" + table()), "random", "" + seed);
        assertEquals(0, result.code(), result.err());
        JobTimeline recording = JobTimeline.read(file());
        List<TimelineActor.Sent> all = TimelineActor.all(seed, RANKS);
        assertArrayEquals(TimelineActor.bytes(seed, RANKS), Matrix.bytes(recording));
        assertArrayEquals(
                TimelineActor.bytes(seed, RANKS),
                ProfileTable.read(table(), RANKS).bytes());
        assertEquals(all.size(), JobTimelineChecks.exactArrows(recording));
        JobTimelineChecks.assertSpansNest(recording);
        assertFalse(says(TimelineFindings.of(recording), ".*no (arrow|receive).*|.*without Finalize.*"));
        assertNoFolderIsLeft();
    }

    @Tag("tier2")
    @Test
    void whatAKilledRankHasWrittenIsThere() throws IOException {
        Mpirun.Result result = run("process", List.of(), "kill");
        assertTrue(result.code() != 0, result.err());
        JobTimeline recording = JobTimeline.read(file());
        List<TimelineFindings.Finding> findings = TimelineFindings.of(recording);
        assertTrue(
                says(findings, "rank 1 ended without Finalize, after barrier, TimelineActor.java:\\d+"),
                findings::toString);
        assertTrue(
                says(
                        findings,
                        "rank [023] ended without Finalize, in recv from rank 1, tag 77, TimelineActor.java:\\d+"),
                findings::toString);
        JobTimelineChecks.assertPage(recording, directory.resolve("page.html"), findings);
        assertNoFolderIsLeft();
    }

    /** Its ranks start a job and meet it by a port, too. */
    @Test
    void theSlowRankAndTheLineAreNamed() throws IOException {
        Path trace = directory.resolve("trace.json");
        Mpirun.Result result = run("sim", List.of("--report", "--trace", trace.toString()), "slow");
        assertEquals(0, result.code(), result.err());
        String site = "(barrier|sendRecv), TimelineActor.java:\\d+";
        assertSays(result, "slowest rank: rank 2 made the others wait .* of .*, most of it in " + site);
        assertSays(result, "imbalance: rank 2 computed .*, rank \\d .*, the mean is .*");
        assertSays(result, site + " +[0-9.]+ ms +[0-9.]+ % +40");
        assertSays(result, "largest queues of unexpected messages: .*");
        assertSays(result, "hint: work spread evenly would save up to .*: rank 2 has most");
        assertSays(result, OTHERS);
        JobTimeline recording = JobTimeline.read(file());
        JobTimelineChecks.assertTrace(trace, RANKS, recording);
        assertEquals(JobFacts.NAMES, List.copyOf(recording.about().keySet()));
        assertTrue(recording.about().get("command").endsWith(" slow"), recording.about()::toString);
        assertTrue(recording.about().get("options").contains("--report --trace "), recording.about()::toString);
        Files.delete(trace);
        JobTimelineChecks.assertCalls(
                recording, 0, "send to rank 1\\.0, tag 1 in a communicator with ranks of other jobs, .*");
        JobTimelineChecks.assertCalls(
                recording, 0, "recv from rank 1\\.0, tag 2 in a communicator with ranks of other jobs, .*");
        List<TimelineFindings.Finding> findings = TimelineFindings.of(recording);
        assertTrue(says(findings, OTHERS), findings::toString);
        JobTimelineChecks.assertPage(recording, directory.resolve("page.html"), findings);
        TimelineFindings.Finding first = findings.getFirst();
        assertTrue(
                first.text()
                        .matches(
                                "rank 2 made the others wait .*, most of it in (barrier|sendRecv), TimelineActor.java:\\d+"),
                first.text());
    }

    private static void assertSays(Mpirun.Result result, String pattern) {
        assertTrue(
                result.err().lines().anyMatch(line -> line.matches("mpirun: report: " + pattern)),
                () -> pattern + " in\n" + result.err());
    }

    private void assertNoFolderIsLeft() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(mpirun.environment().get("TMPDIR")))) {
            assertEquals(
                    List.of(),
                    files.filter(each -> each.getFileName().toString().startsWith("bipj-timeline"))
                            .toList());
        }
    }

    @Test
    void aTimelineWithoutRanksIsNotSaidToShowThem() {
        Mpirun.Result result = here().run("-n", "2", "--timeline", file().toString(), "true");
        assertEquals("mpirun: timeline: no rank was recorded\n", result.err());
    }
}
