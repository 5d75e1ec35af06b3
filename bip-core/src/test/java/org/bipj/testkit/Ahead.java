package org.bipj.testkit;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs pieces of work that each use little more than one core two at a time, in the order in which they are added. Tests
 * then take the results one after the other:
 *
 * <pre>
 *   Ahead ahead = new Ahead();
 *   Stream&lt;DynamicTest&gt; tests = cases.stream().map(one -&gt; {
 *       Ahead.Piece&lt;String&gt; piece = ahead.add(() -&gt; run(one));
 *       return DynamicTest.dynamicTest(one.name(), () -&gt; check(piece.result()));
 *   });
 *   return tests.onClose(ahead::close);
 * </pre>
 *
 * <p>A stream adds its pieces as JUnit takes its elements, one by one; to be ahead of their tests they have to be added
 * before, for example into a list.
 */
public final class Ahead implements AutoCloseable {
    private static final int AT_A_TIME = Math.min(2, Runtime.getRuntime().availableProcessors());

    private final ExecutorService workers = Executors.newFixedThreadPool(
            AT_A_TIME, Thread.ofPlatform().daemon().name("ahead-", 0).factory());

    /** A piece of work, which may have begun. */
    public static final class Piece<T> {
        private final Future<T> future;

        private Piece(Future<T> future) {
            this.future = future;
        }

        /** Waits for the end of the work. Throws what it has thrown. */
        public T result() throws Throwable {
            try {
                return future.get();
            } catch (ExecutionException e) {
                throw e.getCause();
            }
        }
    }

    /** Adds a piece of work. */
    public <T> Piece<T> add(Callable<T> work) {
        return new Piece<>(workers.submit(work));
    }

    /** Interrupts the work that runs, and drops what has not begun. */
    @Override
    public void close() {
        workers.shutdownNow();
    }
}
