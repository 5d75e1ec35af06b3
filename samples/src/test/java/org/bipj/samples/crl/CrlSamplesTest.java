package org.bipj.samples.crl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bipj.crl.Crl;
import org.bipj.samples.SampleJob;
import org.bipj.samples.Usage;
import org.bipj.sim.SimOptions;
import org.bipj.sim.SimSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The samples with CRL: in every mode, and what their checks find. */
class CrlSamplesTest {
    private static final long LIMIT_SECONDS = 100;
    private static final Pattern STATE = Pattern.compile("state ([0-9a-f]+)");

    @TempDir
    Path directory;

    private static final SimOptions BOARDS = SimOptions.of("das64").with("nic.firmware=lci");

    private static void simulate(int ranks, Consumer<Crl> program) {
        try (SimSession session = SimSession.open(ranks, BOARDS, SimSession.Listener.NONE)) {
            session.run(rank -> {
                try (Crl crl = Crl.setup().cache(Barnes.CACHE).init()) {
                    program.accept(crl);
                    crl.barrier();
                }
            });
        }
    }

    private static String simulated(int ranks, Consumer<String[]> main, String... args) {
        PrintStream terminal = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try (SimSession session = SimSession.open(ranks, BOARDS, SimSession.Listener.NONE)) {
            session.run(rank -> main.accept(args));
        } finally {
            System.setOut(terminal);
        }
        return out.toString(StandardCharsets.UTF_8).strip();
    }

    private static String state(String line) {
        Matcher matcher = STATE.matcher(line);
        assertTrue(matcher.find(), line);
        return matcher.group(1);
    }

    @Test
    void theBodiesGoTheSameWayOnAnyNumberOfRanks() {
        Set<String> states = new HashSet<>();
        for (int ranks : new int[] {1, 2, 5}) {
            String line = simulated(ranks, Barnes::main, "150", "3", "0.8");
            assertTrue(line.endsWith(ranks == 1 ? "1 rank: correct" : ranks + " ranks: correct"), line);
            states.add(state(line));
        }
        assertEquals(1, states.size(), states::toString);
    }

    @Test
    void aSmallAngleGivesTheDirectSums() {
        simulate(3, crl -> {
            Barnes.Result fine = Barnes.run(crl, 60, 1, 0.1);
            Barnes.Result coarse = Barnes.run(crl, 60, 1, 1.0);
            assertTrue(fine.right() && coarse.right());
            assertTrue(fine.error() < 1e-4, "error " + fine.error());
            assertTrue(coarse.error() > 10 * fine.error(), "error " + coarse.error());
            assertTrue(fine.operations() > coarse.operations());
        });
    }

    @ParameterizedTest
    @CsvSource({"1, 1000, 7, 32", "2, 3, 7, 32", "3, 5000, 7, 21", "4, 4096, 8, 32", "5, 777, 16, 20", "5, 5, 1, 1"})
    void keysAreSorted(int ranks, String keys, String bits, String keyBits) {
        String line = simulated(ranks, Radix::main, keys, bits, keyBits);
        assertTrue(line.startsWith(keys + " keys of " + keyBits + " bits, " + bits + " bits a pass, "), line);
        assertEquals(line, simulated(ranks, Radix::main, keys, bits, keyBits), "twice alike");
        assertTrue(line.endsWith(ranks == 1 ? "1 rank: correct" : ranks + " ranks: correct"), line);
    }

    @Test
    void regionsThatAreFlushedAreReadWithoutMisses() {
        simulate(3, crl -> {
            Radix.Result plain = Radix.run(crl, 6000, 2, 4, false);
            Radix.Result flushed = Radix.run(crl, 6000, 2, 4, true);
            if (crl.rank() == 0) {
                assertTrue(plain.right() && flushed.right());
            }
            assertTrue(flushed.phases().messages() < plain.phases().messages());
            assertTrue(flushed.phases().seconds() < plain.phases().seconds());
        });
    }

    @Tag("deep")
    @Test
    void oneRunsOnProcesses() throws IOException, InterruptedException {
        List<String> lines = new SampleJob(directory)
                .run("process", 2, List.of(), LIMIT_SECONDS, Radix.class, "3000", "7", "phases")
                .lines();
        assertTrue(lines.stream().anyMatch(line -> line.endsWith("2 ranks: correct")), lines::toString);
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("permute ")), lines::toString);
    }

    /** Above they run on simulated hosts of the tests' JVM. */
    @Tag("deep")
    @ParameterizedTest
    @CsvSource({"process, 2", "thread, 3", "sim, 4"})
    void theyRunInOtherModes(String mode, int ranks) throws IOException, InterruptedException {
        theyRun(mode, ranks);
    }

    private void theyRun(String mode, int ranks) throws IOException, InterruptedException {
        SampleJob jobs = new SampleJob(directory);
        List<String> lines = new ArrayList<>();
        lines.addAll(jobs.run(mode, ranks, List.of(), LIMIT_SECONDS, Barnes.class, "100", "2")
                .lines());
        lines.addAll(jobs.run(mode, ranks, List.of(), LIMIT_SECONDS, Radix.class, "3000", "7", "phases")
                .lines());
        lines.addAll(jobs.run(mode, ranks, List.of(), LIMIT_SECONDS, WriteMiss.class, "2000")
                .lines());
        assertEquals(
                3,
                lines.stream()
                        .filter(line -> line.endsWith(ranks + " ranks: correct"))
                        .count(),
                lines::toString);
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("permute ")), lines::toString);
    }

    @Test
    void argumentsThatCannotBeUsedGetOneSentenceAndTheUsage() throws IOException, InterruptedException {
        SampleJob jobs = new SampleJob(directory);
        SampleJob.Result result = jobs.run("thread", 2, List.of(), LIMIT_SECONDS, Barnes.class, "100", "2", "3.0");
        assertEquals(Usage.EXIT_CODE, result.code(), result::err);
        assertTrue(
                result.err().startsWith("ANGLE must be a number from 0.1 to 1.5 but is: 3.0" + System.lineSeparator()),
                result::err);
        assertTrue(result.err().contains("usage: ./bipj sample barnes -n RANKS [BODIES"), result::err);
    }

    @Test
    void aCleanWriteMissOfThePaperTakes26Microseconds() {
        double[] micros = new double[2];
        simulate(2, crl -> {
            double small = WriteMiss.micros(crl, 8, 11);
            double large = WriteMiss.micros(crl, 16_384, 11);
            if (crl.rank() == 0) {
                micros[0] = small;
                micros[1] = large;
            }
        });
        assertEquals(26, micros[0], 2.6, "LCI paper, table 5");
        assertEquals(16_384 / 54.0, micros[1], 30, "LCI paper, table 5: 54 MB/s");
    }
}
