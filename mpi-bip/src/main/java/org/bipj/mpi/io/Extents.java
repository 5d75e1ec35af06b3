package org.bipj.mpi.io;

import java.util.Arrays;
import java.util.Comparator;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.comm.CommCore;
import org.jspecify.annotations.Nullable;

/**
 * Where one rank's data of a collective access lie in the file.
 *
 * @param low byte of the file at which the first of them are
 * @param high one past the last one
 * @param bytes how many there are
 * @param pieces in which they lie
 * @param suited true if the view is fit for an access in two phases
 * @param fileSize size of the file as this rank finds it; 0 where nothing is read
 */
record Extents(long low, long high, long bytes, long pieces, boolean suited, long fileSize) {
    static final Extents NONE = new Extents(0, 0, 0, 0, true, Long.MAX_VALUE);

    private static final int NUMBERS = 6;
    /**
     * Pieces that are larger on average are written, or read, as they are: messages would cost more than they save. Measured
     * on one machine (docs/PERFORMANCE.md), where reading costs little more than the system call.
     */
    private static final long LARGE_TO_WRITE = 16 << 10;

    private static final long LARGE_TO_READ = 512;

    /** Bytes between the first and the last, for each byte of data, above which most windows would be empty. */
    private static final long SPARSE = 8;

    static Extents of(View view, long from, Transfer transfer, Disk disk) {
        long bytes = transfer.bytes();
        long fileSize = transfer.isWrite() ? 0 : disk.size();
        if (bytes == 0 || view.isEmpty()) {
            return NONE;
        }
        boolean suited = view.isAscending() && !view.isPortable();
        long last = view.offsetOf(from + bytes - 1);
        return new Extents(view.offsetOf(from), last + 1, bytes, view.pieces(from, bytes), suited, fileSize);
    }

    /** Exchanges the extents of all ranks, and an error of any. */
    static Extents[] gather(CommCore c, @Nullable EngineException failure, Extents mine) {
        long[] all = CollectiveSteps.gather(
                c, failure, mine.low, mine.high, mine.bytes, mine.pieces, mine.suited ? 1 : 0, mine.fileSize);
        Extents[] extents = new Extents[c.size()];
        for (int rank = 0; rank < extents.length; rank++) {
            int at = rank * NUMBERS;
            extents[rank] = new Extents(all[at], all[at + 1], all[at + 2], all[at + 3], all[at + 4] != 0, all[at + 5]);
        }
        return extents;
    }

    /**
     * The extents of all ranks together.
     *
     * @param write true for an access that may go beyond the end of the file
     */
    static Union union(Extents[] all, boolean write) {
        Extents[] sorted = Arrays.stream(all)
                .filter(e -> e.bytes > 0)
                .sorted(Comparator.comparingLong(Extents::low))
                .toArray(Extents[]::new);
        if (sorted.length == 0) {
            return new Union(0, 0, 0, 0, false, false, 0, 0);
        }
        boolean interleaved = false;
        long high = sorted[0].high;
        for (int i = 1; i < sorted.length; i++) {
            interleaved |= sorted[i].low < high;
            high = Math.max(high, sorted[i].high);
        }
        long fileSize = Arrays.stream(sorted).mapToLong(Extents::fileSize).min().orElseThrow();
        return new Union(
                sorted[0].low,
                write ? high : Math.min(high, fileSize),
                Arrays.stream(sorted).mapToLong(Extents::bytes).sum(),
                Arrays.stream(sorted).mapToLong(Extents::pieces).sum(),
                Arrays.stream(sorted).allMatch(Extents::suited),
                interleaved,
                write ? LARGE_TO_WRITE : LARGE_TO_READ,
                fileSize);
    }

    /** The data of all ranks; equal on all of them, as is what follows from it. */
    record Union(
            long low,
            long high,
            long bytes,
            long pieces,
            boolean suited,
            boolean interleaved,
            long largePiece,
            long fileSize) {
        boolean paysInTwoPhases(Hints.Mode mode) {
            if (mode == Hints.Mode.DISABLE || !suited || low >= high || (high - low) / SPARSE > bytes) {
                return false;
            }
            return mode == Hints.Mode.ENABLE || interleaved && bytes / pieces <= largePiece;
        }
    }
}
