package org.bipj.sim.fault;

import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class FaultSpecProps {
    @Provide
    Arbitrary<String> almost() {
        Arbitrary<String> piece = Arbitraries.of(
                "flip",
                "drop",
                "truncate",
                "cut",
                "heal",
                "dead",
                "stall",
                "kill",
                "start",
                "@",
                "any",
                "host1",
                "switch0.2",
                "-in",
                "-out",
                ":",
                "rate=",
                "worm=",
                "at=",
                "for=",
                "1",
                "1e-3",
                "5ms",
                ",",
                " ",
                "x",
                "99999999999999999999");
        return piece.list().ofMaxSize(12).map(pieces -> String.join("", pieces));
    }

    @Property
    void textIsReadOrRefusedWithAPlaceInIt(@ForAll @From("almost") String spec) {
        try {
            assertTrue(FaultSpec.parse(spec).faults().size()
                    == 1 + spec.chars().filter(c -> c == ',').count());
        } catch (IllegalArgumentException e) {
            assertTrue(e.getMessage().matches("--faults .*: at position [0-9]+ expected .*, found .*"), e.getMessage());
        }
    }
}
