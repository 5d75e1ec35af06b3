package org.bipj.launch.hosted.streams;

import org.bipj.launch.hosted.threads.RankMonitors;

/** A monitor that a method of a stream holds, between fibers, while the JDK's method enters it in the JVM and may wait. */
final class Hold implements AutoCloseable {
    private final Object monitor;

    private Hold(Object monitor) {
        this.monitor = monitor;
    }

    static Hold of(Object monitor) {
        RankMonitors.enterAsJdk(monitor);
        return new Hold(monitor);
    }

    @Override
    public void close() {
        RankMonitors.exit(monitor);
    }
}
