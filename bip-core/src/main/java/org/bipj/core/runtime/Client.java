package org.bipj.core.runtime;

/**
 * The libraries that may bind to a rank's runtime. The order is part of what travels: each packet names its client. Those
 * without a channel come last.
 */
public enum Client {
    /** The messages of BIP. */
    BIP("BIP"),
    /** The two-sided and collective communication of MPI. */
    MPI("MPI"),
    /** The messages of Active Messages. */
    ACTIVE_MESSAGES("Active Messages"),
    /** The one-sided communication of MPI. */
    ONE_SIDED("one-sided communication"),
    /** The packets of LCI. */
    LCI("LCI"),
    /** SSAM, which sends ATM cells and no packets: it has no channel. */
    SSAM("SSAM"),
    /** Memory that hosts' kernels serve to each other: no channel either. */
    REMOTE_MEMORY("remote memory"),
    /** Split-C, which stands on Active Messages or SSAM: it has no channel. */
    SPLIT_C("Split-C");

    /** What a rank has opened, beside the numbers of clients: a session of MPI. */
    public static final int SESSION = 8;

    private final String words;

    Client(String words) {
        this.words = words;
    }

    /** The number of the client, or {@link #SESSION}, as words. */
    public static String words(int opened) {
        return opened == SESSION ? "a session of MPI" : values()[opened].words;
    }

    /** The name, as messages to users have it. */
    @Override
    public String toString() {
        return words;
    }
}
