package org.bipj.executor;

import java.io.Serializable;
import java.util.concurrent.Callable;

/**
 * A task that travels to another rank: a lambda, a record, or a class with a name. What it refers to travels along by the
 * object codec of the communicator, so it must be serializable; the worker has a copy.
 *
 * @param <T> type of the result, which travels back the same way
 */
@FunctionalInterface
public interface Task<T> extends Callable<T>, Serializable {}
