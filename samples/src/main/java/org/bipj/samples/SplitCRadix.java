package org.bipj.samples;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.bipj.splitc.SplitC;
import org.bipj.splitc.SpreadInts;

/**
 * Radix sort with Split-C (Dusseau, Culler, Schauser and Martin, Fast Parallel Sorting under LogP): in each pass all ranks
 * count digits, find the place of every key from the counts of all, and store the keys there, one way.
 *
 * <pre>{@code ./bipj sample splitc-radix -n 4 [KEYS]}</pre>
 */
public final class SplitCRadix {
    private static final String USAGE = "splitc-radix -n RANKS [KEYS]     keys of each rank, 5000 by default";
    private static final int KEYS = 5_000;
    private static final int MAX_KEYS = 1_000_000;
    private static final int DIGIT_BITS = 8;
    private static final int DIGITS = 1 << DIGIT_BITS;

    private final SplitC sc;
    private final int each;
    private final SpreadInts counts;
    /** Counts of all ranks, read into the own memory. */
    private final long allCounts;

    private SplitCRadix(SplitC sc, int each) {
        this.sc = sc;
        this.each = each;
        counts = sc.allSpreadInts(sc.size(), DIGITS);
        allCounts = sc.allocate(counts.blockBytes() * sc.size());
    }

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        int keys;
        try {
            Usage.atMost(args, 1);
            keys = Usage.positive(args, 0, "KEYS", KEYS, MAX_KEYS);
        } catch (Usage.WrongUsage e) {
            SplitCSample.refuse(USAGE, e);
            return;
        }
        SplitCSample.run(
                2L * keys * Integer.BYTES, sc -> new SplitCRadix(sc, keys).run(), () -> keys + " keys at each rank");
    }

    private int run() {
        SpreadInts keys = sc.allSpreadInts(sc.size(), each);
        SpreadInts next = sc.allSpreadInts(sc.size(), each);
        int[] drawn = draw(sc.rank());
        for (int i = 0; i < each; i++) {
            keys.write(sc.rank(), i, drawn[i]);
        }
        for (int shift = 0; shift < Integer.SIZE; shift += DIGIT_BITS) {
            pass(keys, next, shift);
            SpreadInts sorted = next;
            next = keys;
            keys = sorted;
        }
        return wrong(keys);
    }

    private int[] draw(int rank) {
        return new SplittableRandom(rank).ints(each, 0, Integer.MAX_VALUE).toArray();
    }

    private int digit(SpreadInts keys, int i, int shift) {
        return keys.read(sc.rank(), i) >>> shift & DIGITS - 1;
    }

    /** Sorts by one digit: keys that have it in common stay in their order. */
    private void pass(SpreadInts keys, SpreadInts into, int shift) {
        int[] own = new int[DIGITS];
        for (int i = 0; i < each; i++) {
            own[digit(keys, i, shift)]++;
        }
        for (int digit = 0; digit < DIGITS; digit++) {
            counts.write(sc.rank(), digit, own[digit]);
        }
        sc.barrier();
        int[] places = places();
        for (int i = 0; i < each; i++) {
            int place = places[digit(keys, i, shift)]++;
            into.store(place / each, place % each, keys.read(sc.rank(), i));
        }
        sc.allStoreSync();
    }

    /** By digit the place, among all keys, of this rank's first key that has it. */
    private int[] places() {
        for (int from = 0; from < sc.size(); from++) {
            sc.bulkGet(allCounts + from * counts.blockBytes(), counts.pointer(from), counts.blockBytes());
        }
        sc.sync();
        int[] places = new int[DIGITS];
        int before = 0;
        for (int digit = 0; digit < DIGITS; digit++) {
            for (int from = 0; from < sc.size(); from++) {
                if (from == sc.rank()) {
                    places[digit] = before;
                }
                before += sc.readInt(allCounts + from * counts.blockBytes() + (long) digit * Integer.BYTES);
            }
        }
        return places;
    }

    /** The keys of this rank that are not those of a sequential sort of all keys: in order, and the same ones. */
    private int wrong(SpreadInts sorted) {
        int[] all = new int[each * sc.size()];
        for (int rank = 0; rank < sc.size(); rank++) {
            System.arraycopy(draw(rank), 0, all, rank * each, each);
        }
        Arrays.sort(all);
        int wrong = 0;
        for (int i = 0; i < each; i++) {
            wrong += sorted.read(sc.rank(), i) == all[sc.rank() * each + i] ? 0 : 1;
        }
        return wrong;
    }
}
