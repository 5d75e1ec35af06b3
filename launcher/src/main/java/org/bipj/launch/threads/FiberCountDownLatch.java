package org.bipj.launch.threads;

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
        Fiber self = Waits.fiberAtChoice();
        if (self == null) {
            super.await();
        } else {
            Waits.interruptibly(self, () -> getCount() == 0, WHAT);
        }
    }

    @Override
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        Fiber self = Waits.fiberAtChoice();
        return self == null
                ? super.await(time, unit)
                : Waits.interruptibly(self, () -> getCount() == 0, Waits.deadline(self, time, unit), WHAT);
    }

    @Override
    public void countDown() {
        super.countDown();
        Waits.fiberAtChoice();
    }
}
