package org.bipj.executor;

/**
 * What one rank does while the others are its workers.
 *
 * @param <X> what it throws beside unchecked exceptions
 */
@FunctionalInterface
public interface PoolMain<X extends Exception> {
    /**
     * Runs with a pool, which ends when this method returns and all tasks are over.
     *
     * @throws X for the caller of {@link MpiExecutor#overWorld}
     */
    void run(MpiExecutor pool) throws X;
}
