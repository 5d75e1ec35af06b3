package org.bipj.sim.trace;

/**
 * Receives the activity of all parts. A part calls {@link #isOn} once, when it is built, and reports nothing if that is
 * false: an untraced run costs nothing. Times are virtual, in picoseconds.
 */
public interface Trace {
    /** A trace that drops everything. */
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
     * Adds a track, and returns its number.
     *
     * @param group the node or switch that it belongs to
     * @param name the part: host, LANai, host DMA, send DMA, receive DMA, link
     */
    int track(String group, String name);

    /** An activity with a beginning and an end. Spans of one track must not overlap. */
    void span(int track, String what, long from, long to);

    /**
     * A {@link #span} of a message.
     *
     * @param source the node that has sent it
     * @param destination the node that it goes to; negative: none
     */
    default void span(int track, String what, long from, long to, int source, int destination, long bytes) {
        span(track, what, from, to);
    }

    /** Something that happens at one moment. */
    void instant(int track, String what, long at);

    /** An {@link #instant} with the object that it concerns. */
    default void instant(int track, String what, long at, String object) {
        instant(track, what, at);
    }
}
