package org.bipj.mpi.partitioned;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bipj.core.channel.SendOp;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.engine.Engine;
import org.bipj.mpi.engine.Progress;
import org.bipj.mpi.engine.Receiving;
import org.bipj.mpi.engine.Sending;
import org.bipj.mpi.match.Envelope;
import org.bipj.mpi.match.PostedRecv;
import org.jspecify.annotations.Nullable;

/**
 * The partitioned operations of a rank, and how both sides of one find each other. A sender that prepares one announces it to its receiver:
 * context, tag, how many partitions of how many bytes, and the tags that their messages have. A rank's announcements to another one keep
 * their order, and each goes to the first receive of its context and tag that has none, in the order in which the receives were prepared.
 * From then on each partition is a message of its own, for which the receiver posts a receive at each start.
 *
 * <p>All these messages are in the context {@link Envelope#PARTITIONED}. Ranks in this package are world ranks.
 */
public final class Partitions {
    private static final int CONTEXT = Envelope.PARTITIONED;
    private static final int ANNOUNCEMENT_TAG = 0;
    private static final int FIRST_TAG = 1;
    private static final int ANNOUNCEMENT_BYTES = 5 * Long.BYTES;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    /**
     * What a sender says of its operation.
     *
     * @param tag that the program has given
     * @param firstTag tag of the messages of the first partition; the others follow
     * @param bytes of a partition
     */
    record Announcement(int context, int tag, int firstTag, int partitions, long bytes) {
        byte[] encoded() {
            byte[] message = new byte[ANNOUNCEMENT_BYTES];
            MemorySegment words = MemorySegment.ofArray(message);
            long[] values = {context, tag, firstTag, partitions, bytes};
            MemorySegment.copy(MemorySegment.ofArray(values), ValueLayout.JAVA_LONG, 0, words, LONG, 0, values.length);
            return message;
        }

        static Announcement of(byte[] message) {
            MemorySegment words = MemorySegment.ofArray(message);
            long[] values = words.toArray(LONG);
            return new Announcement((int) values[0], (int) values[1], (int) values[2], (int) values[3], values[4]);
        }
    }

    /** What comes from one rank. */
    private static final class Source {
        /** Receives without an announcement, in the order in which they were prepared. */
        final List<PartitionedReceive> waiting = new ArrayList<>();
        /** Announcements for which no receive has been prepared. */
        final ArrayDeque<Announcement> early = new ArrayDeque<>();

        final byte[] message = new byte[ANNOUNCEMENT_BYTES];
        /** Receive of the next announcement; null: none is posted. */
        @Nullable
        PostedRecv posted;
    }

    private final Engine engine;
    private final Sending sending;
    private final Receiving receiving;
    private final Progress progress;
    private final Map<Integer, Source> sources = new HashMap<>();
    /** Tags that prepared sends use: the first, and how many. */
    private final TreeMap<Integer, Integer> tags = new TreeMap<>();

    private int nextTag = FIRST_TAG;
    /** Announcements on their way, by the first tags of the sends. */
    private final Map<Integer, SendOp> announcing = new HashMap<>();

    /** The partitioned operations of the rank of an engine. */
    public Partitions(Engine engine) {
        this.engine = engine;
        sending = engine.sending();
        receiving = engine.receiving();
        progress = engine.progress();
    }

    /**
     * Prepares a send (MPI_Psend_init).
     *
     * @param context the communicator's
     * @param dest PROC_NULL, which is negative, for none
     * @param first the first partition; the others lie behind it
     */
    public PartitionedSend send(int context, int dest, int tag, Data first, int partitions) {
        progress.enter();
        try {
            endAnnouncements();
            int firstTag = dest < 0 ? FIRST_TAG : takeTags(partitions);
            PartitionedSend send = new PartitionedSend(this, context, dest, firstTag, first.copy(), partitions);
            if (dest >= 0) {
                Announcement words = new Announcement(context, tag, firstTag, partitions, first.bytes());
                Data message = Data.of(words.encoded(), 0, ANNOUNCEMENT_BYTES, TypeLayout.BYTE);
                announcing.put(firstTag, sending.startSend(CONTEXT, dest, ANNOUNCEMENT_TAG, Sending.STANDARD, message));
            }
            return send;
        } finally {
            progress.exit();
        }
    }

    /** Prepares a receive (MPI_Precv_init). Arguments as those of {@link #send}. */
    public PartitionedReceive receive(int context, int source, int tag, Data first, int partitions) {
        progress.enter();
        try {
            PartitionedReceive receive = new PartitionedReceive(this, source, context, tag, first.copy(), partitions);
            if (source >= 0) {
                Source from = sources.computeIfAbsent(source, rank -> new Source());
                from.waiting.add(receive);
                match(source);
            }
            return receive;
        } finally {
            progress.exit();
        }
    }

    Payload newPayload() {
        return engine.newPayload();
    }

    Progress progress() {
        return progress;
    }

    Sending sending() {
        return sending;
    }

    Receiving receiving() {
        return receiving;
    }

    /** Gives each announcement of a rank its receive, as far as both are there; under the lock. */
    void match(int source) {
        Source from = sources.get(source);
        if (from == null) {
            return;
        }
        from.early.removeIf(words -> isTaken(from, words));
        while (!from.waiting.isEmpty()) {
            if (from.posted == null) {
                Data message = Data.of(from.message, 0, ANNOUNCEMENT_BYTES, TypeLayout.BYTE);
                from.posted = receiving.startReceive(CONTEXT, source, ANNOUNCEMENT_TAG, message);
            }
            PostedRecv posted = from.posted;
            if (!posted.isDone()) {
                return;
            }
            from.posted = null;
            if (posted.lost() != null) {
                String why = posted.lost();
                from.waiting.forEach(receive -> receive.fail(new EngineException(ErrorClass.PROC_FAILED, why)));
                from.waiting.clear();
                receiving.recycle(posted);
                return;
            }
            receiving.recycle(posted);
            Announcement words = Announcement.of(from.message);
            if (!isTaken(from, words)) {
                from.early.add(words);
            }
        }
    }

    private static boolean isTaken(Source from, Announcement words) {
        for (Iterator<PartitionedReceive> all = from.waiting.iterator(); all.hasNext(); ) {
            if (all.next().take(words)) {
                all.remove();
                return true;
            }
        }
        return false;
    }

    private void endAnnouncements() {
        for (Iterator<SendOp> all = announcing.values().iterator(); all.hasNext(); ) {
            SendOp op = all.next();
            if (op.isDone()) {
                all.remove();
                recycleQuietly(op);
            }
        }
    }

    /** The loss of an announcement is not reported: those of the partitions are. */
    private void recycleQuietly(SendOp op) {
        if (op.refusal() != SendOp.LOST) {
            sending.recycle(op);
        }
    }

    /** The first of so many tags in a row that no prepared send uses. */
    private int takeTags(int number) {
        int wanted = Math.max(number, 1);
        for (int looks = 0; looks <= tags.size() + 1; looks++) {
            if (nextTag < FIRST_TAG || nextTag > Integer.MAX_VALUE - wanted) {
                nextTag = FIRST_TAG;
            }
            Map.Entry<Integer, Integer> before = tags.lowerEntry(nextTag + wanted);
            if (before == null || before.getKey() + before.getValue() <= nextTag) {
                int first = nextTag;
                tags.put(first, wanted);
                nextTag += wanted;
                return first;
            }
            nextTag = before.getKey() + before.getValue();
        }
        throw new EngineException(
                ErrorClass.OTHER,
                tags.size() + " partitioned sends of this rank leave no room for another one of " + number
                        + " partitions");
    }

    /** A prepared send has been freed; under the lock. */
    void free(int firstTag) {
        tags.remove(firstTag);
    }

    /** Nobody receives the announcement of a send any more; under the lock. */
    void takeBack(int firstTag) {
        SendOp announcement = announcing.remove(firstTag);
        if (announcement != null) {
            sending.takeBack(CONTEXT, announcement);
        }
    }
}
