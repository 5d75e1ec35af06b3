package org.bipj.launch.hosted.threads;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bipj.sim.kernel.Fiber;

/** Takes the place of {@link FutureTask}. */
public class FiberFutureTask<V> extends FutureTask<V> {
    private static final String WHAT = "the result of a FutureTask";

    public FiberFutureTask(Callable<V> task) {
        super(task);
    }

    public FiberFutureTask(Runnable task, V result) {
        super(task, result);
    }

    @Override
    public V get() throws InterruptedException, ExecutionException {
        Fiber self = FiberWaits.fiberAtChoice();
        if (self != null) {
            FiberWaits.interruptibly(self, this::isDone, WHAT);
        }
        return super.get();
    }

    @Override
    public V get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        Fiber self = FiberWaits.fiberAtChoice();
        if (self == null) {
            return super.get(time, unit);
        }
        FiberWaits.orTimeout(self, this::isDone, time, unit, WHAT);
        return super.get();
    }

    @Override
    public String toString() {
        return ProgramNames.in(super.toString(), this);
    }
}
