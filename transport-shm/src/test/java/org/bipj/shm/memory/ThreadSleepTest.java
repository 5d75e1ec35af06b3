package org.bipj.shm.memory;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ThreadSleepTest {
    private static final long FOR_EVER_NS = Long.MAX_VALUE;
    private static final int AT = 8;

    private final ThreadSleep sleep = ThreadSleep.INSTANCE;
    private final MemorySegment memory = Arena.ofAuto().allocate(2 * AT, AT);
    private final MemorySegment word = memory.asSlice(AT, Integer.BYTES);

    /** In each round a word falls that two threads sleep on, or are about to. Without the look behind the entry a round hangs. */
    @Test
    void noWakeUpIsLost() throws InterruptedException {
        for (int round = 0; round < 200; round++) {
            Access.setIntVolatile(word, 0, 1);
            CountDownLatch begun = new CountDownLatch(2);
            List<Thread> threads = Stream.generate(() -> Thread.ofPlatform().start(() -> {
                        begun.countDown();
                        while (word.get(ValueLayout.JAVA_INT, 0) == 1) {
                            sleep.waitWhile(word, 1, null, FOR_EVER_NS);
                        }
                    }))
                    .limit(2)
                    .toList();
            begun.await();
            Access.setIntVolatile(word, 0, 0);
            sleep.wake(memory, AT);
            for (Thread thread : threads) {
                assertTrue(thread.join(java.time.Duration.ofSeconds(60)), "round " + round);
            }
        }
    }

    @Test
    void itReturnsAtOnceWhereTheWordDiffers() {
        sleep.waitWhile(word, 1, null, FOR_EVER_NS);
        // Nobody sleeps there any more.
        sleep.wake(memory, AT);
    }

    @Test
    void otherProcessesAreOutOfReach() {
        assertTrue(sleep.registerForBarrier(Native.Reach.PROCESS));
        assertFalse(sleep.registerForBarrier(Native.Reach.MACHINE));
    }
}
