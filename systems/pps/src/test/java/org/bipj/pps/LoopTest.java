package org.bipj.pps;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.bipj.testkit.Fabric;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.Ranks;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** The systems over the loop fabric, whose every choice follows from a seed. */
class LoopTest {
    private static void run(Fabric over, Suite.Body body) {
        try (Fabric fabric = over) {
            Ranks.run(fabric, job -> {
                body.run();
                assertTrue(job.isStarted() && job.isFinished());
            });
        }
    }

    @TestFactory
    Stream<DynamicNode> overTheLoopFabric() {
        return Stream.of(
                Suite.over(
                        "whole packets",
                        (ranks, body) -> run(
                                new LoopFabric(new LoopOptions()
                                        .ranks(ranks)
                                        .packets(2048, 16)
                                        .eager(1500, 16384)),
                                body),
                        Suites.all()),
                Suite.over(
                        "packets in parts",
                        (ranks, body) -> run(
                                new LoopFabric(new LoopOptions()
                                        .ranks(ranks)
                                        .packets(200, 4)
                                        .eager(128, 1024)
                                        .delay(400)),
                                body),
                        Suites.all()));
    }
}
