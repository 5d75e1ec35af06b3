package org.bipj.core.protocol;

/**
 * Timers of a host that has no fine clock interrupt (LCI paper, section 3.6, after Aron and Druschel's soft timers): the
 * host looks at its timers whenever it polls, and the board interrupts it, at its own clock's periodic tick, only while
 * timers run and the host has not polled since the tick before. Times are in the caller's unit.
 */
public final class SoftClock {
    private final long period;
    private long lastPoll;

    /**
     * A clock whose host polls at time 0.
     *
     * @param period between two ticks of the board's clock
     */
    public SoftClock(long period) {
        if (period <= 0) {
            throw new IllegalArgumentException("a clock that ticks every " + period + "; expected 1 or more");
        }
        this.period = period;
    }

    /** The host has polled, and looked at its timers. */
    public void polled(long now) {
        lastPoll = now;
    }

    /** The tick after a moment: ticks are at multiples of the period. */
    public long nextTick(long now) {
        return Math.floorDiv(now, period) * period + period;
    }

    /**
     * Returns whether the board interrupts the host at a tick.
     *
     * @param running whether any of the host's timers runs
     */
    public boolean interrupts(long now, boolean running) {
        return running && now - lastPoll >= period;
    }
}
