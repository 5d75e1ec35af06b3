package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.bipj.am2.ActiveMessages;
import org.bipj.am2.AmDyingProgram;
import org.bipj.am2.AmPatterns;
import org.bipj.am2.AmProgram;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * Active Messages on boards with their own firmware: random programs while worms are lost, corrupted and cut short, and
 * endpoints have to share few frames; named patterns of traffic.
 */
class AmBoardsTest {
    private static final int DEEP = 125;
    private static final int STEPS = 30;
    private static final String[] FAULTS = {
        "", "drop:rate=0.05", "flip:rate=1e-5", "truncate:rate=0.05", "drop:rate=0.02,flip:rate=1e-5,truncate:rate=0.02"
    };
    private static final String[] CHANGES = {
        "am.frames=2",
        "am.frames=2",
        "am.frames=3",
        "am.hold=2",
        "am.quantum=1 ms",
        "am.channels=1",
        "am.entries=4",
        "am.attempts-log2=0",
        "am.buffers.receive=1",
        "am.medium=4 KiB"
    };

    @Nested
    class Patterns extends AmPatterns {
        @Override
        protected int many() {
            return 93;
        }

        @Override
        protected void runRanks(int ranks, Body body) {
            AmTest.simulated(ranks, options("", List.of()), body::run);
        }
    }

    @Nested
    class PatternsOfFewFrames extends AmPatterns {
        @Override
        protected int many() {
            return 12;
        }

        @Override
        protected void runRanks(int ranks, Body body) {
            AmTest.simulated(ranks, options("drop:rate=0.01", List.of("am.frames=2")), body::run);
        }
    }

    private static SimOptions options(String faults, List<String> changes) {
        List<String> all = new ArrayList<>(changes);
        all.add("nic.firmware=am2");
        return new SimOptions("now100", 1, faults, "", all);
    }

    /** Each request is handled once or comes back, each reply arrives, and credits stay in their window. */
    @Property(tries = 40, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
    void whatIsLostIsRepaired(@ForAll long seed) {
        repair(seed);
        for (int i = 1; Boolean.getBoolean("bipj.deep") && i < DEEP; i++) {
            repair(seed + i);
        }
    }

    private static void repair(long seed) {
        Random draw = new Random(seed);
        int ranks = 1 + draw.nextInt(4);
        List<String> changes = List.of(CHANGES[draw.nextInt(CHANGES.length)], CHANGES[draw.nextInt(CHANGES.length)]);
        String faults = FAULTS[draw.nextInt(FAULTS.length)];
        AmProgram program = new AmProgram(seed, ranks, STEPS);
        try {
            AmTest.simulated(ranks, options(faults, changes), () -> {
                try (ActiveMessages am = ActiveMessages.init()) {
                    program.run(am);
                }
            });
            program.check();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                    "seed " + seed + "L, " + ranks + " ranks, faults " + faults + ", " + changes + ": " + e, e);
        }
    }

    /**
     * A rank dies with its board. What is sent to it comes back as unreachable, which may have been delivered; all other
     * requests are handled once, or come back for another reason and have not been handled.
     */
    @Property(tries = 80, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
    void whatIsSentToTheDeadComesBack(@ForAll long seed) {
        die(seed);
        for (int i = 1; Boolean.getBoolean("bipj.deep") && i < DEEP; i++) {
            die(seed + i);
        }
    }

    /** Its request comes back as unreachable afterwards, and must not bring the credit again. */
    @Test
    void anAnswerWhoseAcknowledgementIsLostBringsItsCreditOnce() {
        assertTrue(die(-180));
    }

    /** Returns true if a request came back as unreachable. */
    private static boolean die(long seed) {
        Random draw = new Random(seed);
        int ranks = 2 + draw.nextInt(3);
        int deathUs = 200 + draw.nextInt(20_000);
        String faults =
                "dead@host" + (ranks - 1) + ":at=" + deathUs + "us" + (draw.nextBoolean() ? "" : ",drop:rate=0.1");
        List<String> changes = List.of("am.quantum=1 ms", draw.nextBoolean() ? "am.frames=2" : "am.frames=7");
        AmDyingProgram program = new AmDyingProgram(seed, ranks, deathUs / 1e6);
        try {
            AmTest.simulated(ranks, options(faults, changes), () -> {
                try (ActiveMessages am = ActiveMessages.init()) {
                    program.run(am);
                }
            });
            program.check();
            return program.hasUnreachable();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                    "seed " + seed + "L, " + ranks + " ranks, faults " + faults + ", " + changes + ": " + e, e);
        }
    }
}
