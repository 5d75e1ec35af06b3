package org.bipj.core.payload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** A random layout with the byte-wise description that it was made from. */
record Layouts(TypeLayout layout, long[] places) {
    /**
     * Up to four runs in any order, apart or next to each other, anywhere from below the origin on, and elements that
     * follow each other upwards or downwards without overlapping.
     */
    static Layouts random(Random random) {
        if (random.nextInt(4) == 0) {
            long bytes = random.nextInt(20);
            return new Layouts(TypeLayout.bytes(bytes), longs(0, bytes));
        }
        if (random.nextInt(3) == 0) {
            return vector(random);
        }
        int window = 1 + random.nextInt(40);
        long lowest = random.nextInt(50) - 25;
        List<long[]> runs = new ArrayList<>();
        for (int at = 0; at < window && runs.size() < 4; ) {
            int length = Math.min(random.nextInt(12), window - at);
            runs.add(new long[] {lowest + at, length});
            at += length + (random.nextBoolean() ? 0 : random.nextInt(9));
        }
        if (random.nextBoolean()) {
            java.util.Collections.shuffle(runs, random);
        }
        long[] offsets = runs.stream().mapToLong(run -> run[0]).toArray();
        long[] lengths = runs.stream().mapToLong(run -> run[1]).toArray();
        long extent = (window + random.nextInt(5)) * (random.nextInt(4) == 0 ? -1 : 1);
        long[] places = runs.stream()
                .flatMapToLong(run -> Arrays.stream(longs(run[0], run[1])))
                .toArray();
        return new Layouts(TypeLayout.of(offsets, lengths, lowest, extent), places);
    }

    /** Runs of one length, mostly that of a primitive type, a constant distance apart, upwards or downwards. */
    private static Layouts vector(Random random) {
        int unit = 1 << random.nextInt(4);
        int length = unit * (1 + random.nextInt(2));
        long distance = length + unit * random.nextInt(3) + (random.nextInt(4) == 0 ? 1 : 0);
        long stride = random.nextInt(4) == 0 ? -distance : distance;
        int runs = 1 + random.nextInt(5);
        long[] offsets = new long[runs];
        long[] lengths = new long[runs];
        for (int i = 0; i < runs; i++) {
            offsets[i] = i * stride;
            lengths[i] = length;
        }
        long[] places = Arrays.stream(offsets)
                .flatMap(offset -> Arrays.stream(longs(offset, length)))
                .toArray();
        long lowest = Math.min(0, offsets[runs - 1]);
        long extent = runs * distance + unit * random.nextInt(3);
        return new Layouts(TypeLayout.of(offsets, lengths, lowest, extent), places);
    }

    private static long[] longs(long from, long count) {
        long[] longs = new long[(int) count];
        for (int i = 0; i < count; i++) {
            longs[i] = from + i;
        }
        return longs;
    }

    /** Where the bytes of so many elements lie, in travelling order, from the first element's origin. */
    long[] places(int count) {
        long[] all = new long[count * places.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = i / places.length * layout.extent() + places[i % places.length];
        }
        return all;
    }
}
