package org.bipj.sim.net;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.platform.Platform;
import org.bipj.sim.trace.Trace;

/**
 * A random network with random traffic, made from a seed, that plays on the burst model or on the oracle and writes
 * down what the boards see. Boards feed in pieces with pauses, take in pieces with pauses, and change pace.
 */
final class Scene {
    /** What varies from scene to scene. */
    record Shape(int hosts, int switches, int wormsPerHost, int longest, boolean tree, boolean ties, boolean paces) {
        Shape withCycles() {
            return new Shape(hosts, switches, wormsPerHost, longest, false, ties, paces);
        }
    }

    private static final long[] PACES = {6250, 6250, 7576, 7576, 5000, 10_000, 31_111, 6667};

    final NetworkTopology topology;
    final NetSettings settings;
    private final long seed;
    final Shape shape;
    private final byte[][][] routes;

    Scene(long seed, Shape shape, NetSettings settings) {
        this.seed = seed;
        this.shape = shape;
        this.settings = settings;
        SplittableRandom random = new SplittableRandom(seed);
        topology = new NetworkTopology(shape.hosts, shape.switches, 8);
        int[] used = new int[shape.switches];
        for (int s = 1; s < shape.switches; s++) {
            link(random, used, random.nextInt(s), s);
        }
        for (int extra = 0; !shape.tree && extra < shape.switches; extra++) {
            link(random, used, random.nextInt(shape.switches), random.nextInt(shape.switches));
        }
        for (int host = 0; host < shape.hosts; host++) {
            int s = random.nextInt(shape.switches);
            while (used[s] >= 8) {
                s = (s + 1) % shape.switches;
            }
            topology.connect(
                    NetworkTopology.End.host(host), NetworkTopology.End.ofSwitch(s, used[s]++), metres(random));
        }
        routes = new byte[shape.hosts][shape.hosts][];
        for (int from = 0; from < shape.hosts; from++) {
            for (int to = 0; to < shape.hosts; to++) {
                routes[from][to] = TestRoutes.shortest(topology, from, to);
            }
        }
    }

    /** Random traffic on a platform, by its own routes. */
    Scene(long seed, Platform platform, int wormsPerHost, int longest) {
        this.seed = seed;
        topology = platform.topology();
        shape = new Shape(topology.hosts(), topology.switches(), wormsPerHost, longest, true, false, true);
        settings = NetSettings.of(platform.constants());
        routes = new byte[shape.hosts][shape.hosts][];
        for (int from = 0; from < shape.hosts; from++) {
            for (int to = 0; to < shape.hosts; to++) {
                routes[from][to] = from == to
                        ? TestRoutes.shortest(topology, from, to)
                        : platform.routes().route(from, to);
            }
        }
    }

    /**
     * Has cables put on the ports that are free, loops and parallel ones among them, and worms wander.
     *
     * @param intoThemselves whether a worm may come to a cable that it still holds, and then stands for ever
     */
    Scene wander(boolean intoThemselves) {
        SplittableRandom random = new SplittableRandom(~seed);
        NetworkTopology.End free = null;
        for (int s = 0; s < shape.switches; s++) {
            for (int port = 7; port >= 0; port--) {
                NetworkTopology.End end = NetworkTopology.End.ofSwitch(s, port);
                if (topology.at(end) == null && random.nextBoolean()) {
                    if (free != null) {
                        topology.connect(free, end, metres(random));
                    }
                    free = free == null ? end : null;
                }
            }
        }
        for (int from = 0; from < shape.hosts; from++) {
            for (int to = 0; to < shape.hosts; to++) {
                routes[from][to] = TestRoutes.walk(random, topology, from, to, 10, intoThemselves);
            }
        }
        return this;
    }

    private void link(SplittableRandom random, int[] used, int a, int b) {
        if (used[a] < 6 && used[b] < 6 && a != b) {
            topology.connect(
                    NetworkTopology.End.ofSwitch(a, used[a]++),
                    NetworkTopology.End.ofSwitch(b, used[b]++),
                    metres(random));
        }
    }

    private double metres(SplittableRandom random) {
        return shape.ties ? 3 : random.nextDouble(0.5, 10);
    }

    /** What boards saw, host by host. */
    static final class Log {
        final List<List<String>> ofHost = new ArrayList<>();
        int tails;
        int whole;
        int begun;
        final Set<Worm> lost = new HashSet<>();
        final List<String> complaints = new ArrayList<>();
        long events;
        int fullest;
        long[] sent;
        /** A pace has changed at the very moment at which its feed or take ended: nothing says which comes first. */
        boolean isAmbiguous;
    }

    /** Plays on the burst model. */
    Log burst() {
        return burst(NetFaults.NONE);
    }

    /** Plays on the burst model, and things break. */
    Log burst(NetFaults faults) {
        Kernel kernel = new Kernel();
        Network network = new Network(kernel, topology, settings, Trace.OFF);
        Log log = new Log();
        network.observe((worm, why, where, now) -> log.lost.add(worm));
        play(log, kernel, network::injector, network::ejector, () -> network.faults(faults));
        log.sent = network.links().stream().mapToLong(LinkUse::characters).toArray();
        if (network.lost() != log.lost.size()) {
            log.complaints.add(network.lost() + " lost worms are counted, and told of are " + log.lost.size());
        }
        if (log.lost.size() + log.whole == log.begun) {
            network.checkIdle();
        }
        return log;
    }

    /** Plays on the oracle. */
    Log exact() {
        Kernel kernel = new Kernel();
        CharNetwork network = new CharNetwork(kernel, topology, settings);
        Log log = new Log();
        play(log, kernel, network::injector, network::ejector, () -> {});
        log.fullest = network.fullest();
        log.sent = network.sent();
        return log;
    }

    private interface Injectors {
        Injector of(int host, Injector.Source source);
    }

    private interface Ejectors {
        Ejector of(int host, Ejector.Sink sink);
    }

    private void play(Log log, Kernel kernel, Injectors injectors, Ejectors ejectors, Runnable start) {
        for (int host = 0; host < shape.hosts; host++) {
            List<String> lines = new ArrayList<>();
            log.ofHost.add(lines);
            log.ofHost.add(new ArrayList<>());
            Sending sending = new Sending(kernel, host, lines, log);
            sending.injector = injectors.of(host, sending);
            Taking taking = new Taking(kernel, host, log.ofHost.getLast(), log);
            taking.ejector = ejectors.of(host, taking);
            kernel.at(shape.ties ? 0 : sending.random.nextLong(2_000_000), sending);
        }
        start.run();
        while (kernel.step()) {}
        log.events = kernel.fired();
    }

    private long delay(SplittableRandom random) {
        return switch (random.nextInt(6)) {
            case 0, 1, 2 -> 0;
            case 3 -> shape.ties ? 6250L * random.nextInt(20) : random.nextLong(100_000);
            case 4 -> random.nextLong(1_000_000);
            default -> random.nextInt(8) == 0 ? random.nextLong(20_000_000) : random.nextLong(200_000);
        };
    }

    private long pace(SplittableRandom random) {
        return shape.paces ? PACES[random.nextInt(PACES.length)] : 6250;
    }

    private static int piece(SplittableRandom random, int longest) {
        return random.nextBoolean() ? random.nextInt(1, longest + 1) : random.nextInt(1, Math.min(80, longest) + 1);
    }

    /** A change of pace, some time into a feed or take. */
    private static final class Change extends Event {
        private final Runnable what;

        Change(Runnable what) {
            this.what = what;
        }

        @Override
        protected void fire() {
            what.run();
        }
    }

    private final class Sending extends Event implements Injector.Source {
        final Kernel kernel;
        final int host;
        final List<String> lines;
        final Log log;
        final SplittableRandom random;
        Injector injector;
        int worms;
        Worm worm;
        int pieces;
        long changed = -1;

        Sending(Kernel kernel, int host, List<String> lines, Log log) {
            this.kernel = kernel;
            this.host = host;
            this.lines = lines;
            this.log = log;
            random = new SplittableRandom(seed * 1000 + host);
        }

        @Override
        protected void fire() {
            if (worm == null) {
                if (worms == shape.wormsPerHost) {
                    return;
                }
                int to = random.nextInt(shape.hosts);
                worm = new Worm(routes[host][to], host + "." + worms++ + ">" + to);
                log.begun++;
                pieces = random.nextInt(1, 4);
                injector.begin(worm);
                long pause = random.nextInt(3) == 0 ? delay(random) : 0;
                if (pause > 0) {
                    kernel.after(pause, this);
                    return;
                }
            }
            pieces--;
            int chars = piece(random, shape.longest);
            long pace = pace(random);
            lines.add("feed " + chars + " every " + pace + " at " + kernel.now() + (pieces == 0 ? ", last" : ""));
            injector.feed(chars, pace, pieces == 0);
            if (shape.paces && random.nextInt(4) == 0) {
                long other = pace(random);
                Worm of = worm;
                int at = pieces;
                kernel.after(random.nextLong(1, 6250L * chars + 100), new Change(() -> {
                    if (worm == of && pieces == at) {
                        lines.add("feed every " + other + " at " + kernel.now());
                        changed = kernel.now();
                        injector.pace(other);
                    }
                }));
            }
        }

        @Override
        public void drained(Worm through) {
            log.isAmbiguous |= changed == kernel.now();
            lines.add(through.content + " drained " + kernel.now());
            if (pieces == 0) {
                worm = null;
            }
            kernel.after(delay(random), this);
        }

        @Override
        public void reset(Worm broken) {
            lines.add(broken.content + " reset " + kernel.now());
            worm = null;
            if (!isScheduled()) {
                kernel.after(delay(random), this);
            }
        }
    }

    private final class Taking extends Event implements Ejector.Sink {
        final Kernel kernel;
        final int host;
        final List<String> lines;
        final Log log;
        final SplittableRandom random;
        final int[] latest = new int[shape.hosts];
        Ejector ejector;
        long changed = -1;
        int takes;

        Taking(Kernel kernel, int host, List<String> lines, Log log) {
            this.kernel = kernel;
            this.host = host;
            this.lines = lines;
            this.log = log;
            random = new SplittableRandom(seed * 1000 + 500 + host);
            Arrays.fill(latest, -1);
        }

        @Override
        public void head(Worm worm) {
            lines.add(worm.content + " head " + kernel.now());
            next();
        }

        private void next() {
            long pause = delay(random);
            if (pause == 0) {
                fire();
            } else {
                kernel.after(pause, this);
            }
        }

        @Override
        protected void fire() {
            int chars = random.nextBoolean() ? 100_000 : piece(random, shape.longest);
            long pace = pace(random);
            lines.add("take " + chars + " every " + pace + " at " + kernel.now());
            ejector.take(chars, pace);
            takes++;
            if (shape.paces && random.nextInt(4) == 0) {
                long other = pace(random);
                int at = takes;
                kernel.after(random.nextLong(1, 6250L * shape.longest), new Change(() -> {
                    if (takes == at) {
                        lines.add("take every " + other + " at " + kernel.now());
                        changed = kernel.now();
                        ejector.pace(other);
                    }
                }));
            }
        }

        @Override
        public void taken(Worm worm, int chars) {
            takes++;
            log.isAmbiguous |= changed == kernel.now();
            lines.add(worm.content + " taken " + chars + " " + kernel.now());
            next();
        }

        @Override
        public void tail(Worm worm, int chars) {
            takes++;
            log.isAmbiguous |= changed == kernel.now();
            log.tails++;
            String name = (String) worm.content;
            int from = Integer.parseInt(name.substring(0, name.indexOf('.')));
            int number = Integer.parseInt(name.substring(name.indexOf('.') + 1, name.indexOf('>')));
            if (number <= latest[from]) {
                log.complaints.add(name + " arrives behind number " + latest[from]);
            }
            latest[from] = number;
            log.whole += worm.corrupt || worm.truncated ? 0 : 1;
            if (log.lost.contains(worm) && !worm.corrupt && !worm.truncated) {
                log.complaints.add(worm.content + " is lost and arrives whole");
            }
            kernel.cancel(this);
            lines.add(worm.content + " tail " + chars + " of " + worm.body + " " + kernel.now());
        }
    }
}
