package org.bipj.executor;

import java.io.Serializable;
import java.util.function.Function;

/**
 * A function that travels to other ranks, for {@link MpiExecutor#map(java.util.stream.Stream, TaskFunction)} and its siblings.
 *
 * @param <A> type of the argument, which travels to the worker
 * @param <R> type of the result, which travels back
 */
@FunctionalInterface
public interface TaskFunction<A, R> extends Function<A, R>, Serializable {}
