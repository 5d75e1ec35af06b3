package org.bipj.sim;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bipj.sim.fault.ChaosSpec;
import org.bipj.sim.platform.Platform;

/**
 * The options of a run in virtual time.
 *
 * @param platform name of a platform that comes with the library, or a file
 * @param seed of all random choices
 * @param faults a specification of faults ({@link org.bipj.sim.fault.FaultSpec}); empty for none
 * @param trace file for the Chrome trace; empty for none
 * @param overrides changes of the platform's constants, each {@code KEY=VALUE}
 * @param jitter the work of hosts, and what arrives there, is delayed at random, up to 102 us each time: each seed gives
 *     another legal interleaving
 * @param ip the boards carry IP, and the ranks' programs use sockets: neither MPI nor another system of messages
 * @param survivesDeaths the others go on when a rank dies, of which they are told
 */
public record SimOptions(
        String platform,
        long seed,
        String faults,
        String trace,
        List<String> overrides,
        boolean jitter,
        boolean ip,
        boolean survivesDeaths) {
    /** The platform that is used if none is named. */
    public static final String DEFAULT_PLATFORM = "lab";

    /** Copies the list of overrides, which the caller may change later. */
    public SimOptions {
        overrides = List.copyOf(overrides);
    }

    /** Options of a run that ends with a rank that dies. */
    public SimOptions(
            String platform,
            long seed,
            String faults,
            String trace,
            List<String> overrides,
            boolean jitter,
            boolean ip) {
        this(platform, seed, faults, trace, overrides, jitter, ip, false);
    }

    /** Options of a run without IP. */
    public SimOptions(String platform, long seed, String faults, String trace, List<String> overrides, boolean jitter) {
        this(platform, seed, faults, trace, overrides, jitter, false);
    }

    /** Options of a run whose hosts have no random delays. */
    public SimOptions(String platform, long seed, String faults, String trace, List<String> overrides) {
        this(platform, seed, faults, trace, overrides, false);
    }

    /** A platform without changes: seed 1, no faults, no trace. */
    public static SimOptions of(String platform) {
        return new SimOptions(platform, 1, "", "", List.of());
    }

    /** These options with random delays, whose seed this becomes. */
    public SimOptions withJitter(long jitterSeed) {
        return new SimOptions(platform, jitterSeed, faults, trace, overrides, true, ip, survivesDeaths);
    }

    /** The same options with these overrides of constants, {@code KEY=VALUE}, in place of the present ones. */
    public SimOptions with(String... keyValues) {
        return new SimOptions(platform, seed, faults, trace, List.of(keyValues), jitter, ip, survivesDeaths);
    }

    /** These options with these faults in place of the present ones. */
    public SimOptions withFaults(String spec) {
        return new SimOptions(platform, seed, spec, trace, overrides, jitter, ip, survivesDeaths);
    }

    /**
     * The faults that the seed draws for a number of ranks.
     *
     * @param chaos a specification ({@link ChaosSpec})
     * @return texts of faults, each with what ends it, in their order
     * @throws IllegalArgumentException if the specification is wrong; the message says what was expected
     */
    public List<String> drawFaults(String chaos, int ranks) {
        ChaosSpec spec = ChaosSpec.parse(chaos);
        if (!ip) {
            throw new IllegalArgumentException("--chaos needs --ip: hosts are killed in runs with IP alone");
        }
        int[] hosts = Platform.load(platform, overrides).placement(ranks, seed);
        return spec.draw(seed, IntStream.of(hosts).boxed().toList());
    }

    /** These options with those faults behind the present ones. */
    public SimOptions withDrawnFaults(String chaos, int ranks) {
        Stream<String> all = Stream.concat(Stream.of(faults), drawFaults(chaos, ranks).stream());
        return withFaults(all.filter(fault -> !fault.isEmpty()).collect(Collectors.joining(",")));
    }

    /** These options for a run with IP over BIP. */
    public SimOptions withIp() {
        return new SimOptions(platform, seed, faults, trace, overrides, jitter, true, survivesDeaths);
    }

    /** These options for a run that goes on when a rank dies. */
    public SimOptions survivingDeaths() {
        return new SimOptions(platform, seed, faults, trace, overrides, jitter, ip, true);
    }
}
