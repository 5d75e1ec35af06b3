package org.bipj.bip;

import java.util.Arrays;
import java.util.Map;
import org.bipj.core.channel.Channel;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;

/** The credits of each tag's queue with each node, and the messages that give them back. */
final class QueueCredits {
    /** Marks the envelope of a message that gives credits back. */
    private static final long CREDIT = 1L << 32;

    private final Channel channel;
    private final int smallSize;
    private final Map<Integer, Integer> capacities;
    /** The credits of each node and tag. */
    private final TagCredits[][] credits;

    private final Payload payload;
    private final int[] word = new int[1];
    /** Nodes and tags whose credits could not be returned yet for lack of room. */
    private long[] owing = new long[8];

    private int owings;

    /**
     * Full credits.
     *
     * @param smallSize longest short message, in words
     * @param capacities by tag the credits of queues that have not the default capacity
     */
    QueueCredits(Channel channel, int nodes, int smallSize, Map<Integer, Integer> capacities, SegmentCache cache) {
        this.channel = channel;
        this.smallSize = smallSize;
        this.capacities = capacities;
        credits = new TagCredits[nodes][];
        payload = new Payload(cache);
    }

    /** The credits of one queue with one node. */
    TagCredits of(int node, int tag) {
        if (credits[node] == null) {
            credits[node] = new TagCredits[Bip.MAX_TAG + 1];
        }
        if (credits[node][tag] == null) {
            int largest = TagCredits.cost(smallSize);
            credits[node][tag] = new TagCredits(capacities.getOrDefault(tag, Bip.DEFAULT_QUEUE * largest), largest);
        }
        return credits[node][tag];
    }

    /** True if this is the envelope of a message that gives credits back. */
    static boolean isReturn(long envelope) {
        return (envelope & CREDIT) != 0;
    }

    /** A short message has left its queue. */
    void taken(int node, int tag, int words) {
        of(node, tag).taken(words);
        returnIfDue(node, tag);
    }

    /** Gives the credits of one queue back if it is time. */
    void returnIfDue(int node, int tag) {
        TagCredits to = of(node, tag);
        if (to.isDue() && !to.isOwing) {
            to.isOwing = true;
            if (owings == owing.length) {
                owing = Arrays.copyOf(owing, 2 * owings);
            }
            owing[owings++] = (long) node << 32 | tag;
            returnOwed();
        }
    }

    /** True if credits are due that found no room yet. */
    boolean isOwing() {
        return owings > 0;
    }

    /** Gives back what is due, as far as there is room. */
    void returnOwed() {
        while (owings > 0) {
            int node = (int) (owing[owings - 1] >>> 32);
            int tag = (int) owing[owings - 1];
            TagCredits to = of(node, tag);
            word[0] = to.owed();
            payload.set(word, 0, 1, Bip.WORD);
            if (!channel.trySend(node, CREDIT | tag, payload)) {
                return;
            }
            to.returned();
            if (!to.isDue()) {
                to.isOwing = false;
                owings--;
            }
        }
    }
}
