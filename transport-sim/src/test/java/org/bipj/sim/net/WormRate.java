package org.bipj.sim.net;

import java.util.List;
import java.util.SplittableRandom;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.platform.Platform;
import org.bipj.sim.trace.Trace;

/**
 * How many worms a second the network moves, without boards: every host of a platform sends short worms to hosts drawn
 * at random, one after the other with a pause between, and takes what comes at once. Arguments: platform (das64),
 * worms in all (2,000,000), characters (32), mean pause in ns (4,000), rounds (5).
 */
public final class WormRate {
    private static final long PACE = 7576;

    private final Kernel kernel = new Kernel();
    private final SplittableRandom random = new SplittableRandom(1);
    private final int chars;
    private final long pausePs;
    private final int hosts;
    private final byte[][][] routes;
    private long left;
    private long delivered;

    private WormRate(Platform platform, long worms, int chars, long pausePs) {
        this.chars = chars;
        this.pausePs = pausePs;
        left = worms;
        hosts = platform.topology().hosts();
        routes = new byte[hosts][hosts][];
        Network network = new Network(kernel, platform.topology(), platform.constants(), Trace.OFF);
        for (int host = 0; host < hosts; host++) {
            for (int to = 0; to < hosts; to++) {
                routes[host][to] = to == host ? null : platform.routes().route(host, to);
            }
            Host board = new Host(host);
            board.injector = network.injector(host, board);
            Taker taker = new Taker();
            taker.ejector = network.ejector(host, taker);
            kernel.at(random.nextLong(pausePs), board);
        }
    }

    private final class Host extends Event implements Injector.Source {
        final int host;
        Injector injector;

        Host(int host) {
            this.host = host;
        }

        @Override
        protected void fire() {
            if (left == 0) {
                return;
            }
            left--;
            int to = (host + random.nextInt(1, hosts)) % hosts;
            injector.begin(new Worm(routes[host][to], null));
            injector.feed(chars, PACE, true);
        }

        @Override
        public void drained(Worm worm) {
            kernel.after(random.nextLong(2 * pausePs), this);
        }

        @Override
        public void reset(Worm worm) {
            throw new IllegalStateException("a worm was broken up");
        }
    }

    private final class Taker implements Ejector.Sink {
        Ejector ejector;

        @Override
        public void head(Worm worm) {
            ejector.take(1 << 20, PACE);
        }

        @Override
        public void taken(Worm worm, int count) {
            ejector.take(1 << 20, PACE);
        }

        @Override
        public void tail(Worm worm, int count) {
            delivered++;
        }
    }

    /** Prints one line for each round; the first ones warm up. */
    public static void main(String[] arguments) {
        Platform platform = Platform.load(arguments.length > 0 ? arguments[0] : "das64", List.of());
        long worms = arguments.length > 1 ? Long.parseLong(arguments[1]) : 2_000_000;
        int chars = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 32;
        long pausePs = 1000 * (arguments.length > 3 ? Long.parseLong(arguments[3]) : 4000);
        int rounds = arguments.length > 4 ? Integer.parseInt(arguments[4]) : 5;
        for (int round = 0; round < rounds; round++) {
            WormRate rate = new WormRate(platform, worms, chars, pausePs);
            long start = System.nanoTime();
            while (rate.kernel.step()) {}
            double seconds = (System.nanoTime() - start) / 1e9;
            System.out.printf(
                    "%,d worms of %d: %,.0f worms/s, %.2f events/worm, %.0f ns/event, %.3f ms simulated%n",
                    rate.delivered,
                    chars,
                    rate.delivered / seconds,
                    (double) rate.kernel.fired() / rate.delivered,
                    1e9 * seconds / rate.kernel.fired(),
                    rate.kernel.now() / 1e9);
        }
    }
}
