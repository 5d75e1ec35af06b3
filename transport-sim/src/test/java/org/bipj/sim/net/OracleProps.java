package org.bipj.sim.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.bipj.sim.platform.Platform;

/** The burst model does what characters do, to the picosecond. */
class OracleProps {
    private static final List<Long> SWITCH_LATENCIES = List.of(0L, 3000L, 6250L, 50_000L, 150_000L, 550_000L);

    @Property(tries = 120, edgeCases = EdgeCasesMode.NONE)
    void boards_see_the_same(@ForAll long seed, @ForAll("shapes") Scene.Shape shape, @ForAll boolean roundRobin) {
        compare(new Scene(
                seed, shape, new NetSettings(6250, 4900, 80, 56, 40, 100_000, roundRobin, 0, Integer.MAX_VALUE)));
    }

    @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
    void boards_see_the_same_with_other_constants(
            @ForAll long seed, @ForAll("shapes") Scene.Shape shape, @ForAll("settings") NetSettings settings) {
        compare(new Scene(seed, shape, settings));
    }

    @Tag("deep")
    @Property(tries = 20_000, edgeCases = EdgeCasesMode.NONE)
    void boards_see_the_same_many_times(
            @ForAll long seed, @ForAll("shapes") Scene.Shape shape, @ForAll("settings") NetSettings settings) {
        compare(new Scene(seed, shape, settings));
    }

    @Tag("tier2")
    @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
    void boards_see_the_same_where_worms_wander(
            @ForAll long seed,
            @ForAll("shapes") Scene.Shape shape,
            @ForAll("settings") NetSettings settings,
            @ForAll boolean intoThemselves) {
        compare(new Scene(seed, shape.withCycles(), settings).wander(intoThemselves));
    }

    @Tag("deep")
    @Property(tries = 20_000, edgeCases = EdgeCasesMode.NONE)
    void boards_see_the_same_where_worms_wander_many_times(
            @ForAll long seed,
            @ForAll("shapes") Scene.Shape shape,
            @ForAll("settings") NetSettings settings,
            @ForAll boolean intoThemselves) {
        compare(new Scene(seed, shape.withCycles(), settings).wander(intoThemselves));
    }

    /** Found at random: the CRC stood where the room would have ended, and the GAP behind it was not known yet. */
    @Example
    void the_crc_fills_no_room() {
        compare(new Scene(
                2913,
                new Scene.Shape(5, 3, 3, 6, false, true, true),
                new NetSettings(6250, 4900, 80, 15, 0, 150_000, true, 0, Integer.MAX_VALUE)));
    }

    /** Found at random: a change of pace at the very moment at which the take ended, in whichever order. */
    @Example
    void a_change_at_the_end_of_a_take_may_come_before_or_behind_it() {
        compare(new Scene(
                        16500,
                        new Scene.Shape(4, 1, 2, 5, true, true, true),
                        new NetSettings(6250, 4900, 80, 11, 0, 0, true, 0, Integer.MAX_VALUE))
                .wander(true));
    }

    @Tag("tier2")
    @Example
    void boards_of_the_three_dimensional_grid_see_the_same() {
        int worms = Boolean.getBoolean("bipj.deep") ? 2 : 1;
        compare(new Scene(1, Platform.load("das64", List.of("network.fluid-after=1000000")), worms, 30 * worms));
    }

    private static void compare(Scene scene) {
        Scene.Log exact = scene.exact();
        Scene.Log burst = scene.burst();
        if (exact.isAmbiguous || burst.isAmbiguous) {
            return;
        }
        for (int i = 0; i < exact.ofHost.size(); i++) {
            assertEquals(exact.ofHost.get(i), burst.ofHost.get(i));
        }
        assertTrue(exact.fullest <= scene.settings.slack(), "fullest buffer " + exact.fullest);
        int worms = scene.shape.hosts() * scene.shape.wormsPerHost();
        if (scene.shape.tree()) {
            assertEquals(worms, burst.tails, "no cycle blocks: every worm arrives");
        }
        if (burst.tails == worms) {
            assertArrayEquals(exact.sent, burst.sent, "characters on each direction of each cable");
        }
        assertEquals(List.of(), burst.complaints);
    }

    @Provide
    Arbitrary<NetSettings> settings() {
        return Combinators.combine(
                        Arbitraries.of(true, false),
                        Arbitraries.integers().between(0, 45),
                        Arbitraries.integers().between(11, 17),
                        Arbitraries.of(SWITCH_LATENCIES),
                        Arbitraries.of(6250, 12_500))
                .as((roundRobin, go, above, latency, charPs) ->
                        new NetSettings(charPs, 4900, 80, go + above, go, latency, roundRobin, 0, Integer.MAX_VALUE));
    }

    @Provide
    Arbitrary<Scene.Shape> shapes() {
        Arbitrary<Integer> longest = Arbitraries.integers().between(1, 60);
        return Combinators.combine(
                        Arbitraries.integers().between(2, 6),
                        Arbitraries.integers().between(1, 5),
                        Arbitraries.integers().between(1, 8),
                        Arbitraries.oneOf(longest, Arbitraries.integers().between(1, 400)),
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false))
                .as(Scene.Shape::new);
    }
}
