package org.bipj.crl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicBoolean;
import org.bipj.core.job.Compute;
import org.junit.jupiter.api.Test;

/** Homes that compute, and are served by interrupts; ranks see each other's objects. */
public abstract class CrlInterruptContract extends CrlSuite {
    @Override
    protected Crl.Setup setup() {
        return Crl.setup().interrupts();
    }

    /** Computes for a while, without a call of the library. */
    private static void compute() {
        if (Compute.isVirtual()) {
            Compute.charge(10_000);
        } else {
            Thread.onSpinWait();
        }
    }

    @Test
    void aHomeServesWhileItComputes() {
        AtomicBoolean done = new AtomicBoolean();
        run(2, crl -> {
            Region region = common(crl, 5000);
            crl.barrier();
            if (crl.rank() == 1) {
                for (int i = 0; i < 10; i++) {
                    WriteSection w = region.startWrite();
                    w.putLong(0, w.getLong(0) + 1);
                    region.endWrite();
                    region.flush();
                }
                done.set(true);
            }
            while (!done.get()) {
                compute();
            }
            crl.barrier();
            try (ReadSection r = region.startRead()) {
                assertEquals(10, r.getLong(0));
            }
        });
    }

    @Test
    void aRankThatComputesInASectionKeepsItUntilItsEnd() {
        AtomicBoolean wanted = new AtomicBoolean();
        run(2, crl -> {
            Region region = common(crl, 8);
            if (crl.rank() == 1) {
                WriteSection w = region.startWrite();
                crl.barrier();
                while (!wanted.get()) {
                    compute();
                }
                for (int i = 0; i < 100; i++) {
                    w.putLong(0, w.getLong(0) + 1);
                    compute();
                }
                region.endWrite();
                // The home's invalidation is served here by an interrupt, or was at the end.
                while (wanted.get()) {
                    compute();
                }
            } else {
                crl.barrier();
                wanted.set(true);
                try (WriteSection w = region.startWrite()) {
                    assertEquals(100, w.getLong(0));
                }
                wanted.set(false);
            }
            crl.barrier();
        });
    }

    @Test
    void randomProgramsAreCoherent() {
        for (int ranks = 2; ranks <= 3; ranks++) {
            CrlProgram program = new CrlProgram(12 + ranks, ranks, 60, sharesMemory());
            run(ranks, 3, program::run);
        }
    }
}
