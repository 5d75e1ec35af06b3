package org.bipj.sim.fault;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.bipj.sim.kernel.Seeds;
import org.bipj.sim.kernel.VirtualTimeText;

/**
 * Faults that the seed of a run draws, as {@code --chaos} takes them:
 *
 * <pre>
 * SPEC  = ITEM { "," ITEM }                                     each once, one of the rates at least
 * ITEM  = kill=RATE | partition=RATE | pause=RATE               so often for each host and second, on average
 *       | restart=TIME                                          how long each lasts on average; default: 100ms
 *       | until=TIME                                            none begins later; default: 1s
 *       | hosts=HOSTS                                           default: those of all ranks
 * RATE  = a number above 0, at most 1000
 * TIME  = as in FaultSpec, positive, at most 10000s
 * HOSTS = N [ "-" N ] { "+" N [ "-" N ] }                       such as 0+2-4
 * </pre>
 *
 * <p>A host that was killed starts again, a partitioned one has its cable cut until it heals, and the processor of a paused one does nothing. Moments of
 * each kind and host follow a Poisson process with a generator of its own, so that another rate or host leaves the others' as they are;
 * each lasts up to twice the average, all lengths being as likely.
 *
 * @param hosts in ascending order; empty: those of all ranks
 */
public record ChaosSpec(
        double kill, double partition, double pause, long restartPs, long untilPs, List<Integer> hosts) {
    private static final long PS_PER_US = 1_000_000;
    private static final double US_PER_S = 1e6;
    private static final double MOST_RATE = 1000;
    private static final long MOST_PS = 10_000_000_000_000_000L;
    private static final int MOST_FAULTS = 10_000;
    private static final String ITEMS =
            "kill=RATE, partition=RATE, pause=RATE, restart=TIME, until=TIME or hosts=HOSTS";

    /** Reads a specification. */
    private static final class Parser {
        private final String spec;

        private double kill;
        private double partition;
        private double pause;
        private long restartPs;
        private long untilPs;
        private final TreeSet<Integer> hosts = new TreeSet<>();

        Parser(String spec) {
            this.spec = spec;
        }

        ChaosSpec parse() {
            List<String> keys = new ArrayList<>();
            for (String item : spec.split(",", -1)) {
                String[] sides = item.split("=", 2);
                if (keys.contains(sides[0])) {
                    throw wrong(item, sides[0] + " once");
                }
                keys.add(sides[0]);
                take(item, sides[0], sides.length == 1 ? "" : sides[1]);
            }
            if (kill + partition + pause == 0) {
                throw new IllegalArgumentException(
                        "--chaos " + spec + ": expected a rate at least: kill=RATE, partition=RATE or pause=RATE");
            }
            return new ChaosSpec(
                    kill,
                    partition,
                    pause,
                    restartPs == 0 ? 100_000 * PS_PER_US : restartPs,
                    untilPs == 0 ? 1_000_000 * PS_PER_US : untilPs,
                    List.copyOf(hosts));
        }

        private void take(String item, String key, String value) {
            switch (key) {
                case "kill" -> kill = rate(item, value);
                case "partition" -> partition = rate(item, value);
                case "pause" -> pause = rate(item, value);
                case "restart" -> restartPs = time(item, value);
                case "until" -> untilPs = time(item, value);
                case "hosts" -> {
                    for (String range : value.split("\\+", -1)) {
                        addHosts(item, range.split("-", -1));
                    }
                }
                default -> throw wrong(item, ITEMS);
            }
        }

        private void addHosts(String item, String[] ends) {
            try {
                int from = Integer.parseInt(ends[0]);
                int to = Integer.parseInt(ends[ends.length - 1]);
                if (ends.length <= 2 && from <= to) {
                    IntStream.rangeClosed(from, to).forEach(hosts::add);
                    return;
                }
            } catch (NumberFormatException e) {
                // Reported below.
            }
            throw wrong(item, "numbers of hosts, such as 0+2-4");
        }

        private double rate(String item, String value) {
            try {
                double rate = Double.parseDouble(value);
                if (rate > 0 && rate <= MOST_RATE) {
                    return rate;
                }
            } catch (NumberFormatException e) {
                // Reported below.
            }
            throw wrong(item, "a rate above 0 and at most 1000, for each host and second of virtual time, such as 0.5");
        }

        private long time(String item, String value) {
            OptionalLong time = VirtualTimeText.parse(value);
            if (time.isPresent() && time.getAsLong() >= PS_PER_US && time.getAsLong() <= MOST_PS) {
                return time.getAsLong();
            }
            throw wrong(item, "a time of 1us to 10000s with its unit, such as 50ms");
        }

        private IllegalArgumentException wrong(String item, String expected) {
            return new IllegalArgumentException(
                    "--chaos " + spec + ": expected " + expected + "; found '" + item + "'");
        }
    }

    /**
     * Reads a specification.
     *
     * @throws IllegalArgumentException if it is wrong; the message has the text found, and what was expected
     */
    public static ChaosSpec parse(String spec) {
        return new Parser(spec).parse();
    }

    /** A fault with what ends it, as a text for {@link FaultSpec}. */
    private record Drawn(long atUs, String text) {}

    /**
     * Draws the faults of a run.
     *
     * @param ofRanks the hosts of ranks
     * @return texts for {@link FaultSpec}, each a fault with what ends it, in the order in which they begin
     * @throws IllegalArgumentException if a host is none of those, or if the faults are too many
     */
    public List<String> draw(long seed, List<Integer> ofRanks) {
        List<Drawn> all = new ArrayList<>();
        for (int host : hosts.isEmpty() ? ofRanks.stream().sorted().toList() : hosts) {
            if (!ofRanks.contains(host)) {
                throw new IllegalArgumentException("--chaos: no rank runs on host " + host + "; expected hosts of "
                        + ofRanks.stream().sorted().toList());
            }
            String at = "@host" + host + ":at=";
            draw(all, seed, kill, "kill" + at, "us,start" + at, true);
            draw(all, seed, partition, "cut" + at, "us,heal" + at, true);
            draw(all, seed, pause, "pause" + at, "us:for=", false);
        }
        all.sort(Comparator.comparingLong(Drawn::atUs));
        return all.stream().map(Drawn::text).toList();
    }

    private void draw(List<Drawn> all, long seed, double rate, String begin, String end, boolean byMoment) {
        if (rate == 0) {
            return;
        }
        RandomGenerator random = Seeds.of(seed, "chaos " + begin);
        long atUs = 0;
        while (true) {
            atUs += Math.round(-Math.log(1 - random.nextDouble()) / rate * US_PER_S) + 1;
            if (atUs * PS_PER_US >= untilPs) {
                return;
            }
            long lastsUs = 1 + random.nextLong(2 * (restartPs / PS_PER_US));
            all.add(new Drawn(atUs, begin + atUs + end + (byMoment ? atUs + lastsUs : lastsUs) + "us"));
            if (all.size() > MOST_FAULTS) {
                throw new IllegalArgumentException("--chaos: more than " + MOST_FAULTS
                        + " faults would be drawn; expected lower rates, or an earlier until=TIME");
            }
            atUs += lastsUs;
        }
    }
}
