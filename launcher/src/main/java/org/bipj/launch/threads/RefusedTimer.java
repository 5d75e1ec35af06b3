package org.bipj.launch.threads;

import java.util.Timer;

/** Takes the place of {@link Timer}, which fibers cannot use. */
public class RefusedTimer extends Timer {

    /** As the JDK's, where threads are no fibers. */
    public RefusedTimer() {
        super();
        Refused.check("Timer", "use a thread that sleeps");
    }

    /** As the JDK's, where threads are no fibers. */
    public RefusedTimer(boolean daemon) {
        super(daemon);
        Refused.check("Timer", "use a thread that sleeps");
    }

    /** As the JDK's, where threads are no fibers. */
    public RefusedTimer(String name) {
        super(name);
        Refused.check("Timer", "use a thread that sleeps");
    }

    /** As the JDK's, where threads are no fibers. */
    public RefusedTimer(String name, boolean daemon) {
        super(name, daemon);
        Refused.check("Timer", "use a thread that sleeps");
    }
}
