package org.bipj.executor;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mpi.ObjectCodec;

/**
 * The pool where it was opened: it has all tasks, those of workers, too, until their results have come, and gives each worker
 * a task when that asks for one. A task whose worker dies is given to another one.
 */
final class RootSide extends Side {
    /** A task whose worker dies is given to another one so many times. */
    private static final int MOVES = 2;

    /** Bytes of tasks that go to a worker together, but for the last one. */
    private static final int BYTES = 1 << 16;

    private final BiConsumer<Integer, TaskFrame> messages;
    private final int ranks;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition over = lock.newCondition();
    /** By id, in the order in which they are given to idle workers. */
    private final LinkedHashMap<Long, Entry> queued = new LinkedHashMap<>();
    /** By id. */
    private final Map<Long, Entry> running = new LinkedHashMap<>();
    /** By worker, in the order in which they have asked. */
    private final LinkedHashMap<Integer, Want> wants = new LinkedHashMap<>();
    /** Workers that have got tasks which may not begin at once; nothing has been recalled since. */
    private final Set<Integer> holders = new TreeSet<>();
    /** By worker: how many tasks it has, those that have not begun among them. */
    private final int[] loads;
    /** By worker: the last want that was. */
    private final int[] answered;

    /** The ranks that are workers, but those that have died, and those that have said that nothing more comes. */
    private final Set<Integer> workers;

    /** Results that are being passed on. */
    private int telling;

    private State state = State.OPEN;
    /** How the last worker has died that there was; null: there are some. */
    private String lastDeath;

    private enum State {
        OPEN,
        /** Takes no tasks but those of tasks. */
        SHUTDOWN,
        /** Takes none. */
        STOPPED,
        /** There are no tasks, and the ranks have been told. */
        STOPPING,
        OVER
    }

    /** A task. */
    private static final class Entry {
        final long id;
        /** The task that has submitted it; 0: none that ran. */
        final long parent;

        final Work work;
        /** The rank that runs it, if it is not queued. */
        int worker;
        /** Its result is not wanted any more. */
        boolean cancelled;

        int moves;

        Entry(long id, long parent, Work work) {
            this.id = id;
            this.parent = parent;
            this.work = work;
        }
    }

    /** A task that never ran, for the caller of shutdownNow. */
    private record Left(Work work, ObjectCodec codec) implements Runnable {
        @Override
        public void run() {
            try {
                work.perform(codec);
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new java.util.concurrent.CompletionException(e);
            }
        }
    }

    /** What a worker asks for. */
    private record Want(int number, int form, long awaited, long most) {}

    RootSide(int rank, int ranks, List<Integer> workers, ObjectCodec codec, BiConsumer<Integer, TaskFrame> messages) {
        super(rank, rank, codec);
        this.ranks = ranks;
        loads = new int[ranks];
        answered = new int[ranks];
        this.workers = new TreeSet<>(workers);
        this.messages = messages;
    }

    @Override
    int workers() {
        lock.lock();
        try {
            return workers.size();
        } finally {
            lock.unlock();
        }
    }

    @Override
    void help(BooleanSupplier done, long awaited, long nanos) {}

    // ---- tasks ---------------------------------------------------------------------------------------------------

    @Override
    void begin(long id, Work work) {
        lock.lock();
        try {
            if (lastDeath != null) {
                throw new RejectedExecutionException("all workers have died, the last one: " + lastDeath);
            }
            if (state != State.OPEN) {
                throw new RejectedExecutionException("the pool of rank " + rank() + " is shut down");
            }
            add(new Entry(id, 0, work));
        } finally {
            lock.unlock();
        }
    }

    /** Queues a task, and gives it to a worker that takes it. */
    private void add(Entry entry) {
        queued.put(entry.id, entry);
        serve();
    }

    /** Gives tasks to workers that have asked, as long as there are some that they take. */
    private void serve() {
        serve(false);
        serve(true);
    }

    private void serve(boolean ahead) {
        for (Iterator<Map.Entry<Integer, Want>> all = wants.entrySet().iterator();
                all.hasNext() && !queued.isEmpty(); ) {
            Map.Entry<Integer, Want> want = all.next();
            if (want.getValue().form == TaskFrame.AHEAD == ahead && give(want.getKey(), want.getValue())) {
                all.remove();
            }
        }
    }

    /**
     * Gives a worker that waits what it waits for, else what was submitted last, which keeps its stack low; and an idle one those that were
     * submitted first, but no more than its share. False if there are none.
     */
    private boolean give(int worker, Want want) {
        List<Entry> given = new ArrayList<>();
        Entry awaited = want.awaited == 0 ? null : queued.remove(want.awaited);
        if (awaited != null) {
            given.add(awaited);
        } else if (want.form == TaskFrame.WAITING && !queued.isEmpty()) {
            given.add(queued.pollLastEntry().getValue());
        } else if (want.form == TaskFrame.IDLE || want.form == TaskFrame.AHEAD) {
            long most = Math.min(want.most, Math.ceilDiv(queued.size(), workers.size()));
            for (int bytes = 0; given.size() < most && bytes < BYTES; ) {
                Entry next = queued.pollFirstEntry().getValue();
                bytes += next.work.body().length;
                given.add(next);
            }
        }
        if (!given.isEmpty()) {
            assign(given, worker, want);
        }
        return !given.isEmpty();
    }

    private void assign(List<Entry> tasks, int worker, Want want) {
        int length = 0;
        for (Entry task : tasks) {
            length += TaskFrame.TASK_HEADER + task.work.body().length;
        }
        ByteBuffer body = ByteBuffer.allocate(length);
        for (Entry task : tasks) {
            task.worker = worker;
            running.put(task.id, task);
            byte[] bytes = task.work.body();
            body.put((byte) task.work.form().ordinal()).putLong(task.id);
            body.putInt(bytes.length).put(bytes);
        }
        messages.accept(worker, TaskFrame.of(TaskFrame.TASKS, 0, want.number, 0, 0, body.array()));
        answered[worker] = want.number;
        loads[worker] += tasks.size();
        if (want.form == TaskFrame.AHEAD || tasks.size() > 1) {
            holders.add(worker);
        }
    }

    /** A worker asks. If there is nothing for it, others give back what has not begun. */
    private void want(int worker, Want want) {
        if (want.number == answered[worker]) {
            return;
        }
        wants.remove(worker);
        if (give(worker, want)) {
            return;
        }
        wants.put(worker, want);
        if (want.form == TaskFrame.AHEAD) {
            return;
        }
        for (Iterator<Integer> all = holders.iterator(); all.hasNext(); ) {
            int holder = all.next();
            if (holder != worker && loads[holder] > 1) {
                messages.accept(holder, TaskFrame.of(TaskFrame.RECALL, 0, 0));
                all.remove();
            }
        }
    }

    @Override
    void cancel(long id, boolean interrupt) {
        lock.lock();
        try {
            unwanted(id, interrupt);
            endIfDone();
        } finally {
            lock.unlock();
        }
    }

    private void unwanted(long id, boolean interrupt) {
        queued.remove(id);
        Entry entry = running.get(id);
        if (entry != null) {
            entry.cancelled = true;
            messages.accept(entry.worker, TaskFrame.of(TaskFrame.INTERRUPT, interrupt ? 1 : 0, id));
        }
    }

    private void ended(long id, TaskOutcome outcome) {
        Map<Long, TaskOutcome> over = new LinkedHashMap<>();
        lock.lock();
        try {
            Entry entry = running.remove(id);
            if (entry != null) {
                loads[entry.worker]--;
                over.put(id, outcome);
                telling++;
            }
        } finally {
            lock.unlock();
        }
        tell(over);
    }

    /** Passes results on that {@link #telling} has, without the lock, since functions of the program may run; STOP comes after them. */
    private void tell(Map<Long, TaskOutcome> over) {
        over.forEach(this::tell);
        lock.lock();
        try {
            telling -= over.size();
            endIfDone();
        } finally {
            lock.unlock();
        }
    }

    /** The one who has submitted a task hears what has become of it. */
    private void tell(long id, TaskOutcome outcome) {
        int owner = owner(id);
        if (owner == rank()) {
            completed(id, outcome);
        } else {
            messages.accept(
                    owner == ranks ? rank() : owner,
                    TaskFrame.of(TaskFrame.OUTCOME, outcome.form(), 0, id, 0, outcome.body()));
        }
    }

    // ---- what comes, in the thread that receives -----------------------------------------------------------------

    /** Takes what a worker sends. */
    void received(int source, TaskFrame frame) {
        if (!workers.contains(source)) {
            // It has died, and its tasks begin again elsewhere.
            return;
        }
        if (frame.kind() == TaskFrame.CANCEL) {
            cancel(frame.id(), frame.number() == 1);
            return;
        }
        if (frame.kind() == TaskFrame.RESULT) {
            ended(frame.id(), new TaskOutcome(frame.form(), frame.body()));
        }
        lock.lock();
        try {
            switch (frame.kind()) {
                case TaskFrame.SUBMIT -> submitted(frame);
                case TaskFrame.WANT -> want(source, new Want(frame.number(), frame.form(), frame.id(), frame.more()));
                case TaskFrame.UNWANT ->
                    wants.computeIfPresent(source, (worker, want) -> want.number == frame.number() ? null : want);
                case TaskFrame.RETURN -> returned(frame);
                case TaskFrame.BYE -> workers.remove(source);
                case TaskFrame.RESULT -> {
                    if (frame.number() != 0) {
                        want(source, new Want(frame.number(), TaskFrame.IDLE, 0, frame.more()));
                    }
                }
                default -> throw new IllegalStateException("a frame of kind " + frame.kind() + " at the root");
            }
            endIfDone();
        } finally {
            lock.unlock();
        }
    }

    private void submitted(TaskFrame frame) {
        if (state == State.STOPPED) {
            tell(frame.id(), TaskOutcome.cancelled());
        } else if (state != State.STOPPING) {
            add(new Entry(frame.id(), frame.more(), Work.of(frame.form(), frame.body())));
        }
    }

    /** Tasks that have not begun go to the head of the queue. */
    private void returned(TaskFrame frame) {
        ByteBuffer ids = ByteBuffer.wrap(frame.body());
        for (int at = ids.capacity() - Long.BYTES; at >= 0; at -= Long.BYTES) {
            Entry entry = running.remove(ids.getLong(at));
            loads[entry.worker]--;
            if (entry.cancelled || state == State.STOPPED) {
                tell(entry.id, TaskOutcome.cancelled());
            } else {
                queued.putFirst(entry.id, entry);
            }
        }
        serve();
    }

    /**
     * A worker has died, so its tasks begin again elsewhere. What these have submitted they will submit again. What other tasks of the
     * worker have submitted still runs, though nobody waits for it.
     */
    void died(int worker, String why) {
        Map<Long, TaskOutcome> over = new LinkedHashMap<>();
        lock.lock();
        try {
            workers.remove(worker);
            wants.remove(worker);
            holders.remove(worker);
            List<Entry> lost = new ArrayList<>(running.values());
            lost.removeIf(entry -> entry.worker != worker);
            Set<Long> again = lost.stream().map(entry -> entry.id).collect(Collectors.toSet());
            Stream.of(queued, running)
                    .flatMap(all -> List.copyOf(all.values()).stream())
                    .filter(entry -> owner(entry.id) == worker && again.contains(entry.parent))
                    .forEach(entry -> unwanted(entry.id, true));
            for (Entry entry : lost.reversed()) {
                if (entry.cancelled || state == State.STOPPED) {
                    running.remove(entry.id);
                    over.put(entry.id, TaskOutcome.cancelled());
                } else if (entry.moves == MOVES || workers.isEmpty()) {
                    running.remove(entry.id);
                    over.put(entry.id, TaskOutcome.lost(entry.moves + 1, why));
                } else {
                    entry.moves++;
                    queued.putFirst(running.remove(entry.id).id, entry);
                }
            }
            if (workers.isEmpty()) {
                lastDeath = why;
                queued.values().forEach(entry -> over.put(entry.id, TaskOutcome.lost(entry.moves, why)));
                queued.clear();
            }
            serve();
            telling += over.size();
        } finally {
            lock.unlock();
        }
        tell(over);
    }

    // ---- the end -------------------------------------------------------------------------------------------------

    @Override
    boolean isShutdown() {
        lock.lock();
        try {
            return state != State.OPEN;
        } finally {
            lock.unlock();
        }
    }

    boolean isTerminated() {
        lock.lock();
        try {
            return state == State.OVER;
        } finally {
            lock.unlock();
        }
    }

    void shutdown() {
        lock.lock();
        try {
            if (state == State.OPEN) {
                state = State.SHUTDOWN;
            }
            endIfDone();
        } finally {
            lock.unlock();
        }
    }

    /** Cancels all tasks. Returns those that never ran. */
    List<Runnable> shutdownNow() {
        List<Entry> left;
        Map<Long, TaskOutcome> over = new LinkedHashMap<>();
        lock.lock();
        try {
            if (state.compareTo(State.STOPPED) < 0) {
                state = State.STOPPED;
            }
            left = new ArrayList<>(queued.values());
            queued.clear();
            left.forEach(entry -> over.put(entry.id, TaskOutcome.cancelled()));
            telling += over.size();
            for (Entry entry : running.values()) {
                messages.accept(entry.worker, TaskFrame.of(TaskFrame.INTERRUPT, 1, entry.id));
            }
        } finally {
            lock.unlock();
        }
        tell(over);
        return left.stream()
                .<Runnable>map(entry -> new Left(entry.work, codec()))
                .toList();
    }

    private void endIfDone() {
        boolean ends = state == State.SHUTDOWN || state == State.STOPPED;
        if (ends && queued.isEmpty() && running.isEmpty() && telling == 0) {
            state = State.STOPPING;
            for (int worker : workers) {
                messages.accept(worker, TaskFrame.of(TaskFrame.STOP, 0, 0));
            }
        }
    }

    /** True once the last frame has come. */
    boolean isOver() {
        return workers.isEmpty();
    }

    /** The last message has come. */
    void ended() {
        lock.lock();
        try {
            state = State.OVER;
            over.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        long nanos = unit.toNanos(timeout);
        lock.lock();
        try {
            while (state != State.OVER) {
                if (nanos <= 0) {
                    return false;
                }
                nanos = over.awaitNanos(nanos);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }
}
