package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bipj.launch.seeing.view.JobTimeline;
import org.bipj.launch.seeing.view.JobTimelineChecks;
import org.bipj.launch.seeing.view.Matrix;
import org.bipj.launch.seeing.view.TimelineFindings;
import org.bipj.testkit.Command;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code --timeline}, {@code --report} and {@code --profile} of a job of two hosts, of which one has another clock where root runs the tests. */
class HostsTimelineTest extends JobTest {
    private static final int RANKS = 4;
    private static final long SEED = 5;

    private static boolean haveOtherClocks() throws InterruptedException, IOException {
        return Command.run("unshare", "--time", "--monotonic", "5000", "--fork", "true") == 0;
    }

    /** A signal ends the ranks, and the first to see their end must not be the one that collects. */
    @Tag("deep")
    @Test
    void recordsOfOtherHostsComeAfterASignalToo() throws IOException {
        Path agent = HostAgent.script(directory.resolve("agent"), "shift; exec sh -c \"exec $*\"");
        Path file = directory.resolve("job.timeline");
        Process job = mpirun.start(
                "--launch-agent",
                agent.toString(),
                "--host",
                "ann:1,ben:1",
                "--timeline",
                file.toString(),
                "java",
                "-cp",
                Mpirun.programs(),
                TimelineActor.class.getName(),
                "hang");
        Mpirun.until("ranks that hang", () -> mpirun.output().split("hangs", -1).length > 2);
        Mpirun.signal(job.pid(), "TERM");
        assertEquals(128 + 15, mpirun.await(job).code());
        JobTimeline recording = JobTimeline.read(file);
        assertEquals(
                2,
                recording.tracks().stream().filter(JobTimelineChecks::isOfRank).count());
    }

    @Tag("tier2")
    @Test
    void whatRanksOfAllHostsRecordComesTogetherByOneClock() throws IOException, InterruptedException {
        boolean areApart = haveOtherClocks();
        Path agent = HostAgent.script(
                directory.resolve("agent"),
                "host=$1; shift\n"
                        + (areApart
                                ? "[ $host = ann ] || exec unshare --time --monotonic 5000 --fork sh -c \"exec $*\"\n"
                                : "")
                        + "exec sh -c \"exec $*\"");
        Path file = directory.resolve("job.timeline");
        Path table = directory.resolve("job.csv");
        Mpirun.Result result = mpirun.run(
                "--launch-agent",
                agent.toString(),
                "--host",
                "ann:2,ben:2",
                "--report",
                "--timeline",
                file.toString(),
                "--profile=csv:" + table,
                "java",
                "-cp",
                Mpirun.programs(),
                TimelineActor.class.getName(),
                "random",
                "" + SEED);
        assertEquals(0, result.code(), result.err());
        assertTrue(result.err().contains("mpirun: profile: 4 ranks, "), result.err());
        assertTrue(result.err().contains("mpirun: report: 4 ranks, "), result.err());
        assertArrayEquals(
                TimelineActor.bytes(SEED, RANKS),
                ProfileTable.read(table, RANKS).bytes());
        JobTimeline recording = JobTimeline.read(file);
        assertEquals(
                RANKS,
                recording.tracks().stream().filter(JobTimelineChecks::isOfRank).count());
        assertArrayEquals(TimelineActor.bytes(SEED, RANKS), Matrix.bytes(recording));
        assertEquals(TimelineActor.all(SEED, RANKS).size(), JobTimelineChecks.exactArrows(recording));
        JobTimelineChecks.assertNoArrowPointsBack(recording);
        JobTimelineChecks.assertSpansNest(recording);
        assertTrue(recording.end() - recording.begin() < 100_000_000_000L, "one clock");
        assertTrue(
                TimelineFindings.of(recording).stream()
                        .anyMatch(each -> each.text()
                                .matches("clocks of the 2 hosts agree within " + (areApart ? "" : "0 ns") + ".*")),
                () -> TimelineFindings.of(recording).toString());
        Files.delete(file);
        Files.delete(table);
        try (Stream<Path> files = Files.list(Path.of(mpirun.environment().get("TMPDIR")))) {
            assertEquals(
                    List.of(),
                    files.filter(each -> each.getFileName().toString().startsWith("bipj-"))
                            .toList());
        }
    }
}
