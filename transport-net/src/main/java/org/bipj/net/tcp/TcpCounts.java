package org.bipj.net.tcp;

/**
 * What the kernel counts of a connection, of the data that this end has sent. It is the other host's kernel that acknowledges,
 * whatever the rank there does.
 *
 * @param unacknowledged segments that have been sent, and of which no acknowledgement has come
 * @param attempts retransmissions, and probes of a window without room, since the last acknowledgement that was new
 * @param quietMs since the last segment that acknowledged anything, be it nothing new
 */
record TcpCounts(int unacknowledged, int attempts, long quietMs) {
    /** True if the other host owes an answer. */
    boolean isOwed() {
        return unacknowledged > 0 || attempts > 0;
    }
}
