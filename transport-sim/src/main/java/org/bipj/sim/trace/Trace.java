package org.bipj.sim.trace;

/**
 * Takes what the parts do. Parts ask {@link #isOn} once, when they are built, and stay silent if not: an untraced run
 * pays nothing. Times are virtual, in picoseconds.
 */
public interface Trace {
    /** Takes nothing. */
    Trace OFF = new Trace() {
        @Override
        public boolean isOn() {
            return false;
        }

        @Override
        public int track(String group, String name) {
            return 0;
        }

        @Override
        public void span(int track, String what, long from, long to) {}

        @Override
        public void instant(int track, String what, long at) {}
    };

    /** False if everything is dropped. */
    boolean isOn();

    /**
     * A row of the picture.
     *
     * @param group the node or switch it belongs to
     * @param name the part: host, LANai, host DMA, send DMA, receive DMA, link
     */
    int track(String group, String name);

    /** Something that lasted. Spans of one track do not overlap. */
    void span(int track, String what, long from, long to);

    /**
     * A {@link #span} of something that travels.
     *
     * @param source node that has sent it
     * @param destination node that it goes to; negative: none
     */
    default void span(int track, String what, long from, long to, int source, int destination, long bytes) {
        span(track, what, from, to);
    }

    /** Something that happened at a moment. */
    void instant(int track, String what, long at);

    /** An {@link #instant} with what it happened to. */
    default void instant(int track, String what, long at, String object) {
        instant(track, what, at);
    }
}
