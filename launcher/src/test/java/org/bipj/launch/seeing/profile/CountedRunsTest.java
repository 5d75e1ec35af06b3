package org.bipj.launch.seeing.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import counted.ManyThreads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bipj.launch.seeing.timeline.RankTotals;
import org.bipj.launch.seeing.timeline.RecordedRuns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --profile} says of programs that make a known number of calls, in virtual time. */
class CountedRunsTest {
    @TempDir
    private Path folder;

    private List<String> table(Path of) throws IOException {
        Path table = folder.resolve("table.csv");
        ProfileReport.of(of, 2, 0, table);
        return Files.readAllLines(table);
    }

    private Path folder(String name) throws IOException {
        return Files.createDirectory(folder.resolve(name));
    }

    /** What a rank did behind its last thread that has records, and behind Finalize, too. */
    @Test
    void callsOfAllThreadsAreCounted() throws ReflectiveOperationException, IOException {
        Path totals = folder("totals");
        RecordedRuns.count(totals, 2, ManyThreads.class);
        List<String> table = table(totals);
        int threads = ManyThreads.THREADS;
        assertEquals(
                Stream.of(
                                "call,0,,Win.fence,2,0",
                                "call,0,,Win.free,1,0",
                                "call,0,,Win.get,1,8",
                                "call,0,,Win.new,1,0",
                                "call,0,,Win.put,1,12",
                                "call,0,,recv," + threads + "," + 16 * threads,
                                "call,0,,send," + (threads + 1) + "," + 8 * threads)
                        .toList(),
                table.stream()
                        .filter(line -> line.startsWith("call,0,"))
                        .map(line -> line.substring(0, line.lastIndexOf(',')))
                        .toList());
        assertEquals(
                List.of(
                        "message,0,1,," + threads + "," + 8 * threads + ",",
                        "put,0,1,,1,12,",
                        "get,0,1,,1,8,",
                        "message,1,0,," + threads + "," + 8 * threads + ","),
                table.stream()
                        .filter(line -> !line.matches("(kind|rank|call),.*"))
                        .toList());
        assertTrue(table.stream().anyMatch(line -> line.startsWith("call,1,,Win.fence,2,0,")), table::toString);
        assertEquals(
                "profile: only 2 of 4 ranks have one, not ranks 2, 3: a rank writes it when it calls MPI.Finalize",
                ProfileReport.of(totals, 4, 0, null).getFirst());
    }

    /** Records change neither what is counted nor how long it takes. */
    @Test
    void recordedCallsAreCountedTheSame() throws ReflectiveOperationException, IOException {
        Path totals = folder("totals");
        RecordedRuns.count(totals, 2, ManyThreads.class);
        try (Stream<Path> files = Files.list(totals)) {
            assertTrue(files.allMatch(file -> file.toString().endsWith(RankTotals.FILE)));
        }
        Path records = folder("records");
        RecordedRuns.run(records, 2, ManyThreads.class);
        assertEquals(table(totals), table(records));
    }

    @Test
    void ranksThatHaveNotCountedAreMissing() throws IOException {
        assertEquals(
                List.of("profile: only 0 of 2 ranks have one: a rank writes it when it calls MPI.Finalize"),
                ProfileReport.of(folder("nothing"), 2, 0, null));
    }
}
