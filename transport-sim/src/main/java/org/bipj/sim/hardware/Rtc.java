package org.bipj.sim.hardware;

import java.util.ArrayList;
import java.util.List;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Kernel;

/**
 * The board's real-time clock: ticks of 0.5 us (LCI paper), and timers that expire at a tick. Left out: the 32-bit
 * overflow after 35 minutes; the chip's single timer, which firmware multiplexes.
 */
final class Rtc {
    private final Kernel kernel;
    private final Lanai lanai;
    private final long tickPs;
    private final List<Timer> timers = new ArrayList<>();

    Rtc(Kernel kernel, Lanai lanai, long tickPs) {
        this.kernel = kernel;
        this.lanai = lanai;
        this.tickPs = tickPs;
    }

    /** The number of ticks at a moment. */
    long ticks(long at) {
        return at / tickPs;
    }

    void set(long at, int number, int ticks) {
        if (number < 0 || ticks <= 0) {
            throw new IllegalArgumentException(
                    "timer " + number + " for " + ticks + " ticks; expected a number from 0 and at least 1 tick");
        }
        while (timers.size() <= number) {
            timers.add(new Timer(timers.size()));
        }
        Timer timer = timers.get(number);
        kernel.cancel(timer);
        kernel.at((ticks(at) + ticks) * tickPs, timer);
    }

    void cancel(int number) {
        if (number < timers.size()) {
            kernel.cancel(timers.get(number));
        }
    }

    void reset() {
        timers.forEach(kernel::cancel);
    }

    private final class Timer extends Event {
        private final int number;

        Timer(int number) {
            this.number = number;
        }

        @Override
        protected void fire() {
            lanai.expired(number);
        }
    }
}
