package org.bipj.executor;

import java.util.concurrent.LinkedBlockingQueue;

/** Results in the order in which they come. */
final class Arrivals<T> {
    private final Side side;
    private final LinkedBlockingQueue<TaskFuture<T>> done = new LinkedBlockingQueue<>();

    Arrivals(Side side) {
        this.side = side;
    }

    void add(TaskFuture<T> future) {
        future.whenComplete((value, thrown) -> done.add(future));
    }

    /** Waits for the next one; null if the time is over. */
    TaskFuture<T> take(long nanos) throws InterruptedException {
        long begin = System.nanoTime();
        side.await(() -> !done.isEmpty(), 0, nanos);
        return nanos == TaskFuture.FOREVER
                ? done.take()
                : done.poll(
                        Math.max(0, nanos - (System.nanoTime() - begin)), java.util.concurrent.TimeUnit.NANOSECONDS);
    }

    /** Waits for the next one, even if the thread is interrupted. */
    TaskFuture<T> take() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return take(TaskFuture.FOREVER);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
