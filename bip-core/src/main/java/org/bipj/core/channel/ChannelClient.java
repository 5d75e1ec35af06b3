package org.bipj.core.channel;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Receives the messages of a channel. {@link Channel#progress} calls these methods; they may send and accept messages, but must
 * not call {@code progress}.
 */
public interface ChannelClient {
    /**
     * Delivers a short message, in the memory of its packet.
     *
     * @param peer rank that sent it
     * @param envelope the sender's envelope, which only clients interpret
     * @param memory packet memory, valid only during the call
     * @param at first byte of the payload in {@code memory}
     * @param length bytes of payload
     * @return true if the client has consumed the message; false if it keeps a copy and calls {@link Channel#consumed} later
     */
    boolean onShort(int peer, long envelope, MemorySegment memory, long at, int length);

    /**
     * Announces a long message. The client calls {@link Channel#accept}, now or later.
     *
     * @param arrival describes the message; the client owns this object until it accepts the message
     */
    void onLong(Arrival arrival);

    /**
     * {@link #onLong(Arrival)} for a message whose announcement carries bytes of the client ({@link SendOp#head}).
     *
     * @param memory packet memory, valid only during the call
     * @param at first of these bytes in {@code memory}
     * @param bytes number of these bytes
     */
    default void onLong(Arrival arrival, MemorySegment memory, long at, int bytes) {
        throw new IllegalStateException("rank " + arrival.peer() + " announces a message with " + bytes
                + " bytes of a client that expects none");
    }

    /**
     * A sender {@linkplain Channel#withdraw withdraws} an announced message. The client gives it up if nothing has matched it so
     * far. One that it has accepted, refused or promised to a receive stays, and the send completes as usual.
     *
     * @param peer rank that has sent it
     * @param envelope its envelope
     * @param announcement {@linkplain Arrival#is identifies} it among the messages of this peer that the client has not accepted
     * @return the message, which the client uses no more; null if it stays, or is not here
     */
    default @Nullable Arrival withdraw(int peer, long envelope, long announcement) {
        return null;
    }

    /**
     * Sends messages that the client has queued until there is room or credit. The rank's other clients call this in their
     * rounds of progress, so that their waits do not delay this client.
     *
     * @return number of messages sent
     */
    default int push() {
        return 0;
    }

    /**
     * True if the client takes messages after its channel is closed, as long as other clients keep the port open: it answers
     * those that do not know that it has left. Others' messages are dropped then.
     */
    default boolean answersAfterClose() {
        return false;
    }

    /**
     * True if the client, whose channel is being closed, has short messages of a peer that nobody will receive. The peer is told once
     * the client has opened a channel again: it may be waiting for room.
     */
    default boolean leavesUnread(int peer) {
        return false;
    }

    /**
     * Reports that a peer has failed: no more messages arrive from it. Unfinished sends to it complete with the refusal {@link
     * SendOp#LOST}, and receives of its long messages are {@linkplain RecvOp#lose lost}. Later sends to it throw a {@link
     * org.bipj.core.nic.PeerFailedException}.
     *
     * @param why names the rank, its host and the reason
     * @return false if the client cannot continue without this peer; the failure then goes to the channel's error hook
     */
    default boolean onFailure(int peer, String why) {
        return false;
    }

    /**
     * Reports a long message whose receive is not posted, or whose receive has a payload that is too short. The channel drops
     * the message.
     *
     * @param peer rank that sent it
     * @param name the name given to {@link Channel#sendReady}
     * @param bytes length of the message
     * @return reason for the refusal: a number that the client defines, not 0
     */
    default int onUnposted(int peer, int name, long bytes) {
        throw new IllegalStateException("rank " + peer + " sends " + bytes + " bytes into receive " + name
                + " of a client that posts no receives");
    }
}
