package org.bipj.crl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A random program: sections of regions of several homes and lengths, maps, unmaps, flushes, several sections at a time in the
 * order of the regions. A region holds the number of its last write, and bytes that follow from it. Where ranks see each
 * other's objects, each section compares the number with that of the last write of all.
 */
public final class CrlProgram {
    private static final int MOST_REGIONS = 6;
    private static final int LONGEST = 3000;

    private final long seed;
    private final int steps;
    private final int regions;
    private final int[] homes;
    private final int[] lengths;
    /** By region: the number of the last write that has ended. */
    private final AtomicLongArray last;

    private final boolean shared;

    /**
     * A program.
     *
     * @param shared whether the ranks run this very object
     */
    public CrlProgram(long seed, int ranks, int steps, boolean shared) {
        this.seed = seed;
        this.steps = steps;
        this.shared = shared;
        Random draw = new Random(seed);
        regions = 1 + draw.nextInt(MOST_REGIONS);
        homes = draw.ints(regions, 0, ranks).toArray();
        lengths = draw.ints(regions, Long.BYTES, LONGEST).toArray();
        last = new AtomicLongArray(regions);
    }

    /** Runs it on a rank. */
    public void run(Crl crl) {
        Random draw = new Random(seed * 31 + crl.rank());
        long[] ids = new long[regions];
        for (int i = 0; i < regions; i++) {
            Region region = CrlSuite.common(crl, homes[i], lengths[i]);
            ids[i] = region.id();
            region.unmap();
        }
        double[] written = new double[regions];
        long[] seen = new long[regions];
        for (int step = 0; step < steps; step++) {
            sections(crl, draw, ids, draw.nextInt(regions), written, seen);
        }
        crl.sum(written);
        for (int i = 0; i < regions; i++) {
            Region region = crl.map(ids[i]);
            try (ReadSection r = region.startRead()) {
                assertEquals(written[i], r.getLong(0), "writes of " + region + ", seed " + seed);
                check(i, r);
            }
            region.unmap();
        }
    }

    private void sections(Crl crl, Random draw, long[] ids, int index, double[] written, long[] seen) {
        Region region = crl.map(ids[index]);
        if (draw.nextInt(10) == 0) {
            region.flush();
        }
        boolean writes = draw.nextInt(3) == 0;
        Section section = writes ? region.startWrite() : region.startRead();
        assertTrue(section.getLong(0) >= seen[index], "seed " + seed);
        seen[index] = section.getLong(0);
        check(index, section);
        if (index + 1 < regions && draw.nextInt(3) == 0) {
            sections(crl, draw, ids, index + 1 + draw.nextInt(regions - index - 1), written, seen);
        }
        if (writes) {
            written[index]++;
            write(index, (WriteSection) section);
        } else {
            check(index, section);
        }
        section.close();
        region.unmap();
    }

    private static byte filling(long number, int at) {
        return (byte) (number == 0 ? 0 : number * 31 + at);
    }

    private void check(int index, Section section) {
        long number = section.getLong(0);
        if (shared) {
            assertEquals(last.get(index), number, section.region() + ", seed " + seed);
        }
        for (int at = Long.BYTES; at < lengths[index]; at++) {
            assertEquals(filling(number, at), section.getByte(at), "seed " + seed);
        }
    }

    private void write(int index, WriteSection section) {
        long number = section.getLong(0) + 1;
        section.putLong(0, number);
        for (int at = Long.BYTES; at < lengths[index]; at++) {
            section.putByte(at, filling(number, at));
        }
        last.set(index, number);
    }
}
