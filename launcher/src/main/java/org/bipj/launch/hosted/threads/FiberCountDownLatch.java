package org.bipj.launch.hosted.threads;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.bipj.sim.kernel.Fiber;

/** Takes the place of {@link CountDownLatch}. */
public class FiberCountDownLatch extends CountDownLatch {
    private static final String WHAT = "a CountDownLatch";

    public FiberCountDownLatch(int count) {
        super(count);
    }

    @Override
    public void await() throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        if (self == null) {
            super.await();
        } else {
            FiberWaits.interruptibly(self, () -> getCount() == 0, WHAT);
        }
    }

    @Override
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        return self == null
                ? super.await(time, unit)
                : FiberWaits.interruptibly(self, () -> getCount() == 0, FiberWaits.deadline(self, time, unit), WHAT);
    }

    @Override
    public void countDown() {
        super.countDown();
        FiberWaits.fiberAtChoice();
    }

    @Override
    public String toString() {
        return ProgramNames.in(super.toString(), this);
    }
}
