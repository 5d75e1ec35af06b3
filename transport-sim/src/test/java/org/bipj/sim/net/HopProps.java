package org.bipj.sim.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.bipj.sim.kernel.Kernel;

/** A plan is what one gets character by character. */
class HopProps {
    private static final int CHARS = 200;

    private final NetCore core =
            new NetCore(new Kernel(), new NetSettings(6250, 4900, 80, 56, 40, 100_000, true, 0, 64));

    /** Runs of characters at random paces with random pauses, written into a hop and returned one by one. */
    private static long[] input(SplittableRandom random, Hop hop) {
        long[] times = new long[CHARS];
        long at = random.nextLong(1000);
        int from = 0;
        while (from < CHARS) {
            int chars = Math.min(CHARS - from, random.nextInt(1, 60));
            long pace = random.nextLong(10, 40);
            hop.append(at, pace, chars);
            for (int i = 0; i < chars; i++) {
                times[from + i] = at + i * pace;
            }
            from += chars;
            at += chars * pace + (random.nextBoolean() ? 0 : random.nextLong(2000));
        }
        return times;
    }

    private static long[] expected(long[] input, long shift, long start, long own) {
        long[] times = new long[CHARS];
        long next = start;
        for (int k = 0; k < CHARS; k++) {
            times[k] = Math.max(input[k] + shift, next);
            next = times[k] + own;
        }
        return times;
    }

    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
    void plan_is_the_latest_of_input_and_own_pace(
            @ForAll long seed, @ForAll @IntRange(min = 10, max = 40) int own, @ForAll @IntRange(max = 5000) int start) {
        SplittableRandom random = new SplittableRandom(seed);
        WormTransit transit = new WormTransit(new WormTransit.Pool(core));
        Hop up = transit.add();
        long shift = random.nextLong(100);
        NetworkTopology.End end = NetworkTopology.End.host(0);
        up.reset(new CableDirection(core, new SlackBuffer.Wire(0, 0, end, end, shift), null), 0, 0, 10);
        long[] input = input(random, up);
        Hop hop = transit.add();
        hop.reset(null, 0, start, own);
        long[] expected = expected(input, shift, start, own);
        for (int to = 0; to < CHARS; ) {
            to = Math.min(CHARS, to + random.nextInt(1, 80));
            hop.follow(up, to);
            assertEquals(to, hop.end);
        }
        compare(expected, hop);

        long cut = random.nextLong(start, expected[CHARS - 1] + 100);
        hop.cutAt(cut);
        assertEquals(Arrays.stream(expected).filter(t -> t < cut).count(), hop.end, "characters before " + cut);
        hop.follow(up, CHARS);
        compare(expected, hop);

        int kept = random.nextInt(CHARS + 1);
        hop.cutTo(kept);
        assertEquals(kept, hop.end);
        hop.follow(up, CHARS);
        compare(expected, hop);
    }

    private static void compare(long[] expected, Hop hop) {
        for (int k = 0; k < CHARS; k++) {
            assertEquals(expected[k], hop.time(k), "character " + k);
            int begun = k + 1;
            assertEquals(begun, hop.begun(expected[k]), "begun at " + expected[k]);
            assertEquals(k, hop.begun(expected[k] - 1), "begun before " + expected[k]);
        }
        assertEquals(expected[CHARS - 1], hop.lastTime());
    }
}
