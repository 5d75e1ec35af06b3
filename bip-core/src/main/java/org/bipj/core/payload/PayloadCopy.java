package org.bipj.core.payload;

import java.lang.foreign.MemorySegment;

/**
 * Copies one payload into another without packet memory: messages to oneself, and ranks that are threads of one JVM.
 */
final class PayloadCopy {
    private static final int STAGE = 8192;

    private PayloadCopy() {}

    static void copy(Payload source, Payload target, long first, long n) {
        if (n == 0) {
            return;
        }
        if (source.kind() == target.kind() && source.kind() != ArrayCopy.SEGMENT) {
            sameKind(source, target, first, first + n);
        } else if (source.kind() == ArrayCopy.SEGMENT && source.isDense()) {
            target.copyIn(source.segment(), source.address(first), first, n);
        } else if (target.kind() == ArrayCopy.SEGMENT && target.isDense()) {
            source.copyOut(first, target.segment(), target.address(first), n);
        } else if (source.isDense() && source.kind() != ArrayCopy.BOOLEAN) {
            target.copyIn(ArrayCopy.wrap(source.kind(), source.array()), source.address(first), first, n);
        } else if (target.isDense() && target.kind() != ArrayCopy.BOOLEAN) {
            source.copyOut(first, ArrayCopy.wrap(target.kind(), target.array()), target.address(first), n);
        } else {
            staged(source, target, first, n);
        }
    }

    private static void sameKind(Payload source, Payload target, long first, long end) {
        int shift = ArrayCopy.shift(source.kind());
        long position = first;
        while (position < end) {
            long run = Math.min(source.runAt(position, end), target.runAt(position, end));
            long from = source.address(position);
            long to = target.address(position);
            if (((from | to | run) & ((1L << shift) - 1)) != 0) {
                MemorySegment.copy(
                        ArrayCopy.wrap(source.kind(), source.array()),
                        from,
                        ArrayCopy.wrap(target.kind(), target.array()),
                        to,
                        run);
            } else {
                System.arraycopy(source.array(), (int) (from >> shift), target.array(), (int) (to >> shift), (int)
                        (run >> shift));
            }
            position += run;
        }
    }

    private static void staged(Payload source, Payload target, long first, long n) {
        MemorySegment stage = MemorySegment.ofArray(new long[(int) Math.min(STAGE, (n + 7) / 8 * 8) / 8]);
        for (long done = 0; done < n; done += STAGE) {
            long part = Math.min(STAGE, n - done);
            long position = first + done;
            source.copyOut(position, stage, 0, part);
            target.copyIn(stage, 0, position, part);
        }
    }
}
