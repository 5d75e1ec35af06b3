package org.bipj.launch.threads;

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
        Fiber self = Waits.fiberAtChoice();
        if (self != null) {
            Waits.interruptibly(self, this::isDone, WHAT);
        }
        return super.get();
    }

    @Override
    public V get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        Fiber self = Waits.fiberAtChoice();
        if (self == null) {
            return super.get(time, unit);
        }
        Waits.orTimeout(self, this::isDone, time, unit, WHAT);
        return super.get();
    }
}
