package org.bipj.launch.sharedjvm;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bipj.core.job.Application;
import org.bipj.launch.loader.RankClassLoader;
import org.bipj.launch.loader.RankCode;
import org.bipj.launch.loader.ReplacedMethod;
import org.bipj.launch.loader.ThreadRules;
import org.bipj.launch.sockets.RankHost;
import org.bipj.launch.threads.ProgramClock;
import org.bipj.launch.threads.RankContext;
import org.bipj.launch.threads.RankThreads;
import org.bipj.sim.SimSession;
import org.bipj.sim.ip.IpHost;
import org.bipj.sim.kernel.Fiber;

/**
 * A rank that is a coroutine. Threads that its program starts are identified by the class loader that they inherit.
 * They are daemons, since the JDK makes daemons of all that a virtual thread starts: the rank does not wait for them.
 */
final class SimRank extends HostedRank implements RankHost, ProgramClock {
    private static final long PS_PER_NS = 1000;

    private final SimSession session;
    /** Its number among all processes of the run. */
    private final int place;

    private final boolean virtualTime;
    private final boolean ip;
    private ClassLoader loader;

    /**
     * A rank of a session.
     *
     * @param place its number among all processes of the run
     * @param virtualTime the clocks that its program reads are virtual
     * @param ip its program uses sockets and threads
     */
    SimRank(SimSession session, int place, Application application, boolean virtualTime, boolean ip, Listener listener) {
        super(session.job(place, application), listener);
        this.session = session;
        this.place = place;
        this.virtualTime = virtualTime;
        this.ip = ip;
    }

    /** The rank a thread of which calls, its main one or one that is a fiber; null if it is another thread. */
    static SimRank current() {
        Fiber fiber = Fiber.current();
        return fiber != null && fiber.processor().program() instanceof SimRank rank ? rank : null;
    }

    /** The rank to whose program the calling thread belongs; null if there is none. */
    static SimRank ofCaller() {
        SimRank rank = current();
        return rank != null ? rank : RankClassLoader.rankOfCaller() instanceof SimRank own ? own : null;
    }

    @Override
    public List<ReplacedMethod> replacedMethods() {
        return ip ? Replacements.withIp() : Replacements.inVirtualTime(virtualTime);
    }

    @Override
    public ThreadRules threadRules() {
        return ip ? Replacements.WITH_SOCKETS : virtualTime ? Replacements.WITH_CLOCKS : Replacements.THREADS;
    }

    /** The calling thread sleeps in virtual time, and lets the program's virtual threads have the carrier. */
    void sleep(long nanos) throws InterruptedException {
        if (RankThreads.sleepFor(nanos)) {
            return;
        }
        session.sleep(place, nanos);
        Thread.yield();
    }

    /**
     * The rank's virtual clock in nanoseconds. It does not advance while another thread than the rank's main one reads
     * it.
     */
    long nanoTime() {
        return current() == this ? session.nanoTime(place) : session.clockPs(place) / PS_PER_NS;
    }

    /** The milliseconds that the program reads: virtual ones, since the run began, or the JDK's. */
    @Override
    public long currentTimeMillis() {
        return virtualTime ? TimeUnit.NANOSECONDS.toMillis(nanoTime()) : System.currentTimeMillis();
    }

    @Override
    public IpHost host() {
        return session.ip(place);
    }

    @Override
    boolean isAbsent() {
        return session.state(place) == SimSession.State.ABSENT;
    }

    @Override
    int opened() {
        return session.opened(place);
    }

    @Override
    boolean isBetweenInitAndFinalize() {
        return session.state(place) == SimSession.State.STARTED;
    }

    /** Stacks of the threads that the program has started, that live and that are no fibers. */
    Map<Thread, StackTraceElement[]> threads() {
        Map<Thread, StackTraceElement[]> own = new HashMap<>(Thread.getAllStackTraces());
        own.keySet()
                .removeIf(thread ->
                        loader == null || thread.getContextClassLoader() != loader || RankThreads.isFiber(thread));
        return own;
    }

    @Override
    Thread other() {
        // Those that are fibers keep it alive as they do in a JVM of its own.
        session.processor(place).awaitThreads();
        return null;
    }

    /** Runs the program; in the rank's coroutine. */
    void main(RankCode program) {
        session.processor(place).setProgram(this);
        RankContext.enter(session.processor(place));
        if (ip) {
            session.processor(place).allowThreads();
        }
        loader = program.loader(this);
        Thread.currentThread().setContextClassLoader(loader);
        run(loader, program);
    }

    @Override
    void exit(int code) {
        concludeByExit(code);
        session.leave();
        // Called by another thread than the rank's main one: the coroutine continues until it ends.
        awaitEnd();
    }
}
