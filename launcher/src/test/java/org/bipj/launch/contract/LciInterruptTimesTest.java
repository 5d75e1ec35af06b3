package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.bipj.core.job.Compute;
import org.bipj.lci.Channel;
import org.bipj.lci.Disposal;
import org.bipj.lci.Lci;
import org.bipj.lci.SendPacket;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.Test;

/** What an interrupt costs in virtual time: the watchdog's 70 us, then 31 us of the rank's processor (LCI paper, section 2). */
class LciInterruptTimesTest {
    private static final double COMPUTED_US = 1000;

    /** A packet's upcall, and the end of a computation of a millisecond, in us after its start. */
    private record Times(double upcall, double end) {}

    private static Times times(String... changes) {
        return times(() -> {}, changes);
    }

    /** The same with an upcall that does something. */
    private static Times times(Runnable inUpcall, String... changes) {
        double[] result = new double[2];
        List<String> all = new ArrayList<>(List.of(changes));
        all.add("nic.firmware=lci");
        AmTest.simulated(2, new SimOptions("das64", 1, "", "", all), () -> {
            try (Lci lci = Lci.setup().interrupts().init()) {
                double[] start = new double[1];
                Channel channel = lci.open(1, packet -> {
                    result[0] = (lci.time() - start[0]) * 1e6;
                    inUpcall.run();
                    return Disposal.RELEASE;
                });
                lci.barrier();
                start[0] = lci.time();
                if (lci.rank() == 1) {
                    SendPacket packet = channel.allocate();
                    channel.unicast(0, packet, 0);
                    Compute.charge(2 * COMPUTED_US * 1000);
                } else {
                    Compute.charge(COMPUTED_US * 1000);
                    result[1] = (lci.time() - start[0]) * 1e6;
                }
                lci.barrier();
            }
        });
        return new Times(result[0], result[1]);
    }

    @Test
    void theUpcallRunsAfterTheDelayAndItsCost() {
        Times times = times();
        // os + L + 70 + 31 + or; the ranks leave the barrier some microseconds apart.
        assertEquals(1.5 + 6.2 + 70 + 31 + 2.5, times.upcall(), 10);
    }

    @Test
    void theComputationEndsLaterByTheInterruptAndTheUpcall() {
        Times times = times();
        assertEquals(COMPUTED_US + 31 + 2.5, times.end(), 3);
    }

    @Test
    void whatAnUpcallComputesTakesTheProcessorFromTheProgram() {
        Times times = times(() -> Compute.charge(40_000));
        assertEquals(COMPUTED_US + 31 + 2.5 + 40, times.end(), 3);
    }

    @Test
    void countedOperationsOfAnUpcallTakeTheProcessor() {
        Times times = times(() -> Compute.operations("lu", 100), "host.compute.lu=250 ns");
        assertEquals(COMPUTED_US + 31 + 2.5 + 25, times.end(), 3);
    }

    @Test
    void aLongerDelayMovesTheUpcallAndNotTheCost() {
        Times usual = times();
        Times later = times("lci.watchdog=270 us");
        assertEquals(usual.upcall() + 200, later.upcall(), 0.5);
        assertEquals(usual.end(), later.end(), 0.5);
    }
}
