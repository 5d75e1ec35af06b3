package org.bipj.shm.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.bipj.core.job.Traffic;
import org.bipj.shm.ShmSession;
import org.bipj.shm.job.SessionDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FiguresTest {
    private static final List<Integer> RANKS = List.of(2, 3);

    @TempDir
    Path place;

    private static RankFigures figures(String waitsFor, long sent) {
        Traffic traffic = new Traffic();
        traffic.add(sent, 8 * sent, 2, 3);
        return new RankFigures(
                4,
                ProcessHandle.current().pid(),
                1,
                RankFigures.Activity.WAITS,
                System.nanoTime(),
                -1,
                traffic,
                5,
                6,
                7,
                8,
                "mpi.Comm.recv",
                waitsFor,
                "Program.main(Program.java:5)");
    }

    private ShmSession session(JobDescription description) {
        ShmSession session = ShmSession.forProcesses(RANKS.size(), SessionDirectory.plan(place));
        session.describe(description);
        return session;
    }

    private static JobDescription ownJob() {
        return JobDescription.ofThisProcess("thread", 4, RANKS, List.of("java", "Program"));
    }

    /** A source whose figures change each time. */
    private static final class Source implements FigureSource {
        private int looks;

        @Override
        public RankFigures look() {
            return figures("a message", ++looks);
        }

        @Override
        public Traffic traffic(int peer) {
            Traffic traffic = new Traffic();
            traffic.add(peer, 0, 0, 0);
            return traffic;
        }
    }

    @Test
    void whatIsPublishedIsSeenAndOnlyWhileSomebodyWatches() {
        try (ShmSession session = session(ownJob())) {
            Source first = new Source();
            FigurePublisher publisher = FigurePublisher.in(session.directory(), List.of(first, new Source()));
            publisher.look();
            assertEquals(0, first.looks);
            try (RunningJob job = RunningJob.all(place).getFirst()) {
                assertEquals(ownJob().command(), job.description().command());
                assertEquals(4, job.description().size());
                job.watch();
                assertNull(job.ranks().getFirst().figures());
                publisher.look();
                assertEquals(1, first.looks);
                RankView seen = job.ranks().getFirst();
                assertEquals(2, seen.rank());
                assertEquals(
                        "mpi.Comm.recv a message",
                        seen.figures().call() + " " + seen.figures().waitsFor());
                assertEquals(1, seen.figures().traffic().sent());
                assertEquals(8, seen.figures().sinceNs());
                assertEquals(ProcessHandle.current().pid(), seen.pid());
                assertEquals(4, job.peers(1).size());
                publisher.look();
                assertEquals(3, job.peers(1).get(3).sent());
            }
        }
        assertTrue(RunningJob.all(place).isEmpty());
    }

    /** A rank with many unreceived messages has a long text; call and place are whole. */
    @Test
    void aLongTextIsCut() {
        try (ShmSession session = session(ownJob());
                RunningJob job = RunningJob.all(place).getFirst()) {
            job.watch();
            FigureSource source = new FigureSource() {
                @Override
                public RankFigures look() {
                    return figures("\u00e9".repeat(3000), 1);
                }

                @Override
                public Traffic traffic(int peer) {
                    return null;
                }
            };
            FigurePublisher.in(session.directory(), List.of(source)).look();
            RankFigures seen = job.ranks().getFirst().figures();
            assertEquals("mpi.Comm.recv Program.main(Program.java:5)", seen.call() + " " + seen.place());
            assertTrue(seen.waitsFor().matches("\u00e9+ \\.\\.\\."), seen.waitsFor());
        }
    }

    /** Its ranks have ended, or will in a moment. */
    @Test
    void aSessionOfADeadLauncherIsNotListed() throws IOException, InterruptedException {
        Process launcher = new ProcessBuilder("sleep", "100").start();
        long pid = launcher.pid();
        JobDescription own = ownJob();
        JobDescription other =
                new JobDescription(pid, ProcessStat.startOf(pid), "thread", 4, RANKS, own.startedMs(), own.command());
        // Another process that has got the number of the launcher.
        JobDescription later = new JobDescription(
                own.launcher(), own.launcherStart() + 1, "thread", 4, RANKS, own.startedMs(), own.command());
        try (ShmSession _ = session(other);
                ShmSession _ = session(later)) {
            List<RunningJob> all = RunningJob.all(place);
            assertEquals(1, all.size());
            assertTrue(all.getFirst().isThere());
            launcher.destroyForcibly().waitFor();
            assertFalse(all.getFirst().isThere());
            all.forEach(RunningJob::close);
            assertTrue(RunningJob.all(place).isEmpty());
        }
    }

    /** In a place that belongs to all users there may be anything. */
    @Test
    void whatIsNoSessionOfThisUserIsLeftAlone() throws IOException {
        Path open = SessionDirectory.plan(place);
        Files.createDirectory(open, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        Files.writeString(open.resolve(JobDescription.NAME), ownJob().text());
        Path empty = SessionDirectory.plan(place);
        Files.createDirectory(
                empty, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path cut = SessionDirectory.plan(place);
        Files.createDirectory(cut, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(cut.resolve(JobDescription.NAME), ownJob().text().substring(0, 20));
        Files.createSymbolicLink(SessionDirectory.plan(place), empty);
        Files.writeString(SessionDirectory.plan(place), "");
        assertTrue(RunningJob.all(place).isEmpty());
    }

    /** A viewer that is killed while it makes the file leaves one that the next one replaces. */
    @Test
    void anIncompleteFileOfFiguresIsNoError() throws IOException {
        try (ShmSession session = session(ownJob());
                RunningJob job = RunningJob.all(place).getFirst()) {
            session.addFile(FigureFile.NAME, "");
            FigurePublisher publisher = FigurePublisher.in(session.directory(), List.of(new Source()));
            publisher.look();
            job.watch();
            publisher.look();
            assertEquals(1, job.ranks().getFirst().figures().traffic().sent());
        }
    }
}
