package org.bipj.sim.net;

/**
 * One Myrinet packet on its way: route bytes, body, CRC-8, tail. It holds every cable between its tail and its head.
 * The network carries a reference to the content, whose meaning is the firmware's business.
 */
public final class Worm {
    /** Output port relative to the input port, one turn of -7 to 7 for each switch. Never changed. */
    public final byte[] route;

    /**
     * Characters of the body: type and everything behind it, without route bytes, CRC and tail. Grows while the source
     * feeds.
     */
    public int body;

    /** The firmware's own header and data. */
    public final Object content;

    /** It explores the network: that it may not arrive is expected, and is not counted as a loss. */
    public final boolean isProbe;

    /**
     * A bit has flipped on the way: the CRC at the end will not match. A worm carries no bits here and nothing is
     * computed, because CRC-8 detects each single flip and each burst of up to eight bits. Left out: it misses two
     * flips that lie a multiple of 127 bits apart.
     */
    public boolean corrupt;

    /** First character of the body in which a bit flips, if the worm gets that long; see {@link NetFaults#flipped}. */
    public long flipAt = Long.MAX_VALUE;

    /** The end was lost on the way: a forward reset broke the worm up, and less has arrived than was sent. */
    public boolean truncated;

    /** Whether it was reported that the worm does not arrive whole: it is counted once. */
    boolean lost;

    /** A worm that has not left yet. */
    public Worm(byte[] route, Object content) {
        this(route, content, false);
    }

    /** A worm that has not left yet, and may be one that explores the network. */
    public Worm(byte[] route, Object content, boolean isProbe) {
        this.route = route;
        this.content = content;
        this.isProbe = isProbe;
    }
}
