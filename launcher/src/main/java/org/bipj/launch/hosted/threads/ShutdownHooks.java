package org.bipj.launch.hosted.threads;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The shutdown hooks of a rank that shares its JVM: they run when its program ends in an orderly way, not when its host is killed. */
public final class ShutdownHooks {
    private final Set<Thread> hooks = new LinkedHashSet<>();
    private boolean running;
    /** Null: nothing. */
    private Runnable afterwards;

    /** No hooks yet. */
    public ShutdownHooks() {}

    /** What the JDK does behind the hooks of programs. */
    public synchronized void afterwards(Runnable does) {
        afterwards = does;
    }

    /** As {@code Runtime.addShutdownHook}. */
    public synchronized void add(Thread hook) {
        checkRunning();
        if (hooks.contains(hook)) {
            throw new IllegalArgumentException("Hook previously registered");
        }
        if (hook.getState() != Thread.State.NEW) {
            throw new IllegalArgumentException("Hook already running");
        }
        hooks.add(hook);
    }

    /** As {@code Runtime.removeShutdownHook}. */
    public synchronized boolean remove(Thread hook) {
        checkRunning();
        return hooks.remove(hook);
    }

    private void checkRunning() {
        if (running) {
            throw new IllegalStateException("Shutdown in progress");
        }
    }

    /** No hook runs: the program halts. */
    public synchronized void drop() {
        if (!running) {
            running = true;
            hooks.clear();
        }
    }

    /** Starts all hooks, unless another thread has, and waits for their ends. By a thread of the rank. */
    public void run() {
        List<Thread> all;
        boolean isFirst;
        synchronized (this) {
            all = new ArrayList<>(hooks);
            isFirst = !running;
            running = true;
        }
        if (isFirst) {
            all.forEach(RankThreads::start);
        }
        all.forEach(ShutdownHooks::awaitEnd);
        if (isFirst && afterwards != null) {
            afterwards.run();
        }
    }

    /** The JDK waits whatever interrupts it. */
    private static void awaitEnd(Thread hook) {
        while (hook != Thread.currentThread() && RankThreads.isAlive(hook)) {
            try {
                RankThreads.join(hook);
            } catch (InterruptedException e) {
                // Waits on.
            }
        }
    }
}
