package org.bipj.launch.onejvm.simjob;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLContext;
import org.bipj.core.job.Application;
import org.bipj.core.job.Job;
import org.bipj.launch.hosted.loader.CallRule;
import org.bipj.launch.hosted.loader.RankCode;
import org.bipj.launch.hosted.loader.ThreadRules;
import org.bipj.launch.hosted.rules.Replacements;
import org.bipj.launch.hosted.rules.SocketReplacements;
import org.bipj.launch.hosted.sockets.RankHost;
import org.bipj.launch.hosted.threads.ProgramClock;
import org.bipj.launch.hosted.threads.RankContext;
import org.bipj.launch.hosted.threads.RankThreads;
import org.bipj.launch.hosted.world.FileTimes;
import org.bipj.launch.hosted.world.HostStatics;
import org.bipj.launch.hosted.world.IdentityHashes;
import org.bipj.launch.hosted.world.RankClocks;
import org.bipj.launch.hosted.world.RankWorld;
import org.bipj.launch.hosted.world.SeededTls;
import org.bipj.launch.mpirun.job.HostFolders;
import org.bipj.launch.onejvm.job.HostedRank;
import org.bipj.sim.SimSession;
import org.bipj.sim.ip.IpHost;
import org.bipj.sim.kernel.Seeds;

/**
 * A rank that is a coroutine. Threads that its program starts are identified by the class loader that they inherit.
 * They are daemons, since the JDK makes daemons of all that a virtual thread starts: the rank does not wait for them.
 */
public final class SimRank extends HostedRank implements RankHost, RankWorld, ProgramClock {
    private static final long PS_PER_NS = 1000;

    /**
     * What the programs of a run see of the world.
     *
     * @param virtualTime the clocks that they read are virtual, and their random numbers follow from the seed
     * @param ip they use sockets and threads
     * @param seed of the run
     * @param folders of their hosts
     * @param files times of files
     */
    public record World(boolean virtualTime, boolean ip, long seed, HostFolders folders, FileTimes files) {
        /** Of a run that begins now. */
        public World(boolean virtualTime, boolean ip, long seed, HostFolders folders) {
            this(virtualTime, ip, seed, folders, new FileTimes());
        }
    }

    private final SimSession session;
    /** Its number among all processes of the run. */
    private final int place;

    private final World world;
    private final HostStatics statics = new HostStatics();
    /** Drawn from by several threads: a generator that is not locked would give them the same numbers. */
    private final RandomGenerator random;

    private ClassLoader loader;

    /**
     * A rank of a session.
     *
     * @param place its number among all processes of the run
     */
    public SimRank(SimSession session, int place, Application application, World world, Listener listener) {
        this(
                session,
                place,
                session.job(place, application),
                world,
                listener,
                new LockedRandom(Seeds.of(world.seed, "program of rank " + place)));
    }

    private SimRank(SimSession session, int place, Job job, World world, Listener listener, RandomGenerator random) {
        super(job, listener);
        this.session = session;
        this.place = place;
        this.world = world;
        this.random = random;
        hooks().afterwards(statics::end);
    }

    /** Each rank of a session has the static state of its own host while its program runs. */
    public static void separate(SimSession session) {
        HostStatics.leave();
        session.onSwitch(program -> HostStatics.enter(program instanceof SimRank rank ? rank.statics : null));
    }

    /** The rank's host was killed: the rank reports nothing any more. */
    public void killed() {
        vanish();
        release();
    }

    /** The rank's process is gone: what it had locked, and its files of logs, are free for others of this JVM. */
    public void release() {
        statics.release();
    }

    /** The rank that begins anew in the place of this one, whose host was killed. It draws other random numbers. */
    public SimRank successor() {
        Job again = session.job(place, job().application());
        return new SimRank(session, place, again, world, listener(), random);
    }

    @Override
    public List<CallRule> callRules() {
        return world.ip ? Replacements.withIp() : Replacements.inVirtualTime(world.virtualTime);
    }

    @Override
    public boolean definesOwn(String name) {
        return world.ip && SocketReplacements.OWN_PACKAGES.stream().anyMatch(name::startsWith);
    }

    @Override
    public ThreadRules threadRules() {
        return world.ip
                ? Replacements.WITH_SOCKETS
                : world.virtualTime ? Replacements.WITH_CLOCKS : Replacements.THREADS;
    }

    /** The calling thread sleeps in virtual time, and lets the program's virtual threads have the carrier. */
    @Override
    public void sleep(long nanos) throws InterruptedException {
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
    @Override
    public long nanoTime() {
        return RankWorld.ofFiber() == this ? session.nanoTime(place) : session.clockPs(place) / PS_PER_NS;
    }

    @Override
    public long currentTimeMillis() {
        return world.virtualTime ? now().toEpochMilli() : System.currentTimeMillis();
    }

    @Override
    public Instant now() {
        return RankClocks.BEGIN.plusNanos(nanoTime());
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    @Override
    public HostStatics statics() {
        return statics;
    }

    @Override
    public FileTimes fileTimes() {
        return world.files;
    }

    @Override
    public Path hostDirectory() {
        return world.folders.of(place);
    }

    @Override
    public Supplier<String> folder() {
        return world.ip ? () -> hostDirectory().toString() : null;
    }

    @Override
    public SSLContext tls() throws GeneralSecurityException, IOException {
        return SeededTls.of(statics);
    }

    @Override
    public IpHost host() {
        return session.ip(place);
    }

    @Override
    public boolean isAbsent() {
        return session.state(place) == SimSession.State.ABSENT;
    }

    @Override
    public int opened() {
        return session.opened(place);
    }

    @Override
    public boolean isBetweenInitAndFinalize() {
        return session.state(place) == SimSession.State.STARTED;
    }

    /** Stacks of the threads that the program has started, that live and that are no fibers. */
    Map<Thread, StackTraceElement[]> threads() {
        Map<Thread, StackTraceElement[]> own = new HashMap<>(Thread.getAllStackTraces());
        own.keySet()
                .removeIf(thread -> loader == null
                        || thread.getContextClassLoader() != loader
                        || RankThreads.isFiber(thread)
                        || session.isMain(place, thread));
        return own;
    }

    @Override
    public Thread other() {
        // Those that are fibers keep it alive as they do in a JVM of its own.
        session.processor(place).awaitThreads();
        return null;
    }

    /** Runs the program; in the rank's coroutine. */
    public void main(RankCode program) {
        IdentityHashes.begin();
        session.processor(place).setProgram(this);
        RankContext.enter(session.processor(place));
        if (world.ip) {
            session.processor(place).allowThreads();
        }
        loader = program.loader(this);
        Thread.currentThread().setContextClassLoader(loader);
        run(loader, program);
    }

    @Override
    public void exit(int code) {
        concludeByExit(code);
        session.leave();
        // Called by another thread than the rank's main one: the coroutine continues until it ends.
        awaitEnd();
    }

    /** A stream of random numbers that several threads may draw from. */
    private record LockedRandom(RandomGenerator source) implements RandomGenerator {
        @Override
        public long nextLong() {
            synchronized (source) {
                return source.nextLong();
            }
        }
    }
}
