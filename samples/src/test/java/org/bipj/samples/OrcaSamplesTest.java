package org.bipj.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.bipj.samples.awari.Awari;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The samples over Orca, each as a job of several ranks. */
class OrcaSamplesTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"thread, 3, 5, 5"})
    void awariFindsTheOutcomesOfAllBoards(String mode, int ranks, int stones, int batch)
            throws IOException, InterruptedException {
        awari(mode, ranks, stones, batch);
    }

    @Tag("tier2")
    @ParameterizedTest
    @CsvSource({"process, 2, 6, 240"})
    void awariFindsTheOutcomesOfAllBoardsByProcesses(String mode, int ranks, int stones, int batch)
            throws IOException, InterruptedException {
        awariFindsTheOutcomesOfAllBoards(mode, ranks, stones, batch);
    }

    @Tag("deep")
    @ParameterizedTest
    @CsvSource({"process, 2, 7, 240", "sim, 5, 5, 240"})
    void awariFindsMoreOutcomes(String mode, int ranks, int stones, int batch)
            throws IOException, InterruptedException {
        awari(mode, ranks, stones, batch);
    }

    private void awari(String mode, int ranks, int stones, int batch) throws IOException, InterruptedException {
        List<String> lines = new SampleJob(directory)
                .run(mode, ranks, List.of(), 100, Awari.class, "" + stones, "" + batch)
                .lines();
        assertTrue(lines.contains("     5      4368      2165         0      2203"), lines::toString);
        String last = lines.getLast();
        assertTrue(last.startsWith(stones + " stones in "), last);
        assertTrue(last.endsWith(ranks + " ranks: correct"), last);
    }

    @Test
    void leqSolvesItsEquations() throws IOException, InterruptedException {
        leq("sim", 8, 100);
    }

    @Tag("deep")
    @ParameterizedTest
    @CsvSource({"process, 2, 300", "thread, 4, 64"})
    void leqSolvesItsEquationsInOtherModes(String mode, int ranks, int equations)
            throws IOException, InterruptedException {
        leq(mode, ranks, equations);
    }

    private void leq(String mode, int ranks, int equations) throws IOException, InterruptedException {
        List<String> lines = new SampleJob(directory)
                .run(mode, ranks, List.of(), 100, Leq.class, "" + equations)
                .lines();
        String last = lines.getLast();
        assertTrue(last.matches(equations + " equations, \\d+ iterations in .* " + ranks + " ranks: correct"), last);
        assertTrue(Leq.residual(equations, Leq.alone(equations, 200)) < 1e-9);
    }

    @Test
    void wrongArgumentsGetOneSentenceAndTheUsage() throws IOException, InterruptedException {
        SampleJob job = new SampleJob(directory);
        SampleJob.Result awari = job.run("thread", 2, List.of(), 60, Awari.class, "21");
        assertEquals(Usage.EXIT_CODE, awari.code(), awari::err);
        assertTrue(awari.err().contains("STONES must be a whole number from 1 to 20 but is: 21"), awari::err);
        SampleJob.Result leq = job.run("thread", 3, List.of(), 60, Leq.class, "2");
        assertEquals(Usage.EXIT_CODE, leq.code(), leq::err);
        assertTrue(leq.err().contains("EQUATIONS must be at least the number of ranks, 3, but is: 2"), leq::err);
    }
}
