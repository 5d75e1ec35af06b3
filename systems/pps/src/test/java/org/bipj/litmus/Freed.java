package org.bipj.litmus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.bipj.core.job.Compute;
import org.bipj.orca.Codec;
import org.bipj.orca.Orca;
import org.bipj.orca.OrcaException;
import org.bipj.orca.Read;
import org.bipj.orca.SharedObject;
import org.bipj.orca.Update;

/**
 * Message passing by the end of an object: a rank that is refused an operation, because another one has freed the object, sees
 * what that rank had done before.
 */
public final class Freed {
    private static final Update<int[], Void, Integer> ADD =
            Update.of("add", Codec.NONE, Codec.INT, (count, none) -> ++count[0]);
    private static final Read<int[], Void, Integer> GET =
            Read.of("get", Codec.NONE, Codec.INT, (count, none) -> count[0]);
    private static final Read<int[], Void, Integer> NEVER = Read.of(
                    "never", Codec.NONE, Codec.INT, (int[] count, Void none) -> count[0])
            .when((count, none) -> false);

    private Freed() {}

    /** One rank's part. Returns how often it was refused by another rank. */
    public static int run(Orca orca, long seed, int rounds) {
        Random all = new Random(seed);
        Random draw = new Random(seed * 31 + orca.rank());
        SharedObject<int[]> count = orca.replicated("count", () -> new int[1], ADD, GET);
        int refused = 0;
        for (int round = 1; round <= rounds; round++) {
            int home = all.nextInt(orca.size());
            int frees = all.nextInt(orca.size());
            SharedObject<int[]> ends = orca.onRank(home, "ends " + round, () -> new int[1], ADD, GET, NEVER);
            orca.barrier();
            if (Compute.isVirtual()) {
                Compute.charge(draw.nextInt(200_000));
            }
            if (orca.rank() == frees) {
                assertEquals(round, count.update(ADD));
                ends.free();
            } else if (draw.nextInt(3) > 0) {
                untilRefused(ends, draw.nextBoolean());
                refused++;
                int seen = count.read(GET);
                assertTrue(
                        seen == round,
                        "seed " + seed + ", rank " + orca.rank() + " has found " + ends + " of rank " + home
                                + " freed and sees " + seen + " of " + round);
            }
            orca.barrier();
        }
        return refused;
    }

    private static void untilRefused(SharedObject<int[]> ends, boolean waits) {
        try {
            while (true) {
                int value = waits ? ends.read(NEVER) : ends.update(ADD);
                assertTrue(value > 0 && !waits);
            }
        } catch (OrcaException e) {
            assertTrue(e.getMessage().contains("has been freed"), e.getMessage());
        }
    }
}
