package org.bipj.samples.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.bipj.samples.SampleJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The kernels in jobs of several ranks, in every mode, with plain loops and with vectors. */
class KernelJobsTest {
    private static final List<String> VECTORS = List.of("--add-modules=jdk.incubator.vector");
    private static final long LIMIT_SECONDS = 120;
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
    @CsvSource({
        "thread, 1, is:S ep:S cg:S mg:S ft:S lu:S sp:S bt:S",
        "thread, 2, is:S ep:S cg:S mg:S ft:S lu:S",
        "thread, 4, is:S ep:S cg:S mg:S ft:S ft2x2:S lu:S sp:S bt:S",
        "thread, 8, is:S ep:S cg:S mg:S ft:S lu:S",
        "thread, 9, lu:S sp:S bt:S",
        "process, 1, mg:S ft:S lu:S sp:S bt:S",
        "process, 2, is:S ep:S cg:S mg:S ft:S lu:S",
        "process, 4, is:S ep:S cg:S mg:S ft:S ft2x2:S lu:S sp:S bt:S",
        "sim, 4, is:S ep:S cg:S mg:S ft:S lu:S sp:S bt:S"
    })
    void classSVerifies(String mode, int ranks, String kernels) throws IOException, InterruptedException {
        assertVerified(kernels, run(mode, ranks, List.of(), LIMIT_SECONDS, kernels));
    }

    @ParameterizedTest
    @CsvSource({"thread, 1, mg:S ft:S lu:S sp:S bt:S", "process, 4, mg:S ft2x2:S lu:S sp:S bt:S"})
    void classSVerifiesWithVectors(String mode, int ranks, String kernels) throws IOException, InterruptedException {
        assertVerified(kernels, run(mode, ranks, VECTORS, LIMIT_SECONDS, kernels));
    }

    @Test
    void wrongNumbersOfRanksAreRefusedWithTheAllowedOnes() throws IOException, InterruptedException {
        List<String> lines = run("thread", 10, List.of(), LIMIT_SECONDS, "lu:S");
        assertTrue(
                lines.contains("lu:S LU needs a number of ranks that is a product X x Y with X/2 <= Y <= X"
                        + " (1, 2, 4, 6, 8, 9, 12, 15, 16, 18, 20, 24, 25, ...) but has 10"),
                lines::toString);
    }
}
