package org.bipj.launch.threads;

import java.util.concurrent.ForkJoinPool;

/** Takes the place of {@link ForkJoinPool}, which fibers cannot use. */
public class RefusedForkJoinPool extends ForkJoinPool {

    /** As the JDK's, where threads are no fibers. */
    public RefusedForkJoinPool() {
        super();
        Refused.check("ForkJoinPool", "use Executors.newFixedThreadPool");
    }

    /** As the JDK's, where threads are no fibers. */
    public RefusedForkJoinPool(int parallelism) {
        super(parallelism);
        Refused.check("ForkJoinPool", "use Executors.newFixedThreadPool");
    }
}
