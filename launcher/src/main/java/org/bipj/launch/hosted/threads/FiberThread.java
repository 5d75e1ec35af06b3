package org.bipj.launch.hosted.threads;

import org.bipj.sim.kernel.Fiber;

/**
 * Takes the place of {@link Thread} in a simulated program, as a class and as a superclass. In subclasses the method
 * {@code run} is renamed {@value #BODY}.
 */
public class FiberThread extends Thread {
    /** Name of the method that has what is {@code run} in the program's source. */
    public static final String BODY = "run$program";

    /** The fiber that this thread runs as; null if it is none. */
    private Fiber fiber;

    public FiberThread() {
        this(null, null, RankThreads.nextName());
    }

    public FiberThread(Runnable task) {
        this(null, task, RankThreads.nextName());
    }

    public FiberThread(ThreadGroup group, Runnable task) {
        this(group, task, RankThreads.nextName());
    }

    public FiberThread(String name) {
        this(null, null, name);
    }

    public FiberThread(ThreadGroup group, String name) {
        this(group, null, name);
    }

    public FiberThread(Runnable task, String name) {
        this(null, task, name);
    }

    public FiberThread(ThreadGroup group, Runnable task, String name) {
        this(group, task, name, 0);
    }

    public FiberThread(ThreadGroup group, Runnable task, String name, long stackSize) {
        this(group, task, name, stackSize, true);
    }

    @SuppressWarnings("this-escape")
    public FiberThread(ThreadGroup group, Runnable task, String name, long stackSize, boolean inherit) {
        super(group, task, name, stackSize, inherit);
        if (FiberWaits.fiber() != null) {
            // What the JDK's thread inherits from a virtual one.
            setDaemon(currentThread() instanceof FiberThread creator && creator.isDaemon());
            adopt();
        }
    }

    final void adopt() {
        if (fiber == null && getState() == State.NEW) {
            fiber = RankThreads.adopt(this, true);
        }
    }

    @Override
    public final void run() {
        if (currentThread() == this) {
            RankThreads.run(fiber, this::run$program);
        } else {
            run$program();
        }
    }

    @Override
    public String toString() {
        return RankThreads.numbered(this, super.toString());
    }

    /** Runs the body of the thread: {@code run}, under the name that the rewriter gives to it. */
    public void run$program() {
        super.run();
    }
}
