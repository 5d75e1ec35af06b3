package org.bipj.core.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.bipj.core.nic.WaitingPolicy;
import org.bipj.testkit.DelegatingPort;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One thread of several sleeps in the port. */
@Timeout(60)
class ProgressLockTest {
    private static final int LONG_FRUITLESS = WaitingPolicy.TURNS.lastYield() + 1;

    private final SleepyPort port = new SleepyPort();
    private final ProgressLock lock = new ProgressLock(port);

    ProgressLockTest() {
        lock.settle(Client.MPI, Threads.SEVERAL);
    }

    /** Sleeps until it is woken. */
    private static final class SleepyPort extends DelegatingPort {
        final Semaphore woken = new Semaphore(0);
        final CountDownLatch sleeping = new CountDownLatch(1);
        final AtomicInteger sleeps = new AtomicInteger();
        /** What happens between the raising of the flag and the last look. */
        Runnable before = () -> {};
        /** False: sleeps end at once. */
        boolean mayLast = true;
        /** How long they were to last. */
        long ns;

        SleepyPort() {
            super(new LoopFabric(new LoopOptions().ranks(2)).port(0));
        }

        @Override
        public boolean sleepBeside(BooleanSupplier mayNot, long ns) {
            sleeps.incrementAndGet();
            this.ns += ns;
            before.run();
            if (mayLast && !mayNot.getAsBoolean()) {
                sleeping.countDown();
                woken.acquireUninterruptibly();
            }
            return true;
        }

        @Override
        public void wakeBeside() {
            woken.release();
        }
    }

    private void inside() {
        lock.enter();
        lock.exit();
    }

    @Test
    void aThreadThatComesWakesTheOneThatSleepsInside() throws InterruptedException {
        Thread sleeper = Thread.ofPlatform().start(() -> {
            inside();
            lock.takeLongTurns(false, LONG_FRUITLESS);
            inside();
            lock.takeLongTurns(false, LONG_FRUITLESS);
        });
        assertTrue(port.sleeping.await(30, TimeUnit.SECONDS), "nobody sleeps");
        inside();
        sleeper.join();
        assertEquals(1, port.sleeps.get());
    }

    @Test
    void itDoesNotSleepWhereAThreadComesJustBefore() throws InterruptedException {
        AtomicBoolean cameIn = new AtomicBoolean();
        Thread other = Thread.ofPlatform().unstarted(() -> {
            inside();
            cameIn.set(true);
        });
        port.before = () -> {
            other.start();
            // It waits for the lock: it has said so before.
            while (other.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        };
        inside();
        lock.takeLongTurns(false, LONG_FRUITLESS);
        inside();
        lock.takeLongTurns(false, LONG_FRUITLESS);
        other.join();
        assertTrue(cameIn.get());
        assertEquals(1, port.sleeps.get());
        assertEquals(1, port.sleeping.getCount());
    }

    @Test
    void itLooksAgainWhereAnotherThreadHasBeenInside() throws InterruptedException {
        inside();
        lock.takeLongTurns(false, LONG_FRUITLESS);
        Thread other = Thread.ofPlatform().start(this::inside);
        other.join();
        inside();
        lock.takeLongTurns(false, LONG_FRUITLESS);
        assertEquals(0, port.sleeps.get());
    }

    /** Each wake-up of an idle rank costs processor time; each one that is lost costs a sleep. */
    @Test
    void sleepsOfALongWaitAreFewAndShortBesideIt() {
        port.mayLast = false;
        long waited = 0;
        int sleeps = 0;
        for (int fruitless = LONG_FRUITLESS; waited < TimeUnit.SECONDS.toNanos(30); fruitless++) {
            inside();
            lock.takeLongTurns(false, fruitless);
            long slept = port.ns - waited;
            assertTrue(slept <= Math.max(TimeUnit.MILLISECONDS.toNanos(16), waited / 5), slept + " after " + waited);
            waited = port.ns;
            sleeps++;
        }
        assertTrue(sleeps < 300, sleeps + " sleeps");
    }

    @Test
    void aWaitThatSomethingElseMayEndNeverSleepsInThePort() {
        for (int i = 0; i < 3; i++) {
            inside();
            lock.takeTurns(false, LONG_FRUITLESS);
        }
        assertEquals(0, port.sleeps.get());
    }
}
