package org.bipj.core.nic;

import org.bipj.core.payload.Payload;

/**
 * The facet of network interfaces of the BIP kind: a long message goes into a receive that is posted at the network
 * interface before (BIP paper, section 3). Such a port needs no {@link RemoteMemory}.
 */
public interface PostedReceives {
    /**
     * Posts a receive: the next ready send with this name, from any peer, goes straight into {@code into}, and {@link
     * PacketSink#onReceived} reports its end. One receive at a time per name.
     *
     * @param name number on which sender and receiver agree, not negative
     * @param into the destination; unchanged until received or taken back
     * @param bytes how many of its first bytes a message may fill, at least 1
     * @param cookie the caller's own, not negative
     */
    void post(long name, Payload into, long bytes, long cookie);

    /** Takes a posted receive back. False if a message has begun to arrive in it, or none is posted. */
    boolean unpost(long name);

    /**
     * Sends the first {@code bytes} bytes of a payload into the receive that the peer has posted under a name. {@link
     * PacketSink#onCompletion} reports when all of it has arrived and the payload may change. If no receive is posted, or
     * one that is too short, nothing is stored, the peer's {@link PacketSink#onUnposted} is called, it is for the peer to
     * refuse, and no completion comes.
     *
     * @param cookie the caller's own, not negative; the peer sees it where it has to refuse
     */
    void readySend(int peer, long name, Payload from, long bytes, long cookie);
}
