package org.bipj.crl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bipj.testkit.RankSuite;
import org.junit.jupiter.api.function.Executable;

/** What suites of CRL share. Each rank is a thread, a process, or a fiber of a simulated cluster. */
public abstract class CrlSuite extends RankSuite {
    /** One rank's program. */
    @FunctionalInterface
    protected interface Program {
        /** Runs it. */
        void run(Crl crl) throws Exception;
    }

    /** True if the ranks see each other's objects. */
    protected boolean sharesMemory() {
        return true;
    }

    /** What the ranks of a test start with. */
    protected Crl.Setup setup() {
        return Crl.setup();
    }

    /** Runs a program on every rank; no rank leaves before all have ended it. */
    protected final void run(int ranks, Program program) {
        run(ranks, Crl.DEFAULT_CACHE, program);
    }

    /** The same with another cache of unmapped regions. */
    protected final void run(int ranks, int cache, Program program) {
        runRanks(ranks, () -> {
            try (Crl crl = setup().cache(cache).init()) {
                assertEquals(ranks, crl.size());
                ready();
                program.run(crl);
                crl.barrier();
            }
        });
    }

    /** A region that rank 0 has created, mapped by all. */
    static Region common(Crl crl, int bytes) {
        return common(crl, 0, bytes);
    }

    /** A region that a rank has created, mapped by all. */
    static Region common(Crl crl, int home, int bytes) {
        Region created = crl.rank() == home ? crl.create(bytes) : null;
        long[] id = {created == null ? Crl.NONE : created.id()};
        crl.broadcast(home, id);
        return created == null ? crl.map(id[0]) : created;
    }

    static void fails(String named, Executable call) {
        CrlException e = assertThrows(CrlException.class, call);
        assertTrue(e.getMessage().contains(named), "\"" + e.getMessage() + "\" names " + named);
    }
}
