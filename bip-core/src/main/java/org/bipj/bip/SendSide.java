package org.bipj.bip;

import java.util.List;
import org.bipj.bip.BipException.Reason;
import org.bipj.core.channel.Channel;
import org.bipj.core.channel.SendOp;
import org.bipj.core.payload.SegmentCache;

/** A node's sending side: the one send that it may have pending. */
final class SendSide {
    private final Channel channel;
    private final QueueCredits credits;
    private final int self;
    private final int nodes;
    private final int smallSize;
    private final SendOp op;

    private boolean pending;
    /** The pending send is short and waits for room in its queue at the destination. */
    private boolean blocked;

    private int node;
    private int tag;
    private int number;

    /**
     * A side that sends nothing.
     *
     * @param smallSize longest short message, in words
     */
    SendSide(Channel channel, QueueCredits credits, int self, int nodes, int smallSize, SegmentCache cache) {
        this.channel = channel;
        this.credits = credits;
        this.self = self;
        this.nodes = nodes;
        this.smallSize = smallSize;
        op = new SendOp(cache);
    }

    /** Begins a send; returns its number. */
    int start(int dst, int withTag, int[] buf, int length) {
        check(dst, withTag, buf, length);
        op.set(buf, 0, length, Bip.WORD);
        node = dst;
        tag = withTag;
        pending = true;
        blocked = length <= smallSize;
        if (blocked) {
            op.beginLocally();
            tryShort();
        } else if (channel.postsReceives()) {
            channel.sendReady(op, dst, tag);
        } else {
            channel.post(op, dst, tag, true);
        }
        return ++number;
    }

    private void check(int dst, int withTag, int[] buf, int length) {
        ArgumentChecks.tag(self, withTag);
        ArgumentChecks.length(self, buf, length);
        if (dst == self) {
            throw new BipException(Reason.SEND_TO_SELF, "node " + dst + " sends to itself with tag " + withTag);
        }
        if (dst < 0 || dst >= nodes) {
            throw new BipException(
                    Reason.BAD_ARGUMENT, "node " + self + " sends to node " + dst + "; expected 0 to " + (nodes - 1));
        }
        if (pending) {
            throw new BipException(
                    Reason.SEND_PENDING,
                    "node " + self + " sends to node " + dst + " while its send to node " + node + " with tag " + tag
                            + " is pending");
        }
    }

    /** True if the pending message is a short one that found no room so far. */
    boolean isBlocked() {
        return blocked;
    }

    /** Sends the pending message if it is a short one that found no room so far; true if it has left. */
    boolean goOn() {
        return blocked && tryShort();
    }

    /**
     * Sends the pending short message if its queue has room and the channel takes it at once: a short message is never
     * announced, so none of its tag can overtake it.
     */
    private boolean tryShort() {
        TagCredits to = credits.of(node, tag);
        int words = (int) op.size() / 4;
        if (!to.allows(words) || !channel.trySend(node, tag, op)) {
            if (!channel.isDroppedBy(node)) {
                return false;
            }
            // Credits of the tag do not come back from a queue that is closed: what follows is dropped here.
        } else {
            to.spend(words);
        }
        blocked = false;
        op.completeLocally();
        return true;
    }

    /** The send that is not complete, in words. */
    List<String> outstanding() {
        return pending && !op.isDone()
                ? List.of("rank " + node + " to " + (blocked ? "make room for" : "receive") + " a message of "
                        + op.size() / 4 + " words with tag " + tag)
                : List.of();
    }

    /** The number of the last send. */
    int last() {
        return number;
    }

    /** True while a send is pending. */
    boolean isPending() {
        return pending;
    }

    /** Ends a send if it is complete; returns whether it is. */
    boolean end(int id) {
        if (id < 1 || id > number) {
            throw new BipException(Reason.BAD_ARGUMENT, "send " + id + "; expected the number of a send made before");
        }
        if (id < number || !pending) {
            return true;
        }
        if (!op.isDone()) {
            return false;
        }
        pending = false;
        op.clear();
        if (op.refusal() != 0) {
            throw refused(Reason.values()[op.refusal()]);
        }
        return true;
    }

    private BipException refused(Reason reason) {
        return new BipException(
                reason,
                "a message of " + op.size() / 4 + " words from node " + self + " to node " + node + " with tag " + tag
                        + (reason == Reason.NOT_POSTED
                                ? " was sent before its receive was posted"
                                : " is longer than the posted buffer"));
    }
}
