package org.bipj.bench;

/**
 * What {@link LogP} measures: requests of four words from rank 0 to rank 1, which answers each with four words. No more
 * than a window of them is outstanding.
 */
abstract class LogpLayer {
    /** Words of a request and of an answer, as in the published measurements. */
    static final int WORDS = 4;

    /** Requests outstanding at most, unless the caller says otherwise: K_user of the published measurements. */
    static final int WINDOW = 4;

    private final int window;
    private int outstanding;

    LogpLayer(int window) {
        this.window = window;
    }

    final int window() {
        return window;
    }

    /** The head of the layer's column in the table. */
    abstract String name();

    /** Seconds since some moment, virtual where time is. */
    abstract double time();

    /** Sends a request; there is a credit. */
    abstract void send();

    /** Takes answers that have come, one at least if {@code wait}s; returns their number. */
    abstract int receive(boolean wait);

    /** Answers requests on rank 1 until {@link #stop}. */
    abstract void serve();

    /** Rank 0: ends rank 1's {@link #serve}. Nothing is outstanding. */
    abstract void stop();

    /** Sends a request as soon as there is a credit. */
    final void request() {
        while (outstanding >= window) {
            outstanding -= receive(true);
        }
        outstanding++;
        send();
    }

    /** Takes in replies that have arrived. */
    final void poll() {
        outstanding -= receive(false);
    }

    /** Waits until all requests have been answered. */
    final void finish() {
        while (outstanding > 0) {
            outstanding -= receive(true);
        }
    }
}
