package org.bipj.sim.hardware;

import org.bipj.sim.kernel.Event;

/**
 * One of the three engines that move data into or out of the board's memory: its share of that memory's rate, which
 * {@link Sram} assigns, and the time for which it has worked. As an event it is the beginning or the end of a piece of
 * its work. All of this is one object, because with a thousand boards each object that an event touches is fetched from
 * memory.
 */
abstract class DmaEngine extends Event {
    final Sram sram;
    /** {@link Sram#HOST}, {@link Sram#SEND} or {@link Sram#RECEIVE}. */
    final int number;

    private final TraceRow row;

    /** Bytes per picosecond that it can move alone. */
    double full;
    /** {@link #full} as picoseconds per byte. */
    long fullPs;

    /** Bytes per picosecond that its cable lets it move now. */
    double wanted;
    /** Bytes per picosecond that it is assigned now. */
    double pace;
    /** {@link #pace} as picoseconds per byte. */
    long pacePs;

    private long busyPs;

    /**
     * An idle engine.
     *
     * @param number {@link Sram#HOST}, {@link Sram#SEND} or {@link Sram#RECEIVE}
     * @param row its track in the trace; null if there is no trace
     */
    DmaEngine(Sram sram, int number, TraceRow row) {
        this.sram = sram;
        this.number = number;
        this.row = row;
        sram.connect(number, this);
    }

    /** The pace has changed while it moves data. */
    abstract void onPace(long psPerByte);

    /** Sets the pace; true if that changes it. */
    final boolean changePace(long ps) {
        if (pacePs == ps) {
            return false;
        }
        pacePs = ps;
        pace = 1.0 / ps;
        return true;
    }

    /** The time for which this engine has moved data, in picoseconds. */
    final long busyPs() {
        return busyPs;
    }

    /** Counts the time of a transfer, and records it in the trace. */
    final void worked(String what, int bytes, long from, long to) {
        busyPs += to - from;
        if (row != null) {
            row.span(what + " " + bytes, from, to);
        }
    }
}
