package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.bipj.core.payload.TypeLayout;
import org.bipj.core.runtime.Threads;
import org.bipj.mpi.coll.Collectives;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.comm.Communicators;
import org.bipj.mpi.engine.Engine;
import org.bipj.mpi.engine.Sending;
import org.bipj.mpi.match.PostedRecv;
import org.bipj.shm.ShmSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Short messages over shared memory allocate nothing. One thread has both ranks, so that no wait disturbs the count. */
@Timeout(60)
class MessageAllocationTest {
    private static final TypeLayout DOUBLE = TypeLayout.bytes(Double.BYTES);
    private static final int TAG = 3;
    private static final int CALLS = 200;
    /** The compiler removes short-lived objects of the JDK when it gets to a method; until then they count. */
    private static final int ROUNDS = 400;

    private final ShmSession session = ShmSession.forThreads(2);
    private final double[] sent = new double[256];
    private final double[] received = new double[256];
    private final Engine[] engines = new Engine[2];
    private final CommCore[] ranks = new CommCore[2];

    @BeforeEach
    void open() {
        Arrays.setAll(sent, i -> i);
        open(Threads.ONE);
    }

    private void open(Threads threads) {
        for (int rank = 0; rank < 2; rank++) {
            Communicators communicators = Communicators.open(session.job(rank), threads, false);
            engines[rank] = communicators.engine();
            ranks[rank] = communicators.create(2, new int[] {0, 1});
        }
    }

    private void reopen(Threads threads) {
        closeEngines();
        open(threads);
    }

    private void closeEngines() {
        for (Engine engine : engines) {
            engine.rest();
        }
    }

    @AfterEach
    void close() {
        closeEngines();
        session.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100})
    void sendAndReceive(int count) {
        assertNothingAllocated(() -> {
            ranks[0].send(ranks[0].callData().sent.set(sent, 0, count, DOUBLE), 1, TAG, Sending.STANDARD);
            PostedRecv op = ranks[1].receive(ranks[1].callData().received.set(received, 0, count, DOUBLE), 0, TAG);
            ranks[1].recycle(op);
        });
        assertEquals(count == 0 ? 0 : count - 1, received[Math.max(0, count - 1)]);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100})
    void sendAndReceiveOfSeveralThreads(int count) {
        reopen(Threads.SEVERAL);
        sendAndReceive(count);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100})
    void broadcast(int count) {
        // The ranks' first operation is an agreement, in which each waits for the other: a thread for each.
        reopen(Threads.ONE_AT_A_TIME);
        Thread other = Thread.ofPlatform().start(() -> Collectives.barrier(ranks[1].collectives()));
        Collectives.barrier(ranks[0].collectives());
        join(other);
        assertNothingAllocated(() -> {
            Collectives.bcast(ranks[0].collectives(), ranks[0].callData().sent.set(sent, 0, count, DOUBLE), 0);
            Collectives.bcast(
                    ranks[1].collectives(), ranks[1].callData().received.set(received, 0, count, DOUBLE), 0);
        });
        assertEquals(count - 1, received[count - 1]);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void assertNothingAllocated(Runnable calls) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS && allocated > 0; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int call = 0; call < CALLS; call++) {
                calls.run();
            }
            allocated = threads.getCurrentThreadAllocatedBytes() - before;
        }
        assertEquals(0, allocated, "bytes in " + CALLS + " calls");
    }
}
