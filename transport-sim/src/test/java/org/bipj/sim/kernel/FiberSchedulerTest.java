package org.bipj.sim.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Coroutines in virtual time. */
@Timeout(60)
class FiberSchedulerTest {
    private final Kernel kernel = new Kernel();
    private final FiberScheduler fibers = new FiberScheduler(kernel);
    private final List<String> log = new ArrayList<>();

    @AfterEach
    void dismiss() {
        fibers.close();
    }

    private Fiber add(String name, Consumer<Fiber> body) {
        Fiber[] self = new Fiber[1];
        self[0] = fibers.add(name, () -> body.accept(self[0]));
        return self[0];
    }

    private void log(Fiber self) {
        log.add(self.name() + "@" + self.clock());
    }

    private void at(long time, Runnable what) {
        kernel.at(time, new Event() {
            @Override
            protected void fire() {
                what.run();
            }
        });
    }

    @Test
    void fibersInterleaveByTheirClocks() {
        for (int i = 0; i < 3; i++) {
            int step = 10 + i;
            add("f" + i, self -> {
                for (int turn = 0; turn < 2; turn++) {
                    self.charge(step);
                    self.sync();
                    log(self);
                }
            });
        }
        fibers.run();
        assertEquals(List.of("f0@10", "f1@11", "f2@12", "f0@20", "f1@22", "f2@24"), log);
    }

    @Test
    void fibersBeginAtTheKernelsPresent() {
        kernel.runTo(100);
        add("f", this::log);
        fibers.run();
        assertEquals(List.of("f@100"), log);
    }

    @Test
    void withoutEventsTheKernelAdvancesWithTheFiber() {
        add("f", self -> {
            self.charge(100);
            self.sync();
            assertEquals(100, kernel.now());
            log(self);
        });
        fibers.run();
        assertEquals(List.of("f@100"), log);
    }

    @Test
    void aFiberAheadOfTheKernelSeesNothingUntilItSynchronises() {
        boolean[] happened = new boolean[1];
        at(50, () -> happened[0] = true);
        add("f", self -> {
            self.charge(100);
            assertFalse(happened[0]);
            assertEquals(0, kernel.now());
            self.sync();
            assertTrue(happened[0]);
            assertEquals(100, kernel.now());
        });
        fibers.run();
    }

    @Test
    void eventsOfTheVeryMomentAreSeenBySync() {
        boolean[] happened = new boolean[1];
        at(100, () -> happened[0] = true);
        add("f", self -> {
            self.charge(100);
            self.sync();
            assertTrue(happened[0]);
        });
        fibers.run();
    }

    @Test
    void aBlockedFiberResumesWhenItIsWoken() {
        Fiber sleeper = add("sleeper", self -> {
            self.charge(5);
            self.block("the bell");
            log(self);
            self.charge(100);
            self.block("the bell");
            log(self);
            assertEquals(138, kernel.now());
        });
        at(30, () -> sleeper.wake(40));
        at(35, () -> sleeper.wake(50));
        at(36, () -> sleeper.wake(38));
        at(37, () -> sleeper.wake(45));
        // Before the fiber's own clock.
        at(60, () -> sleeper.wake(60));
        fibers.run();
        assertEquals(List.of("sleeper@38", "sleeper@138"), log);
    }

    @Test
    void aWakeUpWithoutAWaiterIsForgotten() {
        Fiber late = add("late", self -> {
            self.charge(50);
            self.sync();
            self.block("the bell");
            log(self);
        });
        at(10, () -> late.wake(10));
        at(70, () -> late.wake(70));
        fibers.run();
        assertEquals(List.of("late@70"), log);
    }

    /** The condition that a flag is set; a check that fails costs 10. */
    private static Fiber.Condition flag(Fiber self, boolean[] flag) {
        return new Fiber.Condition() {
            @Override
            public boolean isMet() {
                self.charge(flag[0] ? 0 : 10);
                return flag[0];
            }

            @Override
            public String toString() {
                return "the flag";
            }
        };
    }

    @Test
    void aConditionThatIsMetAtTheFibersOwnTimeDoesNotBlock() {
        boolean[] there = new boolean[1];
        at(30, () -> there[0] = true);
        add("f", self -> {
            self.charge(30);
            self.await(flag(self, there));
            log(self);
        });
        fibers.run();
        assertEquals(List.of("f@30"), log);
    }

    @Test
    void aSuccessfulCheckMayTakeTime() {
        at(30, () -> log.add("event"));
        add("f", self -> {
            self.charge(30);
            self.await(() -> {
                self.charge(7);
                return true;
            });
            log(self);
        });
        fibers.run();
        assertEquals(List.of("event", "f@37"), log);
    }

    @Test
    void anUnmetConditionIsCheckedOnceAndTheFiberIsWoken() {
        boolean[] there = new boolean[1];
        Fiber waits = add("f", self -> {
            self.charge(30);
            self.await(flag(self, there));
            log(self);
        });
        // Before the wait; then before the end of the check, which takes until 40.
        at(29, () -> waits.wake(29));
        at(33, () -> waits.wake(33));
        fibers.run();
        assertEquals(List.of("f@40"), log);
    }

    @Test
    void aFiberThatAwaitsInVainIsReported() {
        add("polls once", self -> self.await(flag(self, new boolean[1])));
        DeadlockException deadlock = assertThrows(DeadlockException.class, fibers::run);
        assertEquals("the flag", deadlock.waiters().getFirst().waitsFor());
        assertEquals(10, deadlock.waiters().getFirst().clock());
    }

    /** This saves the time: the thread of a fiber that has to wait does not resume for the check. */
    @Test
    void aFailedCheckDoesNotResumeItsFiber() {
        List<Boolean> byItself = new ArrayList<>();
        Fiber waits = add("waits", self -> {
            self.charge(30);
            self.await(() -> {
                byItself.add(self.isCurrent());
                return false;
            });
        });
        add("works", self -> {
            self.charge(50);
            self.sync();
            waits.wake(self.clock());
        });
        fibers.run();
        assertEquals(List.of(false), byItself);
    }

    /** Letters between fibers, awaited at once or in steps: the same events at the same moments. */
    @Test
    void awaitingIsSynchronisingCheckingAndBlocking() {
        for (int seed = 0; seed < 50; seed++) {
            EventHistory inSteps = letters(seed, new EventHistory(), false);
            EventHistory atOnce = letters(seed, inSteps.again(), true);
            atOnce.complete();
            assertTrue(atOnce.size() > 500, () -> atOnce.size() + " events");
        }
    }

    private static EventHistory letters(int seed, EventHistory recording, boolean atOnce) {
        Kernel kernel = new Kernel();
        kernel.observe(recording);
        int[] waiting = new int[4];
        try (FiberScheduler fibers = new FiberScheduler(kernel)) {
            Fiber[] all = new Fiber[waiting.length];
            for (int i = 0; i < all.length; i++) {
                var random = Seeds.of(seed, "fiber " + i);
                int me = i;
                all[i] = fibers.add("f" + i, () -> {
                    for (int turn = 0; turn < 100; turn++) {
                        all[me].charge(random.nextInt(20));
                        int to = (me + 1) % all.length;
                        kernel.at(all[me].clock() + random.nextInt(20), new Event() {
                            @Override
                            protected void fire() {
                                waiting[to]++;
                                all[to].wake(kernel.now());
                            }
                        });
                        Fiber.Condition letter = () -> {
                            all[me].charge(waiting[me] > 0 ? 0 : 5);
                            return waiting[me] > 0;
                        };
                        if (atOnce) {
                            all[me].await(letter);
                        } else {
                            all[me].sync();
                            if (!letter.isMet()) {
                                all[me].block(letter);
                            }
                        }
                        waiting[me]--;
                    }
                });
            }
            fibers.run();
        }
        return recording;
    }

    @Test
    void fibersWakeEachOther() {
        Fiber[] two = new Fiber[2];
        for (int i = 0; i < 2; i++) {
            int me = i;
            two[i] = add("f" + i, self -> {
                for (int turn = 0; turn < 3; turn++) {
                    if (turn > 0 || me == 1) {
                        self.block("its turn");
                    }
                    log(self);
                    self.charge(10);
                    // By now the other one waits.
                    self.sync();
                    two[1 - me].wake(self.clock());
                }
            });
        }
        fibers.run();
        assertEquals(List.of("f0@0", "f1@10", "f0@20", "f1@30", "f0@40", "f1@50"), log);
    }

    @Test
    void aFiberThatWaitsForEverIsReportedWithItsStack() {
        add("ends", self -> self.charge(7));
        add("waits", self -> waitForGodot(self));
        add("waits too", self -> self.block("a packet"));
        DeadlockException deadlock = assertThrows(DeadlockException.class, fibers::run);
        assertEquals(2, deadlock.waiters().size());
        DeadlockException.Waiter waiter = deadlock.waiters().getFirst();
        assertEquals("waits", waiter.name());
        assertEquals("Godot", waiter.waitsFor());
        assertEquals(3, waiter.clock());
        assertTrue(
                waiter.stack().stream().anyMatch(frame -> frame.getMethodName().equals("waitForGodot")),
                () -> waiter.stack().toString());
        assertTrue(deadlock.getMessage().contains("waits too (a packet)"), deadlock.getMessage());
    }

    /** Both advance their clocks for ever; only the count of events between their polls shows it. */
    @Test
    void aFiberThatPollsForEverIsReportedToo() {
        for (int i = 0; i < 2; i++) {
            int step = 10 + i;
            add("polls " + i, self -> {
                at(50, () -> log.add("something"));
                while (true) {
                    self.charge(step);
                    self.sync();
                }
            });
        }
        fibers.setFutilePollLimit(1000);
        DeadlockException deadlock = assertThrows(DeadlockException.class, fibers::run);
        assertTrue(deadlock.isPolling());
        assertEquals(2, deadlock.waiters().size());
        assertEquals(2, log.size());
    }

    /** One wakes the other, which checks in vain and waits again. */
    @Test
    void aFiberThatChecksInVainWheneverItIsWokenIsReportedToo() {
        Fiber checks = add("checks", self -> {
            while (true) {
                self.await(() -> false);
            }
        });
        add("wakes", self -> {
            while (true) {
                self.charge(10);
                self.sync();
                checks.wake(self.clock());
            }
        });
        fibers.setFutilePollLimit(1000);
        assertTrue(assertThrows(DeadlockException.class, fibers::run).isPolling());
    }

    @Test
    void aFiberThatHasWaitedAndNowPollsWaitsForNothing() {
        boolean[] happened = new boolean[1];
        Fiber one = add("has blocked", self -> {
            self.block("a bell");
            pollForever(self);
        });
        Fiber other = add("has awaited", self -> {
            self.charge(5);
            self.await(flag(self, happened));
            pollForever(self);
        });
        at(5, () -> log.add("so that the check is an event"));
        at(20, () -> {
            one.wake(20);
            other.wake(20);
        });
        fibers.setFutilePollLimit(1000);
        DeadlockException deadlock = assertThrows(DeadlockException.class, fibers::run);
        assertTrue(deadlock.isPolling());
        deadlock.waiters().forEach(waiter -> assertNull(waiter.waitsFor(), waiter.name()));
    }

    private static void pollForever(Fiber self) {
        while (true) {
            self.charge(10);
            self.sync();
        }
    }

    @Test
    void aFiberThatPollsLongForAnEventSeesIt() {
        boolean[] happened = new boolean[1];
        at(50_000, () -> happened[0] = true);
        add("polls", self -> {
            while (!happened[0]) {
                self.charge(1);
                self.sync();
            }
            log(self);
        });
        fibers.setFutilePollLimit(1000);
        fibers.run();
        assertEquals(List.of("polls@50000"), log);
    }

    @Test
    void aFiberThatComputesBetweenItsPollsEnds() {
        add("computes", self -> {
            for (int i = 0; i < 20_000; i++) {
                self.processor().compute(10);
                self.sync();
                self.charge(1);
                self.sync();
                self.processor().compute(10);
            }
            log(self);
        });
        fibers.setFutilePollLimit(20_500);
        fibers.run();
        assertEquals(1, log.size());
    }

    @Test
    void aFiberThatComputesAndPollsForEverIsReportedToo() {
        add("computes", self -> {
            while (true) {
                self.processor().compute(10);
                self.sync();
            }
        });
        fibers.setFutilePollLimit(1000);
        assertTrue(assertThrows(DeadlockException.class, fibers::run).isPolling());
    }

    @Test
    void aFiberThatPollsLongForALaterChangeSeesIt() {
        int limit = 1000;
        boolean[] happened = new boolean[2];
        at(10 * limit, () -> happened[0] = true);
        add("polls", self -> {
            while (!happened[0] || !happened[1]) {
                self.charge(1);
                self.sync();
            }
            log(self);
        });
        add("computes", self -> {
            self.charge(50 * limit);
            self.sync();
            happened[1] = true;
        });
        fibers.setFutilePollLimit(limit);
        fibers.run();
        assertEquals(List.of("polls@" + 50 * limit), log);
    }

    /** A fiber that did not park in its wait would keep the others from their carrier. */
    @Test
    void anInterruptedFiberStillWaits() {
        Fiber waits = add("interrupted", self -> {
            Thread.currentThread().interrupt();
            self.charge(10);
            self.sync();
            self.charge(10);
            self.sync();
            assertTrue(Thread.currentThread().isInterrupted());
            log(self);
        });
        add("other", self -> {
            self.charge(15);
            self.sync();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(50);
            while (!waits.isWaiting()) {
                assertTrue(System.nanoTime() < end, "does not sleep");
            }
            log(self);
        });
        fibers.run();
        assertEquals(List.of("other@15", "interrupted@20"), log);
    }

    /** A rank may wait for a thread of its program: this is reported once, and the run continues. */
    @Test
    void aWaitOutsideTheKernelIsReported() {
        CountDownLatch reported = new CountDownLatch(1);
        List<Fiber> waiting = new CopyOnWriteArrayList<>();
        Fiber waits = add("waits for a thread", self -> {
            self.charge(10);
            self.sync();
            assertTrue(uninterruptibly(() -> reported.await(60, TimeUnit.SECONDS)), "not reported");
        });
        add("computes", self -> self.charge(5));
        fibers.reportAfter(Duration.ofMillis(500));
        fibers.onWait(fiber -> {
            waiting.add(fiber);
            reported.countDown();
        });
        fibers.run();
        assertEquals(List.of(waits), waiting);
    }

    /** Whether a thread that runs for long without a call of the kernel is reported. */
    private boolean isReported(Consumer<Runnable> runner) {
        AtomicBoolean reported = new AtomicBoolean();
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
        add("computes", self -> {
            self.processor().share();
            runner.accept(() -> {
                while (!reported.get() && System.nanoTime() < endNs) {
                    Thread.onSpinWait();
                }
            });
        });
        fibers.reportAfter(Duration.ofMillis(500));
        fibers.onSpin(fiber -> reported.set(true));
        fibers.run();
        return reported.get();
    }

    @Test
    @Tag("tier2")
    void aThreadThatRunsForLongIsReported() {
        assertTrue(isReported(Runnable::run));
    }

    /** As a class loader does that rewrites classes. */
    @Test
    @Tag("tier2")
    void aThreadThatLoadsAClassForLongIsNotReported() {
        assertFalse(isReported(loading -> {
            ClassLoader loader = new ClassLoader() {
                @Override
                protected Class<?> findClass(String name) throws ClassNotFoundException {
                    loading.run();
                    throw new ClassNotFoundException(name);
                }
            };
            assertThrows(ClassNotFoundException.class, () -> loader.loadClass("not.There"));
        }));
    }

    @Test
    void mainThreadsOfProgramsArePlatformThreads() {
        fibers.servePrograms();
        add(
                "rank 0",
                self -> log.add(Thread.currentThread().getName()
                        + Thread.currentThread().isVirtual()
                        + self.name()));
        fibers.run();
        assertEquals(List.of("mainfalserank 0"), log);
    }

    private static boolean uninterruptibly(Callable<Boolean> wait) {
        try {
            return wait.call();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void waitForGodot(Fiber self) {
        self.charge(3);
        self.block("Godot");
    }

    @Test
    void anExceptionInAFiberEndsTheRun() {
        IllegalArgumentException bad = new IllegalArgumentException("bad");
        add("good", self -> self.block("nothing"));
        add("bad", self -> {
            self.charge(10);
            self.sync();
            throw bad;
        });
        FiberException e = assertThrows(FiberException.class, fibers::run);
        assertSame(bad, e.getCause());
        assertTrue(e.getMessage().startsWith("bad: "), e.getMessage());
    }

    @Test
    void anExceptionInAnEventEndsTheRunAndReachesNoProgram() {
        at(10, () -> {
            throw new IllegalStateException("broken part");
        });
        add("f", self -> {
            try {
                self.charge(20);
                self.sync();
            } catch (IllegalStateException e) {
                log.add("caught");
            }
        });
        assertEquals(
                "broken part",
                assertThrows(IllegalStateException.class, fibers::run).getMessage());
        fibers.close();
        assertEquals(List.of(), log);
    }

    /** To wait for a hundred, one after the other, would take longer than the class's limit of a minute. */
    @Test
    void closingDoesNotWaitLongForFibersThatIgnoreTheirEnd() {
        AtomicBoolean over = new AtomicBoolean();
        for (int i = 0; i < 100; i++) {
            add("f" + i, self -> {
                while (!over.get()) {
                    try {
                        self.block("nothing");
                    } catch (RunEndedError e) {
                        Thread.onSpinWait();
                    }
                }
            });
        }
        assertThrows(DeadlockException.class, fibers::run);
        fibers.close();
        over.set(true);
    }

    @Test
    void closingMakesFibersThatAreLeftLeaveTheirPrograms() {
        Fiber left = add("left", self -> {
            try {
                self.block("nothing");
            } catch (Error e) {
                log.add(e.getClass().getSimpleName());
                // A program that continues is stopped at its next wait.
                self.sync();
                log.add("never");
            }
        });
        add("returns", self -> {
            try {
                self.block("nothing");
            } catch (RunEndedError e) {
                log.add("returns");
            }
        });
        at(100, () -> log.add("too late"));
        add("stops", self -> {
            fibers.stop(new IllegalStateException("enough"));
            log.add("never");
        });
        assertEquals(
                "enough", assertThrows(IllegalStateException.class, fibers::run).getMessage());
        fibers.close();
        assertEquals(List.of("RunEndedError", "returns"), log);
        assertFalse(left.thread.isAlive());
    }

    @Test
    void anotherThreadMayNotWaitInVirtualTime() {
        List<Throwable> seen = new ArrayList<>();
        add("rank 0", self -> {
            Thread helper = new Thread(
                    () -> {
                        seen.add(assertThrows(IllegalStateException.class, self::sync));
                        seen.add(assertThrows(IllegalStateException.class, () -> self.block("nothing")));
                        seen.add(assertThrows(IllegalStateException.class, () -> self.await(() -> true)));
                        seen.add(assertThrows(IllegalStateException.class, () -> fibers.leave(self)));
                    },
                    "helper");
            helper.start();
            try {
                helper.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        fibers.run();
        assertEquals(4, seen.size());
        for (Throwable refusal : seen) {
            assertTrue(refusal.getMessage().startsWith("rank 0: called by thread \"helper\""), refusal.getMessage());
        }
    }

    @Test
    void deepStacksAndManyFibers() {
        int[] depth = new int[1];
        for (int i = 0; i < 1000; i++) {
            add("f" + i, self -> {
                int own = deep(self, 500);
                depth[0] += own;
            });
        }
        fibers.run();
        assertEquals(1000 * 500, depth[0]);
    }

    private static int deep(Fiber self, int depth) {
        self.charge(1);
        if (depth % 100 == 0) {
            self.sync();
        }
        return depth == 0 ? 0 : 1 + deep(self, depth - 1);
    }

    @Test
    void theSameProgramsGiveTheSameEvents() {
        EventHistory first = traffic(new EventHistory());
        EventHistory second = traffic(first.again());
        second.complete();
        assertTrue(first.size() > 1000, () -> first.size() + " events");
        assertEquals(first.digest(), second.digest());
    }

    private static EventHistory traffic(EventHistory recording) {
        Kernel kernel = new Kernel();
        kernel.observe(recording);
        try (FiberScheduler fibers = new FiberScheduler(kernel)) {
            Fiber[] all = new Fiber[8];
            for (int i = 0; i < all.length; i++) {
                var random = Seeds.of(42, "fiber " + i);
                int me = i;
                all[i] = fibers.add("f" + i, () -> {
                    for (int turn = 0; turn < 200; turn++) {
                        all[me].charge(random.nextInt(1000));
                        all[me].sync();
                        all[random.nextInt(all.length)].wake(kernel.now());
                    }
                });
            }
            fibers.run();
        }
        return recording;
    }
}
