package org.bipj.sim.mapper;

import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bipj.sim.am.PrivilegedEndpoint;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.kernel.Seeds;
import org.bipj.sim.net.NetworkTopology;

/** The mappers of a cluster that carries traffic: a daemon on each host. Only where {@code mapper.period} is above 0. */
public final class MapperDaemons {
    private static final long START_PS = 100_000_000;
    private static final double PS_PER_MS = 1e9;

    private final MapperDaemon[] daemons;

    /**
     * Daemons on all hosts. Each starts to map at a random moment within the first 100 us.
     *
     * @param endpoints of the hosts' boards, those of ranks first
     * @param names of these hosts
     * @param ranks number of ranks
     * @param seed of the moments of start, and of the choice among routes of the same length
     */
    public MapperDaemons(
            Kernel kernel, Constants constants, List<PrivilegedEndpoint> endpoints, int[] names, int ranks, long seed) {
        if (constants.ps("mapper.patience") < 2 * constants.ps("mapper.period")) {
            throw constants.bad(
                    "mapper.patience",
                    "expected two periods or more (mapper.period): those who follow hear of their leader when it maps");
        }
        int[] ofRanks = IntStream.of(names).limit(ranks).toArray();
        RandomGenerator random = Seeds.of(seed, "mapper start");
        daemons = new MapperDaemon[names.length];
        for (int i = 0; i < daemons.length; i++) {
            MapperDaemon daemon = new MapperDaemon(kernel, constants, endpoints.get(i), names[i], ofRanks, seed);
            daemons[i] = daemon;
            kernel.at(random.nextLong(START_PS), new Event(true) {
                @Override
                protected void fire() {
                    daemon.start();
                }
            });
        }
    }

    /** True if a platform's boards map the network while they carry traffic. */
    public static boolean areOn(Constants constants) {
        return constants.ps("mapper.period") > 0;
    }

    /**
     * The platform's constants as its network takes them: worms that are blocked are broken up.
     *
     * @throws IllegalArgumentException if the mapper cannot map the topology
     */
    public static Constants ofNetwork(Constants constants, NetworkTopology topology) {
        MapperCluster.checkPorts(constants, topology);
        String timeout = constants.get("mapper.blocked-timeout").value();
        return constants.with("network.blocked-timeout", timeout);
    }

    /** The mapper of a board, in the order of the constructor. */
    public Mapper mapper(int board) {
        return daemons[board].mapper();
    }

    private Stream<Mapper> mappers() {
        return Stream.of(daemons).map(MapperDaemon::mapper);
    }

    /** The counts of all mappers, summed. Damaged packets are those of all traffic. */
    public MapperCounts counts() {
        MapperCounts sum = mappers().map(Mapper::counts).reduce(new MapperCounts(), MapperCounts::plus);
        sum.damaged = Stream.of(daemons)
                .mapToInt(daemon -> daemon.endpoint().damaged())
                .sum();
        return sum;
    }

    /** What they have done, as one line. */
    public String summary() {
        MapperCounts counts = counts();
        List<Mapper> leaders = mappers()
                .filter(mapper -> mapper.leader() == mapper.name() && mapper.map() != null)
                .toList();
        StringBuilder text = new StringBuilder("mapper: ");
        for (Mapper leader : leaders) {
            text.append(String.format(
                    Locale.ROOT,
                    "host %d leads %s, mapped in %.3f ms; ",
                    leader.name(),
                    leader.map(),
                    leader.mappingPs() / PS_PER_MS));
        }
        mappers()
                .filter(mapper -> mapper.failure() != null)
                .findFirst()
                .ifPresent(mapper -> text.append("host ")
                        .append(mapper.name())
                        .append(" found no map: ")
                        .append(mapper.failure())
                        .append("; "));
        return text + counts.text();
    }
}
