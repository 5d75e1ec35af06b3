package org.bipj.executor;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import mpi.ObjectCodec;
import org.bipj.junit.MpiTest;
import org.junit.jupiter.api.function.Executable;

/** Interrupts of tasks that lie on top of each other on the thread of a worker; the test is the root. */
class WorkerInterruptTest {
    private static final int LOWER = 1;
    private static final int UPPER = 2;

    private final BlockingQueue<TaskFrame> sent = new LinkedBlockingQueue<>();
    private final WorkerSide worker = new WorkerSide(0, 0, 1, new Places(), sent::add);
    private Callable<Object> lower;
    private Callable<Object> upper;
    /** The flag of the thread where the upper task looked; null: it has not begun. */
    private Boolean seen;

    private int looks;
    /** What the task has thrown; null: nothing. */
    private Throwable failure;

    /** A task travels as its number, and results are empty. */
    private final class Places implements ObjectCodec {
        @Override
        public byte[] encode(Object object) {
            return new byte[0];
        }

        @Override
        public Object decode(byte[] bytes, Class<?> type, ClassLoader loader) {
            return bytes[0] == LOWER ? lower : upper;
        }
    }

    /** Gives the worker one task, and another one when that waits; ends it when the first one has ended. */
    private void serve() throws InterruptedException {
        Thread root = Thread.ofPlatform().start(() -> {
            for (TaskFrame frame = take(); frame.kind() != TaskFrame.RESULT || frame.id() != LOWER; frame = take()) {
                if (frame.kind() == TaskFrame.WANT && frame.form() != TaskFrame.AHEAD) {
                    give(frame.number(), frame.form() == TaskFrame.IDLE ? LOWER : UPPER);
                }
            }
            worker.stop();
        });
        worker.serve();
        boolean wasInterrupted = Thread.interrupted();
        root.join();
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
        assertEquals(null, failure);
    }

    private TaskFrame take() {
        try {
            return sent.take();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void give(int want, int task) {
        ByteBuffer body = ByteBuffer.allocate(TaskFrame.TASK_HEADER + 1);
        body.put((byte) Work.Form.CALL.ordinal()).putLong(task).putInt(1).put((byte) task);
        worker.received(TaskFrame.of(TaskFrame.TASKS, 0, want, 0, 0, body.array()));
    }

    private void interrupt(int task) {
        worker.received(TaskFrame.of(TaskFrame.INTERRUPT, 1, task));
    }

    /** What the lower task does; the exception of an assertion would travel, as text. */
    private void lower(Executable action) {
        lower = () -> {
            try {
                action.execute();
            } catch (Throwable e) {
                failure = e;
            }
            return null;
        };
    }

    private void upper(Executable action) {
        upper = () -> {
            assertDoesNotThrow(action);
            seen = Thread.currentThread().isInterrupted();
            return null;
        };
    }

    private boolean hasSeen() {
        return seen != null;
    }

    /** A task and the interrupt of the one that waits have both come before that one looks. */
    @MpiTest(ranks = 1)
    void aTaskThatIsInterruptedWhileItWaitsRunsNoOther() throws InterruptedException {
        lower(() -> assertThrows(
                InterruptedException.class,
                () -> worker.help(
                        () -> {
                            if (++looks == 2) {
                                interrupt(LOWER);
                            }
                            return hasSeen();
                        },
                        UPPER,
                        TaskFuture.FOREVER)));
        upper(() -> {});
        serve();
        assertEquals(null, seen);
    }

    @MpiTest(ranks = 1)
    void anInterruptOfATaskBelowWaitsForTheTasksAbove() throws InterruptedException {
        lower(() ->
                assertThrows(InterruptedException.class, () -> worker.help(() -> false, UPPER, TaskFuture.FOREVER)));
        upper(() -> interrupt(LOWER));
        serve();
        assertEquals(false, seen);
    }

    @MpiTest(ranks = 1)
    void anInterruptOfATaskAboveEndsWithIt() throws InterruptedException {
        lower(() -> {
            worker.help(this::hasSeen, UPPER, TaskFuture.FOREVER);
            assertEquals(false, Thread.currentThread().isInterrupted());
        });
        upper(() -> interrupt(UPPER));
        serve();
        assertEquals(true, seen);
    }

    /** Another thread of the program has interrupted the one that serves. */
    @MpiTest(ranks = 1)
    void anInterruptOfNoTaskStaysBelowAll() throws InterruptedException {
        lower(() -> assertEquals(false, Thread.currentThread().isInterrupted()));
        Thread.currentThread().interrupt();
        serve();
        assertTrue(Thread.interrupted());
    }
}
