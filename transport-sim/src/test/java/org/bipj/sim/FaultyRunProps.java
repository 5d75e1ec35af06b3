package org.bipj.sim;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** Whatever breaks: never silently wrong, never without an end, never without a reason. */
class FaultyRunProps {
    @Provide
    Arbitrary<String> faults() {
        return one().list().ofMinSize(1).ofMaxSize(3).map(all -> String.join(",", all));
    }

    private static Arbitrary<String> one() {
        Arbitrary<String> host =
                Arbitraries.integers().between(0, FaultyRun.RANKS - 1).map(n -> "host" + n);
        Arbitrary<String> way = Arbitraries.of("", "-in", "-out");
        Arbitrary<String> cable = Combinators.combine(host, way).as((h, w) -> h + w);
        Arbitrary<String> place = Arbitraries.oneOf(Arbitraries.just("any"), cable);
        Arbitrary<String> harm = Arbitraries.of("flip", "drop", "truncate");
        Arbitrary<Integer> micros = Arbitraries.integers().between(0, 2000);
        return Arbitraries.oneOf(
                Combinators.combine(harm, place, Arbitraries.integers().between(1, 60))
                        .as((h, p, n) -> h + "@" + p + ":worm=" + n),
                Combinators.combine(Arbitraries.of("drop", "truncate"), place).as((h, p) -> h + "@" + p + ":rate=0.02"),
                place.map(p -> "flip@" + p + ":rate=2e-6"),
                Combinators.combine(host, micros).as((h, t) -> "cut@" + h + ":at=" + t + "us"),
                Combinators.combine(host, micros).as((h, t) -> "dead@" + h + ":at=" + t + "us"),
                Combinators.combine(host, micros, Arbitraries.of("30us", "3ms", "300ms"))
                        .as((h, t, d) -> "stall@" + h + ":at=" + t + "us:for=" + d));
    }

    /** Wrong data, or an exception that is no reason, fail inside. */
    @Property(tries = 150)
    void everyRunEndsAndSaysHow(@ForAll @From("faults") String faults, @ForAll long seed, @ForAll boolean requestGo) {
        check(faults, seed, requestGo);
    }

    @Tag("deep")
    @Property(tries = 20_000, edgeCases = EdgeCasesMode.NONE)
    void manyRunsEndAndSayHow(@ForAll @From("faults") String faults, @ForAll long seed, @ForAll boolean requestGo) {
        check(faults, seed, requestGo);
    }

    private static void check(String faults, long seed, boolean requestGo) {
        FaultyRun.Result result = FaultyRun.of(
                faults, seed, "network.blocked-timeout=50", "bip.long=" + (requestGo ? "request-go" : "stream"));
        assertFalse(result.reason().isEmpty());
        switch (result.end()) {
            case DELIVERED -> assertTrue(result.reason().contains("faults: "), result.reason());
            case ENDED -> assertTrue(result.reason().contains("network error: "), result.reason());
            case STANDSTILL -> assertTrue(result.reason().contains("faults: "), result.reason());
        }
    }
}
