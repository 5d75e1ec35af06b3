package org.bipj.sim.net;

/**
 * One Myrinet packet on its way: route bytes, body, CRC-8, tail. It holds every channel between its tail and its head.
 * What the bytes mean is the firmware's: the network carries a reference to it.
 */
public final class Worm {
    /** Output port, relative to the input port, at each switch (a turn of -7 to 7). Never changed. */
    public final byte[] route;

    /**
     * Characters of the body: type and everything behind it, without route bytes, CRC and tail. Grows while the source
     * feeds.
     */
    public int body;

    /** The firmware's own header and data. */
    public final Object content;

    /**
     * A bit was flipped on the way: the CRC at the end will not match. A worm carries no bits here, and nothing is
     * computed: CRC-8 sees each flipped bit, and each burst of up to eight. Left out: it would miss two flips that lie
     * a multiple of 127 bits apart.
     */
    public boolean corrupt;

    /**
     * The first character of the body in which a bit flips, if the worm gets that long; see {@link NetFaults#flipped}.
     */
    public long flipAt = Long.MAX_VALUE;

    /**
     * The end was lost on the way: a forward reset broke the worm up, and what arrived is shorter than what was sent.
     */
    public boolean truncated;

    /** Somebody has been told that it does not arrive whole: it is counted. */
    boolean lost;

    /** A worm that has not left yet. */
    public Worm(byte[] route, Object content) {
        this.route = route;
        this.content = content;
    }
}
