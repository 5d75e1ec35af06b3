package org.bipj.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.sim.SimOptions;
import org.bipj.sim.SimSession;
import org.bipj.sim.ip.IpHost;
import org.bipj.sim.kernel.DeadlockException;
import org.bipj.sim.kernel.Fiber;
import org.bipj.sim.kernel.Processor;
import org.bipj.sim.mapper.Mapper;
import org.bipj.sim.mapper.MapperCluster;
import org.bipj.sim.platform.Platform;

/** Runs experiments on the simulated clusters of {@code transport-sim}. */
final class SimulatedCluster implements Cluster {
    private static final double PS_PER_US = 1e6;

    private static final double PS_PER_MS = 1e9;
    private static final long MAP_LIMIT_PS = 60_000_000_000_000L;

    private final String platform;
    private final List<String> overrides;
    private final long seed;
    private final String faults;
    private final boolean ip;

    private SimulatedCluster(String platform, List<String> overrides, long seed, String faults, boolean ip) {
        this.platform = platform;
        this.overrides = List.copyOf(overrides);
        this.seed = seed;
        this.faults = faults;
        this.ip = ip;
    }

    static Cluster of(String platform, List<String> overrides, long seed) {
        SimulatedCluster cluster = new SimulatedCluster(platform, overrides, seed, "", false);
        // Reports constants that do not fit together before an experiment runs.
        cluster.open(2).close();
        return cluster;
    }

    private SimSession open(int ranks) {
        SimOptions options = new SimOptions(platform, seed, faults, "", overrides);
        return SimSession.open(ranks, ip ? options.withIp() : options, SimSession.Listener.NONE);
    }

    @Override
    public Cluster with(String key, String value) {
        List<String> more = new ArrayList<>(overrides);
        more.add(key + "=" + value);
        return new SimulatedCluster(platform, more, seed, faults, ip);
    }

    @Override
    public Cluster withFaults(String spec) {
        return new SimulatedCluster(platform, overrides, seed, spec, ip);
    }

    @Override
    public Cluster withIp() {
        return new SimulatedCluster(platform, overrides, seed, faults, true);
    }

    @Override
    public Cluster withSeed(long other) {
        return new SimulatedCluster(platform, overrides, other, faults, ip);
    }

    @Override
    public NetworkMap map() {
        MapperCluster mapping = Platform.load(platform, overrides).mappers(seed);
        if (!mapping.settle(MAP_LIMIT_PS)) {
            throw new IllegalStateException("platform " + platform + ": not all hosts have routes after 60 s");
        }
        Mapper leader = mapping.leaders().getFirst();
        return new NetworkMap(leader.map().names().size(), leader.map().switches(), leader.mappingPs() / PS_PER_MS);
    }

    @Override
    public double constant(String key) {
        return Platform.constantsOf(platform).with(overrides).number(key);
    }

    @Override
    public void run(int ranks, Program program) {
        long ignored = mostWormsOfACable(ranks, program);
    }

    @Override
    public long mostWormsOfACable(int ranks, Program program) {
        try (SimSession session = open(ranks)) {
            session.run(rank -> run(session, rank, program));
            return session.mostWormsOfACable();
        } catch (DeadlockException e) {
            throw new IllegalStateException(SimSession.describe(e), e);
        }
    }

    private static void run(SimSession session, int rank, Program program) {
        Rank self = new Rank() {
            @Override
            public int number() {
                return rank;
            }

            @Override
            public double now() {
                return session.processor(rank).clock() / PS_PER_US;
            }

            @Override
            public double computed() {
                return session.computedPs(rank) / PS_PER_US;
            }

            @Override
            public List<Received> received() {
                return session.received(rank).stream()
                        .map(one -> new Received(one.kind(), one.packets(), one.bytes()))
                        .toList();
            }

            @Override
            public IpHost ip() {
                return session.ip(rank);
            }

            @Override
            public void start(String name, Runnable thread) {
                session.processor(rank).spawn(name, Processor.Priority.NORMAL, thread);
            }

            @Override
            public void await(String what, BooleanSupplier condition) {
                session.processor(rank).current().waitFor(condition, Fiber.FOREVER, what);
            }
        };
        try {
            program.run(self);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("rank " + rank + ": " + e, e);
        }
    }
}
