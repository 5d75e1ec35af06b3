package org.bipj.launch.seeing.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import counted.ManyCalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bipj.launch.seeing.view.JobTimelineChecks;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranks that record on a small disk, which only root can make. */
@Tag("tier2")
class FullDiskTest {
    private static final int RANKS = 2;
    private static final int MESSAGES = 20_000;

    @TempDir
    private Path folder;

    private Path disk;

    private static boolean succeeds(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).start().waitFor() == 0;
    }

    private void makeDisk(String size) throws IOException, InterruptedException {
        disk = Files.createDirectory(folder.resolve("disk"));
        assumeTrue(
                Files.exists(Path.of("/proc/mounts"))
                        && succeeds("mount", "-t", "tmpfs", "-o", "size=" + size, "none", disk.toString()),
                "cannot mount a disk: needs root on Linux");
    }

    @AfterEach
    void removeDisk() throws IOException, InterruptedException {
        succeeds("umount", "-l", disk.toString());
    }

    /** The program runs to its end, totals are exact, and the last records of each rank are there. */
    @Test
    void theLastRecordsThatFitAreKept() throws IOException, InterruptedException {
        makeDisk("800k");
        JobTimelineChecks.Kept kept =
                JobTimelineChecks.kept(RecordedRuns.run(disk, RANKS, ManyCalls.class, Integer.toString(MESSAGES)));
        assertEquals(RANKS, TimelineFolder.withoutRoom(disk, 1 << 16));
        assertTrue(kept.least() >= RankTrack.LEAST_RECORDS, kept::toString);
        assertTrue(kept.most() < 2 * MESSAGES, kept::toString);
        assertEquals(List.of("MPI.Finalize", "MPI.Finalize"), kept.last());
        for (int rank = 0; rank < RANKS; rank++) {
            RankTotals totals = RankTotals.read(disk.resolve(rank + RankTotals.FILE));
            long[] sent = new long[2];
            totals.forEach((kind, name, times, bytes, nanos) -> {
                if (kind == RankTotals.Kind.MESSAGE) {
                    sent[0] += times;
                    sent[1] += bytes;
                }
            });
            assertEquals(List.of((long) MESSAGES, 8L * MESSAGES), List.of(sent[0], sent[1]));
        }
    }

    /** A rank that cannot even begin to record runs as if it were not recorded. */
    @Test
    void withoutAnyRoomNothingIsRecorded() throws IOException, InterruptedException {
        makeDisk("16k");
        assertEquals(
                0,
                RecordedRuns.run(disk, RANKS, ManyCalls.class, Integer.toString(MESSAGES))
                        .size());
        assertEquals(RANKS, TimelineFolder.withoutRoom(disk, 1 << 16));
    }
}
