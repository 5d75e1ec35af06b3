package org.bipj.mpi.coll.base;

import org.bipj.core.payload.Data;

/**
 * A message as one run of bytes that can be cut anywhere: the user's memory itself where the layout is dense, a packed
 * copy otherwise. Ranks may cut the same message only in bytes, because one rank's elements may be larger than another's.
 */
public final class Packed {
    private Packed() {}

    /** The run: the user's memory, or memory from the pool, with the data in it if {@code filled}. */
    public static Data open(CollState s, Data data, boolean filled) {
        if (data.type().isDense()) {
            return s.runOf(data);
        }
        Data run = s.takePacked(data.bytes(), data.type().single());
        if (filled) {
            s.pack(data, run, 0);
        }
        return run;
    }

    /** Ends the use of the run, and writes it back to the user's memory if {@code changed}. */
    public static void close(CollState s, Data run, Data data, boolean changed) {
        if (data.type().isDense()) {
            run.clear();
            return;
        }
        if (changed) {
            s.unpack(run, 0, data);
        }
        s.givePacked(run);
    }
}
