package org.bipj.mpi.contract;

import java.util.Arrays;
import java.util.Random;
import mpi.MPI;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.Ranks;

/**
 * Random programs of blocking, non-blocking and persistent collective operations on random communicators, over a network
 * whose schedule follows from the seed, too: every operation gives what the sequential model says.
 */
class CollectiveProgramProps {
    private static final int STEPS = 30;
    private static final int RANKS_MAX = 7;

    @Property(tries = 40)
    void everyOperationGivesWhatTheModelSays(@ForAll long seed) {
        run(LoopOptions.random(seed).ranks(1 + new Random(seed).nextInt(RANKS_MAX)), seed);
    }

    /** Hosts are drawn for each rank alone, so that most of them have ranks that do not follow each other. */
    @Property(tries = 20)
    void onHostsOfAnyRanksToo(@ForAll long seed) {
        Random draw = new Random(seed);
        int ranks = 3 + draw.nextInt(RANKS_MAX - 2);
        int hosts = 2 + draw.nextInt(3);
        int[] hostOf = draw.ints(ranks, 0, hosts).toArray();
        if (draw.nextInt(3) == 0) {
            Arrays.sort(hostOf);
        }
        run(LoopOptions.random(seed).ranks(ranks).hosts(hostOf), seed);
    }

    private static void run(LoopOptions options, long seed) {
        try (LoopFabric fabric = new LoopFabric(options)) {
            Ranks.run(
                    fabric,
                    job -> ThreadRunner.runRank(
                            MPI.THREAD_SINGLE,
                            rank -> new CollectiveProgram(rank, seed).run(STEPS),
                            () -> Sizes.of(options.capabilities())));
        }
    }
}
