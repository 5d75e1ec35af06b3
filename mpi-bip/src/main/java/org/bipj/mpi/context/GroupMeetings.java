package org.bipj.mpi.context;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.function.BiPredicate;
import org.bipj.core.channel.SendOp;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.engine.Background;
import org.bipj.mpi.engine.Engine;
import org.bipj.mpi.engine.Sending;
import org.bipj.mpi.match.PostedRecv;
import org.bipj.mpi.match.Unexpected;
import org.jspecify.annotations.Nullable;

/**
 * Messages between ranks that have no communicator in common. They are told apart by the key that each begins with, and those of one
 * source with one key stay in order:
 *
 * <pre>
 *   key (2 longs)   words
 * </pre>
 *
 * A thread that waits for a message takes all that come from its source, and keeps those with other keys for other threads, or for
 * later calls.
 */
final class GroupMeetings {
    private static final int KEY_LONGS = 2;
    private static final TypeLayout LONGS = TypeLayout.bytes(Long.BYTES);

    private record Source(int rank, MeetingKey key) {}

    /** What a rank has said. */
    @SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
    record Said(int source, MeetingKey key, long[] words) {}

    private record Coming(int source, PostedRecv op, long[] words) {}

    /** Takes all messages. */
    private final class Taking extends Background {
        @Override
        public String kind() {
            return "meeting of processes of which some have failed";
        }

        @Override
        protected void begin() {
            // There is nothing to begin with.
        }

        @Override
        protected boolean advance() {
            Said none = poll((key, words) -> false);
            assert none == null : "it has asked for none";
            return false;
        }

        @Override
        protected void ended() {
            // It has no end.
        }
    }

    private final int tag;

    private volatile Engine engine;
    /** Messages that came before they were asked for; guarded by itself. */
    private final Map<Source, Queue<long[]>> early = new HashMap<>();
    /** Messages that {@link #poll} has begun to take; guarded by {@link #early}. */
    private final List<Coming> coming = new ArrayList<>();
    /** {@link #takeAll} has been called, of this engine. */
    private boolean takesAll;
    /** Sources whose messages a thread takes; guarded by {@link #early}. */
    private final Set<Integer> taken = new HashSet<>();

    /** @param tag of these messages, which those of others do not have */
    GroupMeetings(Engine engine, int tag) {
        this.engine = engine;
        this.tag = tag;
    }

    /** The rank goes on with another engine. */
    void follow(Engine next) {
        engine = next;
        takesAll = false;
        synchronized (early) {
            coming.clear();
        }
    }

    /**
     * A process has failed, or a communicator was revoked. From now on messages are taken as they come: nobody else may take them any more,
     * and those who have sent them wait for that. Called under the lock of progress.
     */
    void takeAll() {
        if (!takesAll) {
            takesAll = true;
            engine.progress().start(new Taking());
        }
    }

    /**
     * Combines the words of the members of a group, in place: the bitwise and, over a binomial tree up to the first member and down again.
     *
     * @param group world ranks
     * @param place this rank's among them
     * @param watch throws what ends the waits
     */
    void and(MeetingKey key, int[] group, int place, long[] words, Runnable watch) {
        int bit = 1;
        while (bit < group.length && (place & bit) == 0) {
            if (place + bit < group.length) {
                long[] theirs = receive(key, group[place + bit], watch);
                for (int i = 0; i < words.length; i++) {
                    words[i] &= theirs[i];
                }
            }
            bit <<= 1;
        }
        if (place != 0) {
            send(key, group[place - bit], words, watch);
            System.arraycopy(receive(key, group[place - bit], watch), 0, words, 0, words.length);
        }
        for (bit >>= 1; bit > 0; bit >>= 1) {
            if (place + bit < group.length) {
                send(key, group[place + bit], words, watch);
            }
        }
    }

    /**
     * Numbers that the leader of a group tells the other members.
     *
     * @param leader its place in the group
     * @param self this process's world rank
     * @param numbers matter at the leader only
     * @param watch throws what ends the waits
     */
    int[] tell(MeetingKey key, int[] group, int leader, int self, int[] numbers, Runnable watch) {
        if (group[leader] != self) {
            long[] words = receive(key, group[leader], watch);
            return Arrays.stream(words).mapToInt(Math::toIntExact).toArray();
        }
        long[] words = Arrays.stream(numbers).asLongStream().toArray();
        for (int rank : group) {
            if (rank != self) {
                send(key, rank, words, watch);
            }
        }
        return numbers;
    }

    private void send(MeetingKey key, int dest, long[] words, Runnable watch) {
        SendOp op = start(key, dest, words);
        for (int fruitless = 0; !op.isDone(); ) {
            watch.run();
            fruitless = engine.progress().advance(fruitless);
        }
        engine.sending().recycle(op);
    }

    /** Starts a send. */
    SendOp start(MeetingKey key, int dest, long[] words) {
        return engine.sending().startSend(Engine.MEETINGS, dest, tag, Sending.STANDARD, longs(message(key, words)));
    }

    /** Waits until a send is complete. */
    void end(SendOp send) {
        engine.progress().await(send);
        engine.sending().recycle(send);
    }

    private static long[] message(MeetingKey key, long[] words) {
        long[] message = new long[KEY_LONGS + words.length];
        message[0] = key.high();
        message[1] = key.low();
        System.arraycopy(words, 0, message, KEY_LONGS, words.length);
        return message;
    }

    /**
     * Waits for the next message of a rank with a key.
     *
     * @param watch throws what ends the wait
     */
    long[] receive(MeetingKey key, int source, Runnable watch) {
        Source wanted = new Source(source, key);
        for (int fruitless = 0; ; ) {
            boolean takes;
            synchronized (early) {
                long[] found = find(wanted);
                if (found != null) {
                    return found;
                }
                takes = coming.stream().noneMatch(one -> one.source == source) && taken.add(source);
            }
            if (takes) {
                take(wanted, watch);
            } else {
                watch.run();
                fruitless = engine.progress().advance(fruitless);
            }
        }
    }

    /** Takes messages of a source until one has come that is wanted; meanwhile no other thread takes any, so that they stay in order. */
    private void take(Source wanted, Runnable watch) {
        try {
            for (@Nullable MeetingKey key = null; !wanted.key.equals(key); ) {
                Unexpected message = engine.receiving().awaitProbe(Engine.MEETINGS, wanted.rank, tag, true, watch);
                key = keep(wanted.rank, words(message));
            }
        } finally {
            synchronized (early) {
                taken.remove(wanted.rank);
            }
        }
    }

    private long[] words(Unexpected message) {
        int source = message.source();
        long[] words = new long[(int) (message.length() / Long.BYTES)];
        PostedRecv op = engine.receiving().startReceiveOf(message, longs(words));
        engine.progress().await(op, source);
        String lost = op.lost();
        engine.receiving().recycle(op);
        if (lost != null) {
            throw new EngineException(ErrorClass.PROC_FAILED, lost);
        }
        return words;
    }

    private MeetingKey keep(int source, long[] message) {
        MeetingKey key = new MeetingKey(message[0], message[1]);
        long[] words = Arrays.copyOfRange(message, KEY_LONGS, message.length);
        synchronized (early) {
            early.computeIfAbsent(new Source(source, key), any -> new ArrayDeque<>())
                    .add(words);
        }
        return key;
    }

    /**
     * The next message that is wanted and has come, of any rank; null if there is none. It waits for nothing, and takes nothing that
     * a thread waits for. Called under the lock of progress, again and again while {@link #isPolling}.
     */
    @Nullable
    Said poll(BiPredicate<MeetingKey, long[]> wanted) {
        synchronized (early) {
            for (Unexpected message = arrived(); message != null; message = arrived()) {
                long[] words = new long[(int) (message.length() / Long.BYTES)];
                coming.add(
                        new Coming(message.source(), engine.receiving().startReceiveOf(message, longs(words)), words));
            }
            coming.removeIf(this::hasCome);
            for (Map.Entry<Source, Queue<long[]>> one : early.entrySet()) {
                Source source = one.getKey();
                if (wanted.test(source.key, one.getValue().element())) {
                    return new Said(source.rank, source.key, Objects.requireNonNull(find(source)));
                }
            }
            return null;
        }
    }

    /** True if {@link #poll} has begun to take messages. */
    boolean isPolling() {
        synchronized (early) {
            return !coming.isEmpty();
        }
    }

    private boolean hasCome(Coming one) {
        boolean isDone = one.op.isDone();
        if (isDone && one.op.lost() == null) {
            MeetingKey kept = keep(one.source, one.words);
        }
        if (isDone) {
            engine.receiving().recycle(one.op);
        }
        return isDone;
    }

    private @Nullable Unexpected arrived() {
        return taken.isEmpty() ? engine.receiving().take(Engine.MEETINGS, PostedRecv.ANY, tag) : null;
    }

    private long @Nullable [] find(Source wanted) {
        Queue<long[]> queue = early.get(wanted);
        long[] words = queue == null ? null : queue.poll();
        if (queue != null && queue.isEmpty()) {
            early.remove(wanted);
        }
        return words;
    }

    private static Data longs(long[] words) {
        return Data.of(words, 0, words.length, LONGS);
    }
}
