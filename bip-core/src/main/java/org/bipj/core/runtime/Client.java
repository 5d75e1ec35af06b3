package org.bipj.core.runtime;

/**
 * The libraries that may bind to a rank's runtime. The order is part of what travels: each packet names its client. Those
 * without a channel come last.
 */
public enum Client {
    /** BIP messages. */
    BIP("BIP"),
    /** MPI's two-sided and collective communication. */
    MPI("MPI"),
    /** Active Messages. */
    ACTIVE_MESSAGES("Active Messages"),
    /** MPI's one-sided communication. */
    ONE_SIDED("one-sided communication"),
    /** LCI's packets. */
    LCI("LCI"),
    /** SSAM, which sends ATM cells and no packets: it has no channel. */
    SSAM("SSAM"),
    /** Memory that hosts' kernels serve to each other: no channel either. */
    REMOTE_MEMORY("remote memory"),
    /** Split-C, which stands on Active Messages or SSAM: it has no channel. */
    SPLIT_C("Split-C");

    private final String words;

    Client(String words) {
        this.words = words;
    }

    /** The name, as messages to users have it. */
    @Override
    public String toString() {
        return words;
    }
}
