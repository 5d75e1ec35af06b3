package org.bipj.core.protocol.tcp;

/** The retransmission timeout (RFC 6298, section 2 and 5.5 to 5.7). */
final class RetransmissionTimeout {
    private static final int UNKNOWN = -1;
    /** 1/alpha: the weight of the past in the smoothed round trip. */
    private static final int SMOOTHING = 8;
    /** 1/beta: the weight of the past in the variation. */
    private static final int VARIATION = 4;
    /** K: variations that a round trip may take longer than the smoothed one. */
    private static final int VARIATIONS = 4;
    /** In first timeouts, what data begin with if the SYN was repeated: 3 s where the first one is 1 s (5.7). */
    private static final int AFTER_LOST_SYN = 3;

    private final TcpSettings settings;
    private long smoothed = UNKNOWN;
    private long variation;
    private long timeout;

    RetransmissionTimeout(TcpSettings settings) {
        this.settings = settings;
        timeout = settings.firstTimeout();
    }

    /** A round trip of a segment that was not repeated (Karn's rule is the caller's). Ends the backing off. */
    void measured(long roundTrip) {
        if (smoothed == UNKNOWN) {
            smoothed = roundTrip;
            variation = roundTrip / 2;
        } else {
            variation += (Math.abs(smoothed - roundTrip) - variation) / VARIATION;
            smoothed += (roundTrip - smoothed) / SMOOTHING;
        }
        set(smoothed + Math.max(settings.granularity(), VARIATIONS * variation));
    }

    /** The timeout has passed. */
    void backOff() {
        set(2 * timeout);
    }

    /** The connection is established, and its SYN was repeated: there is no measurement. */
    void begunLate() {
        if (smoothed == UNKNOWN) {
            timeout = settings.firstTimeout();
            set(AFTER_LOST_SYN * timeout);
        }
    }

    private void set(long value) {
        timeout = Math.clamp(value, settings.leastTimeout(), settings.longestTimeout());
    }

    long current() {
        return timeout;
    }

    /** The timeout doubled so many times. */
    long doubled(int times) {
        long value = timeout;
        for (int i = 0; i < times && value < settings.longestTimeout(); i++) {
            value *= 2;
        }
        return Math.min(value, settings.longestTimeout());
    }
}
