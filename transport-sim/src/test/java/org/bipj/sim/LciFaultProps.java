package org.bipj.sim;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import org.bipj.core.nic.PortException;
import org.bipj.core.protocol.Flows;
import org.bipj.sim.kernel.DeadlockException;
import org.bipj.sim.kernel.FiberException;

/**
 * Boards and hosts that retransmit, over networks that lose, damage and cut off packets, and boards that stall: each packet
 * arrives once and in order, and all buffers, windows and queues are back when the run is quiet. A seed decides program,
 * placement, sizes and faults.
 */
class LciFaultProps {
    private static final int TRIES = 200;
    private static final int DEEP_TRIES = 10_000;
    private static final int STEPS = 20;
    private static final List<List<String>> PLACEMENTS =
            LciRetransmissionTest.placements().toList();

    @Provide
    Arbitrary<Long> seeds() {
        return Arbitraries.longs();
    }

    @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
    void eachPacketArrivesOnceAndInOrder(@ForAll("seeds") long seed) {
        for (int i = 0; i < repetitions(); i++) {
            repaired(seed + i);
        }
    }

    /**
     * A cable or a board dies: the run ends well all the same, or names an unreachable rank. Or nothing happens any more
     * because nobody sends to the rank that is cut off, and that rank itself waits.
     */
    @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
    void anUnreachableRankIsNamed(@ForAll("seeds") long seed) {
        for (int i = 0; i < repetitions(); i++) {
            broken(seed + i);
        }
    }

    /**
     * Boards that do not retransmit: what is delivered is right, and a run in which something was lost or damaged fails by name,
     * at its end if not before.
     */
    @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
    void boardsThatTrustTheNetworkDeliverNothingWrong(@ForAll("seeds") long seed) {
        for (int i = 0; i < repetitions(); i++) {
            trusted(seed + i);
        }
    }

    /** With as many packets of their own for each depth as there must be, ranks that forward never wait for each other. */
    @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
    void fewPacketsOfEachDepthAreEnough(@ForAll("seeds") long seed) {
        for (int i = 0; i < repetitions(); i++) {
            reserved(seed + i);
        }
    }

    private static int repetitions() {
        return Boolean.getBoolean("bipj.deep") ? DEEP_TRIES / TRIES : 1;
    }

    private static void repaired(long seed) {
        Random draw = new Random(seed);
        int ranks = 2 + draw.nextInt(5);
        boolean small = draw.nextBoolean();
        LciTraffic traffic = new LciTraffic(seed, ranks, STEPS, small);
        String[] settings = settings(draw, small);
        String faults = harm(draw, ranks) + "," + harm(draw, ranks);
        boolean jitter = draw.nextInt(3) == 0;
        String run = "seed " + seed + "L, " + ranks + " ranks, " + faults + (jitter ? ", jitter" : "") + ", "
                + String.join(" ", settings);
        complete(ranks, run, () -> LciRig.play(ranks, faults, seed, jitter, traffic::run, settings));
    }

    /** A run that ends well: all buffers, windows and queues are back. */
    private static void complete(int ranks, String run, Supplier<SimCluster> play) {
        SimCluster cluster;
        try {
            cluster = play.get();
        } catch (FiberException | DeadlockException e) {
            throw new AssertionError(run, e);
        }
        for (int rank = 0; rank < ranks; rank++) {
            assertTrue(
                    cluster.port(rank).isIdle(),
                    run + ", left: " + cluster.port(rank).state());
        }
    }

    private static void reserved(long seed) {
        Random draw = new Random(seed);
        int ranks = 2 + draw.nextInt(7);
        LciTraffic traffic = new LciTraffic(seed, ranks, STEPS, false);
        int flows = Flows.perDepth(ranks).count();
        int depths = Flows.perDepth(ranks).depths();
        String retransmission = List.of("none", "ni", "host").get(draw.nextInt(3));
        boolean hosts = retransmission.equals("host");
        String pools = retransmission.equals("none") ? "none" : "retransmission";
        String[] settings = {
            "lci.retransmission=" + retransmission,
            "lci.multicast=" + (hosts ? "host" : "ni"),
            "lci.reserve=depth",
            "lci.window=" + (1 + draw.nextInt(3)),
            "lci.host-packets=" + (hosts ? flows + draw.nextInt(3) : 4 + draw.nextInt(10)),
            "lci.memory.receive." + pools + "=" + (hosts ? 1 + draw.nextInt(4) : flows + draw.nextInt(3)) + "KiB",
            "lci.memory.send." + pools + "=" + (depths + draw.nextInt(3)) + "KiB"
        };
        String faults = retransmission.equals("none") ? "" : harm(draw, ranks);
        String run = "seed " + seed + "L, " + ranks + " ranks, " + faults + ", " + String.join(" ", settings);
        complete(ranks, run, () -> LciRig.play(ranks, faults, seed, draw.nextInt(3) == 0, traffic::run, settings));
    }

    private static void trusted(long seed) {
        Random draw = new Random(seed);
        int ranks = 2 + draw.nextInt(5);
        LciTraffic traffic = new LciTraffic(seed, ranks, STEPS, false);
        String faults = harm(draw, ranks);
        boolean jitter = draw.nextInt(3) == 0;
        String[] settings = {
            "lci.retransmission=none",
            "lci.multicast=" + (draw.nextBoolean() ? "ni" : "host"),
            "lci.window=" + (1 + draw.nextInt(8))
        };
        String run = "seed " + seed + "L, " + ranks + " ranks, " + faults + (jitter ? ", jitter" : "") + ", "
                + String.join(" ", settings);
        boolean[] complete = new boolean[ranks];
        try {
            LciRig.play(
                    ranks, faults, seed, jitter, host -> complete[host.rank()] = traffic.runWithLosses(host), settings);
        } catch (FiberException e) {
            throw new AssertionError(run, e);
        } catch (PortException e) {
            assertTrue(
                    e.getMessage().contains("has arrived damaged")
                            || e.getMessage().contains("do not retransmit (lci.retransmission = none)"),
                    run + ": " + e.getMessage());
            return;
        }
        for (int rank = 0; rank < ranks; rank++) {
            assertTrue(complete[rank], run + ": packets of rank " + rank + " are missing, and nothing was reported");
        }
    }

    /** Without multicasts boards and hosts may have few buffers: those that forward could wait for each other. */
    private static String[] settings(Random draw, boolean small) {
        List<String> placement = PLACEMENTS.get(draw.nextInt(PLACEMENTS.size()));
        String window = "lci.window=" + (1 + draw.nextInt(8));
        return small
                ? LciRetransmissionTest.with(
                        placement,
                        window,
                        "lci.tries=400",
                        "lci.host-packets=" + (4 + draw.nextInt(10)),
                        "lci.memory.receive.retransmission=" + (1 + draw.nextInt(4)) + "KiB",
                        "lci.memory.send.retransmission=" + (1 + draw.nextInt(20)) + "KiB")
                : LciRetransmissionTest.with(placement, window, "lci.tries=400");
    }

    private static String harm(Random draw, int ranks) {
        String host = "host" + draw.nextInt(ranks);
        String place =
                draw.nextBoolean() ? "any" : host + List.of("", "-in", "-out").get(draw.nextInt(3));
        return switch (draw.nextInt(5)) {
            case 0 -> "flip@" + place + ":rate=" + List.of("1e-5", "3e-4").get(draw.nextInt(2));
            case 1 -> "drop@" + place + ":rate=0.0" + (1 + draw.nextInt(9));
            case 2 -> "truncate@" + place + ":rate=0.0" + (1 + draw.nextInt(9));
            case 3 -> "stall@" + host + ":at=" + draw.nextInt(2000) + "us:for=" + (1 + draw.nextInt(20)) + "ms";
            default ->
                List.of("drop", "flip", "truncate").get(draw.nextInt(3)) + "@" + place + ":worm="
                        + (1 + draw.nextInt(60));
        };
    }

    private static void broken(long seed) {
        Random draw = new Random(seed);
        int ranks = 2 + draw.nextInt(5);
        LciTraffic traffic = new LciTraffic(seed, ranks, STEPS, false);
        List<String> placement = PLACEMENTS.get(draw.nextInt(PLACEMENTS.size()));
        String fault = List.of("cut", "dead").get(draw.nextInt(2));
        int victim = draw.nextInt(ranks);
        String faults = fault + "@host" + victim + ":at=" + draw.nextInt(3000) + "us";
        String run = "seed " + seed + "L, " + ranks + " ranks, " + faults + ", " + placement;
        try {
            LciRig.play(
                    ranks,
                    faults,
                    seed,
                    traffic::run,
                    LciRetransmissionTest.with(placement, "lci.tries=20", "network.blocked-timeout=50"));
        } catch (FiberException e) {
            String reason = String.valueOf(e.getCause().getMessage());
            assertTrue(reason.matches("rank \\d+: it has not answered 20 times \\(lci.tries\\)"), run + ": " + reason);
        } catch (DeadlockException e) {
            assertTrue(e.waiters().stream().anyMatch(waiter -> waiter.index() == victim), run + ": " + e.getMessage());
        }
    }
}
