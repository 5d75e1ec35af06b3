/**
 * An {@link java.util.concurrent.ExecutorService} whose workers are ranks: {@link org.bipj.executor.MpiExecutor} is where a
 * program starts.
 */
package org.bipj.executor;
