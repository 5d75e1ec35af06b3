package org.bipj.launch.hosted.threads;

/**
 * Final methods of the classes that {@linkplain JdkCopies copies} extend, under the names that copies have them by. Public because copies
 * implement it.
 */
public interface FinalAnswers {
    default boolean bipj$isFair() {
        throw new UnsupportedOperationException();
    }

    default boolean bipj$hasQueuedThreads() {
        throw new UnsupportedOperationException();
    }

    default boolean bipj$hasQueuedThread(Thread thread) {
        throw new UnsupportedOperationException();
    }

    default int bipj$getQueueLength() {
        throw new UnsupportedOperationException();
    }

    default int bipj$getPhase() {
        throw new UnsupportedOperationException();
    }
}
