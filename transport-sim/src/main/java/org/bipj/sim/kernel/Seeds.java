package org.bipj.sim.kernel;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Random numbers of a run. Each purpose has a generator of its own, derived from the run's seed and the purpose's name,
 * so that the draws of one part do not shift those of another.
 */
public final class Seeds {
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private Seeds() {}

    /**
     * The generator of a purpose.
     *
     * @param seed the run's seed
     * @param purpose a name that no other part uses, with the part's number if there are several
     */
    public static RandomGenerator of(long seed, String purpose) {
        long hash = FNV_OFFSET;
        for (int i = 0; i < purpose.length(); i++) {
            hash = (hash ^ purpose.charAt(i)) * FNV_PRIME;
        }
        return new SplittableRandom(hash ^ (seed + 1) * GOLDEN);
    }
}
