package org.bipj.launch.contract;

import java.util.stream.Stream;
import org.bipj.orca.Orca;
import org.bipj.orca.OrcaProgram;
import org.bipj.panda.PandaProgram;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/**
 * Random programs over Panda and Orca on simulated boards, with random delays: with lost and damaged packets where the placement
 * repairs that, single-threaded and with interrupts; and on many more ranks than processors.
 */
@Timeout(200)
class SystemsFaultTest {
    private static final boolean DEEP = Boolean.getBoolean("bipj.deep");
    private static final int SEEDS = DEEP ? 200 : 1;
    private static final int RANKS = 6;

    private static void panda(SimOptions options, long seed, boolean multithreaded) {
        PandaProgram program = new PandaProgram(seed, RANKS, 20, multithreaded);
        AmTest.simulated(RANKS, options, program::run);
        program.check();
    }

    private static void orca(SimOptions options, long seed, boolean multithreaded) {
        OrcaProgram program = new OrcaProgram(seed, RANKS, 20);
        AmTest.simulated(RANKS, options, () -> {
            try (Orca orca = multithreaded ? Orca.setup().multithreaded().init() : Orca.init()) {
                program.run(orca);
                orca.barrier();
            }
        });
        program.check();
    }

    @TestFactory
    Stream<DynamicTest> randomProgramsWithDelaysAndLosses() {
        return Stream.of("none+ni", "none+host", "ni+ni", "ni+host", "host+host")
                .flatMap(placement -> Stream.of(false, true)
                        .map(multithreaded ->
                                DynamicTest.dynamicTest(placement + (multithreaded ? ", interrupts" : ""), () -> {
                                    boolean loses = !placement.startsWith("none");
                                    for (long seed = 1; seed <= SEEDS; seed++) {
                                        SimOptions options = LciTest.unsteadyBoards(placement, loses, seed);
                                        panda(options, seed, multithreaded);
                                        orca(options, seed, multithreaded);
                                    }
                                })));
    }

    /** Many more than processors: 64 in the deep suite. */
    @Test
    void manyRanksEndWithoutAStall() {
        int ranks = DEEP ? 64 : 24;
        int steps = DEEP ? 20 : 3;
        PandaProgram panda = new PandaProgram(1, ranks, steps, false);
        AmTest.overSharedMemory(ranks, panda::run);
        panda.check();
        OrcaProgram objects = new OrcaProgram(1, ranks, steps);
        AmTest.overSharedMemory(ranks, () -> {
            try (Orca orca = Orca.init()) {
                objects.run(orca);
                orca.barrier();
            }
        });
        objects.check();
    }

    @Test
    void randomProgramsBetweenThreadsWithInterrupts() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            PandaProgram panda = new PandaProgram(seed, 4, 40, true);
            AmTest.overSharedMemory(4, panda::run);
            panda.check();
        }
    }
}
