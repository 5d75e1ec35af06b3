package org.bipj.core.nic;

/**
 * The facet of network interfaces that know endpoints (virtual networks paper, section 2): many queues of messages on one
 * port, each protected from the others by its tag, and none held up by another one that is not polled. What it knows of a
 * message is where it goes, whether it is a request or a reply, and how long it is. Credits of requests, handlers, tables
 * of translations, bundles and events are the library's above it; retransmission, logical channels and residency belong
 * to the network interface below.
 *
 * <p>Requests and replies have entries of their own at both ends: a reply never waits for what requests occupy.
 *
 * <p>A message is delivered at most once. One that cannot be delivered comes back to its sender ({@link
 * EndpointSink#onReturned}). A receiver without a free entry refuses a message for the time being; the network interface
 * of the sender keeps that and sends it again, which its owner sees as an endpoint without room. No order is promised.
 */
public interface Endpoints {
    /** Messages that ask, and may be answered once. */
    int REQUEST = 0;

    /**
     * Messages that answer. Their tag is not compared with the endpoint's: it has asked for them, and a tag that has
     * changed meanwhile must not cost it the credit of its request. Its library sends no more requests than it has room
     * for replies, returned ones included.
     */
    int REPLY = 1;

    /** A message came back: no endpoint has the name that it was sent to, in that generation. It was not delivered. */
    int NO_ENDPOINT = 1;

    /** A request came back: its tag is not the receiving endpoint's. It was not delivered. */
    int WRONG_TAG = 2;

    /**
     * A message came back: there is no route, or the peer's network interface has not answered for long (section 2.3:
     * 255 silent tries). It may have been delivered.
     */
    int UNREACHABLE = 3;

    /** The first reason that is the library's own, with which its sink sends messages back. */
    int FIRST_OWN_REASON = 16;

    /** The tag of endpoints that accept no request; each endpoint has it when it is opened. */
    long NO_TAG = 0;

    /** The tag of endpoints that accept every request. */
    long ANY_TAG = 1;

    /**
     * Sizes of every endpoint, constant for the life of the port.
     *
     * @param words most argument words (32 bits each) of a message
     * @param dataBytes most bytes of data that go with them: the longest medium message
     * @param sendEntries messages of each kind that may be committed and not yet gone
     * @param receiveEntries messages of each kind that wait to be polled, before further ones are refused
     * @param endpoints most endpoints that one rank can open
     * @param resident of these, how many the network interface serves at once; others wait for their turn
     */
    record Limits(int words, int dataBytes, int sendEntries, int receiveEntries, int endpoints, int resident) {}

    /** Sizes of every endpoint. */
    Limits limits();

    /** A group without endpoints. */
    EndpointGroup group();

    /**
     * Opens an endpoint. Its number is the smallest that is free, its generation one that this number has not had. It
     * accepts no requests until it has a tag.
     *
     * @param group the group in which it is polled at first; of this network interface
     * @param sink takes what comes for it
     * @throws PortException if the network interface has no room for another one
     */
    Endpoint open(EndpointGroup group, EndpointSink sink);
}
