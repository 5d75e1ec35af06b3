package org.bipj.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.Stream;
import org.bipj.bip.Bip;
import org.bipj.core.nic.PortException;
import org.bipj.sim.constants.Constant;
import org.bipj.sim.kernel.FiberException;
import org.bipj.sim.platform.Platform;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nonsense as the value of each constant: it is refused with its name before the run, or the run ends well. */
@Timeout(60)
class ConstantLimitsTest {
    private static final String[] VALUES = (Boolean.getBoolean("bipj.deep")
                    ? "0 1e-30 0.001 0.5 1 3 1000 1e6 1e9 1e15 1e30 1e400 -1 1ps 1s 1000s 1e10s nonsense"
                    : "0 1e-30 0.5 1e9 1e400 -1 1e10s nonsense")
            .split(" ");
    private static final int WORDS = 2000;

    static Stream<String> keys() {
        return Platform.constantsOf("bip-ppro200").all().stream().map(Constant::key);
    }

    @ParameterizedTest
    @MethodSource("keys")
    void aRunIsRefusedByNameOrEndsWell(String key) {
        for (String value : VALUES) {
            check(key, value);
        }
    }

    private static void check(String key, String value) {
        String set = key + "=" + value;
        String routing = "routing=" + (key.startsWith("mapper.") ? "mapper" : "up-down");
        try {
            assertEquals(WORDS, run(routing, set), set);
        } catch (IllegalArgumentException e) {
            String message = e.getMessage();
            assertTrue(message.matches("(?s).*\\b(" + key + "|topology|bip\\.route)\\b.*"), set + ": " + message);
        } catch (FiberException e) {
            // A host that holds less for a sender than BIP's longest short message needs serves MPI alone.
            assertInstanceOf(PortException.class, e.getCause(), set);
            assertEquals("bip.credit", key, set + ": " + e.getCause());
        } catch (RuntimeException e) {
            // A worm that is broken up ends the job.
            assertTrue(
                    key.equals("network.blocked-timeout") && e.getMessage().contains(" ended the job "),
                    set + ": " + e);
        }
    }

    /** A short message, the longest short one and a long one, there and back. Returns the sum of what came back. */
    private static int run(String... changes) {
        int[] got = new int[WORDS];
        SimOptions options = SimOptions.of("bip-ppro200").with(changes);
        try (SimSession session = SimSession.open(2, options, SimSession.Listener.NONE)) {
            session.run(rank -> {
                try (Bip bip = Bip.init()) {
                    for (int words : new int[] {1, 64, WORDS}) {
                        exchange(bip, rank == 0 ? got : new int[words], words);
                    }
                }
            });
        }
        return Arrays.stream(got).sum();
    }

    private static void exchange(Bip bip, int[] into, int words) {
        int[] ones = new int[words];
        Arrays.fill(ones, 1);
        bip.tirecv(1, into, words);
        if (bip.myNode() == 0) {
            bip.tsend(1, 1, ones, words);
            bip.rwait(1);
        } else {
            bip.rwait(1);
            bip.tsend(0, 1, ones, words);
        }
    }
}
