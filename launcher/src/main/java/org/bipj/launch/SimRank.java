package org.bipj.launch;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.bipj.sim.SimSession;

/** A rank that is a coroutine. Threads that its program starts are known by the class loader that they inherit. */
final class SimRank extends HostedRank {
    /** Room for threads that start between counting and listing. */
    private static final int SLACK = 16;

    private static final ThreadGroup ROOT = root();

    private final SimSession session;
    private ClassLoader loader;

    SimRank(SimSession session, int rank, Listener listener) {
        super(session.job(rank), listener);
        this.session = session;
    }

    private static ThreadGroup root() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    @Override
    boolean isAbsent() {
        return session.state(number()) == SimSession.State.ABSENT;
    }

    @Override
    boolean isBetweenInitAndFinalize() {
        return session.state(number()) == SimSession.State.STARTED;
    }

    /** Threads that the program has started and that live. */
    List<Thread> threads() {
        Thread[] threads = new Thread[ROOT.activeCount() + SLACK];
        return Arrays.stream(threads, 0, ROOT.enumerate(threads))
                .filter(thread -> loader != null && thread.getContextClassLoader() == loader)
                .toList();
    }

    @Override
    Thread other() {
        Thread self = Thread.currentThread();
        return threads().stream()
                .filter(thread -> thread != self && !thread.isDaemon())
                .findFirst()
                .orElse(null);
    }

    /** Runs the program; in the rank's coroutine. */
    void main(ClassLoader classes, String program, String[] arguments) {
        loader = classes;
        Thread.currentThread().setContextClassLoader(classes);
        run(classes, program, arguments);
    }

    @Override
    void exit(int code) {
        conclude(code);
        session.leave();
        // Another thread than the rank's own has called: the coroutine goes on to where it ends.
        while (true) {
            LockSupport.park();
        }
    }
}
