package org.bipj.launch.hosted.sockets;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** What programs do at a time of their own. They use nothing but the JDK, and run against its timers as well as in virtual time. */
public final class TimerScenes {
    private static final long STEP_MS = 40;
    private static final TimeUnit MS = TimeUnit.MILLISECONDS;

    private static final Map<String, Scene> ALL = new TreeMap<>(Map.of(
            "scheduled pool", TimerScenes::pool,
            "periods of a pool", TimerScenes::periods,
            "end of a pool", TimerScenes::end,
            "timer", TimerScenes::timer,
            "end of a timer", TimerScenes::endOfTimer,
            "delay queue", TimerScenes::delays,
            "futures", TimerScenes::futures));

    private TimerScenes() {}

    interface Scene {
        void play(List<String> notes) throws Exception;
    }

    /** The names of all scenes. */
    public static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    /** What a scene writes down. */
    public static List<String> onOneHost(String name) throws Exception {
        List<String> notes = Collections.synchronizedList(new ArrayList<>());
        ALL.get(name).play(notes);
        return notes;
    }

    private static void note(List<String> notes, String what, Callable<?> call) {
        try {
            notes.add(what + ": " + call.call());
        } catch (Exception e) {
            notes.add(what + ": " + e.getClass().getName() + ": " + e.getMessage());
        }
    }

    /** The class of a call's exception. */
    private static Class<?> thrownBy(Callable<?> call) {
        try {
            call.call();
            return null;
        } catch (Exception e) {
            return e.getClass();
        }
    }

    private static boolean isLate(long startNs, long ms) {
        return System.nanoTime() - startNs >= MS.toNanos(ms);
    }

    private static void pool(List<String> notes) throws Exception {
        long start = System.nanoTime();
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
        ScheduledFuture<String> late = pool.schedule(() -> "late " + isLate(start, 3 * STEP_MS), 3 * STEP_MS, MS);
        pool.schedule(() -> notes.add("second"), 2 * STEP_MS, MS);
        pool.schedule(() -> notes.add("first"), STEP_MS, MS);
        ScheduledFuture<?> never = pool.schedule(() -> notes.add("never"), STEP_MS, MS);
        notes.add("delay " + (late.getDelay(MS) > STEP_MS) + " " + (late.compareTo(never) > 0) + " " + late.isDone());
        notes.add("cancelled " + never.cancel(false) + " " + never.isCancelled());
        Future<Integer> now = pool.submit(() -> 7);
        notes.add("now " + now.get());
        pool.execute(() -> notes.add("executed"));
        notes.add(late.get());
        note(notes, "failed", pool.schedule(() -> Integer.parseInt("x"), 1, MS)::get);
        note(
                notes,
                "in time",
                () -> pool.schedule(() -> 1, 10, TimeUnit.SECONDS).get(STEP_MS, MS));
        notes.add("left " + pool.shutdownNow().size());
        notes.add("ended " + pool.awaitTermination(10, TimeUnit.SECONDS) + " " + pool.isTerminated());
    }

    private static void periods(List<String> notes) throws Exception {
        try (ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1)) {
            long start = System.nanoTime();
            int[] counts = new int[2];
            CountDownLatch rate = new CountDownLatch(3);
            CountDownLatch delay = new CountDownLatch(3);
            pool.scheduleAtFixedRate(
                    () -> {
                        counts[0]++;
                        rate.countDown();
                    },
                    0,
                    STEP_MS,
                    MS);
            ScheduledFuture<?> again = pool.scheduleWithFixedDelay(
                    () -> {
                        if (++counts[1] == 4) {
                            throw new IllegalStateException("enough");
                        }
                        delay.countDown();
                    },
                    STEP_MS,
                    STEP_MS,
                    MS);
            rate.await();
            notes.add("rate " + isLate(start, 2 * STEP_MS) + " " + (counts[0] >= 3));
            delay.await();
            notes.add("delay " + isLate(start, 3 * STEP_MS));
            note(notes, "fourth", again::get);
            notes.add("done " + again.isDone() + " " + again.isCancelled() + " " + counts[1]);
            notes.add("no period " + thrownBy(() -> pool.scheduleAtFixedRate(() -> {}, 0, 0, MS)));
        }
        notes.add("closed");
    }

    private static void end(List<String> notes) throws Exception {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        pool.scheduleAtFixedRate(() -> notes.add("periodic"), 0, 10, TimeUnit.SECONDS);
        Thread.sleep(STEP_MS);
        ScheduledFuture<?> once = pool.schedule(() -> notes.add("after shutdown"), 2 * STEP_MS, MS);
        pool.shutdown();
        notes.add("rejected " + thrownBy(() -> pool.schedule(() -> 1, 1, MS)));
        notes.add("shut " + pool.isShutdown() + " " + pool.isTerminated());
        notes.add("ended " + pool.awaitTermination(10, TimeUnit.SECONDS) + " " + once.isDone());
        ScheduledThreadPoolExecutor other = new ScheduledThreadPoolExecutor(1);
        other.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        ScheduledFuture<?> dropped = other.schedule(() -> notes.add("never"), 10, TimeUnit.SECONDS);
        other.shutdown();
        notes.add("dropped " + dropped.isCancelled() + " " + other.awaitTermination(10, TimeUnit.SECONDS));
    }

    /** A task that writes down its name. */
    private static final class Note extends TimerTask {
        private final List<String> notes;
        private final String name;
        private final CountDownLatch runs;

        Note(List<String> notes, String name, int runs) {
            this.notes = notes;
            this.name = name;
            this.runs = new CountDownLatch(runs);
        }

        @Override
        public void run() {
            if (runs.getCount() > 0) {
                notes.add(name);
            }
            runs.countDown();
        }
    }

    private static void timer(List<String> notes) throws Exception {
        long start = System.nanoTime();
        Timer timer = new Timer();
        Note second = new Note(notes, "second", 1);
        Note first = new Note(notes, "first", 1);
        Note never = new Note(notes, "never", 1);
        timer.schedule(second, 2 * STEP_MS);
        timer.schedule(first, STEP_MS);
        timer.schedule(never, STEP_MS);
        notes.add("cancelled " + never.cancel() + " " + never.cancel());
        second.runs.await();
        notes.add("after " + isLate(start, 2 * STEP_MS) + " " + second.cancel());
        Note repeated = new Note(notes, "repeated", 3);
        timer.scheduleAtFixedRate(repeated, 0, STEP_MS);
        repeated.runs.await();
        notes.add("three " + isLate(start, 4 * STEP_MS) + " " + repeated.cancel());
        Note delayed = new Note(notes, "delayed", 2);
        timer.schedule(delayed, 1, 1);
        delayed.runs.await();
        long scheduled = delayed.scheduledExecutionTime();
        notes.add("scheduled " + (Math.abs(System.currentTimeMillis() - scheduled) < 10_000));
        timer.cancel();
        notes.add("end");
    }

    private static void endOfTimer(List<String> notes) throws Exception {
        Timer timer = new Timer("own", true);
        CountDownLatch ran = new CountDownLatch(1);
        String[] name = new String[1];
        TimerTask task = new TimerTask() {
            @Override
            public void run() {
                name[0] = Thread.currentThread().getName();
                ran.countDown();
            }
        };
        note(notes, "negative", () -> {
            timer.schedule(task, -1);
            return "served";
        });
        timer.schedule(task, 1);
        note(notes, "twice", () -> {
            timer.schedule(task, 1);
            return "served";
        });
        ran.await();
        notes.add("in " + name[0]);
        timer.cancel();
        timer.cancel();
        note(notes, "cancelled", () -> {
            timer.schedule(new Note(notes, "never", 1), 1);
            return "served";
        });
        notes.add("purged " + timer.purge());
    }

    private record Moment(String name, long atNs) implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(atNs - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }

    private static void delays(List<String> notes) throws Exception {
        DelayQueue<Moment> queue = new DelayQueue<>();
        long now = System.nanoTime();
        queue.add(new Moment("late", now + MS.toNanos(4 * STEP_MS)));
        notes.add("none " + queue.poll() + " " + queue.poll(1, MS) + " " + queue.size());
        Thread adds = new Thread(() -> queue.add(new Moment("early", now + MS.toNanos(2 * STEP_MS))));
        adds.start();
        notes.add(queue.take().name() + " " + isLate(now, 2 * STEP_MS));
        notes.add(queue.take().name() + " " + isLate(now, 4 * STEP_MS));
        Thread takes = new Thread(() -> note(notes, "interrupted", queue::take));
        takes.start();
        Thread.sleep(STEP_MS);
        takes.interrupt();
        takes.join();
    }

    private static void futures(List<String> notes) throws Exception {
        long start = System.nanoTime();
        note(
                notes,
                "or timeout",
                () -> new CompletableFuture<String>().orTimeout(STEP_MS, MS).get());
        notes.add("late " + isLate(start, STEP_MS));
        note(
                notes,
                "on timeout",
                () -> new CompletableFuture<String>()
                        .completeOnTimeout("default", STEP_MS, MS)
                        .get());
        notes.add("late " + isLate(start, 2 * STEP_MS));
        CompletableFuture<String> done = new CompletableFuture<String>().orTimeout(10, TimeUnit.SECONDS);
        done.complete("in time");
        notes.add(done.get() + " "
                + done.thenApply(String::length).orTimeout(1, TimeUnit.SECONDS).get());
        CompletableFuture<String> later =
                CompletableFuture.supplyAsync(() -> "later", CompletableFuture.delayedExecutor(STEP_MS, MS));
        notes.add("not yet " + later.isDone());
        notes.add(later.get() + " " + isLate(start, 3 * STEP_MS));
    }
}
