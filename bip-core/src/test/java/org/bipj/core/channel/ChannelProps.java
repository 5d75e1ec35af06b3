package org.bipj.core.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.bipj.core.nic.NicPort;
import org.bipj.testkit.ChannelSim;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.World;

/**
 * The channel under random ports and random schedules. To replay a failure, give the seed in its message to
 * {@link LoopOptions#random} and to {@link ChannelSim}.
 */
class ChannelProps {
    private static final int STEPS = 500;
    /** Runs of one try: more in a deep build. */
    private static final int RUNS = Boolean.getBoolean("bipj.deep") ? 125 : 1;

    @Property(tries = 120, shrinking = ShrinkingMode.OFF)
    void everyMessageArrivesOnceInOrderAndUnharmed(@ForAll long seed) {
        for (int run = 0; run < RUNS; run++) {
            LoopOptions options = LoopOptions.random(seed + run);
            try (LoopFabric fabric = new LoopFabric(options)) {
                ChannelSim sim = new ChannelSim(fabric, seed + run);
                sim.run(STEPS);
                sim.finish();
                assertEquals(List.of(), sim.world().errors);
                assertEquals(0, fabric.exposed(), "payloads still exposed");
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(options + ": " + e, e);
            }
        }
    }

    /** In the property above each withdrawal has one of two ends: here both occur. */
    @Example
    void messagesAreWithdrawnAndAreNot() {
        int withdrawn = 0;
        int tooLate = 0;
        for (long seed = 0; seed < 40; seed++) {
            try (LoopFabric fabric = new LoopFabric(LoopOptions.random(seed))) {
                ChannelSim sim = new ChannelSim(fabric, seed);
                sim.run(STEPS);
                sim.finish();
                withdrawn += sim.withdrawn();
                tooLate += sim.tooLate();
            }
        }
        assertTrue(withdrawn > 40 && tooLate > 40, withdrawn + " withdrawn, " + tooLate + " too late");
    }

    /**
     * On a medium that harms packets nothing wrong is handed over, and every harm is reported; but a lost packet only once
     * a later one of its lane has come.
     */
    @Property(tries = 120, shrinking = ShrinkingMode.OFF)
    void everyHarmIsReportedAndNothingWrongIsHandedOver(@ForAll long seed) {
        for (int run = 0; run < RUNS; run++) {
            Random draw = new Random(seed + run);
            LoopOptions options = LoopOptions.random(seed + run);
            options.unreliable(draw.nextInt(8), draw.nextInt(8), draw.nextInt(8));
            options.packets(48 + draw.nextInt(500), 4).eager(256, 1 << 14);
            try (LoopFabric fabric = new LoopFabric(options)) {
                ChannelSim sim = new ChannelSim(fabric, seed + run);
                sim.run(STEPS);
                sim.world().settle();
                checkReports(fabric, sim.world());
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(options + ": " + e, e);
            }
        }
    }

    /** The last packet of a rank loses its client's number: no later one tells. */
    @Example
    void aHarmedClientNumberIsReported() {
        everyHarmIsReportedAndNothingWrongIsHandedOver(1531357);
    }

    private static void checkReports(LoopFabric fabric, World world) {
        for (LoopFabric.Fault fault : fabric.faults()) {
            boolean detectable = fault.harm() != LoopFabric.Harm.DROPPED || laterOneHasCome(fabric, fault);
            if (detectable) {
                String lane = fault.lane() == NicPort.CONTROL ? "control lane" : "data lane";
                assertTrue(
                        world.errors.stream()
                                .anyMatch(error -> error.at() == fault.to()
                                        && error.peer() == fault.from()
                                        && error.what().startsWith(lane)),
                        fault + " was not reported, only " + world.errors);
                assertTrue(world.channels[fault.to()].hasFailed());
            }
        }
        for (World.Reported error : world.errors) {
            assertTrue(
                    fabric.faults().stream().anyMatch(f -> f.from() == error.peer() && f.to() == error.at()),
                    error + " though nothing was harmed there");
        }
    }

    private static boolean laterOneHasCome(LoopFabric fabric, LoopFabric.Fault lost) {
        long commits = fabric.committed(lost.from(), lost.to(), lost.lane());
        long later = commits - 1 - lost.number();
        long laterLost = fabric.faults().stream()
                .filter(f -> f.harm() == LoopFabric.Harm.DROPPED
                        && f.from() == lost.from()
                        && f.to() == lost.to()
                        && f.lane() == lost.lane()
                        && f.number() > lost.number())
                .count();
        return later > laterLost;
    }

    @Property(tries = 20, shrinking = ShrinkingMode.OFF)
    void aSeedGivesTheSameRunEventForEvent(@ForAll long seed) {
        List<String> first = events(seed);
        List<String> second = events(seed);
        for (int i = 0; i < Math.min(first.size(), second.size()); i++) {
            assertEquals(first.get(i), second.get(i), "event " + i + " of seed " + seed);
        }
        assertEquals(first.size(), second.size(), "events of seed " + seed);
        Assume.that(first.size() > 100);
        assertFalse(first.equals(events(seed + 1)), "another seed gives another run");
    }

    private static List<String> events(long seed) {
        List<String> events = new ArrayList<>();
        try (LoopFabric fabric = new LoopFabric(LoopOptions.random(seed))) {
            fabric.trace(events::add);
            ChannelSim sim = new ChannelSim(fabric, seed);
            sim.run(STEPS);
            sim.finish();
        }
        return events;
    }
}
