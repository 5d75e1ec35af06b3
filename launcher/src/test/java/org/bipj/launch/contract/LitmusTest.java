package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.bipj.crl.Crl;
import org.bipj.litmus.Freed;
import org.bipj.litmus.Litmus;
import org.bipj.orca.Orca;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/**
 * Orca, and CRL, are sequentially consistent: on simulated hosts with delays that a seed decides, where each interesting outcome
 * is seen, and between threads of ranks that share memory.
 */
@Timeout(1200)
class LitmusTest {
    private static final boolean DEEP = Boolean.getBoolean("bipj.deep");
    private static final int SEEDS = DEEP ? 1_000 : 8;
    /** Of CRL, with which some outcomes are rare. */
    private static final int SEEDS_OF_CRL = DEEP ? SEEDS : 20;

    private static final int SEEDS_OF_A_PLACEMENT = DEEP ? 100 : 1;

    private static SimOptions bip(long seed) {
        return SimOptions.of("das64").withJitter(seed);
    }

    private static void orca(long seed, SimOptions options, boolean multithreaded, Litmus.Counts counts) {
        Litmus litmus = Litmus.ofOrca(seed);
        AmTest.simulated(Litmus.RANKS, options, () -> {
            try (Orca orca = multithreaded ? Orca.setup().multithreaded().init() : Orca.init()) {
                litmus.run(orca, counts);
            }
        });
    }

    private static void crl(long seed, SimOptions options, boolean interrupts, Litmus.Counts counts) {
        Litmus litmus = Litmus.ofCrl(seed);
        AmTest.simulated(Litmus.RANKS, options, () -> {
            try (Crl crl = interrupts ? Crl.setup().interrupts().init() : Crl.init()) {
                litmus.run(crl, counts);
            }
        });
    }

    @Test
    void orcaIsSequentiallyConsistent() {
        Litmus.Counts counts = new Litmus.Counts();
        for (long seed = 1; seed <= SEEDS; seed++) {
            orca(seed, bip(seed), false, counts);
        }
        assertEquals(List.of(), counts.missing(), counts::toString);
    }

    @Test
    void crlIsSequentiallyConsistent() {
        Litmus.Counts counts = new Litmus.Counts();
        for (long seed = 1; seed <= SEEDS_OF_CRL; seed++) {
            crl(seed, bip(seed), false, counts);
        }
        assertEquals(List.of(), counts.missing(), counts::toString);
    }

    @Test
    void aRefusalComesBehindWhatItsReasonFollows() {
        AtomicInteger refused = new AtomicInteger();
        for (long each = 1; each <= SEEDS; each++) {
            long seed = each;
            AmTest.simulated(4, bip(seed), () -> {
                try (Orca orca = Orca.init()) {
                    refused.addAndGet(Freed.run(orca, seed, 20));
                }
            });
        }
        assertTrue(refused.get() > 5 * SEEDS, refused + " refusals");
    }

    /** Boards that run LCI, with interrupts and without. */
    @Tag("tier2")
    @TestFactory
    Stream<DynamicTest> onBoardsThatRunLci() {
        return (DEEP ? Stream.of("none+ni", "none+host", "ni+ni", "host+host") : Stream.of("none+ni", "host+host"))
                .flatMap(placement -> Stream.of(false, true)
                        .filter(interrupts -> DEEP || interrupts == placement.equals("none+ni"))
                        .map(interrupts ->
                                DynamicTest.dynamicTest(placement + (interrupts ? ", interrupts" : ""), () -> {
                                    for (long seed = 1; seed <= SEEDS_OF_A_PLACEMENT; seed++) {
                                        SimOptions options = LciTest.unsteadyBoards(placement, false, seed);
                                        orca(seed, options, interrupts, new Litmus.Counts());
                                        crl(seed, options, interrupts, new Litmus.Counts());
                                    }
                                })));
    }

    /** The roles of a round are threads of two ranks. */
    @Tag("tier2")
    @Test
    void orcaForSeveralThreadsIsSequentiallyConsistent() {
        for (long seed = 1; seed <= SEEDS_OF_A_PLACEMENT; seed++) {
            Litmus litmus = Litmus.ofOrca(seed, 4, true);
            AmTest.overSharedMemory(Litmus.RANKS, () -> {
                try (Orca orca = Orca.setup().multithreaded().init()) {
                    litmus.run(orca, new Litmus.Counts());
                }
            });
        }
    }
}
