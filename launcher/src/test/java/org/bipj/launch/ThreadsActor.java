package org.bipj.launch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import org.bipj.core.job.Compute;

/** An MPI program with several communicating threads that does what its arguments say. */
public final class ThreadsActor {
    private static final int MESSAGES = 12;
    private static final List<Integer> BEFORE_INIT = Collections.synchronizedList(new ArrayList<>());
    private static int counter;
    private static volatile boolean flag;

    private ThreadsActor() {}

    /** A part of the program. */
    private interface Step {
        void run(Intracomm comm) throws Exception;
    }

    /** A thread with a method run of its own. */
    private static class Worker extends Thread {
        private final int number;
        private int result;

        Worker(int number) {
            super("worker " + number);
            this.number = number;
        }

        @Override
        public void run() {
            add(number);
            result = 10 * number;
        }
    }

    /** A subclass that calls the method run of its superclass. */
    private static final class SubWorker extends Worker {
        SubWorker(int number) {
            super(number);
        }

        @Override
        public void run() {
            super.run();
            super.result++;
        }
    }

    /** Performs steps between InitThread and Finalize. */
    public static void main(String[] args) throws Exception {
        int level = MPI.InitThread(args, MPI.THREAD_MULTIPLE);
        if (level != MPI.THREAD_MULTIPLE) {
            throw new IllegalStateException("level " + level);
        }
        Intracomm comm = MPI.COMM_WORLD;
        for (String arg : args) {
            Step step = switch (arg) {
                case "executors" -> ThreadsActor::executors;
                case "futures" -> ThreadsActor::futures;
                case "producers" -> ThreadsActor::producers;
                case "pool" -> ThreadsActor::pool;
                case "monitors" -> ThreadsActor::monitors;
                case "collections" -> ThreadsActor::collections;
                case "inside" -> ThreadsActor::inside;
                case "locks" -> ThreadsActor::locks;
                case "meetings" -> ThreadsActor::meetings;
                case "threads" -> ThreadsActor::threads;
                case "times" -> ThreadsActor::times;
                case "streams" -> ThreadsActor::streams;
                case "race" -> ThreadsActor::race;
                case "spin" -> ThreadsActor::spin;
                case "hotspin" -> ThreadsActor::hotSpin;
                case "deadlock" -> ThreadsActor::deadlock;
                case "refused" -> ThreadsActor::refused;
                case "unjoined" -> ThreadsActor::unjoined;
                case "uncaught" -> ThreadsActor::uncaught;
                case "compute" -> ThreadsActor::compute;
                default -> throw new IllegalArgumentException(arg);
            };
            step.run(comm);
            comm.barrier();
        }
        MPI.Finalize();
    }

    private static void say(Intracomm comm, String what) {
        System.out.println("rank " + comm.getRank() + ": " + what);
    }

    private static int add(int value) {
        synchronized (ThreadsActor.class) {
            counter += value;
            return counter;
        }
    }

    /** Exchanges a number with the next rank, on a tag of the thread's own. */
    private static int exchange(Intracomm comm, int tag, int value) {
        int n = comm.getSize();
        int[] ball = {value};
        comm.sendRecvReplace(ball, 1, MPI.INT, (comm.getRank() + 1) % n, tag, (comm.getRank() + n - 1) % n, tag);
        return ball[0];
    }

    private static void executors(Intracomm comm) throws Exception {
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int tag = i;
            tasks.add(() -> exchange(comm, tag, 100 * comm.getRank() + tag));
        }
        List<ExecutorService> all = List.of(
                Executors.newFixedThreadPool(6),
                Executors.newCachedThreadPool(),
                Executors.newVirtualThreadPerTaskExecutor(),
                Executors.newThreadPerTaskExecutor(Thread::new));
        for (ExecutorService executor : all) {
            try (executor) {
                int sum = 0;
                for (Future<Integer> future : executor.invokeAll(tasks)) {
                    sum += future.get();
                }
                ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(executor);
                tasks.forEach(service::submit);
                int more = 0;
                for (int i = 0; i < tasks.size(); i++) {
                    more += service.take().get();
                }
                say(comm, "executor " + sum + " " + more);
            }
        }
        try (ExecutorService one = Executors.newSingleThreadExecutor()) {
            say(
                    comm,
                    "any " + one.invokeAny(List.of(() -> 7, () -> 7)) + " "
                            + one.submit(() -> Thread.currentThread().getName()).get());
        }
    }

    private static void futures(Intracomm comm) {
        CompletableFuture<Integer> one = CompletableFuture.supplyAsync(() -> exchange(comm, 1, 1));
        CompletableFuture<Integer> two =
                CompletableFuture.supplyAsync(() -> exchange(comm, 2, 2)).thenApplyAsync(x -> exchange(comm, 3, x + 1));
        CompletableFuture<Void> both = CompletableFuture.allOf(one, two);
        both.join();
        say(comm, "futures " + one.thenCombine(two, Integer::sum).join());
    }

    /** A thread receives and fills a queue that two others empty. */
    private static void producers(Intracomm comm) throws Exception {
        int n = comm.getSize();
        for (BlockingQueue<int[]> queue : List.of(
                new ArrayBlockingQueue<int[]>(2), new LinkedBlockingQueue<int[]>(1), new SynchronousQueue<int[]>())) {
            Thread sender = Thread.ofPlatform().start(() -> {
                for (int i = 0; i < MESSAGES; i++) {
                    comm.send(new int[] {i}, 1, MPI.INT, (comm.getRank() + 1) % n, 9);
                }
            });
            Thread receiver = new Thread(() -> {
                try {
                    for (int i = 0; i < MESSAGES + 2; i++) {
                        int[] element = {-1};
                        if (i < MESSAGES) {
                            comm.recv(element, 1, MPI.INT, (comm.getRank() + n - 1) % n, 9);
                        }
                        queue.put(element);
                    }
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            receiver.start();
            int[] sums = new int[2];
            List<Thread> consumers = new ArrayList<>();
            for (int c = 0; c < 2; c++) {
                int number = c;
                consumers.add(Thread.startVirtualThread(() -> {
                    try {
                        for (int[] got = queue.take(); got[0] >= 0; got = queue.take()) {
                            sums[number] += got[0];
                            Compute.charge(3000);
                        }
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }));
            }
            sender.join();
            receiver.join();
            for (Thread consumer : consumers) {
                consumer.join();
            }
            say(comm, "consumed " + (sums[0] + sums[1]));
        }
    }

    /** A pool per rank, whose tasks communicate and wait for each other. */
    private static void pool(Intracomm comm) throws Exception {
        try (ExecutorService pool = Executors.newFixedThreadPool(3)) {
            CountDownLatch latch = new CountDownLatch(9);
            int[] sum = new int[1];
            for (int i = 0; i < 9; i++) {
                int tag = i;
                pool.execute(() -> {
                    int got = exchange(comm, tag, tag);
                    synchronized (sum) {
                        sum[0] += got;
                    }
                    latch.countDown();
                });
            }
            latch.await();
            say(comm, "pool " + sum[0]);
        }
    }

    private static void monitors(Intracomm comm) throws Exception {
        Object lock = new Object();
        boolean[] ready = new boolean[1];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int tag = i;
            threads.add(new Thread(() -> {
                synchronized (lock) {
                    // Another thread of this rank may run meanwhile, and has to wait for the monitor.
                    int before = counter;
                    exchange(comm, 20, tag);
                    counter = before + 1;
                    while (!ready[0]) {
                        try {
                            lock.wait();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                    counter++;
                }
            }));
        }
        int before = counter;
        threads.forEach(Thread::start);
        Thread.sleep(1);
        synchronized (lock) {
            ready[0] = true;
            lock.notifyAll();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        synchronized (lock) {
            double begin = MPI.wtime();
            lock.wait(TimeUnit.HOURS.toMillis(2));
            say(comm, "monitors " + (counter - before) + " " + Math.round((MPI.wtime() - begin) / 3600) + " h");
        }
    }

    /** The change in a collection's size while this thread holds its monitor over a message. */
    private static int changeMeanwhile(Intracomm comm, Object collection, IntSupplier size) {
        synchronized (collection) {
            int before = size.getAsInt();
            exchange(comm, 40, 0);
            return size.getAsInt() - before;
        }
    }

    /** Threads hold the monitors of synchronised collections over messages, while others want to add to them. */
    private static void collections(Intracomm comm) throws Exception {
        List<Integer> list = Collections.synchronizedList(new ArrayList<>());
        Collection<Integer> bag = Collections.synchronizedCollection(new ArrayList<>());
        Map<Integer, Integer> map = Collections.synchronizedMap(new HashMap<>());
        List<Thread> threads = new ArrayList<>();
        int[] mixed = new int[1];
        for (int i = 0; i < 3; i++) {
            int number = i;
            threads.add(new Thread(() -> {
                mixed[0] += changeMeanwhile(comm, list, list::size)
                        + changeMeanwhile(comm, bag, bag::size)
                        + changeMeanwhile(comm, map, map.keySet()::size)
                        + changeMeanwhile(comm, BEFORE_INIT, BEFORE_INIT::size);
                list.add(number);
                bag.add(number);
                map.put(number, number);
                BEFORE_INIT.add(number);
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        list.sort(null);
        NavigableMap<Integer, Integer> sorted = Collections.synchronizedNavigableMap(new TreeMap<>(map));
        SortedSet<Integer> set = Collections.synchronizedSortedSet(new TreeSet<>(list));
        String failure = "";
        try {
            list.get(3);
        } catch (IndexOutOfBoundsException e) {
            failure = e.getClass().getSimpleName();
        }
        say(
                comm,
                "collections " + mixed[0] + " " + list + bag.size() + BEFORE_INIT.size() + sorted.descendingMap()
                        + list.subList(1, 3) + set.tailSet(1) + bag.equals(new ArrayList<>(bag)) + bag.equals(bag)
                        + list.equals(List.of(0, 1, 2)) + failure);
        BEFORE_INIT.clear();
    }

    /** A thread communicates within a method of the JDK that holds a lock, which another thread needs. */
    private static void inside(Intracomm comm) throws Exception {
        Map<Integer, Integer> map = new ConcurrentHashMap<>();
        Thread other = new Thread(
                () -> {
                    map.computeIfAbsent(1, key -> 1);
                    comm.send(new int[1], 1, MPI.INT, 0, 5);
                },
                "other");
        other.start();
        map.computeIfAbsent(1, key -> {
            comm.recv(new int[1], 1, MPI.INT, 0, 5);
            return key;
        });
        other.join();
    }

    private static void locks(Intracomm comm) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition changed = lock.newCondition();
        ReentrantReadWriteLock shared = new ReentrantReadWriteLock();
        Semaphore permits = new Semaphore(2);
        int[] turn = new int[1];
        int[] inside = new int[1];
        List<Thread> threads = new ArrayList<>();
        for (int i = 2; i >= 0; i--) {
            int number = i;
            threads.add(Thread.ofVirtual().start(() -> {
                try {
                    lock.lock();
                    try {
                        while (turn[0] != number) {
                            changed.await();
                        }
                        exchange(comm, 30, number);
                        turn[0]++;
                        changed.signalAll();
                    } finally {
                        lock.unlock();
                    }
                    permits.acquire();
                    shared.readLock().lock();
                    exchange(comm, 31 + number, number);
                    shared.readLock().unlock();
                    permits.release();
                    shared.writeLock().lock();
                    inside[0]++;
                    Compute.charge(5000);
                    shared.writeLock().unlock();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        say(comm, "locks " + turn[0] + " " + inside[0] + " " + permits.availablePermits());
    }

    private static void meetings(Intracomm comm) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(3, () -> add(100));
        Phaser phaser = new Phaser(3);
        Exchanger<Integer> exchanger = new Exchanger<>();
        int[] swapped = new int[3];
        int before = counter;
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                try {
                    exchange(comm, number, number);
                    barrier.await();
                    barrier.await();
                    phaser.arriveAndAwaitAdvance();
                    if (number < 2) {
                        swapped[number] = exchanger.exchange(number);
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        say(comm, "meetings " + (counter - before) + " " + phaser.getPhase() + " " + swapped[0] + swapped[1]);
    }

    private static void threads(Intracomm comm) throws Exception {
        Worker first = new Worker(1);
        Worker second = new SubWorker(2);
        int before = counter;
        first.start();
        second.start();
        first.join();
        second.join();
        Thread parked = new Thread(() -> {
            while (!flag) {
                LockSupport.park();
            }
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park();
            }
            try {
                Thread.sleep(1_000_000);
            } catch (InterruptedException e) {
                add(5);
            }
        });
        parked.start();
        Thread.sleep(5);
        flag = true;
        LockSupport.unpark(parked);
        Thread.sleep(5);
        parked.interrupt();
        parked.join(1000);
        say(
                comm,
                "threads " + first.result + " " + second.result + " "
                        + (counter - before) + " " + parked.isAlive() + " " + parked.getState() + " "
                        + first.getName());
        flag = false;
    }

    private static void times(Intracomm comm) throws Exception {
        double begin = MPI.wtime();
        boolean late = new LinkedBlockingQueue<Integer>().poll(1, TimeUnit.HOURS) == null;
        boolean open = new CountDownLatch(1).await(1, TimeUnit.HOURS);
        boolean locked = new Semaphore(0).tryAcquire(1, TimeUnit.HOURS);
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(TimeUnit.HOURS.toMillis(3));
            } catch (InterruptedException e) {
                add(1);
            }
        });
        sleeper.start();
        sleeper.join(TimeUnit.HOURS.toMillis(1));
        sleeper.interrupt();
        sleeper.join();
        say(comm, "times " + late + open + locked + " " + Math.round((MPI.wtime() - begin) / 3600) + " h");
    }

    private static void streams(Intracomm comm) {
        int sum =
                IntStream.range(0, 50).parallel().map(i -> exchange(comm, 0, i)).sum();
        int more = List.of(1, 2, 3).parallelStream()
                .mapToInt(i -> exchange(comm, 0, i))
                .sum();
        say(comm, "streams " + sum + " " + more);
    }

    /** The order in which four threads pass depends on the schedule. */
    private static void race(Intracomm comm) throws Exception {
        StringBuffer order = new StringBuffer();
        try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
            for (int i = 0; i < 8; i++) {
                int number = i;
                pool.execute(() -> {
                    exchange(comm, number, number);
                    order.append(number);
                });
            }
        }
        say(comm, "race " + order.length());
        System.out.println("order " + order);
    }

    private static void spin(Intracomm comm) throws Exception {
        Thread waits = new Thread(() -> {
            while (!flag) {
                Thread.onSpinWait();
            }
        });
        Thread polls = new Thread(() -> {
            while (comm.iProbe((comm.getRank() + 1) % comm.getSize(), 77) == null) {
                Thread.yield();
            }
        });
        waits.start();
        polls.start();
        Thread.sleep(2);
        flag = true;
        comm.send(new int[1], 1, MPI.INT, (comm.getRank() + comm.getSize() - 1) % comm.getSize(), 77);
        waits.join();
        polls.join();
        comm.recv(new int[1], 1, MPI.INT, (comm.getRank() + 1) % comm.getSize(), 77);
        flag = false;
        say(comm, "spun");
    }

    /** Reads a variable that no other thread can change meanwhile. */
    private static void hotSpin(Intracomm comm) throws Exception {
        Thread sets = new Thread(() -> flag = true);
        sets.start();
        while (!flag) {
            counter++;
        }
        sets.join();
    }

    private static void deadlock(Intracomm comm) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Thread holder = new Thread(
                () -> {
                    lock.lock();
                    comm.recv(new int[1], 1, MPI.INT, 0, 99);
                },
                "holder");
        holder.start();
        Thread.sleep(1);
        lock.lock();
    }

    private static void refused(Intracomm comm) {
        try (ForkJoinPool pool = new ForkJoinPool(2)) {
            pool.submit(() -> 1).join();
        } catch (UnsupportedOperationException e) {
            say(comm, e.getMessage());
        }
    }

    /** The rank ends when this thread has. */
    private static void unjoined(Intracomm comm) {
        new Thread(() -> {
                    try {
                        Thread.sleep(1000);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    System.out.println("last words");
                })
                .start();
    }

    private static void uncaught(Intracomm comm) throws Exception {
        Thread fails = new Thread(
                () -> {
                    throw new IllegalStateException("bad");
                },
                "failing");
        fails.start();
        fails.join();
        comm.recv(new int[1], 1, MPI.INT, 0, 99);
    }

    /** Two threads compute a millisecond each, on one processor. */
    private static void compute(Intracomm comm) throws Exception {
        double begin = MPI.wtime();
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            threads[i] = new Thread(() -> Compute.charge(1_000_000));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        say(comm, "computed " + Math.round((MPI.wtime() - begin) * 1e3) + " ms");
    }
}
