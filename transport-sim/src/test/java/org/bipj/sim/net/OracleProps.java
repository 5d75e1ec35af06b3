package org.bipj.sim.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The burst model does what characters do, to the picosecond. */
class OracleProps {
    private static NetSettings settings(boolean roundRobin) {
        return new NetSettings(6250, 4900, 80, 56, 40, 100_000, roundRobin, 0, Integer.MAX_VALUE);
    }

    @Property(tries = 300)
    void boards_see_the_same(
            @ForAll long seed,
            @ForAll @IntRange(min = 2, max = 6) int hosts,
            @ForAll @IntRange(min = 1, max = 5) int switches,
            @ForAll @IntRange(min = 1, max = 8) int worms,
            @ForAll @IntRange(min = 1, max = 400) int longest,
            @ForAll boolean tree,
            @ForAll boolean ties,
            @ForAll boolean paces,
            @ForAll boolean roundRobin) {
        Scene scene = new Scene(
                seed, new Scene.Shape(hosts, switches, worms, longest, tree, ties, paces), settings(roundRobin));
        Scene.Log exact = scene.exact();
        Scene.Log burst = scene.burst();
        for (int i = 0; i < exact.ofHost.size(); i++) {
            assertEquals(exact.ofHost.get(i), burst.ofHost.get(i));
        }
        assertTrue(exact.fullest <= 80, "fullest buffer " + exact.fullest);
        if (tree) {
            assertEquals(hosts * worms, burst.tails, "every worm arrives where no cycle can block it");
        }
    }
}
