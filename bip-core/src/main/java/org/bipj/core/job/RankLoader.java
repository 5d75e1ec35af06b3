package org.bipj.core.job;

/**
 * Implemented by the class loader of a rank that is a thread (or a coroutine) of a shared JVM: classes that it defined
 * belong to that rank.
 */
public interface RankLoader {
    /** The membership of the rank whose classes this loader has. */
    Job job();
}
