package org.bipj.launch.contract;

import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.bipj.crl.Crl;
import org.bipj.crl.CrlProgram;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/**
 * Random programs over CRL, each section of which compares its region with the last write that has ended: on simulated boards
 * with random delays, with lost and damaged packets where the placement repairs that; between threads; with interrupts and
 * without; and on many more ranks than processors.
 */
@Timeout(100)
class CrlFaultTest {
    private static final boolean DEEP = Boolean.getBoolean("bipj.deep");
    private static final int SEEDS = DEEP ? 200 : 1;
    private static final int RANKS = 6;
    private static final int STEPS = 40;
    private static final int CACHE = 2;

    private static void run(CrlProgram program, boolean interrupting) {
        Crl.Setup setup = Crl.setup().cache(CACHE);
        try (Crl crl = interrupting ? setup.interrupts().init() : setup.init()) {
            program.run(crl);
            crl.barrier();
        }
    }

    @TestFactory
    Stream<DynamicTest> randomProgramsWithDelaysAndLosses() {
        return Stream.of("none+ni", "none+host", "ni+ni", "ni+host", "host+host")
                .flatMap(placement -> Stream.of(false, true)
                        .map(interrupting -> DynamicTest.dynamicTest(
                                placement + (interrupting ? ", interrupts" : ""),
                                () -> LongStream.rangeClosed(1, SEEDS).forEach(seed -> {
                                    CrlProgram program = new CrlProgram(seed, RANKS, STEPS, true);
                                    AmTest.simulated(
                                            RANKS,
                                            LciTest.unsteadyBoards(placement, !placement.startsWith("none+"), seed),
                                            () -> run(program, interrupting));
                                }))));
    }

    @TestFactory
    Stream<DynamicTest> randomProgramsBetweenThreads() {
        return Stream.of(false, true)
                .map(interrupting -> DynamicTest.dynamicTest(
                        interrupting ? "interrupts" : "polls",
                        () -> LongStream.rangeClosed(1, SEEDS).forEach(seed -> {
                            CrlProgram program = new CrlProgram(seed, 4, STEPS, true);
                            AmTest.overSharedMemory(4, () -> run(program, interrupting));
                        })));
    }

    /** Many more than processors: 64 in the deep suite. */
    @Test
    void manyRanksEndWithoutAStall() {
        int ranks = DEEP ? 64 : 24;
        CrlProgram program = new CrlProgram(5, ranks, 10, true);
        AmTest.overSharedMemory(ranks, () -> run(program, false));
    }
}
