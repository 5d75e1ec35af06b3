package org.bipj.core.replay;

/**
 * By what the algorithms of collective operations are chosen, beside what programs pass. The same at all ranks of a job on one host. The
 * algorithm of a reduction is the order in which it rounds.
 *
 * @param crowded true where ranks outnumber cores
 * @param shares true where ranks share memory
 * @param checksTypes true where messages carry the types of their data
 * @param multicasts true where network interfaces multicast
 */
public record CollectiveFacts(boolean crowded, boolean shares, boolean checksTypes, boolean multicasts) {
    private static final int CROWDED = 1;
    private static final int SHARES = 2;
    private static final int CHECKS_TYPES = 4;
    private static final int MULTICASTS = 8;

    static CollectiveFacts of(int bits) {
        return new CollectiveFacts(
                (bits & CROWDED) != 0, (bits & SHARES) != 0, (bits & CHECKS_TYPES) != 0, (bits & MULTICASTS) != 0);
    }

    int bits() {
        return (crowded ? CROWDED : 0)
                | (shares ? SHARES : 0)
                | (checksTypes ? CHECKS_TYPES : 0)
                | (multicasts ? MULTICASTS : 0);
    }
}
