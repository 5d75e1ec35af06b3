package org.bipj.samples.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.bipj.samples.SampleJob;
import org.bipj.samples.nas.mg.MultiGrid;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The kernels in jobs of several ranks, in every mode, with plain loops and with vectors. */
class KernelJobsTest {
    private static final List<String> VECTORS = List.of("--add-modules=jdk.incubator.vector");
    private static final long LIMIT_SECONDS = 100;
    private static final long DEEP_LIMIT_SECONDS = 600;

    @TempDir
    Path directory;

    private List<String> run(String mode, int ranks, List<String> options, long limitSeconds, String kernels)
            throws IOException, InterruptedException {
        return new SampleJob(directory)
                .run(mode, ranks, options, limitSeconds, KernelSuite.class, kernels.split(" "))
                .lines();
    }

    private static void assertVerified(String kernels, List<String> lines) {
        List<String> expected = Arrays.stream(kernels.split(" "))
                .map(word -> word + " verified")
                .toList();
        assertEquals(expected, lines.stream().filter(line -> line.contains(":")).toList());
    }

    @ParameterizedTest
    @CsvSource({"thread, 4, is:S cg:S mg:S ft:S"})
    void classSVerifies(String mode, int ranks, String kernels) throws IOException, InterruptedException {
        assertVerified(kernels, run(mode, ranks, List.of(), LIMIT_SECONDS, kernels));
    }

    @Tag("tier2")
    @ParameterizedTest
    @CsvSource({"thread, 4, ft2x2:S lu:S", "process, 2, is:S mg:S", "sim, 4, is:S mg:S"})
    void classSVerifiesInOtherKernelsAndModes(String mode, int ranks, String kernels)
            throws IOException, InterruptedException {
        classSVerifies(mode, ranks, kernels);
    }

    @Tag("tier2")
    @ParameterizedTest
    @CsvSource({"thread, 4, mg:S bt:S"})
    void classSVerifiesWithVectors(String mode, int ranks, String kernels) throws IOException, InterruptedException {
        assertVerified(kernels, run(mode, ranks, VECTORS, LIMIT_SECONDS, kernels));
    }

    @Tag("deep")
    @ParameterizedTest
    @CsvSource({
        "thread, 1, is:S ep:S cg:S mg:S ft:S lu:S sp:S bt:S",
        "thread, 8, cg:S mg:S",
        "thread, 4, ep:S sp:S bt:S",
        "thread, 9, lu:S sp:S bt:S",
        "process, 2, ep:S cg:S ft:S lu:S",
        "process, 4, sp:S",
        "sim, 4, ep:S cg:S ft:S lu:S sp:S bt:S"
    })
    void classSVerifiesOnOtherNumbersOfRanks(String mode, int ranks, String kernels)
            throws IOException, InterruptedException {
        assertVerified(kernels, run(mode, ranks, List.of(), LIMIT_SECONDS, kernels));
    }

    @Tag("deep")
    @Timeout(DEEP_LIMIT_SECONDS)
    @ParameterizedTest
    @CsvSource({
        "thread, 1, mg:S ft:S lu:S sp:S bt:S",
        "thread, 8, is:S ep:S cg:S mg:S ft:S lu:S",
        "process, 2, mg:S",
        "process, 4, bt:S",
        "thread, 4, lu:S sp:S",
        "thread, 4, is:W ep:W cg:W mg:W ft:W lu:W sp:W bt:W",
        "process, 2, is:A ep:A cg:A mg:A ft:A lu:A",
        "process, 4, sp:A bt:A",
        "sim, 4, is:A sp:A lu:A"
    })
    void largerClassesVerify(String mode, int ranks, String kernels) throws IOException, InterruptedException {
        assertVerified(kernels, run(mode, ranks, VECTORS, DEEP_LIMIT_SECONDS, kernels));
    }

    @Test
    void wrongNumbersOfRanksAreRefusedWithTheAllowedOnes() throws IOException, InterruptedException {
        List<String> lines = run("thread", 10, List.of(), LIMIT_SECONDS, "cg:S mg:S ft:S lu:S sp:S bt:S");
        String powers = " needs a power of two of ranks (1, 2, 4, 8, ...) but has 10";
        String squares = " needs a square number of ranks (1, 4, 9, 16, 25, ...) but has 10";
        assertEquals(
                List.of(
                        "cg:S CG" + powers,
                        "mg:S MG" + powers,
                        "ft:S FT" + powers,
                        "lu:S LU needs a number of ranks that is a product X x Y with X/2 <= Y <= X"
                                + " (1, 2, 4, 6, 8, 9, 12, 15, 16, 18, 20, 24, 25, ...) but has 10",
                        "sp:S SP" + squares,
                        "bt:S BT" + squares),
                lines);
    }

    @Test
    void otherClassesAreRefusedWithThoseThereAre() throws IOException, InterruptedException {
        refuses("thread", "SW");
    }

    @Tag("deep")
    @Test
    void processesRefuseOtherClassesToo() throws IOException, InterruptedException {
        refuses("process", "D");
    }

    private void refuses(String mode, String problemClass) throws IOException, InterruptedException {
        SampleJob.Result result =
                new SampleJob(directory).run(mode, 2, List.of(), LIMIT_SECONDS, MultiGrid.class, problemClass);
        assertEquals(2, result.code(), result::err);
        assertEquals(
                List.of(
                        "expected one class letter out of S, W, A, B, C but got: " + problemClass,
                        "usage: ./bipj sample mg -n RANKS [CLASS]     CLASS is S (default), W, A, B or C"),
                result.err().lines().limit(2).toList());
    }

    @Test
    void tooLittleMemoryIsSaidInASentence() throws IOException, InterruptedException {
        SampleJob.Result result =
                new SampleJob(directory).run("process", 2, List.of("-Xmx64m"), LIMIT_SECONDS, MultiGrid.class, "B");
        assertEquals(2, result.code(), result::err);
        List<String> told =
                result.err().lines().filter(line -> line.startsWith("rank")).toList();
        assertFalse(told.isEmpty(), result::err);
        String sentence = "rank [01]: class B of mg needs more than the 6[0-9] MiB .*=-Xmx4g";
        assertTrue(told.stream().allMatch(line -> line.matches(sentence)), result::err);
        assertFalse(result.err().contains("\tat "), result::err);
    }
}
