package org.bipj.launch.hosted.threads;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.Vector;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What threads of a program do by the JDK's classes, and what it says of them. Each scene writes down the same lines on the JDK's own. */
public final class ThreadScenes {
    private static final int PAUSE_MS = 50;
    private static final int TURNS = 20;

    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

    private ThreadScenes() {}

    /** The names of the scenes. */
    public static List<String> names() {
        return List.of(
                "synchronizers", "conditions", "questions", "factory", "references", "monitors", "waits", "names");
    }

    /** Plays a scene. */
    public static List<String> onOneHost(String name) throws Exception {
        ThreadScenes scenes = new ThreadScenes();
        switch (name) {
            case "synchronizers" -> scenes.synchronizers();
            case "conditions" -> scenes.conditions();
            case "questions" -> scenes.questions();
            case "factory" -> scenes.factory();
            case "references" -> scenes.references();
            case "monitors" -> scenes.monitors();
            case "waits" -> scenes.waits();
            default -> scenes.ofNames();
        }
        return List.copyOf(scenes.lines);
    }

    private interface Step {
        void run() throws Exception;
    }

    private void say(Object... what) {
        lines.add(String.join(" ", Stream.of(what).map(String::valueOf).toList()));
    }

    private Thread start(Step step) {
        Thread thread = new Thread(() -> {
            try {
                step.run();
            } catch (Exception e) {
                say(e);
            }
        });
        thread.start();
        return thread;
    }

    private static void pause() throws InterruptedException {
        Thread.sleep(PAUSE_MS);
    }

    // ---- subclasses of AbstractQueuedSynchronizer, StampedLock -------------------------------------------------

    private static final class Gate extends AbstractQueuedSynchronizer {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean tryAcquire(int unused) {
            return compareAndSetState(0, 1);
        }

        @Override
        protected boolean tryRelease(int unused) {
            setState(0);
            return true;
        }

        @Override
        protected boolean isHeldExclusively() {
            return getState() == 1;
        }

        private ConditionObject condition() {
            return new ConditionObject();
        }
    }

    private static final class Latch extends AbstractQueuedLongSynchronizer {
        private static final long serialVersionUID = 1L;

        @Override
        protected long tryAcquireShared(long unused) {
            return getState() > 0 ? 1 : -1;
        }

        @Override
        protected boolean tryReleaseShared(long to) {
            setState(to);
            return true;
        }
    }

    private void synchronizers() throws Exception {
        Gate gate = new Gate();
        int[] count = new int[1];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            threads.add(start(() -> {
                for (int turn = 0; turn < TURNS; turn++) {
                    gate.acquire(1);
                    int before = count[0];
                    Thread.sleep(1);
                    count[0] = before + 1;
                    gate.release(1);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        say("counted", count[0], gate.hasQueuedThreads());
        AbstractQueuedSynchronizer.ConditionObject condition = gate.condition();
        Thread waiter = start(() -> {
            gate.acquire(1);
            say("in time", condition.await(1, TimeUnit.MILLISECONDS));
            condition.await();
            say("signalled");
            gate.release(1);
        });
        pause();
        gate.acquire(1);
        say("waiters", gate.getWaitQueueLength(condition));
        condition.signal();
        say("tries", gate.tryAcquireNanos(1, 1_000_000));
        gate.release(1);
        waiter.join();
        Latch latch = new Latch();
        Thread opened = start(() -> {
            latch.acquireSharedInterruptibly(1);
            say("open");
        });
        pause();
        say("queued", latch.getQueueLength());
        latch.releaseShared(1);
        opened.join();
        stampedLock();
    }

    private void stampedLock() throws Exception {
        StampedLock lock = new StampedLock();
        long stamp = lock.writeLock();
        Thread reader = start(() -> {
            long read = lock.readLock();
            say("reads", lock.isReadLocked(), lock.isWriteLocked());
            lock.unlockRead(read);
        });
        pause();
        say("written", lock.tryReadLock(1, TimeUnit.MILLISECONDS));
        lock.unlockWrite(stamp);
        reader.join();
        long seen = lock.tryOptimisticRead();
        say("valid", lock.validate(seen), lock.tryConvertToWriteLock(seen) != 0, lock.validate(seen));
    }

    // ---- locks' own questions ----------------------------------------------------------------------------------

    private static final class OwnLock extends ReentrantLock {
        private static final long serialVersionUID = 1L;

        private String waiting(Condition condition) {
            return getWaitingThreads(condition).size() + " " + hasWaiters(condition) + " "
                    + getWaitQueueLength(condition);
        }
    }

    private static final class OwnPairOfLocks extends ReentrantReadWriteLock {
        private static final long serialVersionUID = 1L;

        private String queued() {
            return getQueuedReaderThreads().size() + " "
                    + getQueuedWriterThreads().size() + " " + getQueueLength();
        }
    }

    private void conditions() throws Exception {
        OwnLock lock = new OwnLock();
        Condition condition = lock.newCondition();
        Thread waiter = start(() -> {
            lock.lock();
            try {
                say("until", condition.awaitUntil(new Date(System.currentTimeMillis() + 1)));
                condition.awaitUninterruptibly();
            } finally {
                lock.unlock();
            }
        });
        pause();
        say("unlocked", said(() -> lock.hasWaiters(condition)));
        lock.lock();
        say("waiting", lock.waiting(condition), lock.waiting(lock.newCondition()));
        say("another's", said(() -> new ReentrantLock().hasWaiters(condition)));
        condition.signalAll();
        say("signalled", lock.waiting(condition));
        lock.unlock();
        waiter.join();
    }

    private static String said(Callable<?> call) {
        try {
            return String.valueOf(call.call());
        } catch (Exception e) {
            return e.getClass().getSimpleName() + " " + e.getMessage();
        }
    }

    private void questions() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Thread first = start(() -> {
            lock.lock();
            lock.unlock();
        });
        pause();
        Predicate<Thread> isQueued = lock::hasQueuedThread;
        say(
                "lock",
                lock.hasQueuedThreads(),
                lock.getQueueLength(),
                isQueued.test(first),
                lock.hasQueuedThread(Thread.currentThread()));
        lock.unlock();
        first.join();
        say("unlocked", lock.hasQueuedThreads(), lock.getQueueLength());
        OwnPairOfLocks pair = new OwnPairOfLocks();
        pair.writeLock().lock();
        Thread reader = start(() -> {
            pair.readLock().lock();
            pair.readLock().unlock();
        });
        pause();
        Thread writer = start(() -> {
            pair.writeLock().lockInterruptibly();
            pair.writeLock().unlock();
        });
        pause();
        say("pair", pair.queued(), pair.hasQueuedThreads(), pair.hasQueuedThread(reader), pair.hasQueuedThread(writer));
        pair.writeLock().unlock();
        reader.join();
        writer.join();
        say("free", pair.queued());
        Semaphore semaphore = new Semaphore(0);
        Thread taker = start(semaphore::acquireUninterruptibly);
        pause();
        say("semaphore", semaphore.hasQueuedThreads(), semaphore.getQueueLength());
        semaphore.release();
        taker.join();
    }

    // ---- threads -----------------------------------------------------------------------------------------------

    private void factory() throws Exception {
        Thread made = Executors.defaultThreadFactory()
                .newThread(() -> say("runs", Thread.currentThread().isVirtual()));
        say(
                made.isVirtual(),
                made.isDaemon(),
                made.getPriority(),
                made.getName().matches("pool-\\d+-thread-1"),
                made.getState());
        made.setDaemon(false);
        made.start();
        made.join();
        Thread.currentThread().setPriority(Thread.MAX_PRIORITY);
        Thread urgent = Executors.defaultThreadFactory().newThread(() -> {});
        Thread.currentThread().setPriority(Thread.NORM_PRIORITY);
        say("priority", urgent.getPriority());
    }

    private static class OwnThread extends Thread {
        OwnThread(Runnable task) {
            super(task);
        }

        private void startByReference() {
            Runnable start = this::start;
            start.run();
        }
    }

    private void references() throws Exception {
        Function<Runnable, OwnThread> maker = OwnThread::new;
        OwnThread thread = maker.apply(() -> say("runs"));
        Runnable start = thread::start;
        Step join = thread::join;
        Runnable interrupt = thread::interrupt;
        Callable<Boolean> isAlive = thread::isAlive;
        Callable<Thread.State> state = thread::getState;
        Predicate<OwnThread> ofAny = OwnThread::isAlive;
        say(state.call(), isAlive.call());
        start.run();
        join.run();
        interrupt.run();
        say(state.call(), isAlive.call(), ofAny.test(thread));
        OwnThread other = maker.apply(() -> say("runs, too"));
        other.startByReference();
        List.of(other).forEach(each -> say(said(() -> each.join(java.time.Duration.ofSeconds(1)))));
        Stream.of(maker.apply(() -> say("the last")))
                .peek(Thread::start)
                .forEach(each -> say(said(() -> each.join(java.time.Duration.ofSeconds(1)))));
    }

    // ---- monitors of the JDK's objects -------------------------------------------------------------------------

    /** One thread is within the monitor for a while, another one calls a method that needs it. */
    private void both(String what, Object lock, Step inside, Step other) throws Exception {
        boolean[] left = new boolean[1];
        Thread thread = start(() -> {
            Thread.sleep(PAUSE_MS / 2);
            other.run();
            say(what, "called after", left[0]);
        });
        synchronized (lock) {
            inside.run();
            pause();
            left[0] = true;
        }
        thread.join();
    }

    private static final class Mailbox extends Vector<String> {
        private static final long serialVersionUID = 1L;

        private synchronized void put(String letter) {
            add(letter);
            notifyAll();
        }

        private synchronized String take() throws InterruptedException {
            while (isEmpty()) {
                wait();
            }
            return remove(0);
        }
    }

    private void monitors() throws Exception {
        List<String> vector = new Vector<>(List.of("a"));
        both("vector", vector, () -> vector.add("b"), () -> vector.add("c"));
        Map<String, String> table = new Hashtable<>();
        both("table", table, () -> table.put("k", "1"), () -> say(table.get("k")));
        Stack<String> stack = new Stack<>();
        both("stack", stack, () -> stack.push("x"), () -> say(stack.pop()));
        say(vector, table, stack);
        Mailbox box = new Mailbox();
        Thread reader = start(() -> say("took", box.take()));
        pause();
        box.put("a letter");
        reader.join();
        SecureRandom random = new SecureRandom();
        synchronized (random) {
            say("random", random.nextInt(1));
            pause();
        }
        StringBuffer buffer = new StringBuffer();
        synchronized (buffer) {
            buffer.append("x").append("y");
        }
        Thread waiter = start(() -> {
            synchronized (buffer) {
                buffer.wait();
                say("notified", buffer);
            }
        });
        pause();
        synchronized (buffer) {
            buffer.append("z").notify();
        }
        waiter.join();
    }

    private void waits() throws Exception {
        Semaphore turn = new Semaphore(0);
        Thread other = start(() -> {
            turn.acquire(2);
            say("two");
        });
        turn.release();
        pause();
        say("one");
        turn.release();
        other.join();
    }

    // ---- what the JDK says of its objects ----------------------------------------------------------------------

    private void ofNames() {
        for (Object each : List.of(
                new ReentrantLock(),
                new ReentrantReadWriteLock(),
                new ReentrantReadWriteLock().readLock(),
                new ReentrantReadWriteLock().writeLock(),
                new CountDownLatch(1),
                new Semaphore(1),
                new CyclicBarrier(1),
                new Phaser(1),
                new Exchanger<String>(),
                new Vector<String>(),
                new FutureTask<>(() -> 1),
                new java.util.concurrent.CompletableFuture<String>(),
                new java.util.concurrent.LinkedBlockingQueue<String>(),
                new java.util.Timer(true),
                new java.io.PrintWriter(System.out),
                new java.io.BufferedReader(java.io.Reader.nullReader()))) {
            say(String.valueOf(each).replaceAll("(@|Lambda/)[0-9a-fx]+", "$1"));
        }
    }
}
