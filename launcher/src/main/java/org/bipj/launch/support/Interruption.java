package org.bipj.launch.support;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The end of mpirun by a signal, such as Ctrl-C. It is reported in one sentence. What fails from then on, because the job
 * is being taken down, is not: neither messages nor stack traces.
 *
 * <p>Installing handlers of signals would take longer than the rest of the launcher's start. The JVM's own ones run the
 * shutdown hooks.
 */
public final class Interruption {
    /** A terminal's Ctrl-C also ends processes that are just being started, and their end may be noticed first. */
    private static final long DELAY_MS = 300;

    private static final CountDownLatch BEGUN = new CountDownLatch(1);

    /** Whether the process ends by itself, so that its shutdown is no interruption. */
    private static volatile boolean ends;

    private Interruption() {}

    /** Reports an end by a signal, from now on, and nothing that follows from it. */
    public static void watch() {
        Runtime.getRuntime().addShutdownHook(new Thread(Interruption::begin, "signal to mpirun"));
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
            if (!comes()) {
                System.err.print("Exception in thread \"" + thread.getName() + "\" ");
                failure.printStackTrace();
            }
        });
    }

    private static void begin() {
        if (!ends) {
            BEGUN.countDown();
            System.err.println("mpirun: ended by " + signal());
        }
    }

    private static String signal() {
        ThreadGroup all = Thread.currentThread().getThreadGroup();
        while (all.getParent() != null) {
            all = all.getParent();
        }
        Thread[] threads = new Thread[2 * all.activeCount() + 10];
        int count = all.enumerate(threads);
        for (int i = 0; i < count; i++) {
            // The thread in which the JVM handles a signal that ends it; there may be others, which answer SIGUSR1.
            for (String name : SystemSignals.BY_USER) {
                if (threads[i].getName().equals("SIG" + name + " handler")) {
                    return "signal " + SystemSignals.number(name) + " (SIG" + name + ")";
                }
            }
        }
        return "a signal";
    }

    /** The process ends by itself from now on. */
    public static void exit(int code) {
        ends = true;
        System.exit(code);
    }

    /** True once a signal ends the process: nothing is to be said any more. */
    public static boolean hasCome() {
        return BEGUN.getCount() == 0;
    }

    /** As {@link #hasCome}, for what a signal may have caused that this process is about to notice: waits for a moment. */
    public static boolean comes() {
        try {
            return !ends && BEGUN.await(DELAY_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return hasCome();
        }
    }
}
