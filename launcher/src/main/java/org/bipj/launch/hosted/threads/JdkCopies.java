package org.bipj.launch.hosted.threads;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Exchanger;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import org.bipj.launch.hosted.copies.ClassWords;
import org.bipj.launch.hosted.copies.CopiedClasses;

/** The locks, queues and barriers of {@code java.util.concurrent}, which in the program of a simulated rank are copies of the JDK's. */
public final class JdkCopies {
    private static final String CONCURRENT = "java/util/concurrent/";

    /** All of them. */
    public static final CopiedClasses ALL = new CopiedClasses(new CopiedClasses.Plan(
            made(),
            List.of(AbstractQueuedSynchronizer.class, AbstractQueuedLongSynchronizer.class),
            Set.of(CONCURRENT + "locks/AbstractOwnableSynchronizer", CONCURRENT + "Helpers"),
            Set.of(
                    "java/lang/System",
                    CONCURRENT + "ForkJoinWorkerThread",
                    CONCURRENT + "ThreadLocalRandom",
                    CONCURRENT + "locks/LockSupport",
                    "jdk/internal/invoke/MhUtil",
                    "jdk/internal/misc/Unsafe",
                    "jdk/internal/util/ArraysSupport"),
            CopiedCalls.class,
            FinalAnswers.class));

    private JdkCopies() {}

    /** A copy of a lock. */
    public static ReentrantLock lock() {
        return ALL.make(ReentrantLock.class);
    }

    /** A copy of a queue without a bound. */
    @SuppressWarnings("unchecked")
    static <E> BlockingQueue<E> queue() {
        return ALL.make(LinkedBlockingQueue.class);
    }

    /** A copy of a queue without room. */
    @SuppressWarnings("unchecked")
    static <E> BlockingQueue<E> exchange() {
        return ALL.make(SynchronousQueue.class);
    }

    /** True for a copy, and for a class between it and the JDK's. */
    static boolean isCopy(Class<?> type) {
        return ALL.isCopy(ClassWords.nameOf(type)) || type.getEnclosingClass() == JdkCopies.class;
    }

    private static Map<Class<?>, Class<?>> made() {
        Map<Class<?>, Class<?>> made = new HashMap<>(Map.of(
                ArrayBlockingQueue.class, OfOneElement.class,
                CountDownLatch.class, Open.class,
                CyclicBarrier.class, OfOneParty.class,
                ReentrantReadWriteLock.ReadLock.class, ReadLock.class,
                ReentrantReadWriteLock.WriteLock.class, WriteLock.class,
                Semaphore.class, NoPermits.class));
        for (Class<?> type : List.of(
                DelayQueue.class,
                Exchanger.class,
                LinkedBlockingDeque.class,
                LinkedBlockingQueue.class,
                LinkedTransferQueue.class,
                Phaser.class,
                PriorityBlockingQueue.class,
                ReentrantLock.class,
                ReentrantReadWriteLock.class,
                StampedLock.class,
                SynchronousQueue.class)) {
            made.put(type, type);
        }
        return made;
    }

    // ---- between a class whose constructors have parameters, and its copy
    // ---------------------------------------------

    /** An array of one element. */
    @SuppressWarnings("serial")
    public abstract static class OfOneElement<E> extends ArrayBlockingQueue<E> {
        protected OfOneElement() {
            super(1);
        }
    }

    /** A latch that is open. */
    public abstract static class Open extends CountDownLatch {
        protected Open() {
            super(0);
        }
    }

    /** A barrier of one party. */
    public abstract static class OfOneParty extends CyclicBarrier {
        protected OfOneParty() {
            super(1);
        }
    }

    /** A semaphore without permits. */
    @SuppressWarnings("serial")
    public abstract static class NoPermits extends Semaphore {
        protected NoPermits() {
            super(0);
        }
    }

    /** A lock of another one. */
    @SuppressWarnings("serial")
    public abstract static class ReadLock extends ReentrantReadWriteLock.ReadLock {
        protected ReadLock() {
            super(new ReentrantReadWriteLock());
        }
    }

    /** A lock of another one. */
    @SuppressWarnings("serial")
    public abstract static class WriteLock extends ReentrantReadWriteLock.WriteLock {
        protected WriteLock() {
            super(new ReentrantReadWriteLock());
        }
    }
}
