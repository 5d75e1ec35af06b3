package org.bipj.launch.hosts;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.IntSupplier;
import org.bipj.core.job.family.SpawnRequest;
import org.bipj.launch.mpirun.command.HostPlan;
import org.bipj.launch.mpirun.command.Options;
import org.bipj.launch.mpirun.command.Placement;
import org.bipj.launch.mpirun.command.ProgramOptions;
import org.bipj.launch.mpirun.command.SlotPool;
import org.bipj.launch.mpirun.process.JobMaker;
import org.bipj.launch.mpirun.process.LocalJob;
import org.bipj.launch.mpirun.process.MemberJob;
import org.bipj.launch.mpirun.program.ProgramBuilder;
import org.bipj.launch.mpirun.program.RankProgram;
import org.bipj.launch.mpirun.program.StartCache;
import org.bipj.launch.support.Cores;
import org.bipj.launch.support.Watchdog;
import org.bipj.shm.ShmSession;

/** Makes the jobs that ranks ask for: on this host where they share memory with those, else by supervisors. */
public final class SpawnedJobs implements JobMaker {
    /** How long a request without enough slots waits for jobs that may have disconnected just now. */
    private static final long PATIENCE_MS = 1000;

    /** How long for those that have: their processes end, which takes time on a busy machine. */
    private static final long LONGEST_MS = 20_000;

    private static final long LOOK_MS = 100;

    private final Options first;
    private final Watchdog watchdog;
    /** Which slots each job has. Guarded by this, as what follows. */
    private final Map<MemberJob, HostPlan> placed = new HashMap<>();

    /** Both are null before they are needed. */
    private SlotPool pool;

    private volatile HostTree tree;

    /** Of an mpirun whose first job has these options. */
    public SpawnedJobs(Options first, Watchdog watchdog) {
        this.first = first;
        this.watchdog = watchdog;
    }

    /** The supervisors of all hosts. */
    synchronized HostTree tree() {
        if (tree == null) {
            tree = new HostTree(first, watchdog);
        }
        return tree;
    }

    private synchronized SlotPool pool() {
        if (pool == null) {
            pool = new SlotPool(first, Cores.OF_PROCESS);
            pool.leaveOut(this::isUnusable);
        }
        return pool;
    }

    /** Without this object's lock: the pool asks. */
    private boolean isUnusable(String host) {
        HostTree supervisors = tree;
        return supervisors != null && supervisors.isUnusable(host);
    }

    @Override
    public MemberJob make(MemberJob parent, SpawnRequest request, IntSupplier number) throws IOException {
        SlotPool.Placed found = place(request);
        MemberJob made = null;
        try {
            boolean sharesMemory = parent instanceof LocalJob && found.plan().isHere();
            if (sharesMemory || request.parents().areAtDoor()) {
                ProgramBuilder like = new ProgramBuilder(
                        parent.options(), parent.options().programs().getFirst(), null);
                made = sharesMemory
                        ? local((LocalJob) parent, found.request(), like::besideThis, number)
                        : onHosts(parent, found, like::besideThis, number);
                synchronized (this) {
                    placed.put(made, found.plan());
                }
            }
            return made;
        } finally {
            if (made == null) {
                pool().release(found.plan());
            }
        }
    }

    /** Without enough slots, waits for jobs that are about to end: those that have disconnected. */
    private SlotPool.Placed place(SpawnRequest request) {
        long begin = System.nanoTime();
        while (true) {
            SlotPool.Placed all = pool().placeAll(request);
            if (all != null) {
                return all;
            }
            long waited = (System.nanoTime() - begin) / 1_000_000;
            if (!(waited < PATIENCE_MS ? awaitEnd() : waited < LONGEST_MS && isOneLeaving() && awaitEnd())) {
                return pool().place(request);
            }
        }
    }

    /** Waits a moment for the end of a job that a rank has asked for; false if there is none. */
    private synchronized boolean awaitEnd() {
        try {
            if (!placed.isEmpty()) {
                wait(LOOK_MS);
                return true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    /** True if a job that a rank has asked for was connected with others, and is so no more. */
    private boolean isOneLeaving() {
        List<MemberJob> all;
        synchronized (this) {
            all = List.copyOf(placed.keySet());
        }
        return all.stream()
                .map(job -> job.ties().links())
                .anyMatch(links -> !links.isEmpty() && links.stream().allMatch(String::isEmpty));
    }

    private MemberJob local(
            LocalJob parent,
            SpawnRequest request,
            BiFunction<List<String>, String, List<String>> command,
            IntSupplier number)
            throws IOException {
        Options options = parent.options().ofSpawned(number.getAsInt(), request, command, null, pool().slots());
        // A JVM with an agent cannot use it.
        Path cache = options.rankFlags().isEmpty() ? StartCache.ofBuild().of(options) : null;
        List<RankProgram> programs = new ArrayList<>();
        for (ProgramOptions program : options.programs()) {
            programs.add(new ProgramBuilder(options, program, cache).build());
        }
        Path directory = ShmSession.planDirectory();
        watchdog.guard(directory);
        return new LocalJob(
                options,
                programs,
                new Placement(options, Cores.OF_PROCESS),
                watchdog,
                directory,
                request.parents(),
                parent.party());
    }

    private MemberJob onHosts(
            MemberJob parent,
            SlotPool.Placed found,
            BiFunction<List<String>, String, List<String>> command,
            IntSupplier number) {
        HostPlan plan = tree().numbered(found.plan());
        Options options = parent.options().ofSpawned(number.getAsInt(), found.request(), command, plan, pool().slots());
        List<RankProgram> programs = new ArrayList<>();
        for (ProgramOptions program : options.programs()) {
            programs.add(ProgramBuilder.ofHosts(
                    options, program, StartCache.ofBuild().isEnabled()));
        }
        return new HostsJob(
                options,
                programs,
                new Placement(options, Cores.OF_PROCESS),
                tree(),
                found.request().parents(),
                parent instanceof HostsJob hosts && hosts.isNetworked());
    }

    @Override
    public synchronized void over(MemberJob job) {
        HostPlan plan = placed.get(job);
        if (plan != null) {
            pool().release(plan);
            placed.remove(job);
            notifyAll();
        }
    }

    @Override
    public void close() {
        HostTree supervisors;
        synchronized (this) {
            supervisors = tree;
        }
        if (supervisors != null) {
            supervisors.close();
        }
    }
}
