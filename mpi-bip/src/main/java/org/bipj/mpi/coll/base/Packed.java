package org.bipj.mpi.coll.base;

import java.lang.foreign.MemorySegment;
import org.bipj.core.payload.TypeLayout;

/**
 * A message as one run of bytes that can be cut anywhere: the user's memory itself where the layout is dense, a packed
 * copy otherwise. Ranks may cut the same message only in bytes, because one rank's elements may be larger than another's.
 */
public final class Packed {
    private Packed() {}

    /** The run: the buffer itself, or an array from the pool, with the data in it if {@code filled}. */
    public static Object open(CollState s, Object buffer, long offset, long count, TypeLayout type, boolean filled) {
        if (type.isDense()) {
            return buffer;
        }
        long bytes = count * type.size();
        MemorySegment array = s.packed.take(bytes);
        if (filled) {
            s.port.localCopy(buffer, offset, count, type, array, 0, bytes, TypeLayout.BYTE);
        }
        return array;
    }

    /** Byte offset of the run in what {@link #open} returned. */
    public static long start(long offset, TypeLayout type) {
        return type.isDense() ? offset : 0;
    }

    /** Ends the use of the run, and writes it back to the user's memory if {@code changed}. */
    public static void close(
            CollState s, Object run, Object buffer, long offset, long count, TypeLayout type, boolean changed) {
        if (type.isDense()) {
            return;
        }
        long bytes = count * type.size();
        if (changed) {
            s.port.localCopy(run, 0, bytes, TypeLayout.BYTE, buffer, offset, count, type);
        }
        s.packed.give((MemorySegment) run, bytes);
    }
}
