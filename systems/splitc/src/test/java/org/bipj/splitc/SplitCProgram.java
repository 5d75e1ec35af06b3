package org.bipj.splitc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;

/**
 * A random program that all ranks run, and a model of all memories that each rank keeps beside it. In each phase every
 * rank writes cells that no other one writes, in a random form, and reads cells that nobody writes. One seed, one program.
 */
public final class SplitCProgram {
    private static final int CELLS = 40;
    private static final int BULK = 60;

    private final long seed;
    private final int ranks;
    private final int phases;

    /** A program of some ranks, with so many phases. */
    public SplitCProgram(long seed, int ranks, int phases) {
        this.seed = seed;
        this.ranks = ranks;
        this.phases = phases;
    }

    /** One rank's part. */
    public void run(SplitC sc) {
        new Rank(sc).run();
    }

    private final class Rank {
        private final SplitC sc;
        private final SpreadInts cells;
        private final SpreadInts blocks;
        private final long into;
        private final long from;
        /** What every cell holds, by block and element. */
        private final int[][] model;
        /** The same draws at all ranks. */
        private final Random shared = new Random(seed);
        /** Bytes that were stored here in this epoch and not waited for. */
        private long stored;

        Rank(SplitC sc) {
            this.sc = sc;
            cells = sc.allSpreadInts(ranks, CELLS);
            blocks = sc.allSpreadInts(ranks, ranks * BULK);
            into = sc.allocate(4 * Math.max(CELLS, BULK));
            from = sc.allocate(4 * BULK);
            model = new int[ranks][CELLS];
        }

        void run() {
            for (int phase = 0; phase < phases; phase++) {
                int kind = shared.nextInt(4);
                if (kind == 3) {
                    bulk(phase);
                } else {
                    single(phase, kind);
                }
            }
            sc.barrier();
        }

        /** Each cell has one writer of the phase, or none. */
        private void single(int phase, int form) {
            boolean counted = form == 2 && shared.nextBoolean();
            for (int owner = 0; owner < ranks; owner++) {
                for (int at = 0; at < CELLS; at++) {
                    int writer = shared.nextInt(2 * ranks);
                    if (writer < ranks) {
                        int value = shared.nextInt();
                        if (writer == sc.rank()) {
                            write(form, cells.pointer(owner, at), value);
                        }
                        model[owner][at] = value;
                        stored += form == 2 && owner == sc.rank() ? 4 : 0;
                    }
                }
            }
            if (counted) {
                sc.storeSync(stored);
                stored = 0;
                checkOwn(phase);
                sc.barrier();
            } else if (form == 2) {
                sc.allStoreSync();
                stored = 0;
            } else {
                sc.sync();
                sc.barrier();
            }
            checkAll(phase);
            sc.barrier();
        }

        private void write(int form, long to, int value) {
            switch (form) {
                case 0 -> sc.writeInt(to, value);
                case 1 -> sc.putInt(to, value);
                default -> sc.storeInt(to, value);
            }
        }

        private void checkOwn(int phase) {
            for (int at = 0; at < CELLS; at++) {
                assertEquals(model[sc.rank()][at], cells.read(sc.rank(), at), "seed " + seed + ", phase " + phase);
            }
        }

        private void checkAll(int phase) {
            for (int owner = 0; owner < ranks; owner++) {
                boolean gets = (phase + owner) % 2 == 0;
                for (int at = 0; gets && at < CELLS; at++) {
                    sc.getInt(into + 4L * at, cells.pointer(owner, at));
                }
                sc.sync();
                for (int at = 0; at < CELLS; at++) {
                    int found = gets ? sc.readInt(into + 4L * at) : cells.read(owner, at);
                    assertEquals(
                            model[owner][at], found, "seed " + seed + ", phase " + phase + ", " + owner + ":" + at);
                }
            }
        }

        /** Each rank writes its part of the block of every other one. */
        private void bulk(int phase) {
            int form = shared.nextInt(3);
            int count = 1 + shared.nextInt(BULK);
            for (int i = 0; i < count; i++) {
                sc.writeInt(from + 4L * i, value(phase, sc.rank(), i));
            }
            for (int to = 0; to < ranks; to++) {
                long at = blocks.pointer(to, sc.rank() * BULK);
                switch (form) {
                    case 0 -> sc.bulkWrite(at, from, 4L * count);
                    case 1 -> sc.bulkPut(at, from, 4L * count);
                    default -> sc.bulkStore(at, from, 4L * count);
                }
            }
            if (form == 2) {
                sc.storeSync(4L * count * ranks);
            } else {
                sc.sync();
            }
            sc.barrier();
            int owner = (sc.rank() + 1) % ranks;
            for (int writer = 0; writer < ranks; writer++) {
                sc.bulkRead(into, blocks.pointer(owner, writer * BULK), 4L * count);
                for (int i = 0; i < count; i++) {
                    assertEquals(
                            value(phase, writer, i), sc.readInt(into + 4L * i), "seed " + seed + ", phase " + phase);
                }
            }
            sc.barrier();
        }

        private int value(int phase, int writer, int i) {
            return phase * 1_000_003 + writer * 1009 + i;
        }
    }
}
