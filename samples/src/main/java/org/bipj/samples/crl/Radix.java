package org.bipj.samples.crl;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.bipj.crl.Crl;
import org.bipj.crl.ReadSection;
import org.bipj.crl.Region;
import org.bipj.crl.WriteSection;
import org.bipj.samples.Usage;

/**
 * Radix sort as in the LCI paper (section 6.6): an array of keys in parts of the ranks, each part in regions of 1 KB, which act as
 * lines of a cache in software. Shows an array that all ranks write at any place, in one section for each piece that is
 * contiguous.
 *
 * <pre>{@code ./bipj sample radix -n 4 [KEYS [BITS [KEY_BITS]]] [flush] [phases]}</pre>
 *
 * <p>In each pass a rank sorts its keys by one digit in its own memory, reads the counts of digits of all ranks, and writes its
 * keys to where they belong. Then it reads its part: each region is a miss, as other ranks have written it last. With {@code
 * flush} ranks give regions back when they have written them, so that reads need not wait. In the end each rank has a sorted
 * part, the parts are in order, and the keys are the same as before.
 */
public final class Radix {
    private static final String USAGE = "radix -n RANKS [KEYS [BITS [KEY_BITS]]] [flush] [phases]"
            + "     200000 keys of 32 bits, digits of 7 by default; flush: regions are given back when they are written;"
            + " phases: prints where the time goes";
    private static final int KEYS = 200_000;
    private static final int MAX_KEYS = 1 << 28;
    private static final int BITS = 7;
    private static final int MAX_BITS = 16;

    /** Kind of the operations that are charged in virtual time: a key counted, sorted, written and read again is one. */
    static final String KIND = "radix";

    /** Regions whose copies a rank keeps: more than it writes in a pass. */
    public static final int CACHE = 4096;

    /** Keys of a region: 1 KB (LCI paper, section 6.6). */
    private static final int LINE = 256;

    private static final long SEED = 31;

    private static final int COUNT = 0;
    private static final int PLACES = 1;
    private static final int PERMUTE = 2;
    private static final int READ = 3;

    private final Crl crl;
    private final Counted counted = new Counted(KIND);
    private final int rank;
    private final int ranks;
    private final int total;
    private final int bits;
    private final int digits;
    /** Keys are smaller than 2 to this power. */
    private final int keyBits;

    private final boolean flushes;
    /** Keys of this rank's part. */
    private final int[] keys;

    private final int[] sorted;
    /** By rank: ids of the regions of its part. */
    private final long[][] parts;
    /** By rank: id of the region with its counts. */
    private final long[] counts;
    /** By digit: where this rank's next key goes, in the array of all. */
    private final int[] places;

    private final Phases phases;
    /** Of the keys as they were. */
    private final long hashAtFirst;

    /**
     * What a run has found.
     *
     * @param phases where the time went, means over the ranks
     * @param operations counted operations of all ranks
     * @param right whether the keys are sorted, and the same as before
     */
    public record Result(Phases phases, double operations, boolean right) {
        String table() {
            return phases.table() + CrlSample.operations(operations);
        }
    }

    /**
     * A rank's part of an array of random keys.
     *
     * @param total keys of all ranks, each of which gets one at least
     * @param bits of a digit
     * @param keyBits of a key
     * @param flushes whether ranks give regions back when they have written them
     */
    public Radix(Crl crl, int total, int bits, int keyBits, boolean flushes) {
        this.crl = crl;
        this.total = total;
        this.bits = bits;
        this.keyBits = keyBits;
        this.flushes = flushes;
        rank = crl.rank();
        ranks = crl.size();
        digits = 1 << bits;
        keys = new SplittableRandom(SEED + rank)
                .ints(first(rank + 1) - first(rank))
                .map(key -> key >>> Integer.SIZE - keyBits)
                .toArray();
        sorted = new int[keys.length];
        places = new int[digits];
        Region count = crl.create(digits * Integer.BYTES);
        counts = new long[ranks];
        parts = new long[ranks][];
        Region own = ids(count);
        for (int owner = 0; owner < ranks; owner++) {
            long[] id = {own.id()};
            crl.broadcast(owner, id);
            learn(owner, id[0]);
        }
        hashAtFirst = hash();
        phases = new Phases(crl, "count", "places", "permute", "read");
    }

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        CrlSample.run(USAGE, CACHE, Radix::run, args);
    }

    private static CrlSample.Outcome run(Crl crl, String[] args) {
        List<String> words = new ArrayList<>(List.of(args));
        boolean table = words.remove("phases");
        boolean flushes = words.remove("flush");
        String[] numbers = words.toArray(String[]::new);
        Usage.atMost(numbers, 3);
        int keys = Usage.positive(numbers, 0, "KEYS", KEYS, MAX_KEYS);
        int bits = Usage.positive(numbers, 1, "BITS", BITS, MAX_BITS);
        int keyBits = Usage.positive(numbers, 2, "KEY_BITS", Integer.SIZE, Integer.SIZE);
        if (keys < crl.size()) {
            throw new Usage.WrongUsage(
                    "KEYS must be at least the number of ranks, " + crl.size() + ", but is: " + keys);
        }
        Result result = run(crl, keys, bits, keyBits, flushes);
        String found = String.format(
                Locale.ROOT,
                "%d keys of %d bits, %d bits a pass, %.3f s",
                keys,
                keyBits,
                bits,
                result.phases.seconds());
        return new CrlSample.Outcome(result.right, (table ? result.table() : "") + found);
    }

    /** Runs it on all ranks of CRL. The arguments are those of the constructor. */
    public static Result run(Crl crl, int keys, int bits, int keyBits, boolean flushes) {
        Radix radix = new Radix(crl, keys, bits, keyBits, flushes);
        radix.sort();
        return radix.result();
    }

    /** Sorts the keys; called by all ranks. This is what the paper times. */
    public void sort() {
        phases.begin();
        for (int shift = 0; shift < keyBits; shift += bits) {
            pass(shift);
        }
    }

    /** Checks the order of the keys; called by all ranks, in the end. */
    public Result result() {
        double[] operations = {counted.operations()};
        crl.sum(operations);
        phases.combine();
        return new Result(phases, operations[0], isRight());
    }

    // ---- the array ---------------------------------------------------------------------------------------------

    private int first(int of) {
        return (int) ((long) total * of / ranks);
    }

    private int ownerOf(int place) {
        return (int) (((long) (place + 1) * ranks - 1) / total);
    }

    /** Creates the regions of this rank's part, and one with their ids behind that of the counts. */
    private Region ids(Region count) {
        int lines = (keys.length + LINE - 1) / LINE;
        Region own = crl.create((1 + lines) * Long.BYTES);
        WriteSection w = own.startWrite();
        w.putLong(0, count.id());
        for (int line = 0; line < lines; line++) {
            int length = Math.min(LINE, keys.length - line * LINE);
            w.putLong(
                    (1 + line) * Long.BYTES, crl.create(length * Integer.BYTES).id());
        }
        own.endWrite();
        return own;
    }

    private void learn(int owner, long id) {
        Region region = crl.map(id);
        ReadSection r = region.startRead();
        counts[owner] = r.getLong(0);
        parts[owner] = new long[region.length() / Long.BYTES - 1];
        for (int line = 0; line < parts[owner].length; line++) {
            parts[owner][line] = r.getLong((1 + line) * Long.BYTES);
        }
        region.endRead();
        region.unmap();
    }

    // ---- a pass ------------------------------------------------------------------------------------------------

    private void pass(int shift) {
        int[] begins = sortByDigit(shift);
        phases.end(COUNT);
        findPlaces();
        phases.end(PLACES);
        // As in an exchange of pairs: ranks in step are at different homes.
        int first = (int) ((long) digits * rank / ranks);
        for (int i = 0; i < digits; i++) {
            int digit = first ^ i;
            write(begins[digit], begins[digit + 1], places[digit]);
        }
        phases.end(PERMUTE);
        readPart();
        phases.end(READ);
    }

    private int digit(int key, int shift) {
        return key >>> shift & digits - 1;
    }

    /** Sorts this rank's keys in its own memory, and publishes its counts. Returns by digit where its keys begin. */
    private int[] sortByDigit(int shift) {
        int[] begins = new int[digits + 1];
        for (int key : keys) {
            begins[digit(key, shift) + 1]++;
        }
        Region count = crl.map(counts[rank]);
        try (WriteSection w = count.startWrite()) {
            MemorySegment.copy(begins, 1, w.segment(), ValueLayout.JAVA_INT_UNALIGNED, 0, digits);
        }
        count.unmap();
        for (int digit = 0; digit < digits; digit++) {
            begins[digit + 1] += begins[digit];
        }
        int[] next = begins.clone();
        for (int key : keys) {
            sorted[next[digit(key, shift)]++] = key;
        }
        counted.charge(keys.length);
        return begins;
    }

    /** A rank's keys of a digit lie behind those of lower digits, and those of lower ranks. */
    private void findPlaces() {
        int[] all = new int[digits];
        Arrays.fill(places, 0);
        int[] one = new int[digits];
        for (int i = 0; i < ranks; i++) {
            int of = (rank + i) % ranks;
            Region count = crl.map(counts[of]);
            try (ReadSection r = count.startRead()) {
                MemorySegment.copy(r.segment(), ValueLayout.JAVA_INT_UNALIGNED, 0, one, 0, digits);
            }
            count.unmap();
            for (int digit = 0; digit < digits; digit++) {
                all[digit] += one[digit];
                places[digit] += of < rank ? one[digit] : 0;
            }
        }
        int lower = 0;
        for (int digit = 0; digit < digits; digit++) {
            places[digit] += lower;
            lower += all[digit];
        }
    }

    /** Writes sorted keys to their place, a section for each region. */
    private void write(int from, int to, int place) {
        int at = place;
        for (int key = from; key < to; ) {
            int owner = ownerOf(at);
            int inPart = at - first(owner);
            int inLine = inPart % LINE;
            Region region = crl.map(parts[owner][inPart / LINE]);
            int count = Math.min(to - key, region.length() / Integer.BYTES - inLine);
            try (WriteSection w = region.startWrite()) {
                MemorySegment.copy(
                        sorted, key, w.segment(), ValueLayout.JAVA_INT_UNALIGNED, (long) inLine * Integer.BYTES, count);
            }
            if (flushes) {
                region.flush();
            }
            region.unmap();
            key += count;
            at += count;
        }
    }

    /** Each rank begins elsewhere, as places that are alike in all parts have been written by the same rank. */
    private void readPart() {
        int lines = parts[rank].length;
        int first = (int) ((long) lines * rank / ranks);
        for (int i = 0; i < lines; i++) {
            int line = (first + i) % lines;
            Region region = crl.map(parts[rank][line]);
            try (ReadSection r = region.startRead()) {
                MemorySegment.copy(
                        r.segment(),
                        ValueLayout.JAVA_INT_UNALIGNED,
                        0,
                        keys,
                        line * LINE,
                        region.length() / Integer.BYTES);
            }
            region.unmap();
        }
    }

    // ---- checks ------------------------------------------------------------------------------------------------

    /** A number of this rank's keys that does not depend on their order. */
    private long hash() {
        long sum = 0;
        for (int key : keys) {
            long mixed = (key + 0x632be59bd9b4e019L) * 0x9e3779b97f4a7c15L;
            sum += (mixed ^ mixed >>> 29) * 0xbf58476d1ce4e5b9L >>> Integer.SIZE;
        }
        return sum;
    }

    /** True on rank 0 if all keys are in order, as unsigned numbers, and the same as before. */
    private boolean isRight() {
        boolean inOrder = true;
        for (int i = 1; i < keys.length; i++) {
            inOrder &= Integer.compareUnsigned(keys[i - 1], keys[i]) <= 0;
        }
        long[] ends = new long[5];
        boolean right = true;
        long previous = 0;
        long change = 0;
        for (int of = 0; of < ranks; of++) {
            ends[0] = inOrder ? 1 : 0;
            ends[1] = Integer.toUnsignedLong(keys[0]);
            ends[2] = Integer.toUnsignedLong(keys[keys.length - 1]);
            ends[3] = hashAtFirst;
            ends[4] = hash();
            crl.broadcast(of, ends);
            right &= ends[0] == 1 && ends[1] >= previous;
            previous = ends[2];
            change += ends[4] - ends[3];
        }
        return right && change == 0;
    }
}
