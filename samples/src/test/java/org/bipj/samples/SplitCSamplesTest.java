package org.bipj.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.bipj.sim.SimOptions;
import org.bipj.sim.SimSession;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The samples with Split-C over Active Messages and over cells. */
class SplitCSamplesTest {
    private static String run(String platform, int ranks, Consumer<String[]> main, String... args) {
        PrintStream terminal = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        SimOptions options = platform.equals("ss20-atm")
                ? new SimOptions(platform, 1, "drop:rate=0.01", "", List.of("atm.switch=true"))
                : SimOptions.of(platform);
        try (SimSession session = SimSession.open(ranks, options, SimSession.Listener.NONE)) {
            session.run(rank -> main.accept(args));
        } finally {
            System.setOut(terminal);
        }
        return out.toString(StandardCharsets.UTF_8).strip();
    }

    @ParameterizedTest
    @CsvSource({"lab, 1", "lab, 3", "lab, 4", "ss20-atm, 2", "ss20-atm, 4"})
    void wavesAreThoseOfASequentialRun(String platform, int ranks) {
        for (String version : List.of("read", "get", "store")) {
            String line = run(platform, ranks, SplitCEm3d::main, version, "20", "40", "3");
            assertTrue(line.startsWith("20 nodes of each kind at a rank, " + version + ", "), line);
            assertTrue(
                    line.endsWith(" us for an edge, " + ranks + (ranks == 1 ? " rank: correct" : " ranks: correct")),
                    line);
        }
    }

    @ParameterizedTest
    @CsvSource({"lab, 1", "lab, 3", "ss20-atm, 2", "ss20-atm, 5"})
    void keysAreSorted(String platform, int ranks) {
        String line = run(platform, ranks, SplitCRadix::main, "150");
        assertEquals("150 keys at each rank, " + ranks + (ranks == 1 ? " rank: correct" : " ranks: correct"), line);
    }
}
