package org.bipj.bip;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import org.bipj.bip.BipException.Reason;
import org.bipj.core.channel.Arrival;
import org.bipj.core.channel.Channel;
import org.bipj.core.channel.ChannelClient;
import org.bipj.core.nic.HostTime;
import org.bipj.core.nic.HostWork;
import org.bipj.core.payload.SegmentCache;
import org.jspecify.annotations.Nullable;

/** A node's receiving side: the queues of its tags, and the channel's deliveries for them. */
final class ReceiveSide implements ChannelClient {
    private final Channel channel;
    private final HostTime time;
    private final QueueCredits credits;
    private final int self;
    private final int smallSize;
    private final SegmentCache cache;
    private final IntSupplier push;
    private final TagQueue[] tags = new TagQueue[Bip.MAX_TAG + 1];

    /**
     * A side that has received nothing.
     *
     * @param smallSize longest short message, in words
     * @param push sends what this node holds back; returns the messages that have left
     */
    ReceiveSide(
            Channel channel,
            int self,
            HostTime time,
            QueueCredits credits,
            int smallSize,
            SegmentCache cache,
            IntSupplier push) {
        this.channel = channel;
        this.time = time;
        this.credits = credits;
        this.smallSize = smallSize;
        this.cache = cache;
        this.push = push;
        this.self = self;
    }

    private TagQueue queue(int tag) {
        ArgumentChecks.tag(self, tag);
        if (tags[tag] == null) {
            tags[tag] = new TagQueue(smallSize, cache);
        }
        return tags[tag];
    }

    @Override
    public boolean leavesUnread(int peer) {
        for (TagQueue queue : tags) {
            if (queue != null && peer != self && queue.hasFrom(peer)) {
                return true;
            }
        }
        return false;
    }

    // ---- calls of the user --------------------------------------------------------------------------------

    /** Begins to receive a message of a tag into the user's buffer. */
    void post(int tag, int[] buf, int maxlength) {
        TagQueue queue = queue(tag);
        ArgumentChecks.length(self, buf, maxlength);
        checkNotPending(queue, tag);
        queue.pending = true;
        queue.buffer = buf;
        queue.maxLength = maxlength;
        queue.received = -1;
        queue.failure = null;
        TagQueue.Stored stored = queue.first();
        if (stored != null) {
            queue.take();
            deliver(queue, tag, stored.node, MemorySegment.ofArray(stored.words), 0, stored.length);
            queue.recycle(stored);
            credits.taken(stored.node, tag, stored.length);
        } else if (maxlength > smallSize && channel.postsReceives()) {
            queue.receive.set(buf, 0, maxlength, Bip.WORD);
            channel.postReceive(queue.receive, tag);
            queue.posted = true;
            return;
        }
        time.charge(HostWork.BIP_RECEIVE);
    }

    /** Ends a receive if it is complete: its length in words, else -1. */
    int end(int tag) {
        TagQueue queue = queue(tag);
        if (!queue.pending) {
            throw new BipException(
                    Reason.BAD_ARGUMENT, "node " + self + " waits for tag " + tag + ", on which no receive is pending");
        }
        if (!queue.isComplete()) {
            return -1;
        }
        if (queue.posted) {
            queue.posted = false;
            queue.received = (int) (queue.receive.received() / 4);
            queue.source = queue.receive.sender();
        }
        queue.pending = false;
        queue.buffer = null;
        queue.receive.clear();
        if (queue.failure != null) {
            throw queue.failure;
        }
        return queue.received;
    }

    /** The receives that are not complete, in words. */
    List<String> outstanding() {
        List<String> all = new ArrayList<>();
        for (int tag = 0; tag < tags.length; tag++) {
            TagQueue queue = tags[tag];
            if (queue != null && queue.pending && !queue.isComplete()) {
                all.add(
                        queue.received < 0
                                ? "a message with tag " + tag
                                : "the rest of a message from rank " + queue.source + " with tag " + tag);
            }
        }
        return all;
    }

    /** The node that the message came from that was received last with a tag. */
    int source(int tag) {
        return queue(tag).source;
    }

    /** True if a receive with these arguments would find a short message. */
    boolean hasShort(int tag, int[] buf, int maxlength) {
        TagQueue queue = queue(tag);
        ArgumentChecks.length(self, buf, maxlength);
        checkNotPending(queue, tag);
        return queue.first() != null;
    }

    /** Lends the oldest short message; null if there is none. */
    Bip.@Nullable Message lend(int tag) {
        TagQueue queue = queue(tag);
        if (queue.pending || queue.lent != null) {
            throw new BipException(
                    Reason.RECEIVE_PENDING,
                    "node " + self + " asks for a message with tag " + tag + ", on which "
                            + (queue.pending ? "a receive is pending" : "a message has not been freed"));
        }
        if (queue.first() == null) {
            return null;
        }
        queue.lent = queue.take();
        return new Bip.Message(queue.lent.words, queue.lent.length, queue.lent.node);
    }

    /** Takes back a message that was lent to the user. */
    void free(int tag) {
        TagQueue queue = queue(tag);
        TagQueue.Stored lent = queue.lent;
        if (lent == null) {
            throw new BipException(
                    Reason.BAD_ARGUMENT, "node " + self + " frees a message of tag " + tag + ", of which it has none");
        }
        queue.lent = null;
        queue.recycle(lent);
        credits.taken(lent.node, tag, lent.length);
    }

    private void checkNotPending(TagQueue queue, int tag) {
        if (queue.pending) {
            throw new BipException(
                    Reason.RECEIVE_PENDING,
                    "node " + self + " receives with tag " + tag + ", on which a receive is pending");
        }
    }

    // ---- deliveries of the channel -----------------------------------------------------------------------------

    @Override
    public boolean onShort(int peer, long envelope, MemorySegment memory, long at, int length) {
        int tag = (int) envelope;
        if (QueueCredits.isReturn(envelope)) {
            credits.of(peer, tag).refill(memory.get(JAVA_INT, at));
            return true;
        }
        TagQueue queue = queue(tag);
        if (queue.pending && queue.received < 0 && isOurs(queue)) {
            deliver(queue, tag, peer, memory, at, length / 4);
            credits.of(peer, tag).passed(length / 4);
        } else {
            queue.store(peer, memory, at, length / 4);
            time.chargeCopy(length);
            credits.of(peer, tag).stored(length / 4);
        }
        credits.returnIfDue(peer, tag);
        return true;
    }

    /** Takes the pending receive back from the network interface, unless a long message has begun to arrive in it. */
    private boolean isOurs(TagQueue queue) {
        if (queue.posted) {
            queue.posted = !channel.unpost(queue.receive);
        }
        return !queue.posted;
    }

    @Override
    public int push() {
        return push.getAsInt();
    }

    @Override
    public int onUnposted(int peer, int tag, long bytes) {
        TagQueue queue = queue(tag);
        if (!queue.pending || queue.received >= 0 || bytes <= 4L * queue.maxLength || !isOurs(queue)) {
            return Reason.NOT_POSTED.ordinal();
        }
        failTooLong(queue, tag, peer, bytes);
        return Reason.TOO_LONG.ordinal();
    }

    @Override
    public void onLong(Arrival arrival) {
        int tag = (int) arrival.envelope();
        TagQueue queue = queue(tag);
        if (!queue.pending || queue.received >= 0) {
            channel.refuse(arrival, Reason.NOT_POSTED.ordinal());
        } else if (arrival.length() > 4L * queue.maxLength) {
            failTooLong(queue, tag, arrival.peer(), arrival.length());
            channel.refuse(arrival, Reason.TOO_LONG.ordinal());
        } else {
            queue.source = arrival.peer();
            queue.received = (int) (arrival.length() / 4);
            queue.receive.set(queue.buffer, 0, queue.received, Bip.WORD);
            channel.accept(arrival, queue.receive, arrival.length());
        }
    }

    private void deliver(TagQueue queue, int tag, int node, MemorySegment memory, long at, int words) {
        queue.source = node;
        queue.receive.done(true);
        if (words > queue.maxLength) {
            queue.received = 0;
            queue.failure = tooLong(queue, tag, node, words);
        } else {
            MemorySegment.copy(memory, JAVA_INT, at, queue.buffer, 0, words);
            time.chargeCopy(4L * words);
            queue.received = words;
        }
    }

    private void failTooLong(TagQueue queue, int tag, int peer, long bytes) {
        queue.source = peer;
        queue.received = 0;
        queue.receive.done(true);
        queue.failure = tooLong(queue, tag, peer, bytes / 4);
    }

    private BipException tooLong(TagQueue queue, int tag, int node, long words) {
        return new BipException(
                Reason.TOO_LONG,
                "a message of " + words + " words from node " + node + " with tag " + tag
                        + " is longer than the buffer of " + queue.maxLength + " words that node " + self + " posted");
    }
}
