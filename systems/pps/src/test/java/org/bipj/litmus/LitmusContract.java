package org.bipj.litmus;

import org.bipj.orca.OrcaSuite;
import org.junit.jupiter.api.Test;

/** Litmus tests of Orca on every fabric: few rounds, whatever the fabric's schedule makes of them. */
public class LitmusContract extends OrcaSuite {
    private static final int ROUNDS = 2;

    @Test
    void objectsAreSequentiallyConsistent() {
        Litmus.Counts counts = new Litmus.Counts();
        Litmus litmus = Litmus.ofOrca(7, ROUNDS, false);
        run(Litmus.RANKS, orca -> litmus.run(orca, counts));
    }

    @Test
    void aRefusalComesBehindWhatItsReasonFollows() {
        run(3, orca -> Freed.run(orca, 5, 10));
    }
}
