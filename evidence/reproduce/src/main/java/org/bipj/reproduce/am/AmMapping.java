package org.bipj.reproduce.am;

import java.util.Arrays;
import java.util.List;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** What the mapper's daemons cost the traffic, and how long a cut cable interrupts it. */
public final class AmMapping implements Experiment {
    /** Hosts of the three subclusters, by pairs that no subcluster has to itself. The first leads the mappers. */
    private static final String PLACEMENT = "0,36,6,42,12,48,18,54,24,70,30,76,60,82,66,88";

    private static final int PAIRS = 8;
    private static final int BYTES = 4096;
    private static final double MB = 1 << 20;
    private static final String PERIOD = "mapper.period";

    /** When runs begin in which the leader is making its first map. */
    private static final double MAPPING_US = 100_000;
    /** When runs begin in which the leader has made its map and checks it. */
    private static final double CHECKING_US = 3_000_000;

    private static final double RUN_US = 1_000_000;
    private static final double CUT_RUN_US = 10_000_000;
    /** The pause between two requests of the run with {@link #CUTS}. */
    private static final double PAUSE_US = 200;
    /** The two cables that lead up from the leader's switch: each is cut while the other works. */
    private static final String CUTS = "cut@switch0.6:at=3500ms,heal@switch0.6:at=4200ms,cut@switch0.7:at=9s";

    public AmMapping() {}

    @Override
    public Head head() {
        return new Head(
                "am-mapping",
                "Active Messages II: the mapper beside the traffic",
                "AM-II, figure 3 and \"Network management errors\"",
                List.of(Lab.NOW),
                """
                Eight pairs of hosts in different subclusters, with the mapper's daemons on all 100 hosts and \
                without: round trips of four words, one at a time, and medium messages of 4 KB, four outstanding, \
                for 1 s each while the network is mapped, and while the map is checked each second. The leader is \
                one of the hosts. Then the two cables that lead up from its switch are cut in turn; the longest \
                round trip of any pair is the interruption. The paper has the daemons off when it measures.""");
    }

    /** True: the experiment takes a minute. */
    @Override
    public boolean isByName() {
        return true;
    }

    @Override
    public Results run(Lab lab) {
        Cluster off = AmLogP.am(lab).with("placement", PLACEMENT);
        Cluster second = off.with(PERIOD, "1000 ms");
        Results results = new Results();
        Cluster.NetworkMap map = off.map();
        results.value("hosts in the map", map.hosts())
                .value("switches in the map", map.switches())
                .value("time of a map, on boards of its own", map.ms());
        add(results, "no mapper", off, MAPPING_US);
        add(results, "a map is made", second, MAPPING_US);
        add(results, "the map is checked", second, CHECKING_US);
        return results.value("longest interruption by a cut, a check each second", interruption(second))
                .value(
                        "longest interruption by a cut, a check each quarter of a second",
                        interruption(off.with(PERIOD, "250 ms")));
    }

    private static void add(Results results, String name, Cluster cluster, double fromUs) {
        Pairs words = new Pairs(1, 0, fromUs, RUN_US, 0);
        Pairs data = new Pairs(LogP.WINDOW, BYTES, fromUs, RUN_US, 0);
        cluster.run(2 * PAIRS, words::run);
        cluster.run(2 * PAIRS, data::run);
        results.value(name + ": round trip", words.ofOthers())
                .value(name + ": round trip of the leader's pair", words.ofLeader())
                .value(name + ": longest round trip", words.longest())
                .value(name + ": bandwidth of a pair", rate(data.ofOthers()))
                .value(name + ": bandwidth of the leader's pair", rate(data.ofLeader()));
    }

    /** Megabytes of 2 to the 20 in a second. */
    private static double rate(double perMessageUs) {
        return BYTES / MB * 1e6 / perMessageUs;
    }

    /** The longest interruption by the {@link #CUTS}, in milliseconds. */
    private static double interruption(Cluster cluster) {
        Pairs words = new Pairs(1, 0, CHECKING_US, CUT_RUN_US - CHECKING_US, PAUSE_US);
        cluster.withFaults(CUTS).run(2 * PAIRS, words::run);
        return words.longest() / 1000;
    }

    /** Pairs of ranks, of which the even ones send requests to the odd ones for some time. */
    private static final class Pairs {
        private final int window;
        private final int bytes;
        private final double fromUs;
        private final double durationUs;
        /** The time that a rank computes between two requests. */
        private final double pauseUs;
        /** By pair: the time for each request, in microseconds. */
        private final double[] perRequest = new double[PAIRS];

        private final double[] longestUs = new double[PAIRS];

        Pairs(int window, int bytes, double fromUs, double durationUs, double pauseUs) {
            this.window = window;
            this.bytes = bytes;
            this.fromUs = fromUs;
            this.durationUs = durationUs;
            this.pauseUs = pauseUs;
        }

        void run(Cluster.Rank rank) {
            int pair = rank.number() / 2;
            try (AmRank am = new AmRank(rank, 1, window)) {
                if (rank.number() % 2 == 1) {
                    am.serve(1);
                    return;
                }
                long other = AmRank.name(rank.number() + 1, 0);
                am.compute(fromUs - am.now());
                // What the daemon has worked meanwhile delays the first request.
                am.request(other, bytes);
                am.finish();
                double start = am.now();
                int requests = 0;
                for (double now = start; now < start + durationUs; now = am.now()) {
                    am.request(other, bytes);
                    if (window == 1) {
                        am.finish();
                    }
                    longestUs[pair] = Math.max(longestUs[pair], am.now() - now);
                    requests++;
                    am.compute(pauseUs);
                }
                perRequest[pair] = (am.now() - start) / requests;
                am.leave(other);
            }
        }

        /** Time of a request of the leader's pair. */
        double ofLeader() {
            return perRequest[0];
        }

        /** Mean time of a request of the other pairs. */
        double ofOthers() {
            return Arrays.stream(perRequest, 1, PAIRS).average().orElseThrow();
        }

        double longest() {
            return Arrays.stream(longestUs).max().orElseThrow();
        }
    }
}
