package org.bipj.sim;

import java.util.List;

/**
 * What a run in virtual time is given.
 *
 * @param platform name of a platform that comes with the library, or a file
 * @param seed decides everything that is left to chance
 * @param faults what breaks, where and when; empty: nothing
 * @param trace file for the Chrome trace; empty: none
 * @param overrides constants of the platform that are changed, each {@code KEY=VALUE}
 */
public record SimOptions(String platform, long seed, String faults, String trace, List<String> overrides) {
    /** The platform where none is named. */
    public static final String DEFAULT_PLATFORM = "lab";

    /** Copies the list. */
    public SimOptions {
        overrides = List.copyOf(overrides);
    }

    /** A platform as it is: seed 1, nothing breaks, no trace. */
    public static SimOptions of(String platform) {
        return new SimOptions(platform, 1, "", "", List.of());
    }

    /** These options with constants of the platform changed. */
    public SimOptions with(String... keyValues) {
        return new SimOptions(platform, seed, faults, trace, List.of(keyValues));
    }
}
