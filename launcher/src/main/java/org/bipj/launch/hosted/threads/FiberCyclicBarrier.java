package org.bipj.launch.hosted.threads;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bipj.sim.kernel.Fiber;

/** Takes the place of {@link CyclicBarrier}. */
public class FiberCyclicBarrier extends CyclicBarrier {
    private final Runnable action;
    private Generation now = new Generation();
    private int waiting;

    /** The parties that wait for the same opening of the barrier. */
    private static final class Generation {
        private boolean tripped;
        private boolean broken;
    }

    public FiberCyclicBarrier(int parties) {
        this(parties, null);
    }

    public FiberCyclicBarrier(int parties, Runnable action) {
        super(parties, action);
        this.action = action;
    }

    @Override
    public int await() throws InterruptedException, BrokenBarrierException {
        Fiber self = FiberWaits.fiberAtChoice();
        if (self == null) {
            return super.await();
        }
        try {
            return await(self, Fiber.FOREVER);
        } catch (TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public int await(long time, TimeUnit unit) throws InterruptedException, BrokenBarrierException, TimeoutException {
        Fiber self = FiberWaits.fiberAtChoice();
        return self == null ? super.await(time, unit) : await(self, FiberWaits.deadline(self, time, unit));
    }

    private int await(Fiber self, long deadline) throws InterruptedException, BrokenBarrierException, TimeoutException {
        Generation mine = now;
        if (mine.broken) {
            throw new BrokenBarrierException();
        }
        if (Thread.interrupted()) {
            breakBarrier();
            throw new InterruptedException();
        }
        int index = getParties() - ++waiting;
        if (index == 0) {
            trip(mine);
            return 0;
        }
        boolean ended;
        try {
            ended = FiberWaits.interruptibly(
                    self, () -> mine.tripped || mine.broken, deadline, "the other parties of a CyclicBarrier");
        } catch (InterruptedException e) {
            breakBarrier();
            throw e;
        }
        if (mine.broken) {
            throw new BrokenBarrierException();
        }
        if (!ended) {
            breakBarrier();
            throw new TimeoutException();
        }
        return index;
    }

    private void trip(Generation mine) {
        boolean ran = false;
        try {
            if (action != null) {
                action.run();
            }
            ran = true;
        } finally {
            if (!ran) {
                breakBarrier();
            }
        }
        mine.tripped = true;
        next();
    }

    private void breakBarrier() {
        now.broken = true;
        waiting = 0;
    }

    private void next() {
        now = new Generation();
        waiting = 0;
    }

    @Override
    public boolean isBroken() {
        return FiberWaits.fiber() == null ? super.isBroken() : now.broken;
    }

    @Override
    public void reset() {
        if (FiberWaits.fiber() == null) {
            super.reset();
            return;
        }
        breakBarrier();
        next();
    }

    @Override
    public int getNumberWaiting() {
        return FiberWaits.fiber() == null ? super.getNumberWaiting() : waiting;
    }

    @Override
    public String toString() {
        return ProgramNames.in(super.toString(), this);
    }
}
