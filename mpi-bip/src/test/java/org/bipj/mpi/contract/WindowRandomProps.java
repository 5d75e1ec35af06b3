package org.bipj.mpi.contract;

import mpi.MPI;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.Ranks;

/** Random one-sided programs over random networks, against an interpreter of the standard's rules. */
class WindowRandomProps {
    /** Programs in a try of the deep suite. */
    private static final int DEEP = 50;

    @Property(tries = 40, shrinking = ShrinkingMode.OFF)
    void agreeWithTheInterpreter(@ForAll long seed, @ForAll @IntRange(min = 1, max = 4) int ranks) {
        int programs = Boolean.getBoolean("bipj.deep") ? DEEP : 1;
        for (int i = 0; i < programs; i++) {
            agrees(seed + i, ranks);
        }
    }

    private static void agrees(long seed, int ranks) {
        LoopOptions options = LoopOptions.random(seed).ranks(ranks);
        try (LoopFabric fabric = new LoopFabric(options)) {
            Ranks.run(
                    fabric,
                    job -> ThreadRunner.runRank(
                            MPI.THREAD_SINGLE,
                            rank -> WindowProgram.run(rank, seed),
                            () -> Sizes.of(options.capabilities())));
        }
    }
}
