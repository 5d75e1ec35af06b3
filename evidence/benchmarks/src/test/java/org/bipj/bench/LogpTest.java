package org.bipj.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bipj.am2.ActiveMessages;
import org.bipj.bip.Bip;
import org.bipj.sim.SimOptions;
import org.bipj.sim.SimSession;
import org.junit.jupiter.api.Test;

/** The driver of {@code bench logp}, where each cost is known: on simulated boards. */
class LogpTest {
    private static final double US = 1e-6;

    private static LogP measured(SimOptions options, boolean bip) {
        LogP[] result = new LogP[1];
        try (SimSession session = SimSession.open(2, options, SimSession.Listener.NONE)) {
            session.run(rank -> {
                try (ActiveMessages am = ActiveMessages.init();
                        Bip below = bip ? Bip.init() : null) {
                    LogpLayer layer = bip
                            ? new BipLogpLayer(below, am::time, LogpLayer.WINDOW)
                            : new AmLogpLayer(am, LogpLayer.WINDOW);
                    if (rank == 1) {
                        layer.serve();
                    } else {
                        result[0] = LogP.of(layer);
                        layer.stop();
                    }
                }
            });
        }
        return result[0];
    }

    /** Published (AM-II, figure 5) and reproduced: 4.09, 4.28, 15.98 (15.85 reproduced), 12.60 and 41.94 us. */
    @Test
    void figuresOfTheNowAgreeWithItsExperiment() {
        LogP now = measured(new SimOptions("now100", 1, "", "", List.of("nic.firmware=am2")), false);
        assertEquals(4.09 * US, now.sendOverhead(), 0.01 * US);
        assertEquals(4.28 * US, now.receiveOverhead(), 0.01 * US);
        assertEquals(15.85 * US, now.gap(), 0.01 * 15.85 * US);
        assertEquals(12.60 * US, now.latency(), 0.01 * US);
        assertEquals(41.94 * US, now.roundTrip(), 0.01 * US);
    }

    /** A board of BIP passes 4 words in 4.3 us and some more for 16 bytes; half of a round trip is all there is. */
    @Test
    void aRoundTripOfBipIsTwiceItsLatency() {
        LogP bip = measured(SimOptions.of("bip-ppro200"), true);
        assertTrue(bip.roundTrip() >= 2 * 4.3 * US && bip.roundTrip() < 2 * 5 * US, bip::toString);
        assertTrue(bip.sendOverhead() > 0.3 * US && bip.receiveOverhead() > 0.3 * US, bip::toString);
        assertEquals(
                bip.roundTrip() / 2, bip.sendOverhead() + bip.receiveOverhead() + bip.latency(), 1e-12, bip::toString);
    }
}
