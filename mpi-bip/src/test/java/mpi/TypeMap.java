package mpi;

import java.util.ArrayList;
import java.util.List;

/**
 * A datatype written out as MPI 4.1 section 5.1 defines it: one entry for each basic element and each bound marker.
 * Slow and plain: what the tests of layouts compare with.
 *
 * @param entries in travelling order
 */
record TypeMap(List<Entry> entries) {
    /**
     * One entry.
     *
     * @param marker -1 for a lower bound, 1 for an upper bound, 0 for data
     * @param disp displacement in bytes
     * @param size bytes of data, which are their own alignment
     */
    record Entry(int marker, long disp, int size) {
        Entry moved(long by) {
            return new Entry(marker, disp + by, size);
        }
    }

    static TypeMap basic(int size) {
        return new TypeMap(List.of(new Entry(0, 0, size)));
    }

    /** Blocks of elements one after another. */
    static TypeMap blocks(long[] displacements, int[] lengths, List<TypeMap> types) {
        List<Entry> all = new ArrayList<>();
        for (int block = 0; block < lengths.length; block++) {
            TypeMap type = types.get(block);
            for (int i = 0; i < lengths[block]; i++) {
                long by = displacements[block] + i * type.extent();
                type.entries.forEach(e -> all.add(e.moved(by)));
            }
        }
        return new TypeMap(all);
    }

    TypeMap resized(long lb, long extent) {
        List<Entry> all =
                new ArrayList<>(entries.stream().filter(e -> e.marker == 0).toList());
        all.add(new Entry(-1, lb, 0));
        all.add(new Entry(1, lb + extent, 0));
        return new TypeMap(all);
    }

    private boolean marked() {
        return entries.stream().anyMatch(e -> e.marker != 0);
    }

    long lb() {
        int marker = marked() ? -1 : 0;
        return entries.stream()
                .filter(e -> e.marker == marker)
                .mapToLong(Entry::disp)
                .min()
                .orElse(0);
    }

    long extent() {
        if (marked()) {
            return entries.stream()
                            .filter(e -> e.marker == 1)
                            .mapToLong(Entry::disp)
                            .max()
                            .orElseThrow()
                    - lb();
        }
        long extent = trueUb() - lb();
        int align = entries.stream().mapToInt(Entry::size).max().orElse(1);
        while (extent % align != 0) {
            extent++;
        }
        return extent;
    }

    long trueLb() {
        return entries.stream()
                .filter(e -> e.marker == 0)
                .mapToLong(Entry::disp)
                .min()
                .orElse(0);
    }

    long trueUb() {
        return entries.stream()
                .filter(e -> e.marker == 0)
                .mapToLong(e -> e.disp + e.size)
                .max()
                .orElse(0);
    }

    /** Where each byte lies, in travelling order. */
    List<Long> bytes() {
        List<Long> bytes = new ArrayList<>();
        for (Entry e : entries) {
            for (int i = 0; i < e.size; i++) {
                bytes.add(e.disp + i);
            }
        }
        return bytes;
    }

    /** Sizes of the basic elements in travelling order. */
    List<Integer> sizes() {
        return entries.stream().filter(e -> e.marker == 0).map(Entry::size).toList();
    }
}
