package org.bipj.sim.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.bipj.sim.kernel.Processor.Priority;
import org.bipj.sim.kernel.Processor.Settings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Fibers that share the processor of their rank. */
@Timeout(60)
class ProcessorTest {
    private static final long SWITCH = 10;
    private static final long WAKE = 3;

    private final Kernel kernel = new Kernel();
    private final FiberScheduler fibers = new FiberScheduler(kernel);
    private final List<String> log = new ArrayList<>();
    private Processor processor;

    @AfterEach
    void dismiss() {
        fibers.close();
    }

    /** A rank whose main fiber runs this. */
    private Processor rank(Settings settings, Runnable main) {
        processor = fibers.add("rank " + fibers.all().size(), main).processor();
        processor.settings(settings);
        return processor;
    }

    private static Settings costs() {
        return new Settings(1, SWITCH, WAKE, 0, null);
    }

    private Fiber spawn(String name, Consumer<Fiber> body) {
        return spawn(name, Priority.NORMAL, body);
    }

    private Fiber spawn(String name, Priority priority, Consumer<Fiber> body) {
        return processor.spawn(name, priority, () -> body.accept(Fiber.current()));
    }

    private void at(long time, Runnable what) {
        kernel.at(time, new Event() {
            @Override
            protected void fire() {
                what.run();
            }
        });
    }

    private void log(String what) {
        log.add(what + "@" + processor.clock());
    }

    private void compute(long ps) {
        processor.charge(ps);
        processor.sync();
    }

    @Test
    void aFiberKeepsTheProcessorUntilItWaits() {
        rank(costs(), () -> {
            spawn("a", self -> {
                compute(100);
                log("a");
            });
            spawn("b", self -> {
                compute(50);
                log("b");
            });
            compute(1000);
            log("main");
        });
        fibers.run();
        // The main fiber keeps the processor until it ends, and the run ends with it.
        assertEquals(List.of("main@1000"), log);
    }

    @Test
    void aWaitGivesTheProcessorToTheNextInTheQueue() {
        rank(costs(), () -> {
            boolean[] done = new boolean[2];
            for (int i = 0; i < 2; i++) {
                int number = i;
                spawn("t" + i, self -> {
                    compute(100);
                    log("t" + number);
                    done[number] = true;
                });
            }
            compute(1000);
            assertTrue(processor.current().waitFor(() -> done[0] && done[1], Fiber.FOREVER, "both"));
            log("main");
        });
        fibers.run();
        long t0 = 1000 + SWITCH + WAKE + 100;
        long t1 = t0 + SWITCH + WAKE + 100;
        assertEquals(List.of("t0@" + t0, "t1@" + t1, "main@" + (t1 + SWITCH + WAKE)), log);
        assertEquals(3, processor.switches());
        assertEquals(3 * (SWITCH + WAKE), processor.switchedPs());
        assertEquals(1200, processor.busyPs());
    }

    @Test
    void anInterruptMovesTheEndOfAComputation() {
        KernelSemaphore line = new KernelSemaphore("an interrupt");
        rank(costs(), () -> {
            spawn("handler", Priority.INTERRUPT, self -> {
                while (true) {
                    line.acquire();
                    compute(7);
                    log("handler");
                }
            });
            compute(1000);
            log("main");
        });
        at(300, () -> line.release(300));
        at(600, () -> line.release(600));
        fibers.run();
        assertEquals(List.of("handler@307", "handler@607", "main@1014"), log);
        assertEquals(1014, processor.busyPs());
    }

    @Test
    void aDisabledInterruptWaitsUntilItIsEnabled() {
        KernelSemaphore line = new KernelSemaphore("an interrupt");
        rank(costs(), () -> {
            spawn("handler", Priority.INTERRUPT, self -> {
                line.acquire();
                log("handler");
            });
            processor.sync();
            processor.disableInterrupts();
            compute(500);
            log("critical");
            processor.enableInterrupts();
            log("main");
            assertThrows(IllegalStateException.class, processor::enableInterrupts);
        });
        at(100, () -> line.release(100));
        fibers.run();
        assertEquals(List.of("critical@500", "handler@500", "main@500"), log);
    }

    @Test
    void anIdleFiberRunsWhileNoOtherCan() {
        boolean[] stop = new boolean[1];
        rank(Settings.FREE, () -> {
            spawn("idle", Priority.IDLE, self -> {
                while (!stop[0]) {
                    compute(100);
                    log("idle");
                }
            });
            compute(50);
            processor.current().sleep(250);
            log("main");
            stop[0] = true;
        });
        fibers.run();
        assertEquals(List.of("idle@150", "idle@250", "main@300"), log);
    }

    @Test
    void timeSlicesAreGivenInTurnWhereTheyAreAskedFor() {
        boolean[] done = new boolean[1];
        rank(new Settings(1, 0, 0, 100, null), () -> {
            spawn("other", self -> {
                compute(250);
                log("other");
                done[0] = true;
            });
            compute(250);
            log("main");
            processor.current().waitFor(() -> done[0], Fiber.FOREVER, "the other");
        });
        fibers.run();
        assertEquals(List.of("main@450", "other@500"), log);
    }

    @Test
    void twoProcessorsRunTwoFibersAtOnce() {
        boolean[] done = new boolean[1];
        rank(new Settings(2, 0, 0, 0, null), () -> {
            spawn("other", self -> {
                compute(250);
                log("other");
                done[0] = true;
            });
            compute(200);
            log("main");
            processor.current().waitFor(() -> done[0], Fiber.FOREVER, "the other");
            log("main");
        });
        fibers.run();
        assertEquals(List.of("main@200", "other@250", "main@250"), log);
    }

    @Test
    void aWakeUpThatComesWhileTheFiberIsAboutToBlockIsNotLost() {
        rank(Settings.FREE, () -> {
            spawn("other", self -> {});
            processor.charge(100);
            processor.block("packets");
            log("main");
        });
        at(50, () -> processor.wake(50));
        fibers.run();
        assertEquals(List.of("main@100"), log);
    }

    @Test
    void aWaitEndsAtItsDeadline() {
        rank(Settings.FREE, () -> {
            assertFalse(processor.current().waitFor(() -> false, 400, "nothing"));
            log("main");
            assertFalse(processor.current().waitFor(() -> false, 300, "nothing"));
            log("main");
        });
        fibers.run();
        assertEquals(List.of("main@400", "main@400"), log);
    }

    @Test
    void threadsOfTheProgramAreFibersFromTheirStart() {
        rank(costs(), () -> {
            Fiber[] fiber = new Fiber[1];
            Thread thread = new Thread(() -> fiber[0].run(() -> {
                compute(100);
                log("thread");
            }));
            // It inherits this from the virtual thread of the main fiber.
            thread.setDaemon(false);
            fiber[0] = processor.adopt(thread, true);
            compute(30);
            processor.giveWay();
            log("not started");
            thread.start();
            processor.awaitThreads();
            log("main");
        });
        fibers.run();
        assertEquals(List.of("not started@30", "thread@143", "main@156"), log);
    }

    @Test
    void threadsThatAreLeftRunNoMoreWhenTheProgramEnds() {
        rank(Settings.FREE, () -> {
            spawn("part of the library", self -> {
                self.waitFor(() -> false, 90_000, "its moment");
                log("library");
            });
            Fiber[] fiber = new Fiber[1];
            Thread daemon = new Thread(() -> fiber[0].run(() -> {
                fiber[0].waitFor(() -> false, 40_000, "its moment");
                log("daemon");
                fiber[0].waitFor(() -> false, 90_000, "its moment");
                log("daemon after the end");
            }));
            fiber[0] = processor.adopt(daemon, true);
            daemon.start();
            processor.main().waitFor(() -> false, 60_000, "the end");
            fibers.endThreads(processor.main());
            log("main");
            processor.main().waitFor(() -> false, 120_000, "what the library does");
        });
        fibers.run();
        assertEquals(List.of("daemon@40000", "main@60000", "library@90000"), log);
    }

    @Test
    void aDeadlockNamesTheThreads() {
        rank(Settings.FREE, () -> {
            spawn("consumer", self -> self.waitFor(() -> false, Fiber.FOREVER, "an element"));
            processor.current().waitFor(() -> false, Fiber.FOREVER, "its end");
        });
        DeadlockException deadlock = assertThrows(DeadlockException.class, fibers::run);
        assertEquals(
                List.of("rank 0: its end", "rank 0, thread \"consumer\": an element"),
                deadlock.waiters().stream()
                        .map(waiter -> waiter.name() + ": " + waiter.waitsFor())
                        .toList());
    }

    @Test
    void aPausedFiberLooksAgainBeforeADeadlockIsReported() {
        boolean[] flag = new boolean[1];
        rank(Settings.FREE, () -> {
            spawn("setter", self -> flag[0] = true);
            while (!flag[0]) {
                processor.looks();
                processor.pause("the flag");
            }
            log("main");
        });
        fibers.run();
        assertEquals(List.of("main@0"), log);
    }

    /** Another fiber runs after one that waits has looked whether its wait is over, and before it polls. */
    @Test
    void newsBetweenALookAndAPollEndAPause() {
        boolean[] flag = new boolean[1];
        rank(Settings.FREE, () -> {
            FiberLock lock = new FiberLock(processor);
            spawn("setter", self -> {
                flag[0] = true;
                processor.news();
                self.sleep(1000);
            });
            for (boolean isOver = false; !isOver; ) {
                lock.lock();
                isOver = flag[0];
                processor.current().yieldDue = true;
                lock.unlock();
                if (!isOver) {
                    processor.looks();
                    processor.pause("the flag");
                }
            }
            log("main");
        });
        fibers.run();
        assertEquals(List.of("main@0"), log);
    }

    @Test
    void whoHoldsALockOfTheLibraryIsWaitedFor() {
        rank(Settings.FREE, () -> {
            FiberLock lock = new FiberLock(processor);
            boolean[] done = new boolean[1];
            lock.lock();
            spawn("other", self -> {
                lock.lock();
                log("other");
                lock.unlock();
                done[0] = true;
            });
            processor.current().sleep(100);
            log("main");
            lock.unlock();
            processor.current().waitFor(() -> done[0], Fiber.FOREVER, "the other");
        });
        fibers.run();
        assertEquals(List.of("main@100", "other@100"), log);
    }

    @Test
    void aWaitInAMonitorEndsByItsConditionAlsoIfItsDeadlineHasPassedBefore() {
        Object monitor = new Object();
        boolean[] owned = new boolean[1];
        rank(Settings.FREE, () -> {
            Fiber self = processor.current();
            processor.charge(100);
            synchronized (monitor) {
                self.waitInMonitor(monitor, () -> self.hasTimedOut() && (owned[0] = true), 50, "nothing");
            }
            log("main");
            assertFalse(self.waitFor(() -> false, 400, "a moment"));
            log("main");
        });
        fibers.run();
        assertTrue(owned[0]);
        assertEquals(List.of("main@100", "main@400"), log);
    }

    /**
     * A thread that waits in a monitor may wake up at any moment, here since a stranger notifies it all the time. It must
     * not resume, and keep the monitor, while the fiber that gives it the baton still needs the monitor to do so.
     */
    @Test
    void aThreadThatWakesUpInItsMonitorWhileTheBatonComesDoesNotBlockTheGiver() {
        Object monitor = new Object();
        AtomicBoolean over = new AtomicBoolean();
        Thread stranger = Thread.ofPlatform().start(() -> {
            while (!over.get()) {
                synchronized (monitor) {
                    monitor.notifyAll();
                }
            }
        });
        int steps = 20_000;
        int[] step = new int[1];
        rank(Settings.FREE, () -> {
            spawn("waiter", self -> {
                while (step[0] < steps) {
                    synchronized (monitor) {
                        self.waitInMonitor(monitor, () -> step[0] % 4 == 1, Fiber.FOREVER, "the first step");
                        step[0]++;
                        self.waitFor(() -> step[0] % 4 == 3, Fiber.FOREVER, "the third step");
                        step[0]++;
                    }
                }
            });
            while (step[0] < steps) {
                step[0]++;
                processor.current().waitFor(() -> step[0] % 2 == 0, Fiber.FOREVER, "the waiter's step");
            }
        });
        try {
            fibers.run();
        } finally {
            over.set(true);
        }
        assertEquals(steps, step[0]);
    }

    /** A random program of several ranks and fibers: computations, sleeps, waits for each other, interrupts. */
    @Test
    void randomProgramsKeepTheProcessorsBooksAndRunTheSameAgain() {
        for (int seed = 0; seed < 30; seed++) {
            RandomFibers first = new RandomFibers(seed);
            RandomFibers again = new RandomFibers(seed);
            assertEquals(first.run(), again.run(), "seed " + seed);
        }
    }

    /** One run. */
    private static final class RandomFibers {
        private static final int RANKS = 2;
        private static final int THREADS = 4;

        private final Kernel kernel = new Kernel();
        private final Random random;
        private final StringBuilder trace = new StringBuilder();
        private final Settings settings;
        private final long[] charged = new long[RANKS];
        private final Fiber[] inside = new Fiber[RANKS];
        private long lastNow;

        RandomFibers(int seed) {
            random = new Random(seed);
            settings = new Settings(1, seed % 3, seed % 2, seed % 4 == 0 ? 40 : 0, seed % 5 == 0 ? random : null);
        }

        String run() {
            try (FiberScheduler fibers = new FiberScheduler(kernel)) {
                kernel.observe((time, sequence, event) -> {
                    assertTrue(time >= lastNow, "time goes back");
                    lastNow = time;
                });
                Processor[] ranks = new Processor[RANKS];
                for (int r = 0; r < RANKS; r++) {
                    int rank = r;
                    ranks[r] = fibers.add("rank " + r, () -> main(ranks[rank])).processor();
                    ranks[r].settings(settings);
                }
                fibers.run();
                for (int r = 0; r < RANKS; r++) {
                    assertEquals(charged[r], ranks[r].busyPs(), "charges and busy time of rank " + r);
                }
            }
            return trace.toString();
        }

        private void main(Processor processor) {
            int[] left = {THREADS};
            KernelSemaphore line = new KernelSemaphore("interrupt");
            processor.spawn("handler", Priority.INTERRUPT, () -> {
                while (true) {
                    line.acquire();
                    work(processor, random.nextInt(5));
                }
            });
            for (int t = 0; t < THREADS; t++) {
                processor.spawn("t" + t, Priority.NORMAL, () -> {
                    for (int i = 0; i < 20; i++) {
                        step(processor, line);
                    }
                    left[0]--;
                });
            }
            processor.current().waitFor(() -> left[0] == 0, Fiber.FOREVER, "all");
        }

        private void step(Processor processor, KernelSemaphore line) {
            Fiber self = Fiber.current();
            long before = self.clock();
            switch (random.nextInt(5)) {
                case 0 -> work(processor, random.nextInt(200));
                case 1 -> self.sleep(random.nextInt(100));
                case 2 -> processor.giveWay();
                case 3 -> {
                    long moment = kernel.now() + random.nextInt(100);
                    kernel.at(moment, new Event() {
                        @Override
                        protected void fire() {
                            line.release(kernel.now());
                        }
                    });
                }
                default -> self.waitFor(() -> false, self.clock() + random.nextInt(50), "a moment");
            }
            assertTrue(self.clock() >= before, "the clock of " + self.name() + " goes back");
            trace.append(processor.number())
                    .append(self.name())
                    .append(self.clock())
                    .append('\n');
        }

        /** Computes; only interrupts, time slices and other ranks may run meanwhile. */
        private void work(Processor processor, long ps) {
            int rank = processor.number();
            Fiber before = inside[rank];
            inside[rank] = Fiber.current();
            charged[rank] += ps;
            processor.charge(ps);
            assertEquals(Fiber.current(), inside[rank], "two fibers of a rank at once");
            inside[rank] = before;
            processor.sync();
        }
    }
}
