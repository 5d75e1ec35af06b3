package org.bipj.orca;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bipj.pps.Suite;
import org.junit.jupiter.api.function.Executable;

/** What suites of Orca share. */
public abstract class OrcaSuite extends Suite {
    /** One rank's program. */
    @FunctionalInterface
    protected interface Program {
        /** Runs it. */
        void run(Orca orca) throws Exception;
    }

    /** How Orca is configured. */
    protected Orca.Setup setup() {
        return Orca.setup();
    }

    /** Runs a program on every rank; no rank leaves before all have ended it. */
    protected final void run(int ranks, Program program) {
        runRanks(ranks, () -> {
            try (Orca orca = setup().init()) {
                assertEquals(ranks, orca.size());
                ready();
                program.run(orca);
                orca.barrier();
            }
        });
    }

    static void fails(String named, Executable call) {
        OrcaException e = assertThrows(OrcaException.class, call);
        assertTrue(e.getMessage().contains(named), "\"" + e.getMessage() + "\" names " + named);
    }
}
