package org.bipj.launch.hosted.threads;

import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** What is called in place of final methods of the classes that {@linkplain JdkCopies copies} extend. Public because programs call it. */
public final class CopiedFinals {
    private CopiedFinals() {}

    public static int getPhase(Phaser phaser) {
        return phaser instanceof FinalAnswers copy ? copy.bipj$getPhase() : phaser.getPhase();
    }

    public static boolean isFair(ReentrantLock lock) {
        return lock instanceof FinalAnswers copy ? copy.bipj$isFair() : lock.isFair();
    }

    public static boolean hasQueuedThreads(ReentrantLock lock) {
        return lock instanceof FinalAnswers copy ? copy.bipj$hasQueuedThreads() : lock.hasQueuedThreads();
    }

    public static boolean hasQueuedThread(ReentrantLock lock, Thread thread) {
        return lock instanceof FinalAnswers copy ? copy.bipj$hasQueuedThread(thread) : lock.hasQueuedThread(thread);
    }

    public static int getQueueLength(ReentrantLock lock) {
        return lock instanceof FinalAnswers copy ? copy.bipj$getQueueLength() : lock.getQueueLength();
    }

    public static boolean isFair(ReentrantReadWriteLock lock) {
        return lock instanceof FinalAnswers copy ? copy.bipj$isFair() : lock.isFair();
    }

    public static boolean hasQueuedThreads(ReentrantReadWriteLock lock) {
        return lock instanceof FinalAnswers copy ? copy.bipj$hasQueuedThreads() : lock.hasQueuedThreads();
    }

    public static boolean hasQueuedThread(ReentrantReadWriteLock lock, Thread thread) {
        return lock instanceof FinalAnswers copy ? copy.bipj$hasQueuedThread(thread) : lock.hasQueuedThread(thread);
    }

    public static int getQueueLength(ReentrantReadWriteLock lock) {
        return lock instanceof FinalAnswers copy ? copy.bipj$getQueueLength() : lock.getQueueLength();
    }

    public static boolean hasQueuedThreads(Semaphore semaphore) {
        return semaphore instanceof FinalAnswers copy ? copy.bipj$hasQueuedThreads() : semaphore.hasQueuedThreads();
    }

    public static int getQueueLength(Semaphore semaphore) {
        return semaphore instanceof FinalAnswers copy ? copy.bipj$getQueueLength() : semaphore.getQueueLength();
    }
}
