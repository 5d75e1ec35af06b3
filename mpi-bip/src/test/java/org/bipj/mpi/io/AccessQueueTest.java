package org.bipj.mpi.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongSupplier;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.junit.jupiter.api.Test;

/** Accesses that are under way while their rank does something else. */
class AccessQueueTest {
    private final AccessQueue queue = new AccessQueue();

    private FileAccess access(LongSupplier body) {
        Transfer transfer = new Transfer(true, Data.of(new byte[8], 0, 8, TypeLayout.BYTE));
        return new FileAccess(queue, transfer, body);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void anAccessIsUnderWayWhileItsStarterGoesOn() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        FileAccess access = access(() -> {
            begun.countDown();
            await(mayEnd);
            return 8;
        });
        queue.add(access);
        begun.await();
        assertFalse(access.isDone());
        mayEnd.countDown();
        access.settle();
        assertTrue(access.isDone());
        assertEquals(8, access.bytes());
        assertNull(access.failure());
    }

    @Test
    void accessesAreDoneInTheirOrderOneAtATime() {
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            int number = i;
            expected.add(i);
            queue.add(access(() -> {
                order.add(number);
                return 1;
            }));
        }
        queue.settle();
        assertEquals(expected, order);
        queue.settle();
    }

    @Test
    void oneThatFailsKeepsNoOtherFromBeingDone() {
        RuntimeException why = new IllegalArgumentException("why");
        FileAccess failing = access(() -> {
            throw why;
        });
        FileAccess next = access(() -> 3);
        queue.add(failing);
        queue.add(next);
        queue.settle();
        assertSame(why, failing.failure());
        assertTrue(next.isDone());
        assertEquals(3, next.bytes());
    }

    @Test
    void whoWaitsDoesItWhereThePoolIsBusy() {
        CountDownLatch release = new CountDownLatch(1);
        int threads = Math.max(1, ForkJoinPool.getCommonPoolParallelism());
        CountDownLatch busy = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            ForkJoinPool.commonPool().execute(() -> {
                busy.countDown();
                await(release);
            });
        }
        await(busy);
        try {
            FileAccess access = access(() -> 5);
            queue.add(access);
            access.settle();
            assertEquals(5, access.bytes());
        } finally {
            release.countDown();
        }
    }
}
