package org.bipj.executor;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import mpi.ObjectCodec;
import org.bipj.core.job.RankEndedError;

/**
 * A worker: one thread runs tasks, one at a time, and another one receives. It asks the root for each task; while a task waits
 * for others, its thread runs further ones on top of it.
 */
final class WorkerSide extends Side {
    /**
     * Tasks that wait on top of each other on a thread, before it takes those only that they wait for: each level may be as
     * deep as the program's own calls.
     */
    private static final int DEPTH = 64;

    /** Of each thread that runs a task. */
    private static final ThreadLocal<Assigned> CURRENT = new ThreadLocal<>();

    private final PoolMessages messages;
    private final int root;
    private final int workers;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Assigned> inbox = new ArrayDeque<>();
    /** The tasks that have begun, the one that runs first. */
    private final Deque<Assigned> begun = new ArrayDeque<>();

    private Thread thread;
    private int wants;
    /** The number of what was asked for; 0: nothing was. */
    private int standing;

    private boolean stopped;

    /** A task of this worker. */
    private static final class Assigned {
        final WorkerSide side;
        final long id;
        final Work work;
        boolean cancelled;
        /** The thread is to be interrupted once this task is the one that runs. */
        boolean interrupted;

        Assigned(WorkerSide side, long id, Work work) {
            this.side = side;
            this.id = id;
            this.work = work;
        }
    }

    WorkerSide(int rank, int place, int root, int workers, ObjectCodec codec, PoolMessages messages) {
        super(rank, place, codec);
        this.root = root;
        this.workers = workers;
        this.messages = messages;
    }

    /** What the task of the calling thread was given to; null: it runs none. */
    static Side current() {
        Assigned task = CURRENT.get();
        return task == null ? null : task.side;
    }

    @Override
    int workers() {
        return workers;
    }

    @Override
    boolean isShutdown() {
        lock.lock();
        try {
            return stopped;
        } finally {
            lock.unlock();
        }
    }

    // ---- what the tasks of this worker submit --------------------------------------------------------------------

    @Override
    void begin(long id, Work work) {
        Assigned parent = CURRENT.get();
        if (!toRoot(TaskFrame.submit(work, id, parent == null || parent.side != this ? 0 : parent.id))) {
            throw new RejectedExecutionException("the pool is over");
        }
    }

    @Override
    void cancel(long id, boolean interrupt) {
        toRoot(TaskFrame.of(TaskFrame.CANCEL, interrupt ? 1 : 0, id));
        signal();
    }

    /** Sends a frame, unless the last one has been sent. */
    private boolean toRoot(TaskFrame frame) {
        lock.lock();
        try {
            if (!stopped) {
                messages.send(root, frame);
            }
            return !stopped;
        } finally {
            lock.unlock();
        }
    }

    private void signal() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    // ---- running tasks -------------------------------------------------------------------------------------------

    /** Runs tasks in the calling thread until the pool is over. */
    void serve() {
        lock.lock();
        try {
            thread = Thread.currentThread();
            want(TaskFrame.IDLE, 0);
            while (!stopped) {
                Assigned next = inbox.poll();
                if (next == null) {
                    changed.awaitUninterruptibly();
                } else {
                    outside(next, true);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Asks for a task; under the lock. */
    private void want(int form, long awaited) {
        standing = ++wants;
        toRoot(TaskFrame.of(TaskFrame.WANT, form, standing, awaited, new byte[0]));
    }

    /** Runs a task, for which it gives up the lock. */
    private void outside(Assigned next, boolean isIdle) {
        lock.unlock();
        try {
            run(next, isIdle);
        } finally {
            lock.lock();
        }
    }

    private void run(Assigned task, boolean isIdle) {
        enter(task);
        Assigned before = CURRENT.get();
        CURRENT.set(task);
        TaskOutcome outcome;
        try {
            outcome = task.cancelled
                    ? TaskOutcome.cancelled()
                    : TaskOutcome.of(task.work.perform(codec()), rank(), codec());
        } catch (RankEndedError e) {
            throw e;
        } catch (Throwable e) {
            outcome = TaskOutcome.failure(e, rank(), codec());
        } finally {
            CURRENT.set(before);
            leave();
        }
        lock.lock();
        try {
            int next = isIdle && !stopped ? ++wants : 0;
            standing = next;
            toRoot(TaskFrame.of(TaskFrame.RESULT, outcome.form(), next, task.id, outcome.body()));
        } finally {
            lock.unlock();
        }
    }

    private void enter(Assigned task) {
        lock.lock();
        try {
            begun.push(task);
        } finally {
            lock.unlock();
        }
    }

    /** An interrupt of a task ends with it. */
    private void leave() {
        lock.lock();
        try {
            begun.pop();
            Thread.interrupted();
            Assigned below = begun.peek();
            if (below != null && below.interrupted) {
                below.interrupted = false;
                thread.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    void help(BooleanSupplier done, long awaited, long nanos) throws InterruptedException {
        if (Thread.currentThread() != thread) {
            return;
        }
        long begin = System.nanoTime();
        lock.lockInterruptibly();
        try {
            while (!done.getAsBoolean()) {
                Assigned next = inbox.poll();
                if (next != null) {
                    outside(next, false);
                    continue;
                }
                if (standing == 0) {
                    want(begun.size() < DEPTH || awaited == 0 ? TaskFrame.WAITING : TaskFrame.WAITING_FOR_IT, awaited);
                }
                if (nanos == TaskFuture.FOREVER) {
                    changed.await();
                } else if (changed.awaitNanos(nanos - (System.nanoTime() - begin)) <= 0) {
                    return;
                }
            }
        } finally {
            retract();
            lock.unlock();
        }
    }

    /** Takes back what was asked for, and gives back what has come since; under the lock. */
    private void retract() {
        if (standing != 0) {
            toRoot(TaskFrame.of(TaskFrame.UNWANT, standing, 0));
            standing = 0;
        }
        Assigned unused = inbox.poll();
        if (unused != null) {
            toRoot(TaskFrame.of(TaskFrame.RETURN, 0, unused.id));
        }
    }

    // ---- what comes, in the thread that receives -----------------------------------------------------------------

    void received(TaskFrame frame) {
        switch (frame.kind()) {
            case TaskFrame.OUTCOME -> completed(frame.id(), new TaskOutcome(frame.form(), frame.body()));
            case TaskFrame.TASK -> assigned(frame);
            case TaskFrame.INTERRUPT -> interrupt(frame.id());
            default -> throw new IllegalStateException("a frame of kind " + frame.kind() + " at a worker");
        }
        signal();
    }

    private void assigned(TaskFrame frame) {
        lock.lock();
        try {
            if (frame.number() == standing) {
                standing = 0;
                inbox.add(new Assigned(this, frame.id(), Work.of(frame.form(), frame.body())));
            } else {
                toRoot(TaskFrame.of(TaskFrame.RETURN, 0, frame.id()));
            }
        } finally {
            lock.unlock();
        }
    }

    private void interrupt(long id) {
        lock.lock();
        try {
            inbox.stream().filter(task -> task.id == id).forEach(this::interrupt);
            begun.stream().filter(task -> task.id == id).forEach(this::interrupt);
        } finally {
            lock.unlock();
        }
    }

    private void interrupt(Assigned task) {
        task.cancelled = true;
        if (task == begun.peek()) {
            thread.interrupt();
        } else {
            task.interrupted = true;
        }
    }

    /** The pool is over: nothing more is sent after this. */
    void stop() {
        lock.lock();
        try {
            toRoot(TaskFrame.of(TaskFrame.BYE, 0, 0));
            end();
        } finally {
            lock.unlock();
        }
    }

    /** No frame comes any more, and nobody wants what the tasks find. */
    void fail(Throwable why) {
        lock.lock();
        try {
            begun.forEach(this::interrupt);
            end();
        } finally {
            lock.unlock();
        }
        failAll(why);
        signal();
    }

    /** No frame comes any more; under the lock. */
    private void end() {
        stopped = true;
        changed.signalAll();
    }
}
