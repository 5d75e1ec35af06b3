package org.bipj.sim.hardware;

import org.bipj.sim.trace.Trace;

/**
 * When the parts of a node have worked: counted always, and shown as spans of the part's row where there is a trace.
 */
final class BusyTimes {
    /** A part, and the name of its row. */
    enum Part {
        HOST("host"),
        LANAI("LANai"),
        HOST_DMA("host DMA"),
        SEND_DMA("send DMA"),
        RECEIVE_DMA("receive DMA");

        private final String row;

        Part(String row) {
            this.row = row;
        }
    }

    private static final Part[] PARTS = Part.values();

    private final Trace trace;
    private final long[] ps = new long[PARTS.length];
    private final int[] tracks;

    BusyTimes(Trace trace, String node) {
        this.trace = trace;
        tracks = new int[trace.isOn() ? PARTS.length : 0];
        for (int i = 0; i < tracks.length; i++) {
            tracks[i] = trace.track(node, PARTS[i].row);
        }
    }

    /** Picoseconds that a part has worked. */
    long ps(Part part) {
        return ps[part.ordinal()];
    }

    /** A part has worked from one moment to another, or will have. */
    void add(Part part, String what, long from, long to) {
        ps[part.ordinal()] += to - from;
        if (trace.isOn()) {
            trace.span(tracks[part.ordinal()], what, from, to);
        }
    }

    /** A part has moved so many bytes. */
    void add(Part part, String what, int bytes, long from, long to) {
        add(part, trace.isOn() ? what + " " + bytes : what, from, to);
    }
}
