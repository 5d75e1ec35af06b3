package org.bipj.core.protocol.tcp;

/**
 * The parameters of TCP. Times are in the caller's unit.
 *
 * @param segment most bytes of data in a segment: the MTU less the headers of IP and TCP
 * @param sendBuffer bytes that a program may have written and the peer not acknowledged
 * @param receiveBuffer bytes that may have arrived and the program not read; at most 65,535 of them are announced
 * @param initialSegments segments that may be on their way at first (RFC 5681, 3.1)
 * @param quickAcknowledgements segments of data that a new connection acknowledges at once
 * @param delayedAcknowledgement longest delay of another acknowledgement: less than half a second (RFC 1122, 4.2.3.2)
 * @param firstTimeout retransmission timeout before the first measurement (RFC 6298, 2.1)
 * @param leastTimeout the shortest retransmission timeout (RFC 6298, 2.4)
 * @param longestTimeout the longest one (RFC 6298, 2.5)
 * @param granularity of the clock that times are measured by: G (RFC 6298, 2)
 * @param timeWait two maximum segment lifetimes: how long a closed connection is remembered
 * @param connectTries how often a SYN is repeated
 * @param tries how often data are repeated, or a closed window is probed, without any answer
 */
public record TcpSettings(
        int segment,
        int sendBuffer,
        int receiveBuffer,
        int initialSegments,
        int quickAcknowledgements,
        long delayedAcknowledgement,
        long firstTimeout,
        long leastTimeout,
        long longestTimeout,
        long granularity,
        long timeWait,
        int connectTries,
        int tries) {
    /** These settings with other buffers. */
    public TcpSettings withBuffers(int send, int receive) {
        return new TcpSettings(
                segment,
                send,
                receive,
                initialSegments,
                quickAcknowledgements,
                delayedAcknowledgement,
                firstTimeout,
                leastTimeout,
                longestTimeout,
                granularity,
                timeWait,
                connectTries,
                tries);
    }

    /** Checks what would keep a connection from ever moving. */
    public TcpSettings {
        if (segment < 1 || sendBuffer < 1 || receiveBuffer < 1 || initialSegments < 1) {
            throw new IllegalArgumentException("TCP with segments of " + segment + " bytes, buffers of " + sendBuffer
                    + " and " + receiveBuffer + " bytes and " + initialSegments
                    + " segments at first; expected 1 or more of each");
        }
        if (leastTimeout < 1 || firstTimeout < leastTimeout || longestTimeout < firstTimeout) {
            throw new IllegalArgumentException("TCP with timeouts from " + leastTimeout + " by " + firstTimeout + " to "
                    + longestTimeout + "; expected 1 or more, in this order");
        }
    }
}
