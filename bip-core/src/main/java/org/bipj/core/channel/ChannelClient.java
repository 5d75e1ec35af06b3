package org.bipj.core.channel;

import java.lang.foreign.MemorySegment;

/**
 * The receiver of a channel's messages. Called from {@link Channel#progress} only; it may send and accept, but must not call progress.
 */
public interface ChannelClient {
    /**
     * A short message, in place.
     *
     * @param peer rank that sent it
     * @param envelope the sender's envelope, whose meaning is the client's
     * @param memory packet memory, valid only during the call
     * @param at first byte of the payload in {@code memory}
     * @param length bytes of payload
     * @return true if the client is done with it; false if it holds a copy and will call {@link Channel#consumed} later
     */
    boolean onShort(int peer, long envelope, MemorySegment memory, long at, int length);

    /**
     * A long message is announced. The client calls {@link Channel#accept}, now or later.
     *
     * @param arrival what is announced; the client's until accepted
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
     * Sends messages that the client itself holds back until there is room or credit. Called in the rounds of progress of the
     * rank's other clients, whose waits must not hold up this one.
     *
     * @return messages that have left
     */
    default int push() {
        return 0;
    }

    /**
     * A peer has failed: nothing comes from it any more. Sends to it that were not done are done with the refusal {@link
     * SendOp#LOST}, receives of its long messages {@linkplain RecvOp#lose lost}; what is posted to it later throws a {@link
     * org.bipj.core.nic.PeerFailedException}.
     *
     * @param why which rank on which host, and the reason
     * @return false if the client cannot live with that: the channel's error hook is then told
     */
    default boolean onFailure(int peer, String why) {
        return false;
    }

    /**
     * A long message came for a receive that is not posted, or whose payload is too short. It is dropped.
     *
     * @param peer rank that sent it
     * @param name the name given to {@link Channel#sendReady}
     * @param bytes length of the message
     * @return reason for the refusal: the client's own number, not 0
     */
    default int onUnposted(int peer, int name, long bytes) {
        throw new IllegalStateException("rank " + peer + " sends " + bytes + " bytes into receive " + name
                + " of a client that posts no receives");
    }
}
