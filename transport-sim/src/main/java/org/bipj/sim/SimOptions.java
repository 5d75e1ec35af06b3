package org.bipj.sim;

import java.util.List;

/**
 * The options of a run in virtual time.
 *
 * @param platform name of a platform that comes with the library, or a file
 * @param seed of all random choices
 * @param faults a specification of faults ({@link org.bipj.sim.fault.FaultSpec}); empty for none
 * @param trace file for the Chrome trace; empty for none
 * @param overrides changes of the platform's constants, each {@code KEY=VALUE}
 */
public record SimOptions(String platform, long seed, String faults, String trace, List<String> overrides) {
    /** The platform that is used if none is named. */
    public static final String DEFAULT_PLATFORM = "lab";

    /** Copies the list. */
    public SimOptions {
        overrides = List.copyOf(overrides);
    }

    /** A platform without changes: seed 1, no faults, no trace. */
    public static SimOptions of(String platform) {
        return new SimOptions(platform, 1, "", "", List.of());
    }

    /** These options with other overrides. */
    public SimOptions with(String... keyValues) {
        return new SimOptions(platform, seed, faults, trace, List.of(keyValues));
    }
}
