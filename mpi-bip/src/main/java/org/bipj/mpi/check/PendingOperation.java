package org.bipj.mpi.check;

import java.util.List;
import mpi.MpiBuffer;
import mpi.MpiCall;
import mpi.MpiProcess;
import mpi.Request;
import mpi.Win;
import org.jspecify.annotations.Nullable;

/** An operation under way, and its memory. */
final class PendingOperation {
    final MpiCall made;
    /** The call that has started it. */
    final String start;

    final List<MpiBuffer> buffers;

    private final long[] checksums;
    /** True once a receive's buffer had other contents when its message came than when it was started. */
    private volatile boolean isStoredInto;
    /** Says where the program has asked for its cancellation; empty if it has not. */
    String cancelled = "";
    /** True once it is complete. */
    boolean isOver;

    PendingOperation(MpiCall made, String start) {
        this.made = made;
        this.start = start;
        buffers = made.buffers();
        checksums = new long[buffers.size()];
        for (int i = 0; i < checksums.length; i++) {
            checksums[i] =
                    isDone() || isOnlyRead(buffers.get(i)) ? buffers.get(i).checksum() : 0;
        }
    }

    /**
     * Has the buffer of a receive compared with what it holds now when a message matches the request.
     *
     * @param process the rank
     */
    void watch(MpiProcess process, Request request) {
        MpiBuffer buffer = received();
        if (buffer != null && process.isUnmatched(request)) {
            // Computed first: a thread that matches the receive meanwhile fills the buffer, and then the step is not
            // kept.
            long before = buffer.checksum();
            process.onMatch(request, () -> isStoredInto = before != 0 && isOther(buffer.checksum(), before));
        }
    }

    static boolean isOther(long now, long before) {
        return now != 0 && now != before;
    }

    /** True for a receive alone, without a send. */
    boolean isReceive() {
        return made.recvTag() != MpiCall.NONE && made.sendTag() == MpiCall.NONE;
    }

    /** The memory of a receive alone; null of other operations, and where it is not known. */
    private @Nullable MpiBuffer received() {
        return isReceive() && buffers.size() == 1 ? buffers.getFirst() : null;
    }

    /** True if only the end of its epoch, or a wait for its request, is to come. */
    private boolean isDone() {
        return made.handle() instanceof Win win && made.process().isImmediate(win, made.dest());
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
            if (checksums[i] != 0 && isOther(buffers.get(i).checksum(), checksums[i])) {
                return List.of(start, end.toString());
            }
        }
        return null;
    }

    /** True if the program has changed the buffer of a receive before its message came. */
    boolean isStoredInto() {
        return isStoredInto;
    }

    /** The call that has started it. */
    @Override
    public String toString() {
        return start;
    }

    /** What it does with a buffer, in words. */
    String use(MpiBuffer buffer) {
        return "a pending " + what(buffer.isWritten()) + (buffer.isWritten() ? " writes" : " reads");
    }

    /** What it is of memory that it writes, or only reads, in words. */
    String what(boolean writes) {
        return switch (Facts.of(made).kind()) {
            case ACCESSES -> "one-sided operation";
            case COLLECTIVE -> "collective operation";
            case FILE -> "file operation";
            default -> writes ? "receive" : "send";
        };
    }
}
