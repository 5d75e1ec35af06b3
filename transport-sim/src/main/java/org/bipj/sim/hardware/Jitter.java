package org.bipj.sim.hardware;

import java.util.random.RandomGenerator;
import org.bipj.sim.kernel.Seeds;

/**
 * Random delays of one host, so that each seed gives another legal interleaving of a program's ranks: an operating system
 * that runs something else for a while, a bus that others use. Half of the delays are 0; the others are spread evenly
 * over ten powers of two up to {@link #LONGEST_PS}, because some races need delays of less than a message's latency, and
 * others of many.
 */
public final class Jitter {
    /** Upper bound of a delay, in picoseconds: 102 us, some twenty times the latency of a short message. */
    static final long LONGEST_PS = 102_400_000;

    private static final int DOUBLINGS = 10;

    /** The delays of a host that is never delayed. */
    public static final Jitter NONE = new Jitter(null);

    /** Draws the delays; null if there are none. */
    private final RandomGenerator random;

    private Jitter(RandomGenerator random) {
        this.random = random;
    }

    /** The delays of a host in a run with this seed. */
    public static Jitter of(long seed, int host) {
        return new Jitter(Seeds.of(seed, "jitter of host " + host));
    }

    /** Draws the next delay, in picoseconds; half of them are 0. */
    public long nextPs() {
        if (random == null || random.nextBoolean()) {
            return 0;
        }
        return random.nextLong(LONGEST_PS >> random.nextInt(DOUBLINGS));
    }
}
