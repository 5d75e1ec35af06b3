package org.bipj.launch.hosted.threads;

import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bipj.sim.kernel.Fiber;

/** Tasks of fibers, each with the moment of virtual time at which it is due: the earliest comes first. */
final class DueTasks<E extends DueTasks.Due> extends AbstractQueue<E> implements BlockingQueue<E> {
    private static final String WHAT = "a task that is due";

    /** What is due at a moment. */
    interface Due {
        /** The moment, in picoseconds of virtual time. */
        long duePs();

        /** Distinguishes tasks of one moment: the lower comes first. */
        long sequence();
    }

    private final PriorityQueue<E> tasks = new PriorityQueue<>(DueTasks::compare);

    static int compare(Due one, Due other) {
        return one.duePs() != other.duePs()
                ? Long.compare(one.duePs(), other.duePs())
                : Long.compare(one.sequence(), other.sequence());
    }

    /** The next task when it is due; null if a moment has come before. */
    private E await(Fiber self, long deadline) throws InterruptedException {
        while (true) {
            FiberWaits.checkInterrupt();
            E first = tasks.peek();
            if (first != null && first.duePs() <= self.clock()) {
                return tasks.poll();
            }
            if (self.clock() >= deadline) {
                return null;
            }
            long until = first == null ? deadline : Math.min(deadline, first.duePs());
            FiberWaits.interruptibly(self, () -> tasks.peek() != first, until, WHAT);
        }
    }

    @Override
    public E take() throws InterruptedException {
        return await(Fiber.current(), Fiber.FOREVER);
    }

    @Override
    public E poll(long time, TimeUnit unit) throws InterruptedException {
        Fiber self = Fiber.current();
        return await(self, FiberWaits.deadline(self, time, unit));
    }

    @Override
    public E poll() {
        E first = tasks.peek();
        return first == null || first.duePs() > Fiber.current().clock() ? null : tasks.poll();
    }

    @Override
    public E peek() {
        return tasks.peek();
    }

    @Override
    public boolean offer(E task) {
        return tasks.offer(task);
    }

    @Override
    public boolean offer(E task, long time, TimeUnit unit) {
        return tasks.offer(task);
    }

    @Override
    public void put(E task) {
        tasks.add(task);
    }

    @Override
    public boolean remove(Object task) {
        return tasks.remove(task);
    }

    @Override
    public int remainingCapacity() {
        return Integer.MAX_VALUE;
    }

    @Override
    public int drainTo(Collection<? super E> into) {
        return drainTo(into, Integer.MAX_VALUE);
    }

    @Override
    public int drainTo(Collection<? super E> into, int most) {
        int count = 0;
        for (E task = poll(); task != null && count < most; task = poll()) {
            into.add(task);
            count++;
        }
        return count;
    }

    @Override
    public void clear() {
        tasks.clear();
    }

    @Override
    public int size() {
        return tasks.size();
    }

    @Override
    public Iterator<E> iterator() {
        return List.copyOf(tasks).iterator();
    }
}
