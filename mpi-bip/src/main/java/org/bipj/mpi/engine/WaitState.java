package org.bipj.mpi.engine;

import java.util.List;
import org.bipj.core.channel.Channel;
import org.bipj.core.channel.SendOp;
import org.bipj.core.nic.NicPort;
import org.bipj.mpi.match.Envelope;
import org.bipj.mpi.match.PostedRecv;

/**
 * What a rank waits for, and what it has exchanged with others: for the checker. Nothing is counted for it; it reads the queues of
 * matching and the credits of the channel. To be called by the rank's own thread, where one at a time calls.
 *
 * <p>All messages from {@code s} have arrived at {@code r} if {@code s.spent(r)} equals {@code r.held()[s]}, and {@code
 * s.unfinished(r)} the number of messages that {@code r} has {@linkplain #announced announced} from {@code s}. The sender has spent
 * the credits of short messages that the receiver holds or has not returned yet, and of those that are under way; its unfinished
 * long messages lie announced at the receiver, or are under way.
 */
public final class WaitState {
    private NicPort port;
    private Channel channel;
    private Progress progress;
    private Receiving receiving;

    WaitState(NicPort port, Channel channel, Progress progress, Receiving receiving) {
        this.port = port;
        this.channel = channel;
        this.progress = progress;
        this.receiving = receiving;
    }

    /** From now on the state is that of these. */
    void follow(NicPort port, Channel channel, Progress progress, Receiving receiving) {
        this.port = port;
        this.channel = channel;
        this.progress = progress;
        this.receiving = receiving;
    }

    /** The time of the port, in nanoseconds. */
    public long now() {
        return port.now();
    }

    /** True if time is virtual: one rank at a time runs, and one that waits does nothing until something arrives. */
    public boolean isVirtual() {
        return port.virtualTime() != null;
    }

    /** Receives what has arrived; returns how much. */
    public int receive() {
        return channel.progress();
    }

    /** Credits for short messages to a rank that have not come back. */
    public int spent(int peer) {
        return channel.spent(peer);
    }

    /** Sends to a rank that are not done. */
    public int unfinished(int peer) {
        return channel.unfinishedSends(peer);
    }

    /** Sends to a rank that are not done, with this context and tag. */
    public int unfinished(int peer, int context, int tag) {
        int number = 0;
        for (SendOp op : channel.unfinishedSends()) {
            boolean isSame = op.peer() == peer
                    && Envelope.context(op.envelope()) == context
                    && Envelope.tag(op.envelope()) == tag;
            number += isSame ? 1 : 0;
        }
        return number;
    }

    /** True if the current call waits for a send with this destination, context and tag. */
    public boolean awaitsSend(int peer, int context, int tag) {
        return progress.awaited() instanceof SendOp op
                && !op.isDone()
                && op.peer() == peer
                && Envelope.context(op.envelope()) == context
                && Envelope.tag(op.envelope()) == tag;
    }

    /** By rank the credits of its messages that this rank holds unreceived or has not returned. */
    public int[] held() {
        int[] credits = new int[port.size()];
        receiving.addHeld(credits);
        for (int source = 0; source < credits.length; source++) {
            credits[source] += channel.owed(source);
        }
        return credits;
    }

    /** True if what a call of this rank waits for may be here, and waits until it is decided: then it waits for no other rank. */
    public boolean isHeld() {
        FreeChoices open = receiving.open();
        return open != null && open.holds();
    }

    /** Messages from all ranks that wait here to be accepted. */
    public List<Unreceived> announced() {
        return receiving.announced();
    }

    /**
     * True if a receive or a waiting probe with these arguments has not matched a message.
     *
     * @param source world rank; negative for any
     * @param tag negative for any
     */
    public boolean isUnmatched(int context, int source, int tag) {
        return receiving.isUnmatched(context, source < 0 ? PostedRecv.ANY : source, tag < 0 ? PostedRecv.ANY : tag);
    }
}
