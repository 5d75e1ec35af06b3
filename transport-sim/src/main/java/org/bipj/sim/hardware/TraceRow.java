package org.bipj.sim.hardware;

import org.bipj.sim.trace.Trace;

/** The track of a node's part in the trace. */
record TraceRow(Trace trace, int track) {
    /** The track of a part; null if there is no trace. */
    static TraceRow of(Trace trace, int node, String part) {
        return trace.isOn() ? new TraceRow(trace, trace.track("node " + node, part)) : null;
    }

    /** The part works from one moment to another. */
    void span(String what, long from, long to) {
        trace.span(track, what, from, to);
    }
}
