package org.bipj.testkit;

import org.bipj.core.nic.NicPort;

/** The ports of all ranks of one job, in this JVM. A contract suite runs over whatever fabric its subclass makes. */
public interface Fabric extends AutoCloseable {
    /** Number of ranks. */
    int size();

    /** The port of a rank: the same one each time. */
    NicPort port(int rank);

    /** Who runs when, where ranks are threads; null where they run freely. */
    default Turns turns() {
        return null;
    }

    /** False where packets or copies are known to be on their way; true where nobody knows. */
    default boolean isQuiet() {
        return true;
    }

    /** True if a rank has closed its port; false also where nobody knows. */
    default boolean isClosed(int rank) {
        return false;
    }

    /** True if the job goes on when a rank dies. */
    default boolean survivesDeaths() {
        return false;
    }

    /** True for a rank that has died as was planned. */
    default boolean isDead(int rank) {
        return false;
    }

    /** What a failing test must say so that it can be run again. */
    String describe();

    /** Closes all ports. */
    @Override
    void close();
}
