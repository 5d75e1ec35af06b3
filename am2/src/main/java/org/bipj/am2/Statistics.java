package org.bipj.am2;

/**
 * Counts of what an endpoint has sent and received since it was allocated.
 *
 * @param requestsSent requests; a bulk message counts as one
 * @param repliesSent replies of handlers
 * @param requestsReceived requests whose handler has run
 * @param repliesReceived replies whose handler has run
 * @param creditsSent messages that did nothing but return credits of requests without a reply
 * @param returned messages that came back
 * @param refused messages that this endpoint has sent back
 * @param sentAgain transmissions of its messages after the first one each, by the network interface or the library: they were
 *     lost, damaged or not answered in time, or the destination had no room; pieces of a bulk message count one by one
 * @param bytesSent bytes of data of medium and bulk messages
 * @param bytesReceived bytes of data of medium and bulk messages that were delivered
 * @param outstanding requests that are not answered now
 */
public record Statistics(
        long requestsSent,
        long repliesSent,
        long requestsReceived,
        long repliesReceived,
        long creditsSent,
        long returned,
        long refused,
        long sentAgain,
        long bytesSent,
        long bytesReceived,
        int outstanding) {}
