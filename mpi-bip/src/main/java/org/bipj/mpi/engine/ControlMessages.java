package org.bipj.mpi.engine;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.bipj.core.channel.Arrival;
import org.bipj.core.channel.Channel;
import org.bipj.core.channel.SendOp;
import org.bipj.core.nic.PeerFailedException;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.match.CallWord;
import org.bipj.mpi.match.Envelope;
import org.bipj.mpi.match.PostedRecv;
import org.jspecify.annotations.Nullable;

/**
 * Messages by which processes say what has failed, and agree: they match no receive, and reach their client in whatever call makes
 * progress. Those of one sender stay in order. All methods are called under the lock of progress.
 */
public final class ControlMessages {
    /** A negative tag, which no receive of the program's takes: what comes so is looked at apart from other messages anyway. */
    private static final long ENVELOPE = Envelope.of(Envelope.CONTROL, CallWord.BLOCKING);

    private static final TypeLayout LONGS = TypeLayout.bytes(Long.BYTES);

    /** Hears of the messages; it may send, and must not make progress. */
    @FunctionalInterface
    public interface Client {
        /** A message has come. */
        void arrived(int peer, long[] words);
    }

    /** A message that has come, at least its announcement. */
    @SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
    private record Coming(int peer, long[] words, @Nullable PostedRecv op) {}

    /** Takes what has been announced. */
    private final class Delivery extends Background {
        @Override
        protected void begin() {
            isDelivering = true;
        }

        @Override
        protected boolean advance() {
            deliver();
            return coming.isEmpty();
        }

        @Override
        protected void ended() {
            isDelivering = false;
        }
    }

    private final Channel channel;
    private final OpPool ops;
    private final Progress progress;
    private final List<SendOp> leaving = new ArrayList<>();
    private final Deque<Coming> coming = new ArrayDeque<>();
    private final Delivery delivery = new Delivery();
    private boolean isDelivering;
    /** Null until someone listens. */
    private @Nullable Client client;

    ControlMessages(EngineParts parts) {
        channel = parts.channel();
        ops = parts.ops();
        progress = parts.progress();
    }

    /** Sets who hears of messages, also of those that have come already. */
    public void client(Client listener) {
        client = listener;
        deliver();
    }

    /** Sends; nothing to a process that has failed. */
    public void send(int dest, long... words) {
        leaving.removeIf(this::hasLeft);
        SendOp op = ops.takeSend();
        op.set(Data.of(words, 0, words.length, LONGS));
        try {
            if (op.size() <= channel.eagerLimit() && channel.trySend(dest, ENVELOPE, op)) {
                ops.give(op);
            } else {
                channel.post(op, dest, ENVELOPE, false);
                leaving.add(op);
            }
        } catch (PeerFailedException e) {
            // The port reports that to the client, too.
        }
    }

    private boolean hasLeft(SendOp op) {
        if (op.isDone() && op.refusal() != SendOp.LOST) {
            ops.give(op);
        }
        return op.isDone();
    }

    /** A short message has come. */
    void arrived(int peer, MemorySegment memory, long at, int length) {
        long[] words = new long[length / Long.BYTES];
        MemorySegment.copy(memory, ValueLayout.JAVA_LONG_UNALIGNED, at, words, 0, words.length);
        coming.add(new Coming(peer, words, null));
        deliver();
    }

    /** A message has been announced for which there was no room. */
    void announced(Arrival arrival) {
        int peer = arrival.peer();
        long[] words = new long[(int) (arrival.length() / Long.BYTES)];
        PostedRecv op = ops.takeReceive();
        op.want(null, peer, CallWord.BLOCKING);
        op.set(Data.of(words, 0, words.length, LONGS));
        long length = arrival.length();
        channel.accept(arrival, op, length);
        coming.add(new Coming(peer, words, op));
        if (!isDelivering) {
            progress.start(delivery);
        }
    }

    /** Hands over what is complete, in the order in which it came. */
    private void deliver() {
        Client to = client;
        while (to != null && !coming.isEmpty() && isComplete(coming.element())) {
            Coming next = coming.remove();
            boolean isLost = next.op != null && next.op.lost() != null;
            if (next.op != null) {
                ops.give(next.op);
            }
            if (!isLost) {
                to.arrived(next.peer, next.words);
            }
        }
    }

    private static boolean isComplete(Coming message) {
        return message.op == null || message.op.isDone();
    }
}
