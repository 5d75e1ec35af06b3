package org.bipj.executor;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import mpi.MPI;
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

    /** Tasks that come together are as many as take so long, in seconds. */
    private static final double TOGETHER_S = 0.001;

    /** The next ones are asked for ahead, while the last ones run, if a task takes less than this. */
    private static final double AHEAD_S = 0.02;

    /** How many come together at most, and how many times as many as before. */
    private static final int MOST = 64;

    private static final int GROWTH = 4;

    /** Of each thread that runs a task. */
    private static final ThreadLocal<Assigned> CURRENT = new ThreadLocal<>();

    private final Consumer<TaskFrame> root;
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
    /** It was asked for while a task runs. */
    private boolean isAhead;
    /** How many tasks an idle worker asks for. */
    private int most = 1;
    /** How long the last task has taken, if it has not waited for others. */
    private double seconds = AHEAD_S;

    private boolean hasWaited;

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

    /**
     * The part of a worker.
     *
     * @param root sends frames there
     */
    WorkerSide(int rank, int place, int workers, ObjectCodec codec, Consumer<TaskFrame> root) {
        super(rank, place, codec);
        this.workers = workers;
        this.root = root;
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
        long own = parent == null || parent.side != this ? 0 : parent.id;
        if (!toRoot(TaskFrame.of(TaskFrame.SUBMIT, work.form().ordinal(), 0, id, own, work.body()))) {
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
                root.accept(frame);
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
            while (!stopped) {
                Assigned next = inbox.poll();
                if (next == null) {
                    if (standing == 0 || isAhead) {
                        want(TaskFrame.IDLE, 0);
                    }
                    changed.awaitUninterruptibly();
                    continue;
                }
                if (standing == 0 && seconds < AHEAD_S && inbox.size() <= most / 2) {
                    want(TaskFrame.AHEAD, 0);
                }
                hasWaited = false;
                double begin = MPI.wtime();
                run(next, true);
                took(MPI.wtime() - begin);
            }
        } finally {
            lock.unlock();
        }
    }

    /** A task of an idle worker has taken so long: the next ones may. */
    private void took(double time) {
        seconds = hasWaited ? AHEAD_S : time;
        most = hasWaited ? 1 : (int) Math.max(1, Math.min(Math.min(GROWTH * most, MOST), TOGETHER_S / time));
    }

    /** Asks for a task, or for some that are to run when this one has; under the lock. */
    private void want(int form, long awaited) {
        nextWant(form);
        int number = form == TaskFrame.IDLE || isAhead ? most : 1;
        toRoot(TaskFrame.of(TaskFrame.WANT, form, standing, awaited, number, new byte[0]));
    }

    /** What was asked for ahead is asked for again. */
    private void nextWant(int form) {
        if (standing == 0) {
            standing = ++wants;
        }
        isAhead = form == TaskFrame.AHEAD;
    }

    /**
     * Runs a task on top of those that have begun, and sends its result. The lock is released while the task runs. An interrupt that comes
     * meanwhile ends with the task. One that came before, or is for a task below, is delivered once that one runs again.
     */
    private void run(Assigned task, boolean isIdle) {
        boolean wasInterrupted = Thread.interrupted();
        begun.push(task);
        lock.unlock();
        TaskOutcome outcome;
        try {
            outcome = outcome(task);
        } finally {
            lock.lock();
            begun.pop();
            Thread.interrupted();
            Assigned below = begun.peek();
            if (wasInterrupted || below != null && below.interrupted) {
                thread.interrupt();
            }
            if (below != null) {
                below.interrupted = false;
            }
        }
        boolean isAsking = isIdle && !stopped && inbox.isEmpty();
        if (isAsking) {
            nextWant(TaskFrame.IDLE);
        }
        int next = isAsking ? standing : 0;
        toRoot(TaskFrame.of(TaskFrame.RESULT, outcome.form(), next, task.id, most, outcome.body()));
    }

    private TaskOutcome outcome(Assigned task) {
        Assigned before = CURRENT.get();
        CURRENT.set(task);
        try {
            return task.cancelled
                    ? TaskOutcome.cancelled()
                    : TaskOutcome.of(task.work.perform(codec()), rank(), codec());
        } catch (RankEndedError e) {
            throw e;
        } catch (Throwable e) {
            return TaskOutcome.failure(e, rank(), codec());
        } finally {
            CURRENT.set(before);
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
            hasWaited = true;
            retract();
            while (!done.getAsBoolean()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                Assigned next = inbox.poll();
                if (next != null) {
                    run(next, false);
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
        giveBack();
    }

    /** Gives back what has not begun; under the lock. */
    private void giveBack() {
        if (!inbox.isEmpty()) {
            ByteBuffer ids = ByteBuffer.allocate(inbox.size() * Long.BYTES);
            inbox.forEach(task -> ids.putLong(task.id));
            inbox.clear();
            toRoot(TaskFrame.of(TaskFrame.RETURN, 0, 0, 0, 0, ids.array()));
        }
    }

    // ---- what comes, in the thread that receives -----------------------------------------------------------------

    void received(TaskFrame frame) {
        switch (frame.kind()) {
            case TaskFrame.OUTCOME -> completed(frame.id(), new TaskOutcome(frame.form(), frame.body()));
            case TaskFrame.TASKS -> assigned(frame);
            case TaskFrame.INTERRUPT -> interrupt(frame.id(), frame.number() == 1);
            case TaskFrame.RECALL -> recalled();
            default -> throw new IllegalStateException("a frame of kind " + frame.kind() + " at a worker");
        }
        signal();
    }

    private void assigned(TaskFrame frame) {
        lock.lock();
        try {
            boolean isWanted = frame.number() == standing;
            ByteBuffer tasks = ByteBuffer.wrap(frame.body());
            while (tasks.hasRemaining()) {
                int form = tasks.get();
                long id = tasks.getLong();
                byte[] body = new byte[tasks.getInt()];
                tasks.get(body);
                inbox.add(new Assigned(this, id, Work.of(form, body)));
            }
            if (isWanted) {
                standing = 0;
            } else {
                giveBack();
            }
        } finally {
            lock.unlock();
        }
    }

    private void recalled() {
        lock.lock();
        try {
            giveBack();
        } finally {
            lock.unlock();
        }
    }

    private void interrupt(long id, boolean ifItRuns) {
        lock.lock();
        try {
            inbox.stream().filter(task -> task.id == id).forEach(task -> task.cancelled = true);
            if (ifItRuns) {
                begun.stream().filter(task -> task.id == id).forEach(this::interrupt);
            }
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
        // What a thread has submitted that has outlived its task.
        failAll(TaskOutcome.cancellation());
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
