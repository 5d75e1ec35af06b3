package org.bipj.reproduce.am;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.bipj.reproduce.TestClusters;
import org.bipj.reproduce.lab.Cluster;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What reliability and protection cost, by switching them off (AM-II, figure 5). The constants were fitted to it. */
class AmCostsTest {
    private static final double TOLERANCE = 0.05;

    @ParameterizedTest
    @CsvSource({
        "false, true, 10.65, 11.48, 39.66",
        "true, false, 14.93, 11.48, 39.73",
        "false, false, 9.60, 10.36, 37.45"
    })
    void whatIsSwitchedOffCostsNothing(
            boolean reliability, boolean protection, double gap, double latency, double roundTrip) {
        Cluster cluster = TestClusters.of(
                "now100", List.of("nic.firmware=am2", "am.reliability=" + reliability, "am.protection=" + protection));
        LogP measured = LogP.of(cluster);
        assertEquals(gap, measured.gap(), TOLERANCE * gap);
        assertEquals(latency, measured.latency(), TOLERANCE * latency);
        assertEquals(roundTrip, measured.roundTrip(), TOLERANCE * roundTrip);
    }
}
