package org.bipj.mpi.engine;

import org.bipj.core.channel.Channel;
import org.bipj.core.machine.TaskLimit;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;

/**
 * Reports the operations under way when a rank's heap is full: most likely they fill it. Uses hardly any memory:
 * numbers only, and nothing that the JVM links at its first use.
 */
final class HeapFull {
    private static final long MEBI = 1 << 20;

    private HeapFull() {}

    static EngineException of(OutOfMemoryError cause, Channel channel, Receiving receiving, int ranks) {
        int all = 0;
        int most = 0;
        int toMost = 0;
        int waiting = 0;
        int talker = 0;
        int fromTalker = 0;
        for (int rank = 0; rank < ranks; rank++) {
            int sends = channel.unfinishedSends(rank);
            all += sends;
            if (sends > toMost) {
                most = rank;
                toMost = sends;
            }
            int messages = receiving.waiting(rank);
            waiting += messages;
            if (messages > fromTalker) {
                talker = rank;
                fromTalker = messages;
            }
        }
        StringBuilder words = new StringBuilder(400);
        appendMemory(words, cause);
        words.append("; not ended are ").append(all).append(" sends to other ranks");
        if (all > 0) {
            words.append(", ").append(toMost).append(" of them to rank ").append(most);
        }
        words.append(", and ").append(receiving.posted()).append(" receives; ");
        words.append(waiting).append(" messages have come for which no receive is posted");
        if (waiting > 0) {
            words.append(", ").append(fromTalker).append(" of them from rank ").append(talker);
        }
        EngineException full = new EngineException(ErrorClass.NO_MEM, words.toString());
        full.initCause(cause);
        return full;
    }

    /** Appends the memory that is full: connections with ranks of other hosts take direct memory, which has a limit of its own. */
    static void appendMemory(StringBuilder words, OutOfMemoryError cause) {
        String message = cause.getMessage();
        if (message != null && message.contains("direct buffer memory")) {
            words.append(
                    "the memory for direct buffers is full (see -XX:MaxDirectMemorySize, by default that of -Xmx)");
        } else if (TaskLimit.isReachedBy(message)) {
            words.append(TaskLimit.named(message));
        } else {
            words.append("the Java heap is full (").append(Runtime.getRuntime().maxMemory() / MEBI);
            words.append(" MiB, see -Xmx)");
        }
    }
}
