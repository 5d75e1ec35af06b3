package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bipj.launch.explore.Exploration;
import org.bipj.launch.onejvm.embedded.EmbeddedExploration;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Nothing is told of right programs with windows, in one run or in all. */
class RightWindowsTest {
    private static final int RANKS = 3;
    private static final int DEEP_SEEDS = 20;
    /** Of a program; most have some tens, and a hundred take a second or two. */
    private static final String MOST_RUNS = "4000";

    static Stream<String> classes() {
        return Stream.of(
                "fence",
                "posts",
                "locks",
                "lockAll",
                "accumulates",
                "shared",
                "dynamic",
                "sameMemory",
                "requests",
                "alone");
    }

    private static void isRight(String mode, String how, long seed) {
        InThisJvm.End end = CheckTest.listened(
                () -> InThisJvm.checked(mode, RANKS, RightWindows.class, how, Long.toString(seed), "3"));
        assertEquals(0, end.code(), end::text);
        assertFalse(end.text().contains("check: "), () -> how + " " + seed + ": " + end.text());
    }

    @ParameterizedTest
    @MethodSource("classes")
    void nothingIsToldInVirtualTime(String how) {
        isRight("sim", how, 1);
    }

    @Tag("tier2")
    @ParameterizedTest
    @MethodSource("classes")
    void nothingIsToldOfThreads(String how) {
        isRight("thread", how, 2);
    }

    @Tag("deep")
    @ParameterizedTest
    @MethodSource("classes")
    void nothingIsToldOfMany(String how) {
        for (long seed = 3; seed < 3 + DEEP_SEEDS; seed++) {
            isRight("sim", how, seed);
            isRight("thread", how, seed);
        }
    }

    /** A phase with a word at each rank, in all orders. */
    private static void exploresRight(String how, long seed) {
        Exploration all = EmbeddedExploration.explore(
                RANKS,
                SimOptions.of(SimOptions.DEFAULT_PLATFORM),
                InThisJvm.code(RightWindows.class, List.of(), how, Long.toString(seed), "1"),
                MOST_RUNS,
                "on,once");
        assertEquals(0, all.exitCode(), () -> how + " " + seed + ": " + all.outcomes());
        assertEquals("Complete", all.extent(), () -> how + " " + seed + ", " + all.runs() + " runs");
        assertEquals(Set.of(), all.warnings(), () -> how + " " + seed);
    }

    @ParameterizedTest
    @CsvSource({"posts, 1", "dynamic, 2", "shared, 2"})
    void nothingIsToldInAnyOrder(String how, long seed) {
        exploresRight(how, seed);
    }

    @Tag("deep")
    @ParameterizedTest
    @MethodSource("classes")
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void nothingIsToldOfManyInAnyOrder(String how) {
        for (long seed = 1; seed <= DEEP_SEEDS; seed++) {
            exploresRight(how, seed);
        }
    }
}
