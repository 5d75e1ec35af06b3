package org.bipj.launch.hosted.threads;

import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bipj.sim.kernel.Fiber;

/** Takes the place of {@link Phaser}. */
public class FiberPhaser extends Phaser {
    private static final String WHAT = "the next phase of a Phaser";

    public FiberPhaser() {}

    public FiberPhaser(int parties) {
        super(parties);
    }

    public FiberPhaser(Phaser parent) {
        super(parent);
    }

    public FiberPhaser(Phaser parent, int parties) {
        super(parent, parties);
    }

    @Override
    public int arriveAndAwaitAdvance() {
        Fiber self = FiberWaits.fiberAtChoice();
        if (self == null) {
            return super.arriveAndAwaitAdvance();
        }
        int phase = arrive();
        return phase < 0 ? phase : await(self, phase);
    }

    @Override
    public int awaitAdvance(int phase) {
        Fiber self = FiberWaits.fiberAtChoice();
        return self == null ? super.awaitAdvance(phase) : phase < 0 ? phase : await(self, phase);
    }

    private int await(Fiber self, int phase) {
        FiberWaits.until(self, () -> getPhase() != phase, WHAT);
        return getPhase();
    }

    @Override
    public int awaitAdvanceInterruptibly(int phase) throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        if (self == null) {
            return super.awaitAdvanceInterruptibly(phase);
        }
        if (phase >= 0) {
            FiberWaits.interruptibly(self, () -> getPhase() != phase, WHAT);
        }
        return phase < 0 ? phase : getPhase();
    }

    @Override
    public int awaitAdvanceInterruptibly(int phase, long time, TimeUnit unit)
            throws InterruptedException, TimeoutException {
        Fiber self = FiberWaits.fiberAtChoice();
        if (self == null) {
            return super.awaitAdvanceInterruptibly(phase, time, unit);
        }
        if (phase >= 0
                && !FiberWaits.interruptibly(
                        self, () -> getPhase() != phase, FiberWaits.deadline(self, time, unit), WHAT)) {
            throw new TimeoutException();
        }
        return phase < 0 ? phase : getPhase();
    }

    @Override
    public String toString() {
        return ProgramNames.in(super.toString(), this);
    }
}
