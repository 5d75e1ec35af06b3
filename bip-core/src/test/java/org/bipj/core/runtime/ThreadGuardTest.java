package org.bipj.core.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.bipj.core.nic.PortException;
import org.junit.jupiter.api.Test;

class ThreadGuardTest {
    private static final int ROUNDS = 20_000;
    private static final int SPINS = 200;

    private final ThreadGuard guard = new ThreadGuard();

    /** What another thread finds. */
    private static <T> T elsewhere(Supplier<T> call) {
        CompletableFuture<T> found = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("other").start(() -> {
            try {
                found.complete(call.get());
            } catch (Throwable e) {
                found.completeExceptionally(e);
            }
        });
        return found.join();
    }

    @Test
    void threadsMayCallInTurn() {
        for (int turn = 0; turn < 3; turn++) {
            guard.begin();
            guard.end();
            assertTrue(elsewhere(() -> {
                guard.begin();
                guard.end();
                return true;
            }));
        }
    }

    @Test
    void aThreadThatCallsWhileAnotherOneIsInsideIsRefused() {
        guard.begin();
        guard.begin();
        assertFalse(elsewhere(guard::admits));
        guard.end();
        assertFalse(elsewhere(guard::admits));
        String refusal =
                elsewhere(() -> assertThrows(PortException.class, guard::begin).getMessage());
        assertEquals(
                "called by thread \"other\", but thread \""
                        + Thread.currentThread().getName() + "\" is inside a call",
                refusal);
        guard.end();
        assertTrue(elsewhere(guard::admits));
    }

    /** When both threads have left, a call is admitted: a thread whose call overlapped nothing is never refused. */
    @Test
    void anOverlapThatIsNotFoundLeavesNothingBehind() {
        AtomicInteger phase = new AtomicInteger();
        Thread.ofPlatform().daemon().start(() -> {
            for (int round = 0; round < ROUNDS; round++) {
                await(phase, 2 * round + 1);
                guard.admits();
                phase.set(2 * round + 2);
            }
        });
        for (int round = 0; round < ROUNDS; round++) {
            phase.set(2 * round + 1);
            guard.begin();
            guard.end();
            await(phase, 2 * round + 2);
            assertTrue(guard.admits(), "after round " + round);
        }
    }

    private static void await(AtomicInteger phase, int value) {
        for (int spins = 0; phase.get() != value; spins++) {
            if (spins < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }
}
