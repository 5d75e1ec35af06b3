package org.bipj.launch.hosted.threads;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Future;

/** Takes the place of {@link ExecutorCompletionService}. */
public class FiberCompletionService<V> extends ExecutorCompletionService<V> {
    public FiberCompletionService(Executor executor) {
        super(executor, JdkCopies.queue());
    }

    public FiberCompletionService(Executor executor, BlockingQueue<Future<V>> queue) {
        super(executor, queue);
    }

    @Override
    public String toString() {
        return ProgramNames.in(super.toString(), this);
    }
}
