package org.bipj.panda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.BooleanSupplier;
import org.bipj.pps.Suite;
import org.bipj.testkit.RankSuite;
import org.junit.jupiter.api.function.Executable;

/** What suites of Panda share. Each rank is a thread, a process, or a fiber of a simulated cluster. */
public abstract class PandaSuite extends Suite {
    /** The service of these suites. */
    static final int SERVICE = 3;

    /** One rank's program. */
    @FunctionalInterface
    protected interface Program {
        /** Runs it. */
        void run(Panda panda) throws Exception;
    }

    /** How Panda is configured. */
    protected Panda.Setup setup() {
        return Panda.setup();
    }

    /** Runs a program on every rank; no rank leaves before all have ended it. */
    protected final void run(int ranks, Program program) {
        runRanks(ranks, () -> {
            try (Panda panda = setup().init()) {
                assertEquals(ranks, panda.size());
                ready();
                program.run(panda);
                panda.barrier();
                assertEquals(0, panda.held(), "packets that wait in the end");
            }
        });
    }

    /** Waits until something holds. */
    static void until(Panda panda, BooleanSupplier condition) {
        panda.await("a message", condition);
    }

    static void fails(String named, Executable call) {
        PandaException e = assertThrows(PandaException.class, call);
        assertTrue(e.getMessage().contains(named), "\"" + e.getMessage() + "\" names " + named);
    }

    static byte[] bytes(int length, int seed) {
        return RankSuite.bytes(length, seed);
    }
}
