package org.bipj.sim.platform;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bipj.sim.constants.Constant;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.kernel.Seeds;
import org.bipj.sim.mapper.MapperCluster;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.route.DimensionOrder;
import org.bipj.sim.route.RouteCheck;
import org.bipj.sim.route.Routes;
import org.bipj.sim.route.UpDown;

/**
 * A cluster as data: constants, topology, routes, and which rank runs on which host. docs/PLATFORMS.md describes the
 * format of the files.
 */
public final class Platform {
    /** The platforms that come with the library. */
    public static final List<String> NAMES =
            List.of("lab", "bip-ppro200", "das64", "now100", "ss20-atm", "ss1plus-atm");

    /** Constants that platforms had and that nothing reads any more. Files and options that name them are valid, and change nothing. */
    private static final Set<String> RETIRED = Set.of("host.clock");

    private static final long MAPPING_LIMIT_PS = 60_000_000_000_000L;

    private final Constants constants;
    /** Keys of the constants that are the user's: those of a file, and overrides. */
    private final Set<String> own;

    private final NetworkTopology topology;
    private final RouteCheck.Names names;
    private final Routes routes;

    private Platform(Constants constants, Set<String> own, TopologyStatements list) {
        this.constants = constants;
        this.own = own;
        String kind = constants.word("topology.kind");
        topology = topology(constants, kind, list);
        names = list;
        if (!kind.equals("cables")) {
            list.nameByNumber(topology);
        }
        Routes computed = computed(kind, list);
        routes = list.hasRoutes() ? list.routes(topology, computed) : computed;
        if (list.hasRoutes()) {
            check(routes);
        }
    }

    /**
     * Loads a platform.
     *
     * @param nameOrFile one of {@link #NAMES}, or a user's file, whose name ends in .platform or has a slash
     * @param overrides each {@code key=value}
     * @throws IllegalArgumentException if the file or an override is wrong; the message names file and line
     */
    public static Platform load(String nameOrFile, List<String> overrides) {
        PlatformFile file = PlatformFile.read(nameOrFile);
        if (!NAMES.contains(nameOrFile)) {
            checkKnown(file.constants());
        }
        return new Platform(file, overrides);
    }

    /**
     * Rejects a constant that no platform of the library has: no part of the simulator reads it, so it is most likely
     * misspelt.
     */
    private static void checkKnown(Constants constants) {
        Set<String> known = new HashSet<>();
        for (String name : NAMES) {
            constantsOf(name).all().forEach(constant -> known.add(constant.key()));
        }
        for (Constant constant : constants.all()) {
            if (!known.contains(constant.key()) && !RETIRED.contains(constant.key())) {
                throw Constant.bad(
                        constant.place(),
                        "nothing reads " + constant.key() + Constants.similar(constant.key(), new TreeSet<>(known)));
            }
        }
    }

    /**
     * The constants alone, without topology and routes: of a platform, or of a file of constants.
     *
     * @param nameOrFile as for {@link #load}
     */
    public static Constants constantsOf(String nameOrFile) {
        return PlatformFile.read(nameOrFile).constants();
    }

    /** A platform out of lines as in a file, for tests. */
    public static Platform of(String... lines) {
        return new Platform(PlatformFile.parse("platform", List.of(lines)), List.of());
    }

    private Platform(PlatformFile file, List<String> overrides) {
        this(
                file.constants()
                        .with(overrides.stream()
                                .filter(override -> !RETIRED.contains(keyOf(override)))
                                .toList()),
                Stream.concat(file.own().stream(), overrides.stream().map(Platform::keyOf))
                        .collect(Collectors.toUnmodifiableSet()),
                new TopologyStatements(file.statements()));
    }

    private static String keyOf(String override) {
        return override.substring(0, Math.max(0, override.indexOf('='))).trim();
    }

    /** Keys of the user's constants, those of overrides and of a file that is not the library's, that nothing has read yet; sorted. */
    public List<String> unread() {
        Constants look = constants.unmarked();
        return own.stream()
                .filter(key -> !look.has(key) || !constants.isRead(look.get(key)))
                .sorted()
                .toList();
    }

    /** The platform's constants, with the overrides of this run. */
    public Constants constants() {
        return constants;
    }

    /** The hosts, switches and cables of the platform. */
    public NetworkTopology topology() {
        return topology;
    }

    /** A route for each pair of hosts that the network connects. */
    public Routes routes() {
        return routes;
    }

    /** The platform's hosts, on whose boards nothing but the mapper runs. */
    public MapperCluster mappers(long seed) {
        return new MapperCluster(topology, constants, false, seed);
    }

    /** How messages name hosts and switches of the platform. */
    public RouteCheck.Names names() {
        return names;
    }

    /**
     * The host of each rank, by the constant {@code placement}, one rank per host: {@code linear} puts rank r on host
     * r, {@code random} shuffles the hosts by the seed, and numbers with commas name the hosts of ranks 0, 1 and so on.
     *
     * @throws IllegalArgumentException if there are not enough hosts
     */
    public int[] placement(int ranks, long seed) {
        int hosts = topology.hosts();
        if (ranks > hosts) {
            throw new IllegalArgumentException("platform " + constants.platform() + " has " + hosts
                    + " hosts, one for each rank, and there are "
                    + ranks + " ranks; choose another platform or a larger topology with --set (now topology.kind = "
                    + constants.word("topology.kind") + ")");
        }
        int[] order = order(seed);
        if (order.length < ranks) {
            throw Constant.bad(
                    constants.get("placement").place(),
                    "placement names " + order.length + " hosts for " + ranks + " ranks");
        }
        return Arrays.copyOf(order, ranks);
    }

    /** The hosts in the order in which processes get them, all or those that {@code placement} names. */
    public int[] order(long seed) {
        int hosts = topology.hosts();
        String how = constants.word("placement");
        return switch (how) {
            case "linear" -> IntStream.range(0, hosts).toArray();
            case "random" -> {
                List<Integer> all = IntStream.range(0, hosts).boxed().collect(Collectors.toList());
                Collections.shuffle(all, Seeds.of(seed, "placement"));
                yield all.stream().mapToInt(Integer::intValue).toArray();
            }
            default -> named(how);
        };
    }

    private int[] named(String how) {
        String place = constants.get("placement").place();
        if (!how.matches("\\d{1,6}(,\\d{1,6})*")) {
            throw Constant.bad(place, "placement = " + how + ": expected linear, random, or host numbers with commas");
        }
        int[] hosts = Arrays.stream(how.split(",")).mapToInt(Integer::parseInt).toArray();
        boolean[] taken = new boolean[topology.hosts()];
        for (int host : hosts) {
            if (host >= taken.length || taken[host]) {
                throw Constant.bad(
                        place,
                        "placement: host " + host + (host >= taken.length ? " of " + taken.length : " is named twice"));
            }
            taken[host] = true;
        }
        return hosts;
    }

    private static NetworkTopology topology(Constants constants, String kind, TopologyStatements list) {
        if (list.hasCables() && !kind.equals("cables")) {
            throw new IllegalArgumentException("platform " + constants.platform()
                    + ": host, switch and cable statements need topology.kind = cables; it is " + kind);
        }
        return switch (kind) {
            case "grid" ->
                Topologies.grid(constants)
                        .topology(constants.count("topology.ports"), constants.number("cable.length"));
            case "chain" -> Topologies.chain(constants);
            case "subclusters" -> Topologies.subclusters(constants);
            case "cables" -> list.topology(constants);
            default -> throw constants.bad("topology.kind", "expected grid, chain, subclusters or cables");
        };
    }

    private Routes computed(String kind, TopologyStatements list) {
        String routing = constants.word("routing");
        String place = constants.get("routing").place();
        return switch (routing) {
            case "up-down" -> new UpDown(topology, constants.count("routing.seed"));
            case "dimension-order" -> {
                if (!kind.equals("grid")) {
                    throw Constant.bad(place, "routing = dimension-order needs topology.kind = grid; it is " + kind);
                }
                yield new DimensionOrder(Topologies.grid(constants));
            }
            case "mapper" -> mapped();
            case "user" -> {
                if (!list.hasRoutes()) {
                    throw constants.bad("routing", "expected route statements in the platform's file");
                }
                yield null;
            }
            default -> throw constants.bad("routing", "expected up-down, dimension-order, mapper or user");
        };
    }

    /** The routes that the mapper distributes on a cluster of its own, before this one starts. */
    private Routes mapped() {
        MapperCluster mapping = mappers(constants.count("routing.seed"));
        if (!mapping.settle(MAPPING_LIMIT_PS)) {
            throw new IllegalArgumentException("platform " + constants.platform()
                    + ": the mapper found no routes for all hosts within a minute of virtual time; now "
                    + constants.all().stream()
                            .filter(constant -> constant.key().startsWith("mapper."))
                            .map(constant -> constant.key() + " = " + constant.value())
                            .collect(Collectors.joining(", ")));
        }
        return mapping.routes();
    }

    /** Checks that the routes which a user names are valid, and free of deadlock together with the computed ones. */
    private void check(Routes all) {
        RouteCheck check = new RouteCheck(topology, names);
        check.addAll(all);
        List<String> cycle = check.cycle();
        if (!cycle.isEmpty()) {
            throw new IllegalArgumentException("platform " + constants.platform()
                    + ": worms on its routes can wait for each other in a circle: " + String.join(" -> ", cycle));
        }
    }
}
