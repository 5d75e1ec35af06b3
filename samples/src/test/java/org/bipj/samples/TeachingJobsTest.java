package org.bipj.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import mpi.MPI;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The teaching samples in jobs of several ranks, in every mode. */
class TeachingJobsTest {
    private static final long LIMIT_SECONDS = 100;

    private static final String NOT_SQUARE = "cannon: needs a square number of ranks (1, 4, 9, 16, 25, ...) but has %d";

    @TempDir
    Path directory;

    private SampleJob.Result run(String mode, int ranks, Class<?> program, String... arguments)
            throws IOException, InterruptedException {
        return new SampleJob(directory).run(mode, ranks, List.of(), LIMIT_SECONDS, program, arguments);
    }

    @ParameterizedTest
    @CsvSource({"thread, 3"})
    void everySampleFindsItsResultCorrect(String mode, int ranks) throws IOException, InterruptedException {
        findsItsResultCorrect(mode, ranks);
    }

    @Tag("tier2")
    @ParameterizedTest
    @CsvSource({"sim, 4", "process, 2"})
    void everySampleFindsItsResultCorrectInOtherModes(String mode, int ranks) throws IOException, InterruptedException {
        everySampleFindsItsResultCorrect(mode, ranks);
    }

    @Tag("deep")
    @ParameterizedTest
    @CsvSource({"thread, 2", "thread, 4", "process, 4"})
    void everySampleFindsItsResultCorrectOnOtherNumbersOfRanks(String mode, int ranks)
            throws IOException, InterruptedException {
        findsItsResultCorrect(mode, ranks);
    }

    private void findsItsResultCorrect(String mode, int ranks) throws IOException, InterruptedException {
        String picture = directory.resolve("life.svg").toString();
        List<String> lines = run(
                        mode,
                        ranks,
                        SampleSuite.class,
                        "cannon:20",
                        "samplesort:1000",
                        "life:17,30," + picture,
                        "nbody:37,5",
                        "montecarlo:3",
                        "qr:40",
                        "sor:30,20",
                        "workers:5000",
                        "ft-workers:5000,10,0",
                        "ft-heat:100,25,0")
                .lines();
        List<String> expected = List.of(
                ranks == 4 ? "cannon: correct" : String.format(NOT_SQUARE, ranks),
                "samplesort: correct",
                "life: correct",
                "nbody: correct",
                "montecarlo: correct",
                "qr: correct",
                "sor: correct",
                "workers: correct",
                "ft-workers: correct",
                "ft-heat: correct");
        assertEquals(
                expected,
                lines.stream()
                        .filter(line -> line.contains(":"))
                        .limit(expected.size())
                        .toList());
    }

    /** The wait for a whole message is as long as all of its parts; here each part takes as long to compute, to send and to use. */
    @Test
    void partitionsOverlapInVirtualTime() throws IOException, InterruptedException {
        String line = run("sim", 2, Partitions.class, "512").lines().stream()
                .filter(text -> text.startsWith("512 KiB: one message "))
                .findFirst()
                .orElseThrow();
        double share = Double.parseDouble(line.replaceFirst(".*, ([0-9.]+) of it$", "$1"));
        // (2 + 8) of 24 parts' time at best; each long part waits for an answer beside.
        assertTrue(share > 10.0 / 24 && share < 0.6, line);
    }

    @Test
    void workersAreStarted() throws IOException, InterruptedException {
        workersAreStarted("thread");
    }

    @Tag("deep")
    @Test
    void workersAreStartedByProcessesToo() throws IOException, InterruptedException {
        workersAreStarted("process");
    }

    private void workersAreStarted(String mode) throws IOException, InterruptedException {
        String text = String.join(
                "\n", run(mode, 1, SpawnWorkers.class, "2", "100000").lines());
        assertTrue(text.contains("2 workers found 3.141592654, 1 rank: correct"), text);
    }

    @Tag("tier2")
    @Test
    void aDeadRankIsReplacedByOneThatIsSpawned() throws IOException, InterruptedException {
        heatIsTheSame("thread");
    }

    @Tag("deep")
    @Test
    void aDeadRankIsReplacedByAnIdleOneAndByProcesses() throws IOException, InterruptedException {
        heatIsTheSame("process");
        heatIsTheSame("thread", "spare");
        heatIsTheSame("sim", "spare");
    }

    private void heatIsTheSame(String mode, String... spare) throws IOException, InterruptedException {
        String[] arguments =
                Stream.concat(Stream.of("200", "40", "1"), Arrays.stream(spare)).toArray(String[]::new);
        SampleJob.Result result =
                new SampleJob(directory, "--with-ft").run(mode, 4, List.of(), LIMIT_SECONDS, FtHeat.class, arguments);
        assertTrue(result.lines().contains("200 points, 40 steps, 4 ranks: correct"), () -> "" + result.out());
        assertTrue(result.err().contains("rank 1 dies in step 20"), result.err());
    }

    @Test
    void lifePrintsOneLineAndDrawsTheLivingCells() throws IOException, InterruptedException {
        Path picture = directory.resolve("board.svg");
        List<String> lines =
                run("thread", 2, Life.class, "40", "25", picture.toString()).lines();
        assertEquals(List.of("40 x 40 cells, 25 steps, picture " + picture + ", 2 ranks: correct"), lines);
        assertEquals(living(LifeBoard.play(LifeBoard.random(40), 40, 25)), drawn(Files.readString(picture)));
    }

    private static int living(byte[] board) {
        int living = 0;
        for (byte cell : board) {
            living += cell;
        }
        return living;
    }

    /** The lengths of all runs of cells in a picture. */
    private static int drawn(String picture) {
        return Arrays.stream(picture.split("h"))
                .filter(part -> part.matches("(?s)\\d+v1"))
                .mapToInt(part -> Integer.parseInt(part.substring(0, part.indexOf('v'))))
                .sum();
    }

    @Test
    void argumentsThatCannotBeUsedGetOneSentenceAndTheUsage() throws IOException, InterruptedException {
        SampleJob.Result result = run("thread", 4, Cannon.class, "25");
        assertEquals(Usage.EXIT_CODE, result.code(), result::err);
        assertEquals(List.of(), result.out());
        assertTrue(
                result.err()
                        .startsWith("SIZE must be a multiple of 2, the ranks in a row, but is: 25"
                                + System.lineSeparator() + "usage: ./bipj sample cannon -n RANKS [SIZE]"),
                result::err);
    }

    /** A sample with a wrong result. */
    public static final class Wrong {
        private Wrong() {}

        /** Prints the verdict. */
        public static void main(String[] args) {
            MPI.Init(args);
            Verdict.print("wrong", (comm, rest) -> new Verdict(comm.getRank() > 0, "1 + 1 = 3"), args);
            MPI.Finalize();
        }
    }

    @Test
    void aWrongResultFailsTheJob() throws IOException, InterruptedException {
        SampleJob.Result result = run("thread", 2, Wrong.class);
        assertEquals(1, result.code(), result::err);
        assertEquals(List.of("1 + 1 = 3, 2 ranks: WRONG"), result.out());
    }
}
