package org.bipj.launch.threads;

import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;

/** Takes the place of {@link ScheduledThreadPoolExecutor}, which fibers cannot use. */
public class RefusedScheduledPool extends ScheduledThreadPoolExecutor {

    /** As the JDK's, where threads are no fibers. */
    public RefusedScheduledPool(int core) {
        super(core);
        Refused.check("ScheduledThreadPoolExecutor", "use a thread that sleeps");
    }

    /** As the JDK's, where threads are no fibers. */
    public RefusedScheduledPool(int core, ThreadFactory factory) {
        super(core, factory);
        Refused.check("ScheduledThreadPoolExecutor", "use a thread that sleeps");
    }

    /** As the JDK's, where threads are no fibers. */
    public RefusedScheduledPool(int core, RejectedExecutionHandler handler) {
        super(core, handler);
        Refused.check("ScheduledThreadPoolExecutor", "use a thread that sleeps");
    }

    /** As the JDK's, where threads are no fibers. */
    public RefusedScheduledPool(int core, ThreadFactory factory, RejectedExecutionHandler handler) {
        super(core, factory, handler);
        Refused.check("ScheduledThreadPoolExecutor", "use a thread that sleeps");
    }
}
