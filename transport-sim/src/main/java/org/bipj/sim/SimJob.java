package org.bipj.sim;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.ReentrantLock;
import org.bipj.core.job.Application;
import org.bipj.core.job.Job;
import org.bipj.core.job.family.Connections;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PortException;
import org.bipj.core.replay.ChoiceFolder;
import org.bipj.core.replay.Choices;
import org.bipj.sim.kernel.Fiber;
import org.bipj.sim.kernel.FiberLock;
import org.bipj.sim.kernel.Processor;

/** A rank on a simulated cluster: one per host, because a process owns its board (BIP paper, section 3). */
final class SimJob implements Job {
    private static final double PS_PER_NS = 1000;

    private final SimSession session;
    private final SimWorld world;
    /** The process's number in the session. */
    private final int place;
    /** The process's number in its world. */
    private final int rank;

    private final Processor processor;
    private final SimConnections connections;
    private Application application;
    /** Refers to the port, which ends with the session; null before the first close. */
    private Runnable kept;

    private long computedPs;
    /** The kind of operation charged last, and its time: programs charge the same kind again and again. */
    private String lastKind;

    private double lastKindNs;

    SimJob(SimSession session, SimWorld world, int place, Processor processor) {
        this.session = session;
        this.world = world;
        this.place = place;
        this.processor = processor;
        rank = place - world.first();
        connections = new SimConnections(session, world, place);
    }

    /** The rank runs a program of several. */
    void run(Application program) {
        application = program;
    }

    @Override
    public Application application() {
        return application == null ? Application.only(size()) : application;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return world.size();
    }

    @Override
    public String named(int number) {
        return connections.named(number);
    }

    @Override
    public String node() {
        return session.machine().node(place);
    }

    @Override
    public int localSize() {
        return 1;
    }

    @Override
    public NicPort open() {
        processor.check();
        if (session.state(place) == SimSession.State.FINISHED) {
            throw new PortException(
                    "rank " + rank + ": the libraries that it used are closed, and cannot be opened again: the network"
                            + " interface of its host does not start anew; expected one of them to stay open, or a"
                            + " platform whose boards run BIP");
        }
        return session.machine().open(place, processor);
    }

    @Override
    public boolean keep(int[] closed, Runnable end) {
        kept = end;
        session.keep(place, closed);
        return true;
    }

    @Override
    public boolean allowsThreads() {
        return session.hasThreads();
    }

    @Override
    public void allowThreads() {
        if (session.hasThreads()) {
            processor.allowThreads();
        }
    }

    @Override
    public ReentrantLock newLock() {
        return new FiberLock(processor);
    }

    @Override
    public boolean isVirtual() {
        return true;
    }

    @Override
    public boolean checksTypes() {
        return true;
    }

    @Override
    public void compute(double ns) {
        processor.check();
        Fiber fiber = processor.current();
        long ps = Math.round(ns * PS_PER_NS);
        if (ps > Fiber.END_PS - fiber.clock()) {
            throw new IllegalArgumentException("rank " + rank + ": ns: " + ns + " ns of computation at "
                    + fiber.clock() / PS_PER_NS + " ns; expected an end within 53 days of virtual time");
        }
        long from = fiber.clock();
        processor.compute(ps);
        computedPs += ps;
        if (processor.isShared()) {
            // An interrupt, or the end of a time slice, has to find the processor at work.
            fiber.sync();
        }
        session.machine().computes(place, fiber, from, ps);
    }

    /** The computation that the rank has charged so far, in picoseconds. */
    long computedPs() {
        return computedPs;
    }

    @Override
    public void computeOperations(String kind, long count) {
        if (!kind.equals(lastKind)) {
            lastKindNs = session.machine().operationNs(kind);
            lastKind = kind;
        }
        compute(count * lastKindNs);
    }

    @Override
    public Connections connections() {
        return session.machine().connects() ? connections : null;
    }

    boolean hasAttached(SimWorld other) {
        return connections.attached().contains(other.address());
    }

    private int place(int number) {
        return world.numbers().place(number);
    }

    @Override
    public boolean survivesDeaths() {
        return session.survivesDeaths();
    }

    /** The ranks of the own job tell each other by messages, unless one may die meanwhile: then they know it at once. */
    @Override
    public boolean leave() {
        session.leave(place);
        return session.survivesDeaths();
    }

    @Override
    public boolean haveAllLeft() {
        return (!session.survivesDeaths() || session.haveAllLeft(world)) && connections.haveNeighboursLeft();
    }

    @Override
    public void started(int client) {
        session.start(place, client);
    }

    @Override
    public boolean hasFinished(int other) {
        return session.isOver(place(other));
    }

    @Override
    public boolean hasClosed(int other, int client, int opening) {
        int of = place(other);
        return session.isOver(of) || session.closed(of, client) > opening;
    }

    @Override
    public void watch(int other, boolean on) {
        session.watch(place, place(other), on);
    }

    @Override
    public void finished() {
        session.finish(place);
    }

    @Override
    public String checks() {
        String words = session.checks();
        return words != null ? words : Job.super.checks();
    }

    @Override
    public Choices choices() {
        return session.choices();
    }

    /** Jobs that ranks have started are not recorded. */
    @Override
    public ChoiceFolder choiceFolder() {
        return world.number() == 0 ? session.choiceFolder() : null;
    }

    /** Ranks of other jobs have no memory of this one. */
    @Override
    public boolean isNear(int other) {
        return other < world.size();
    }

    @Override
    public MemorySegment shared(String name, long bytes) {
        return session.shared(world, name, bytes);
    }

    @Override
    public void abort(int code, String reason) {
        session.abort(place, code, reason);
    }
}
