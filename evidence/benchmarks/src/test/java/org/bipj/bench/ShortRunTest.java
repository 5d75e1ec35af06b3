package org.bipj.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Benchmarks run to their end and print the same rows, whatever is touched and mixed. Nothing looks at their times. */
class ShortRunTest {
    private static String[] arguments(String options, String... more) {
        return Stream.of(Arrays.stream(options.split(" ")).filter(word -> !word.isEmpty()), Arrays.stream(more))
                .flatMap(words -> words)
                .toArray(String[]::new);
    }

    /** The rows, each without its last columns. */
    private static List<String> cases(List<String> lines, int columns) {
        return lines.stream()
                .skip(1)
                .map(line -> String.join(",", Arrays.asList(line.split(",")).subList(0, columns)))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--touch", "--mix", "--touch --mix"})
    void collectivesHaveARowForEachOperationAndSize(String options) {
        List<String> lines = BenchJob.run(3, CollBench.class, arguments(options, "--sizes", "8,2048", "--csv"))
                .lines();
        assertEquals("operation,bytes,ranks,time_us", lines.getFirst());
        List<String> expected = new ArrayList<>(List.of("barrier,0,3"));
        for (String operation : List.of("bcast", "allreduce", "reduce", "allgather", "alltoall")) {
            expected.addAll(List.of(operation + ",8,3", operation + ",2048,3"));
        }
        assertEquals(expected, cases(lines, 3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--touch", "--touch --mix"})
    void pointToPointHasARowForEachSize(String options) {
        List<String> lines = BenchJob.run(2, P2pBench.class, arguments(options, "--sizes", "0,8,65536", "--csv"))
                .lines();
        assertEquals("bytes,latency_us,bandwidth_MBs,rate_Mmsgs", lines.getFirst());
        assertEquals(List.of("0", "8", "65536"), cases(lines, 1));
    }

    @Test
    void aFurtherColumnTellsTheDistanceDuringEachRow() {
        List<String> lines = BenchJob.run(3, CollBench.class, "--sizes", "8", "--ping", "--csv")
                .lines();
        assertEquals("operation,bytes,ranks,time_us,ping_us", lines.getFirst());
        List<String> more = BenchJob.run(3, P2pBench.class, "--sizes", "8", "--ping", "--csv")
                .lines();
        assertEquals("bytes,latency_us,bandwidth_MBs,rate_Mmsgs,ping_us", more.getFirst());
        String[] row = more.getLast().split(",");
        // In virtual time what is measured before the row and after it takes as long as the row's own messages.
        assertEquals(Double.parseDouble(row[1]), Double.parseDouble(row[4]), 0.0006);
        assertEquals(
                List.of(row[4]),
                lines.stream()
                        .skip(1)
                        .map(line -> line.split(",")[4])
                        .distinct()
                        .toList());
    }

    @Test
    void mixedCallsComeBeforeTheRowsOfCollectives() {
        long alone = BenchJob.run(2, CollBench.class, "--sizes", "8").packets();
        long mixed = BenchJob.run(2, CollBench.class, "--sizes", "8", "--mix").packets();
        assertTrue(mixed > 2 * alone, alone + " packets, " + mixed + " with --mix");
    }

    @Test
    void mixedCallsComeBeforeTheDistributionOfLatency() {
        String[] arguments = {"--percentiles", "--sizes", "8", "--csv", "--mix"};
        BenchJob.Result alone = BenchJob.run(3, P2pBench.class, Arrays.copyOf(arguments, 4));
        BenchJob.Result mixed = BenchJob.run(3, P2pBench.class, arguments);
        for (BenchJob.Result each : List.of(alone, mixed)) {
            assertEquals(
                    "bytes,p50_us,p90_us,p99_us,p99.9_us,max_us,round_trips",
                    each.lines().getFirst());
            assertEquals(List.of("8"), cases(each.lines(), 1));
        }
        assertTrue(mixed.packets() > 2 * alone.packets(), alone + ", " + mixed);
    }

    @Test
    void titlesSayWhatWasTouchedAndMixed() {
        assertEquals(
                "Collective operations, double[], sum, touched, mixed",
                BenchJob.run(2, CollBench.class, "--sizes", "8", "--touch", "--mix")
                        .lines()
                        .getFirst());
        assertEquals(
                "Point to point between ranks 0 and 1, heap buffers, touched",
                BenchJob.run(2, P2pBench.class, "--sizes", "8", "--touch")
                        .lines()
                        .getFirst());
    }

    @ParameterizedTest
    @ValueSource(classes = {CollBench.class, P2pBench.class})
    void helpNamesTheOptions(Class<?> program) {
        String help = String.join("\n", BenchJob.run(2, program, "--help").lines());
        assertTrue(help.startsWith("usage: bipj bench "), help);
        assertTrue(help.contains("[--touch] [--mix] [--ping] [--csv]"), help);
    }
}
