package org.bipj.core.payload;

import java.lang.foreign.MemorySegment;

/**
 * Copies parts of messages whose data have gaps. Runs are visited one after the other from where the part begins; those of
 * equal length and distance, as in vectors, are copied by one loop.
 */
final class RunCopy {
    private RunCopy() {}

    /**
     * Copies bytes {@code from} to {@code from + n} of a message.
     *
     * @param out true to copy from the array or segment to packet memory, false to copy the other way
     * @param start of the first element's origin in the array or segment, in bytes
     */
    static void copy(
            boolean out,
            TypeLayout layout,
            int kind,
            Object array,
            MemorySegment segment,
            long start,
            long from,
            MemorySegment memory,
            long at,
            long n) {
        long element = from / layout.size();
        long within = from - element * layout.size();
        int run = layout.runAt(within);
        long skip = within - layout.runStart(run);
        long origin = start + element * layout.extent();
        for (long done = 0; done < n; ) {
            long first = origin + layout.runOffset(run) + skip;
            long length = layout.runLength(run) - skip;
            int runs = skip == 0 && layout.isStrided() ? wholeRuns(layout, run, n - done) : 0;
            if (runs > 1) {
                StridedCopy.copy(
                        out, kind, array, segment, first, layout.stride(), (int) length, memory, at + done, runs);
                length *= runs;
            } else {
                runs = 1;
                length = Math.min(length, n - done);
                ArrayCopy.copy(out, kind, array, segment, first, memory, at + done, length);
            }
            done += length;
            skip = 0;
            run += runs;
            if (run >= layout.runs()) {
                origin += run / layout.runs() * layout.extent();
                run %= layout.runs();
            }
        }
    }

    /** Number of whole runs from this one on that lie a stride apart and together have at most so many bytes. */
    private static int wholeRuns(TypeLayout layout, int run, long bytes) {
        long fit = bytes / layout.runLength(run);
        return (int) Math.min(fit, layout.runs() == 1 ? Integer.MAX_VALUE : layout.runs() - run);
    }
}
