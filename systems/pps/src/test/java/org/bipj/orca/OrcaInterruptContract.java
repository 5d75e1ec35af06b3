package org.bipj.orca;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicLong;
import org.bipj.core.job.Compute;
import org.junit.jupiter.api.Test;

/** Objects where Orca is multi-threaded: all that holds elsewhere, and operations while the program computes. */
public class OrcaInterruptContract extends ObjectsContract {
    @Override
    protected Orca.Setup setup() {
        return super.setup().multithreaded();
    }

    @Test
    void aRankThatComputesExecutesTheOperationsOfOthers() {
        run(3, orca -> {
            AtomicLong seen = new AtomicLong();
            Update<long[], Void, Long> count = Update.of("count", Codec.NONE, Codec.LONG, (sum, none) -> {
                sum[0]++;
                if (orca.rank() == 0) {
                    seen.incrementAndGet();
                }
                return sum[0];
            });
            SharedObject<long[]> replicated = orca.replicated("everywhere", () -> new long[1], count);
            SharedObject<long[]> here = orca.onRank(0, "here", () -> new long[1], count);
            if (orca.rank() == 0) {
                while (seen.get() < 40) {
                    if (Compute.isVirtual()) {
                        Compute.charge(10_000);
                    } else {
                        Thread.onSpinWait();
                    }
                }
            } else {
                long last = 0;
                for (int i = 0; i < 10; i++) {
                    last = replicated.update(count) + here.update(count);
                }
                assertEquals(30, last, 10);
            }
        });
    }
}
