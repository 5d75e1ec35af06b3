package org.bipj.mpi.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import mpi.MPI;
import org.bipj.testkit.Ahead;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.Ranks;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every case over a network whose schedule follows from a seed: small packets and windows, few slots, copies that take
 * time or turn out impossible. A failure names the options and the seed; {@code -Dbipj.fabric.seed=N} takes that one.
 */
class LoopContractTest {
    private static final boolean DEEP = Boolean.getBoolean("bipj.deep");

    @TestFactory
    Stream<DynamicNode> suites() {
        Ahead ahead = new Ahead();
        List<DynamicNode> all = new ArrayList<>();
        Stream.concat(Suites.all().stream(), Stream.of(new DifferentAlgorithmSuite()))
                .filter(Suites::isChosen)
                // One thread of each rank runs by turns.
                .filter(suite -> suite.threadLevel() < MPI.THREAD_SERIALIZED)
                .filter(suite -> !(suite instanceof SharedWindowSuite))
                .forEach(suite -> {
                    List<DynamicNode> cases = suite.cases().stream()
                            .map(one -> test(ahead, suite, one))
                            .toList();
                    all.add(DynamicContainer.dynamicContainer(suite.getClass().getSimpleName(), cases));
                });
        return all.stream().onClose(ahead::close);
    }

    private static DynamicNode test(Ahead ahead, Suite suite, Suite.Case one) {
        Ahead.Piece<Void> piece = ahead.add(() -> {
            long first = Long.getLong("bipj.fabric.seed", System.nanoTime());
            for (long seed = first; seed < first + (DEEP ? 20 : 1); seed++) {
                run(suite, one, seed);
            }
            return null;
        });
        return DynamicTest.dynamicTest(one.name(), piece::result);
    }

    private static void run(Suite suite, Suite.Case one, long seed) {
        LoopOptions options = LoopOptions.random(seed).ranks(one.ranks());
        if (one.ranks() > 4) {
            // The long messages of these cases would be too many packets.
            options.packets(2048, 4);
        }
        if (suite instanceof BesideBipSuite) {
            // BIP refuses ports that cannot take its short messages.
            options.packets(2048, 4).eager(1024, 4096);
        }
        try (LoopFabric fabric = new LoopFabric(options)) {
            Ranks.run(
                    fabric,
                    job -> ThreadRunner.runRank(
                            suite.threadLevel(), one.body(), () -> Sizes.of(options.capabilities())));
        }
    }
}
