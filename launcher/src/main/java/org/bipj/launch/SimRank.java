package org.bipj.launch;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.bipj.sim.SimSession;

/**
 * A rank that is a coroutine. Threads that its program starts are known by the class loader that they inherit. They are
 * daemons, since the JDK makes daemons of all that a virtual thread starts: the rank does not wait for them.
 */
final class SimRank extends HostedRank {
    private final SimSession session;
    private ClassLoader loader;

    SimRank(SimSession session, int rank, Listener listener) {
        super(session.job(rank), listener);
        this.session = session;
    }

    @Override
    boolean isAbsent() {
        return session.state(number()) == SimSession.State.ABSENT;
    }

    @Override
    boolean isBetweenInitAndFinalize() {
        return session.state(number()) == SimSession.State.STARTED;
    }

    /** Stacks of the threads that the program has started and that live. */
    Map<Thread, StackTraceElement[]> threads() {
        Map<Thread, StackTraceElement[]> own = new HashMap<>(Thread.getAllStackTraces());
        own.keySet().removeIf(thread -> loader == null || thread.getContextClassLoader() != loader);
        return own;
    }

    @Override
    Thread other() {
        return null;
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
