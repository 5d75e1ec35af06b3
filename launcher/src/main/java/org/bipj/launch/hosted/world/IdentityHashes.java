package org.bipj.launch.hosted.world;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The identity hashes of a JVM that numbers objects in the order in which they are asked for them ({@code -XX:hashCode=3}). In virtual
 * time this order is the same in each run, but how many objects the JVM has numbered before is not.
 */
public final class IdentityHashes {
    /** More than a JVM gives before a run begins. */
    private static final int ROUND = 1 << 16;

    private static final AtomicBoolean HAVE_BEGUN = new AtomicBoolean();

    private IdentityHashes() {}

    /**
     * To be called by each rank where its program begins: the first number of the JVM's first run is one behind a multiple of 65536.
     * Does nothing in later runs, and where hashes are random.
     */
    public static void begin() {
        if (HAVE_BEGUN.getAndSet(true)) {
            return;
        }
        int first = next();
        if (next() == first + 1) {
            int last;
            do {
                last = next();
            } while (last % ROUND != 0);
        }
    }

    private static int next() {
        return System.identityHashCode(new Object());
    }
}
