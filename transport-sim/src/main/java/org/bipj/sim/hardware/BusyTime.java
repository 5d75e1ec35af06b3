package org.bipj.sim.hardware;

import org.bipj.sim.trace.Trace;

/** When a part has worked: counted always, and shown as spans of the part's row where there is a trace. */
final class BusyTime {
    private final Trace trace;
    private final int track;
    private long ps;

    BusyTime(Trace trace, String group, String part) {
        this.trace = trace;
        track = trace.isOn() ? trace.track(group, part) : 0;
    }

    /** Picoseconds that it has worked. */
    long ps() {
        return ps;
    }

    /** It has worked from one moment to another, or will have. */
    void add(String what, long from, long to) {
        ps += to - from;
        if (trace.isOn()) {
            trace.span(track, what, from, to);
        }
    }

    /** It has moved so many bytes. */
    void add(String what, int bytes, long from, long to) {
        ps += to - from;
        if (trace.isOn()) {
            trace.span(track, what + " " + bytes, from, to);
        }
    }
}
