package org.bipj.core.nic;

import org.jspecify.annotations.Nullable;

/**
 * The facet of network interfaces that support endpoints (virtual networks paper, section 2): many message queues on one
 * port. Tags protect the queues from each other, and an endpoint that is not polled delays no other one. The network
 * interface handles a message by its destination, its kind (request or reply) and its length. The library above implements
 * credits of requests, handlers, translation tables, bundles and events; the network interface below implements
 * retransmission, logical channels and residency.
 *
 * <p>Requests and replies have separate entries at both ends, so that a reply never waits for an entry that a request
 * occupies.
 *
 * <p>A message is delivered at most once. A message that cannot be delivered is returned to its sender ({@link
 * EndpointSink#onReturned}). A receiver without a free entry refuses a message temporarily; the sender's network interface
 * keeps the message and sends it again, and until then its endpoint may have no room. The order of messages is undefined.
 */
public interface Endpoints {
    /** The kind of messages to which the receiver may reply, once. */
    int REQUEST = 0;

    /**
     * The kind of messages that reply to a request. Their tag is not compared with the endpoint's, because the endpoint has
     * requested them: if its tag changed in between, the credit of the request would be lost. The library sends no more
     * requests than there is room for replies, returned messages included.
     */
    int REPLY = 1;

    /** Reason of a returned message: its destination is closed, or was never open. It was not delivered. */
    int NO_ENDPOINT = 1;

    /** Reason of a returned request: its tag differs from the receiving endpoint's. It was not delivered. */
    int WRONG_TAG = 2;

    /**
     * Reason of a returned message: there is no route, or the peer's network interface has not acknowledged it (section 2.3:
     * after 255 tries). It may have been delivered.
     */
    int UNREACHABLE = 3;

    /** The first reason that the library defines itself, for messages that its sink returns. */
    int FIRST_OWN_REASON = 16;

    /** The tag of endpoints that accept no request; each endpoint has it when it is opened. */
    long NO_TAG = 0;

    /** The tag of endpoints that accept every request. */
    long ANY_TAG = 1;

    /**
     * Sizes of every endpoint, constant for the life of the port.
     *
     * @param words maximum number of argument words (32 bits each) of a message
     * @param dataBytes maximum number of data bytes beside them: the length of the longest medium message
     * @param sendEntries maximum number of committed messages of each kind that have not left
     * @param receiveEntries maximum number of messages of each kind that wait to be polled; further ones are refused
     * @param endpoints maximum number of endpoints that one rank can open
     * @param resident number of endpoints that the network interface serves at the same time; the others take turns
     */
    record Limits(int words, int dataBytes, int sendEntries, int receiveEntries, int endpoints, int resident) {}

    /** The sizes that all endpoints of this network interface have. */
    Limits limits();

    /**
     * What a network interface says that offers no more than the earliest ones: one endpoint for each rank, which accepts
     * every request ({@link #ANY_TAG}); no message comes back, so what the sink refuses ends the rank; each request is
     * answered by one reply of one entry before the sink returns, and that reply gives its credit back; no events.
     *
     * @param name of the network interface, for messages
     * @param window maximum number of requests to one rank that are not answered
     */
    record Restriction(String name, int window) {}

    /** What this network interface does not offer; null if it offers everything. */
    default @Nullable Restriction restriction() {
        return null;
    }

    /** Creates a group that has no endpoints yet. */
    EndpointGroup group();

    /**
     * Opens an endpoint. It gets the smallest free number, with a generation that this number has not had before. It accepts
     * no requests until it has a tag.
     *
     * @param group the group of this network interface in which the endpoint is polled at first
     * @param sink receives its messages
     * @throws PortException if the network interface has no room for another endpoint
     */
    Endpoint open(EndpointGroup group, EndpointSink sink);
}
