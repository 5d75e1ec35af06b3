package org.bipj.core.nic;

/**
 * Endpoints that are polled and waited for together: what a bundle of Active Messages is to the network interface. Each
 * open endpoint is in one group. Like its port a group is called by one thread at a time.
 *
 * <p>The cost of a poll should depend on the endpoints that have something, not on those that are in the group.
 */
public interface EndpointGroup {
    /** Puts an open endpoint of the same rank into this group, and takes it out of the one that it was in. */
    void add(Endpoint endpoint);

    /**
     * Hands messages that have come for the group's endpoints, and those of their own that came back, to the sink of
     * each. Messages for endpoints of other groups stay where they are; the network goes on for all.
     *
     * @param limit at most about this many
     * @return number of messages delivered
     */
    int poll(int limit);

    /**
     * As {@link #poll}, for a caller that waits: it may look for less than a microsecond for messages, and deliver only the
     * next one.
     */
    default int pollWaiting(int limit) {
        return poll(limit);
    }

    /**
     * True if a poll would find a message, one that a sink did {@linkplain EndpointSink#NOT_NOW not take} included. A
     * rank that sleeps in {@link NicPort#idle} is woken when this becomes true.
     */
    boolean hasArrived();

    /**
     * How often an endpoint of the group has got a message while its receive queues were empty; never falls. A message
     * that a poll delivers as it arrives does not count. One that waits in an endpoint which is added counts.
     */
    long arrivals();

    /**
     * True if the network interface posts an event for a message that finds its endpoint empty, for which one thread of a
     * rank can wait while the others go on ({@link #awaitArrival}).
     */
    default boolean postsEvents() {
        return false;
    }

    /**
     * Blocks the calling thread until {@link #arrivals} differs from a value. Other threads of the rank go on, and may call
     * the port. Returns at once if it differs already.
     *
     * @param seen what {@link #arrivals} was before the caller polled: so no message is missed that has come since
     * @throws UnsupportedOperationException unless the network interface {@linkplain #postsEvents() posts events}
     */
    default void awaitArrival(long seen) {
        throw new UnsupportedOperationException("this network interface posts no events; poll, and idle");
    }
}
