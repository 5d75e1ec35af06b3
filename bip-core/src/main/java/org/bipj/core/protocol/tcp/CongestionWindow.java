package org.bipj.core.protocol.tcp;

/**
 * The congestion window: slow start, congestion avoidance, fast retransmit and fast recovery (RFC 5681, section 3), with
 * limited transmit (RFC 3042).
 */
final class CongestionWindow {
    private static final int DUPLICATES = 3;

    private final int initial;
    private int segment;
    private long window;
    private long threshold = Long.MAX_VALUE;
    private int duplicates;
    /** Bytes on their way at the first of the duplicates. */
    private long flightBefore;

    private boolean recovering;

    /**
     * The window of a new connection.
     *
     * @param segments that may be on their way at first
     */
    CongestionWindow(int segments) {
        initial = segments;
    }

    /** The connection is established. */
    void begin(int segmentBytes) {
        segment = segmentBytes;
        window = (long) initial * segment;
    }

    /** Bytes that may be on their way. For the first two repeated acknowledgements a segment each is added (3.2, step 1). */
    long bytes() {
        return recovering ? window : window + (long) duplicates * segment;
    }

    /** An acknowledgement of new data has arrived. */
    void acknowledged(long bytes) {
        duplicates = 0;
        if (recovering) {
            recovering = false;
            window = threshold;
        } else if (window < threshold) {
            window += Math.min(bytes, segment);
        } else {
            window += Math.max(1, (long) segment * segment / window);
        }
    }

    /**
     * The same acknowledgement has arrived again.
     *
     * @param flight bytes on their way
     * @return true if the oldest segment is to be repeated now
     */
    boolean isLoss(long flight) {
        if (recovering) {
            window += segment;
            return false;
        }
        if (++duplicates == 1) {
            flightBefore = flight;
        }
        if (duplicates < DUPLICATES) {
            return false;
        }
        // What was sent for the first two duplicates does not count (3.2, step 2).
        lowerThreshold(flightBefore);
        window = threshold + DUPLICATES * (long) segment;
        recovering = true;
        return true;
    }

    /**
     * The retransmission timer has ended (3.1, equation 4).
     *
     * @param isFirst of this segment: another one leaves the threshold where it is
     */
    void timedOut(long flight, boolean isFirst) {
        if (isFirst) {
            lowerThreshold(flight);
        }
        window = segment;
        duplicates = 0;
        recovering = false;
    }

    private void lowerThreshold(long flight) {
        threshold = Math.max(flight / 2, 2L * segment);
    }

    /** Nothing was sent for longer than a timeout: slow start again (4.1). */
    void restart() {
        window = Math.min(window, (long) initial * segment);
    }

    /** The slow start threshold; for tests. */
    long threshold() {
        return threshold;
    }
}
