package org.bipj.mpi.check;

import java.util.List;
import mpi.MpiBuffer;
import mpi.MpiCall;
import org.jspecify.annotations.Nullable;

/** An operation under way, and its memory. */
final class Pending {
    final MpiCall made;
    /** The call that has started it. */
    final String start;

    final List<MpiBuffer> buffers;
    private final long[] checksums;

    Pending(MpiCall made, String start) {
        this.made = made;
        this.start = start;
        buffers = made.buffers();
        checksums = new long[buffers.size()];
        for (int i = 0; i < checksums.length; i++) {
            checksums[i] = isOnlyRead(buffers.get(i)) ? buffers.get(i).checksum() : 0;
        }
    }

    /** False for memory that the operation writes, too: in place. */
    private boolean isOnlyRead(MpiBuffer buffer) {
        if (buffer.isWritten()) {
            return false;
        }
        for (MpiBuffer other : buffers) {
            if (other.isWritten() && other.overlaps(buffer)) {
                return false;
            }
        }
        return true;
    }

    /** The calls that a changed buffer lies between; null if there is none. */
    @Nullable
    List<String> changed(MpiCall end) {
        for (int i = 0; i < checksums.length; i++) {
            MpiBuffer buffer = buffers.get(i);
            long now = checksums[i] == 0 ? 0 : buffer.checksum();
            if (now != 0 && now != checksums[i]) {
                return List.of(start, end.toString());
            }
        }
        return null;
    }

    /** The call that has started it. */
    @Override
    public String toString() {
        return start;
    }

    /** What it does with a buffer, in words. */
    String use(MpiBuffer buffer) {
        String what = made.target() != null ? "one-sided operation" : buffer.isWritten() ? "receive" : "send";
        return "a pending " + what + (buffer.isWritten() ? " writes" : " reads");
    }
}
